import type { AnswerOf } from '@sw/contract/base/define';
import type { research } from '@sw/contract/research/research';
import { copyGroups } from '@sw/domain/filters/groups';
import { visibleTimeframes } from '@sw/domain/reports/present';
import type { RatedWords } from '@sw/domain/research/episodes';
import { mainHorizonIndex, type SearchQuestion, searchTimeframe } from '@sw/domain/research/search-question';
import { computeStatistics } from '@sw/domain/research/search-statistics';
import type { SearchTask, TickerHits } from '@sw/domain/research/search-task';
import type { Tally } from '@sw/domain/research/tally';
import { depthIn } from '@sw/domain/signals/packed';
import { SECTORS, type SectorIndex, SQUEEZE } from '@sw/domain/signals/sector';
import { benjaminiHochberg, benjaminiYekutieli } from '@sw/domain/statistics/luck-line';
import { shrinkHitRate, shrinkMean } from '@sw/domain/statistics/shrink';
import { isoSeconds } from '@sw/domain/time/format';
import { strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import type { UtcMs } from '@sw/domain/time/units';
import type { Episode } from './search-scan.ts';

export type TaskAnswer = AnswerOf<(typeof research)['createSearchTask']>;
export type FullTaskAnswer = AnswerOf<(typeof research)['searchTask']>;
export type ValidationAnswer = AnswerOf<(typeof research)['validateSingle']>;
export type PartAnswer = AnswerOf<(typeof research)['searchParts']>['items'][number];
export type FullPartAnswer = AnswerOf<(typeof research)['searchPart']>;
type StatisticsAnswer = TaskAnswer['results'][number];

export const NOTICE =
	'Past results are hypothetical, not real trades. Returns are after assumed costs, before the cost of borrowing shares. Reports and benchmark are based on stored bars; the return of a delisted ticker uses its last close.';

/** Basis of an account's luck line: the number of the account's trials, and the p-values of measured trials. */
export interface Luck {
	variants: number;
	values: readonly number[];
	/** For each horizon, the index in `values` of this question's p-value; -1 without a p-value. */
	ownIndexes: readonly number[];
}

function createRounder(digits: number) {
	const scale = 10 ** digits;
	return (value: number): number => Math.round(value * scale) / scale;
}

export const fourDecimals = createRounder(4);
export const sixDecimals = createRounder(6);

export function buildQuestionAnswer(question: SearchQuestion): TaskAnswer['question'] {
	return {
		tab: question.tab,
		operation: question.operation,
		algo: question.algo,
		timeframes: strategyNamed(question.strategy).rated.map((tf) => TIMEFRAMES[tf].name),
		filters: question.filters.map((entry) => ({ ...entry })),
		groups: copyGroups(question.groups),
		marketcap: [...question.marketcap],
		information: question.information ?? null,
		ticker_id: question.ticker,
		sector_types: [...question.sectors],
		from: isoSeconds(question.from),
		to: formatIsoOrNull(question.to),
		horizons: [...question.horizons],
		cooldown: question.cooldown,
		licence: question.licence,
		timeframe: TIMEFRAMES[searchTimeframe(question)].name,
	};
}

function formatIsoOrNull(ms: UtcMs | null): string | null {
	return ms === null ? null : isoSeconds(ms);
}

export function buildResultsAnswer(question: SearchQuestion, tallies: readonly (Tally | undefined)[], luck: Luck): StatisticsAnswer[] {
	return question.horizons.flatMap((_, at) => {
		const tally = tallies[at];
		return tally ? [buildStatisticsAnswer(question, at, tally, luck)] : [];
	});
}

function buildStatisticsAnswer(question: SearchQuestion, at: number, tally: Tally, luck: Luck): StatisticsAnswer {
	const statistics = computeStatistics(tally, luck.variants);
	const ownIndex = luck.ownIndexes[at] ?? -1;
	const computeQValue = (adjust: (p: readonly number[]) => number[]): number | null =>
		roundOrNull(ownIndex < 0 ? null : (adjust(luck.values)[ownIndex] ?? null), sixDecimals);
	return {
		horizon: question.horizons[at]!,
		n: statistics.n,
		hits: statistics.hits,
		blocks: statistics.blocks,
		deff: fourDecimals(statistics.deff),
		n_eff: fourDecimals(statistics.n_eff),
		hit_rate: roundOrNull(statistics.hit_rate, fourDecimals),
		interval: [fourDecimals(statistics.interval[0]), fourDecimals(statistics.interval[1])],
		sequence: [fourDecimals(statistics.sequence[0]), fourDecimals(statistics.sequence[1])],
		base_rate: roundOrNull(statistics.base_rate, fourDecimals),
		detectable: statistics.detectable && {
			difference: fourDecimals(statistics.detectable.difference),
			excess: question.tab === 'coiled_spring' ? null : sixDecimals(statistics.detectable.excess),
		},
		mean: roundOrNull(statistics.mean, sixDecimals),
		median: roundOrNull(statistics.median, sixDecimals),
		before_costs: statistics.before_costs && {
			hits: statistics.before_costs.hits,
			mean: sixDecimals(statistics.before_costs.mean),
			cost: sixDecimals(statistics.before_costs.cost),
			edge: fourDecimals(statistics.before_costs.edge),
		},
		quartiles: statistics.quartiles && [sixDecimals(statistics.quartiles[0]), sixDecimals(statistics.quartiles[1])],
		rank_ic: statistics.rank_ic && {
			mean: sixDecimals(statistics.rank_ic.mean),
			t: roundOrNull(statistics.rank_ic.t, fourDecimals),
			days: statistics.rank_ic.days,
		},
		luck: { variants: statistics.luck.variants, line: fourDecimals(statistics.luck.line), better: statistics.luck.better },
		verdict: statistics.verdict,
		p_value: roundOrNull(statistics.p_value, sixDecimals),
		q_value: computeQValue(benjaminiHochberg),
		q_value_dependent: computeQValue(benjaminiYekutieli),
		reconstructed: fourDecimals(statistics.reconstructed),
		hypothetical: true,
	};
}

function roundOrNull(value: number | null, round: (v: number) => number): number | null {
	return value === null ? null : round(value);
}

export function buildMainAnswer(question: SearchQuestion, tally: Tally, luck: Luck): StatisticsAnswer {
	return buildStatisticsAnswer(question, mainHorizonIndex(question), tally, luck);
}

export function buildTaskAnswer(task: SearchTask, tallies: ReadonlyMap<number, Tally>, luck: Luck): TaskAnswer {
	return {
		id: task.id,
		name: task.name,
		state: task.state,
		progress: Math.min(1, Math.max(0, task.progress)),
		note: task.note,
		question: buildQuestionAnswer(task.question),
		scanned_until: formatIsoOrNull(task.scannedUntil),
		created: isoSeconds(task.createdAt),
		updated: isoSeconds(task.updatedAt),
		finished: formatIsoOrNull(task.finishedAt),
		main: mainHorizonIndex(task.question),
		results: buildResultsAnswer(
			task.question,
			task.question.horizons.map((horizon) => tallies.get(horizon)),
			luck,
		),
	};
}

/** Builds a row per ticker. Hit rate and mean excess are shrunk towards the values of the whole search, weighted as 100 occurrences. */
export function buildTickersAnswer(
	rows: readonly TickerHits[],
	tally: Tally | undefined,
	getSymbol: (id: number) => string,
): FullTaskAnswer['tickers'] {
	if (!tally || tally.n === 0) return [];
	const prior = tally.hits / tally.n;
	const mean = tally.sum / tally.n;
	return rows.map(({ tickerId, n, hits, sum }) => ({
		ticker_id: tickerId,
		ticker: getSymbol(tickerId),
		n,
		hits,
		shrunken_rate: fourDecimals(shrinkHitRate(hits, n, prior)),
		mean: sixDecimals(sum / n),
		shrunken_excess: sixDecimals(shrinkMean(sum, n, mean)),
	}));
}

export function buildEvidenceAnswer(evidence: SearchTask['evidence']): FullTaskAnswer['evidence'] {
	return (
		evidence && {
			folds: evidence.folds,
			n: evidence.n,
			brier: sixDecimals(evidence.brier),
			brier_base: sixDecimals(evidence.brier_base),
			pinball: sixDecimals(evidence.pinball),
			reliability: evidence.reliability.map((row) => ({
				...row,
				predicted: fourDecimals(row.predicted),
				observed: fourDecimals(row.observed),
			})),
		}
	);
}

/** Returns the bit mask of sectors, given by name or key, to compare with `lit`. Price sectors include the squeeze. */
export function computeSectorBits(names: readonly string[]): number {
	return SECTORS.reduce(
		(bits, { sector, key }, index) => (names.includes(sector) || names.includes(key) ? bits | (1 << index) : bits),
		names.some((name) => name.startsWith('price')) ? 1 << SQUEEZE : 0,
	);
}

export function buildPartAnswer(task: SearchTask, episode: Episode, symbol: string): PartAnswer {
	const { question, scannedUntil } = task;
	return {
		id: episode.id as number,
		task: task.id,
		ticker_id: episode.tickerId,
		ticker: symbol,
		time: isoSeconds(episode.time),
		entry: isoSeconds(episode.entry),
		rate: episode.rate,
		sectors: buildCells(question, episode.words),
		timeframes: visibleTimeframes(strategyNamed(question.strategy))
			.slice(0, 3)
			.map((tf) => TIMEFRAMES[tf].name),
		reconstructed: episode.reconstructed,
		outcomes: question.horizons.map((horizon, i) => {
			const excess = episode.excess[i]!;
			const exit = episode.exits[i] as UtcMs;
			const isMeasured = !Number.isNaN(excess);
			return {
				horizon,
				exit: isoSeconds(exit),
				closed: scannedUntil !== null && exit <= scannedUntil,
				hit: isMeasured ? (episode.hits[i] as boolean) : null,
				excess: isMeasured ? sixDecimals(excess) : null,
			};
		}),
		hypothetical: true,
	};
}

function buildCells(question: SearchQuestion, words: RatedWords): PartAnswer['sectors'] {
	return SECTORS.filter(({ key }) => question.sectors.includes(key)).map(({ key, sector }) => {
		const slice = (
			question.tab === 'coiled_spring' && sector === 'price' ? SQUEEZE : SECTORS.findIndex((s) => s.key === key)
		) as SectorIndex;
		return { key, intersections: words.map((word) => depthIn(word, slice)) };
	});
}

export function buildPathAnswer(points: readonly { time: UtcMs; excess: number }[]): FullPartAnswer['path'] {
	return points.map(({ time, excess }) => ({ time: isoSeconds(time), excess: sixDecimals(excess) }));
}
