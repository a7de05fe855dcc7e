import { setImmediate } from 'node:timers/promises';
import type { SessionAndBlock } from '@sw/domain/research/measured-episodes';
import { blockSessions, type SearchQuestion } from '@sw/domain/research/search-question';
import { drawBootstrap } from '@sw/domain/research/search-statistics';
import { addEpisode, addRankCorrelation, createTally, MIN_FOR_RANKS, type Tally } from '@sw/domain/research/tally';
import { spearman } from '@sw/domain/statistics/spearman';
import type { UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { ResearchParts } from '../ports.ts';
import { type Episode, getGrid, scanEpisodes } from './search-scan.ts';
import { type Closing, walkEpisodes } from './search-walk.ts';

/** The state of a search that the next step continues from. */
export interface SearchProgress {
	/** Bar of each ticker's last episode, by ticker id. */
	readonly starts: Map<number, number>;
	/** Episodes with exits that are still to come. */
	pending: Episode[];
	/** One per horizon. */
	readonly tallies: readonly Tally[];
}

export interface SearchStep {
	/** Opened in this step. */
	readonly added: readonly Episode[];
	/** Opened in earlier steps and changed in this one. */
	readonly changed: readonly Episode[];
}

export function createProgress(question: SearchQuestion): SearchProgress {
	return {
		starts: new Map(),
		pending: [],
		tallies: question.horizons.map(createTally),
	};
}

/**
 * Runs one step of a search: opens the episodes of reports in (`after`, `until`], closes exits in that span, and tallies their outcomes.
 * Steps must follow each other without a gap; the results don't depend on how the span is divided.
 */
export async function stepSearch(
	parts: ResearchParts,
	question: SearchQuestion,
	progress: SearchProgress,
	span: { after: UtcMs; until: UtcMs },
): Promise<SearchStep> {
	const from = Math.max(span.after + 1, question.from) as UtcMs;
	const to = Math.min(span.until, question.to ?? span.until) as UtcMs;
	const { episodes } = from <= to ? await scanEpisodes(parts, question, { from, to }, progress.starts) : { episodes: [] };
	const changed = new Set<Episode>();
	const earlierEpisodes = new Set(progress.pending);
	await walkEpisodes(parts, question, [...progress.pending, ...episodes], span, (closing) => {
		tallyOutcomes(parts, question, progress.tallies, closing);
		for (const { episode } of closing.outcomes) if (earlierEpisodes.has(episode)) changed.add(episode);
	});
	const isOpen = ({ exits }: Episode): boolean => exits.some((exit) => exit > span.until);
	// An exit that could not be measured has passed nevertheless.
	for (const episode of progress.pending) if (episode.exits.some((exit) => exit > span.after && exit <= span.until)) changed.add(episode);
	progress.pending = [...progress.pending, ...episodes].filter(isOpen);
	return { added: episodes, changed: [...changed] };
}

/** Computes the bootstrap intervals of tallies; yields to other work between them. */
export async function drawBootstraps(tallies: readonly Tally[]): Promise<void> {
	for (const tally of tallies) {
		drawBootstrap(tally);
		await setImmediate();
	}
}

/**
 * Returns the session of a report, and the block of sessions that contains the exit at a horizon (given by index).
 * Blocks are numbered by exits. A block is therefore complete once a later block has started, as the confidence sequence assumes.
 */
export function findSessionAndBlock(
	parts: Pick<ResearchParts, 'calendar'>,
	question: SearchQuestion,
	horizon: number,
	time: UtcMs,
): SessionAndBlock {
	const grid = getGrid(parts, question);
	const bars = question.horizons[horizon]!;
	const exit = grid.sessionOf(grid.barAt(time) + bars);
	return {
		session: parts.calendar.lastOpened(time - 1)?.ordinal ?? 0,
		block: Math.floor(exit.ordinal / blockSessions(question, bars)),
	};
}

function tallyOutcomes(parts: ResearchParts, question: SearchQuestion, tallies: readonly Tally[], { outcomes }: Closing): void {
	for (const { episode, horizon, hit, excess, base, costs } of outcomes) {
		const sessionAndBlock = findSessionAndBlock(parts, question, horizon, episode.time);
		addEpisode(tallies[horizon] as Tally, { hit, excess, base, ...sessionAndBlock, reconstructed: episode.reconstructed, costs });
	}
	for (const [horizon, group] of Map.groupBy(outcomes, (outcome) => outcome.horizon)) {
		if (group.length < MIN_FOR_RANKS) continue;
		const correlation = spearman(
			group.map(({ episode }) => episode.rate),
			group.map(({ excess }) => excess),
		);
		const date = newYorkDate((group[0] as (typeof group)[0]).episode.time);
		if (correlation !== null) addRankCorrelation(tallies[horizon] as Tally, date, correlation);
	}
}
