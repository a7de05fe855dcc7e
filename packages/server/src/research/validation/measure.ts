import { isLiveAfter } from '@sw/domain/filters/filter-record';
import { createEpisodeTrades, createShareRatio, type DatedSplit, type EpisodeTrades } from '@sw/domain/research/episodes';
import { createMeasuredEpisodes, type MeasuredEpisodes } from '@sw/domain/research/measured-episodes';
import { mainHorizonIndex, type SearchQuestion } from '@sw/domain/research/search-question';
import type { EndedOccurrence } from '@sw/domain/research/survivorship';
import type { Tally } from '@sw/domain/research/tally';
import { computeWalkForwardEvidence, type Evidence } from '@sw/domain/research/walk-forward-evidence';
import type { UtcMs } from '@sw/domain/time/units';
import { createUniverse } from '../../market/engine/universe.ts';
import { malformed } from '../../platform/errors.ts';
import type { ResearchParts } from '../ports.ts';
import { measureEndedTickers, type UniverseAnswer } from '../search/ended-tickers.ts';
import { computeStepEnds, findQuarterStarts, MAX_OCCURRENCES } from '../search/run-search.ts';
import { createLicenceFilter, type Episode, getGrid } from '../search/search-scan.ts';
import { createProgress, drawBootstraps, stepSearch } from '../search/search-step.ts';

/** The measurements behind all answers to a question, independent of the account. */
export interface Measurement {
	readonly question: SearchQuestion;
	/** Times of the reports read, oldest first. Only reports that the question's licence includes are read. */
	readonly reports: readonly UtcMs[];
	/** Wall-clock publication times of the live reports, by report time. */
	readonly liveAt: ReadonlyMap<number, UtcMs>;
	readonly tallies: readonly Tally[];
	readonly episodes: MeasuredEpisodes;
	/** Trades at the main horizon. */
	readonly trades: EpisodeTrades;
	readonly evidence: Evidence | null;
}

/** Measures a question on every report up to `newest` (null: no reports). Calls `onProgress` with the completed fraction, 0 to 1. */
export async function measureQuestion(
	parts: ResearchParts,
	question: SearchQuestion,
	newest: UtcMs | null,
	onProgress: (fraction: number) => void,
): Promise<Measurement> {
	const progress = createProgress(question);
	const afterTime = (question.from - 1) as UtcMs;
	const endTime = newest ?? afterTime;
	const isIncluded = createLicenceFilter(parts, question.licence);
	const reports =
		endTime <= afterTime
			? []
			: (
					await parts.store.reports.countedVersions(question.from, Math.min(question.to ?? endTime, endTime) as UtcMs, question.algo)
				).filter(({ time }) => isIncluded(time));
	const episodes: Episode[] = [];
	const ends = reports.length === 0 ? [] : computeStepEnds(parts, afterTime, endTime);
	for (const [i, end] of ends.entries()) {
		const { added } = await stepSearch(parts, question, progress, { after: ends[i - 1] ?? afterTime, until: end });
		for (const episode of added) episodes.push(episode);
		if (episodes.length > MAX_OCCURRENCES) {
			throw malformed('filters', `More than ${MAX_OCCURRENCES} occurrences: use narrower conditions or a shorter date range.`);
		}
		onProgress((i + 1) / ends.length);
	}
	await drawBootstraps(progress.tallies);
	const main = mainHorizonIndex(question);
	const computeRatioSince = createShareRatio(await loadSplits(parts, episodes[0]?.entry, endTime));
	const liveReports = reports.filter((report) => isLiveAfter(report, Number.NEGATIVE_INFINITY));
	return {
		question,
		reports: reports.map(({ time }) => time),
		liveAt: new Map(liveReports.map(({ time, publishedWall }) => [time as number, publishedWall as UtcMs])),
		tallies: progress.tallies,
		episodes: createMeasuredEpisodes(episodes, question.horizons.length),
		trades: createEpisodeTrades(
			episodes.map(({ tickerId, entry, exits, trade }) => ({ tickerId, entry, exit: exits[main] as UtcMs, trade })),
			computeRatioSince,
		),
		evidence: computeEvidence(parts, question, episodes),
	};
}

function computeEvidence(parts: ResearchParts, question: SearchQuestion, episodes: readonly Episode[]): Evidence | null {
	const main = mainHorizonIndex(question);
	const closedEpisodes = episodes.filter(({ excess }) => !Number.isNaN(excess[main]!));
	const grid = getGrid(parts, question);
	const bars = closedEpisodes.map(({ time }) => grid.barAt(time));
	const rows = {
		bars,
		rates: closedEpisodes.map(({ rate }) => rate),
		hits: closedEpisodes.map(({ hits }) => hits[main] as boolean),
		excess: closedEpisodes.map(({ excess }) => excess[main]!),
	};
	return computeWalkForwardEvidence(rows, findQuarterStarts(closedEpisodes, bars), question.horizons[main]!);
}

/** Measures how much of the result at the main horizon is due to tickers that have ended. */
export function measureUniverse(parts: ResearchParts, { question, episodes, trades }: Measurement, tally: Tally): Promise<UniverseAnswer> {
	const { hits, excess } = episodes.horizons[mainHorizonIndex(question)]!;
	return measureEndedTickers(parts, question, async (ended) => {
		const tickers = new Set<number>();
		const endedOccurrences: EndedOccurrence[] = [];
		for (let i = 0; i < episodes.count; i++) {
			if (Number.isNaN(excess[i]!)) continue;
			const tickerId = episodes.tickerIds[i]!;
			tickers.add(tickerId);
			if (!ended.has(tickerId)) continue;
			endedOccurrences.push({ tickerId, entry: trades.entries[i]!, exit: trades.exits[i]!, hit: hits[i] === 1, excess: excess[i]! });
		}
		return {
			totals: { tickers: tickers.size, n: tally.n, hits: tally.hits, sum: tally.sum, reconstructed: tally.reconstructed },
			endedOccurrences,
		};
	});
}

/** Reads the splits of all tickers that took effect from the session of `from` to the session of `until`. */
export async function loadSplits(
	{ store, provider, calendar }: ResearchParts,
	from: UtcMs | undefined,
	until: UtcMs,
): Promise<DatedSplit[]> {
	const [first, last] = [from === undefined ? undefined : calendar.lastOpened(from), calendar.lastOpened(until)];
	if (!first || !last) return [];
	const universe = createUniverse(await provider.universe(until));
	const { adjustmentsOn } = await store.prices.loadCorporateActions(universe);
	return calendar
		.sessionsBetween(first.date, last.date)
		.flatMap(({ date, open }) =>
			(adjustmentsOn(date).splits ?? []).map(({ row, ratio }) => ({ tickerId: universe.ids[row]!, at: open, ratio })),
		);
}
