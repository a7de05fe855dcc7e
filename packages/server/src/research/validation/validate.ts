import { type CallerAccount, licenceOf } from '@sw/domain/access/caller';
import type { TickerHits } from '@sw/domain/research/search-part';
import { mainHorizon, questionKey, type SearchQuestion, variantKey } from '@sw/domain/research/search-question';
import { statisticsOf } from '@sw/domain/research/statistics-of';
import { type Tally, tallyHistogram } from '@sw/domain/research/tally';
import { type Evidence, walkForwardEvidence } from '@sw/domain/research/walk-forward-evidence';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import { malformed } from '../../platform/errors.ts';
import { createSharedRuns, createTurns } from '../../platform/turns.ts';
import type { ResearchParts } from '../parts.ts';
import { MOST_PARTS, quarterStarts, stepEnds } from '../search/run-search.ts';
import {
	evidenceAnswer,
	NOTICE,
	occurrenceAnswer,
	questionAnswer,
	resultsAnswer,
	tickersAnswer,
	type ValidationAnswer,
} from '../search/search-answers.ts';
import { type MultipleForm, questionOf } from '../search/search-forms.ts';
import { gridFor } from '../search/search-grid.ts';
import type { Episode } from '../search/search-scan.ts';
import { newProgress, stepSearch } from '../search/search-step.ts';

const KEPT = 100;
const SHOWN_TICKERS = 100;
const SHOWN_OCCURRENCES = 200;

export type ValidationProgress = { state: 'idle' | 'waiting' | 'running'; progress: number };

export interface Validation {
	run(account: CallerAccount, form: MultipleForm): Promise<ValidationAnswer>;
	/** Of the account's newest question that is not answered yet. */
	progress(account: CallerAccount): ValidationProgress;
}

interface Measured {
	question: SearchQuestion;
	reports: number;
	first: UtcMs | null;
	last: UtcMs | null;
	tallies: readonly Tally[];
	/** Occurrences, and the newest of them, newest first. */
	count: number;
	newest: readonly Episode[];
	byTicker: readonly TickerHits[];
	evidence: Evidence | null;
	open: number;
}

/**
 * The record of a condition set over all past reports, worked out while the caller waits: the same steps as a search, nothing stored but that
 * the account has evaluated the filter. One at a time; the same question about the same reports is answered from memory.
 */
