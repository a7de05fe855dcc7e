import type { Decision, DecisionState } from '@sw/domain/research/decision';
import { toUnsignedWords } from '@sw/domain/research/episodes';
import { normalizeQuestion, type SearchQuestion } from '@sw/domain/research/search-question';
import type { UtcMs } from '@sw/domain/time/units';
import type { ResearchParts } from '../ports.ts';
import { createUnmeasuredOutcomes, type Episode, findEpisodeTimes, getGrid } from '../search/search-scan.ts';
import { walkEpisodes } from '../search/search-walk.ts';

/** The outcome of a decision, up to the newest report. */
export interface DecisionOutcome {
	readonly entry: UtcMs | null;
	readonly exit: UtcMs | null;
	readonly state: DecisionState;
	readonly hit: boolean | null;
	readonly excess: number | null;
	readonly base: number | null;
}

const OPEN_OUTCOME: DecisionOutcome = { entry: null, exit: null, state: 'open', hit: null, excess: null, base: null };

/** Builds the question that measures decisions of one direction and strategy as occurrences. Each decision has its own horizon. */
function buildQuestion({ direction, strategy }: Decision): SearchQuestion {
	return normalizeQuestion({
		tab: 'free',
		operation: direction,
		algo: 'reverse',
		licence: 'pro',
		strategy,
		filters: [],
		marketcap: [],
		ticker: null,
		from: 0 as UtcMs,
		to: null,
		cooldown: 1,
	});
}

/** Measures decisions like occurrences of a search; the entry is the first slot after the decision. Returns outcomes in the order of the decisions. */
export async function measureDecisions(
	parts: ResearchParts,
	decisions: readonly Decision[],
	newest: UtcMs | null,
): Promise<DecisionOutcome[]> {
	const outcomes = new Map<Decision, DecisionOutcome>();
	if (newest === null) return decisions.map(() => OPEN_OUTCOME);
	const groups = Map.groupBy(decisions, ({ direction, strategy }) => `${direction} ${strategy}`);
	for (const group of groups.values()) {
		const [first] = group as [Decision];
		const question = buildQuestion(first);
		const episodes = group.flatMap((decision) => {
			const episode = toEpisode(parts, question, decision);
			return episode ? [{ decision, episode }] : [];
		});
		const after = Math.min(...episodes.map(({ episode }) => episode.entry)) - 1;
		await walkEpisodes(
			parts,
			question,
			episodes.map(({ episode }) => episode),
			{ after: after as UtcMs, until: newest },
			() => {},
		);
		for (const { decision, episode } of episodes) outcomes.set(decision, toOutcome(episode, newest));
	}
	return decisions.map((decision) => outcomes.get(decision) ?? OPEN_OUTCOME);
}

function toEpisode(parts: ResearchParts, question: SearchQuestion, { tickerId, madeAt, horizon }: Decision): Episode | undefined {
	const grid = getGrid(parts, question);
	const span = findEpisodeTimes(parts, grid, grid.barAt(madeAt), madeAt, [horizon]);
	return (
		span && {
			tickerId,
			time: madeAt,
			...span,
			words: toUnsignedWords([0, 0, 0]),
			litSectors: 0,
			rate: 0,
			tier: 6,
			reconstructed: false,
			...createUnmeasuredOutcomes(1),
		}
	);
}

function toOutcome({ entry, exits, hits, excess, base }: Episode, newest: UtcMs): DecisionOutcome {
	const [exit, hit, ownExcess, baseRate] = [exits[0] as UtcMs, hits[0] as boolean, excess[0]!, base[0]!];
	if (exit > newest) return { ...OPEN_OUTCOME, entry, exit };
	if (Number.isNaN(ownExcess)) return { ...OPEN_OUTCOME, entry, exit, state: 'unmeasurable' };
	return { entry, exit, state: 'closed', hit, excess: ownExcess, base: baseRate };
}