export const createValidation = (parts: ResearchParts): Validation => {
	const { reports: published, variants } = parts.store;
	const share = createSharedRuns<string, Measured>({ kept: KEPT });
	const inTurn = createTurns();
	/** By question while it is being worked out, and by account the question that it waits for. */
	const shares = new Map<string, number>();
	const asked = new Map<string, string>();

	const measure = async (question: SearchQuestion, newest: UtcMs | null, onShare: (share: number) => void): Promise<Measured> => {
		const progress = newProgress(question);
		const found = { question, first: null, last: null, tallies: progress.tallies };
		const nothing = { ...found, reports: 0, count: 0, newest: [], byTicker: [], evidence: null, open: 0 };
		if (newest === null) return nothing;
		const until = newest;
		const after = (question.from - 1) as UtcMs;
		const reports = await published.countedVersions(question.from, Math.min(question.to ?? until, until) as UtcMs, question.algo);
		if (until <= after || reports.length === 0) return nothing;
		const episodes: Episode[] = [];
		const ends = stepEnds(parts, after, until);
		for (const [i, end] of ends.entries()) {
			const { added } = await stepSearch(parts, question, progress, { after: ends[i - 1] ?? after, until: end });
			for (const episode of added) episodes.push(episode);
			if (episodes.length > MOST_PARTS) {
				throw malformed('filters', `More than ${MOST_PARTS} occurrences: narrow the conditions or the dates.`);
			}
			onShare((i + 1) / ends.length);
		}
		const main = mainHorizon(question);
		return {
			question,
			reports: reports.length,
			first: reports[0]?.time ?? null,
			last: reports.at(-1)?.time ?? null,
			tallies: progress.tallies,
			count: episodes.length,
			newest: episodes.slice(-SHOWN_OCCURRENCES).reverse(),
			byTicker: hitsByTicker(episodes, main),
			evidence: evidenceOf(parts, question, episodes),
			open: progress.pending.length,
		};
	};

	/** `key` changes with every report that is published, also with a version of an earlier one. */
	const measured = (question: SearchQuestion, newest: UtcMs | null, key: string): Promise<Measured> =>
		share(key, () =>
			inTurn(() => {
				const onShare = (part: number): void => void shares.set(key, part);
				onShare(0);
				return measure(question, newest, onShare).finally(() => shares.delete(key));
			}),
		);

	const run = async (account: CallerAccount, form: MultipleForm): Promise<ValidationAnswer> => {
		const known = await published.span(form.algo);
		const question = questionOf(form, {
			licence: licenceOf(account),
			cooldown: parts.parameters().cooldownBars,
			from: known?.from ?? parts.now(),
		});
		if (question.to !== null && question.from > question.to)
			throw malformed('to', `The end lies before the beginning, ${isoSeconds(question.from)}.`);
		const key = `${known?.to}.${known?.newest}.${questionKey(question)}`;
		asked.set(account.id, key);
		const found = await measured(question, known?.to ?? null, key).finally(() => {
			if (asked.get(account.id) === key) asked.delete(account.id);
		});
		const main = mainHorizon(question);
		const tally = found.tallies[main] as Tally;
		const variant = variantKey(question);
		await variants.noteVariant(account.id, variant, { pValue: statisticsOf(tally, 1).p_value, now: parts.wallNow() });
		const luck = { variants: await variants.variantCount(account.id), ...(await variants.variantPValues(account.id, variant)) };
		const symbols = new Map((await parts.provider.universe(parts.now())).map(({ id, symbol }) => [id as number, symbol]));
		const symbolOf = (id: number): string => symbols.get(id) ?? String(id);
		return {
			question: questionAnswer(question),
			reports: found.reports,
			first: found.first === null ? null : isoSeconds(found.first),
			last: found.last === null ? null : isoSeconds(found.last),
			open: found.open,
			main,
			results: resultsAnswer(question, found.tallies, luck),
			tickers: tickersAnswer(found.byTicker, tally, symbolOf),
			evidence: evidenceAnswer(found.evidence),
			notice: NOTICE,
			histogram: tallyHistogram(tally),
			occurrence_count: found.count,
			occurrences: found.newest.map((episode) => occurrenceAnswer(episode, main, symbolOf(episode.tickerId))),
		};
	};

	return {
		run,
		progress: ({ id }) => {
			const key = asked.get(id);
			if (key === undefined) return { state: 'idle', progress: 0 };
			const share = shares.get(key);
			return share === undefined ? { state: 'waiting', progress: 0 } : { state: 'running', progress: share };
		},
	};
};

const hitsByTicker = (episodes: readonly Episode[], horizon: number): TickerHits[] => {
	const found = new Map<number, TickerHits>();
	for (const { tickerId, excess, hits } of episodes) {
		if (Number.isNaN(excess[horizon] as number)) continue;
		const entry = found.get(tickerId) ?? { tickerId, n: 0, hits: 0 };
		found.set(tickerId, { tickerId, n: entry.n + 1, hits: entry.hits + (hits[horizon] ? 1 : 0) });
	}
	return [...found.values()].sort((a, b) => b.n - a.n || a.tickerId - b.tickerId).slice(0, SHOWN_TICKERS);
};

const evidenceOf = (parts: ResearchParts, question: SearchQuestion, episodes: readonly Episode[]): Evidence | null => {
	const main = mainHorizon(question);
	const closed = episodes.filter(({ excess }) => !Number.isNaN(excess[main] as number));
	const grid = gridFor(parts, question);
	const bars = closed.map(({ time }) => grid.barAt(time));
	const rows = {
		bars,
		rates: closed.map(({ rate }) => rate),
		hits: closed.map(({ hits }) => hits[main] as boolean),
		excess: closed.map(({ excess }) => excess[main] as number),
	};
	return walkForwardEvidence(rows, quarterStarts(closed, bars), question.horizons[main] as number);
};
