import { confidenceSequence } from '../../statistics/confidence-sequence.ts';
import { type HitStats, hitStats, minDeff, type NumberedBlock, recordHitStats } from '../../statistics/hit-stats.ts';
import { detectableDifference, detectableExcess } from '../../statistics/luck-line.ts';
import { median } from '../../statistics/median.ts';
import { quantile } from '../../statistics/moments.ts';
import { bootstrapInterval, createRandom, type PeriodHits } from '../../statistics/random.ts';
import { widerInterval } from '../search-statistics.ts';
import { createEpisodeReader, createNullMarket, drawRandomFilters } from './null-market.ts';

/** In bars of the daily timeframe, as in signals.md 8. */
export const HORIZON = 5;
export const COOLDOWN = 10;
export const INDUSTRIES = 5;
/** The true hit rate: without costs, half of all tickers beat the median ticker. */
export const TRUE_HIT_RATE = 0.5;
/** Smaller records aren't measured, because the product doesn't show them either. */
export const MIN_RECORD_SIZE = 30;
const FILTERS_PER_MARKET = 4;

/** Planted excess returns, in basis points. */
export const PLANTED_BPS = [0, 5, 10, 20, 40, 80, 160] as const;

/** Number of sessions after which records of random filters on 300 tickers have about `aim` effective occurrences. */
export const COVERAGE_AIMS = [
	{ aim: 30, sessions: 75 },
	{ aim: 100, sessions: 170 },
	{ aim: 300, sessions: 450 },
	{ aim: 1_000, sessions: 1_350 },
] as const;

export interface CoverageOptions {
	readonly seed: number;
	readonly tickers: number;
	readonly sessions: number;
	readonly markets: number;
}

/** Results for the records of random filters in markets without any effect. */
export interface CoverageResult {
	/** Number of records. */
	readonly records: number;
	/** Effective sample size and design effect: 10, 50 and 90 % quantiles over the records. */
	readonly effective: readonly number[];
	readonly deff: readonly number[];
	/**
	 * Share of records whose interval contains the truth: Wilson's interval with the plain deff, with the deff of records, the bootstrap's, the shown
	 * interval, and the confidence sequence.
	 */
	readonly coverage: Readonly<Record<'bare' | 'record' | 'bootstrap' | 'shown' | 'sequence', number>>;
	/** Median width of the shown interval and of the confidence sequence. */
	readonly width: { readonly shown: number; readonly sequence: number };
	/** For each planted excess in basis points: the share of records that detect it by the interval, and by the confidence sequence. */
	readonly power: ReadonlyMap<number, { readonly record: number; readonly sequence: number }>;
	/** Median of the smallest detectable excess, as a fraction. */
	readonly detectable: number;
	/** Share of records that detect a planted excess of that size. */
	readonly powerAtDetectable: number;
}

export function runCoverageStudy({ seed, tickers, sessions, markets }: CoverageOptions): CoverageResult {
	const records: MeasuredRecord[] = [];
	for (let market = 0; market < markets; market++) {
		const reader = createEpisodeReader(
			createNullMarket(seed + market, { tickers, sessions, industries: INDUSTRIES, barsPerSession: 1 }),
			HORIZON,
			COOLDOWN,
		);
		for (const filter of drawRandomFilters(seed + market, FILTERS_PER_MARKET, INDUSTRIES)) {
			const { bars, excess } = reader.readEpisodes(filter);
			if (bars.length < MIN_RECORD_SIZE) continue;
			const plantEffect = (plantedExcess: number): NumberedBlock[] => groupIntoBlocks(bars, excess, plantedExcess, HORIZON);
			records.push(measureRecord(plantEffect, [quantile(excess, 0.25) as number, quantile(excess, 0.75) as number]));
		}
	}
	const share = (passes: (record: MeasuredRecord) => boolean): number => records.filter(passes).length / records.length;
	const quantilesOf = (value: (record: MeasuredRecord) => number): number[] =>
		[0.1, 0.5, 0.9].map((p) => quantile(records.map(value), p) as number);
	return {
		records: records.length,
		effective: quantilesOf(({ stats }) => stats.n_eff),
		deff: quantilesOf(({ bare }) => bare.n / bare.n_eff),
		coverage: {
			bare: share(({ bare }) => containsTruth(bare.wilson95)),
			record: share(({ stats }) => containsTruth(stats.wilson95)),
			bootstrap: share(({ bootstrap }) => containsTruth(bootstrap)),
			shown: share(({ shown }) => containsTruth(shown)),
			sequence: share(({ sequence }) => containsTruth(sequence)),
		},
		width: {
			shown: quantilesOf(({ shown }) => shown[1] - shown[0])[1]!,
			sequence: quantilesOf(({ sequence }) => sequence[1] - sequence[0])[1]!,
		},
		power: new Map(
			PLANTED_BPS.map((bps, at) => [
				bps,
				{
					record: share(({ detections }) => detections[at]?.record === true),
					sequence: share(({ detections }) => detections[at]?.sequence === true),
				},
			]),
		),
		detectable: quantilesOf(({ detectable }) => detectable)[1]!,
		powerAtDetectable: share(({ isDetected }) => isDetected),
	};
}

export function containsTruth([low, high]: readonly [number, number]): boolean {
	return low <= TRUE_HIT_RATE && TRUE_HIT_RATE <= high;
}

/** Groups episodes into blocks of `blockBars` bars, and counts hits after adding the planted effect (a fraction) to each excess. */
export function groupIntoBlocks(
	bars: readonly number[],
	excess: readonly number[],
	plantedExcess: number,
	blockBars: number,
): NumberedBlock[] {
	const blocks = new Map<number, [episodes: number, hits: number]>();
	bars.forEach((bar, at) => {
		const block = Math.floor(bar / blockBars);
		const [episodes, hits] = blocks.get(block) ?? [0, 0];
		blocks.set(block, [episodes + 1, hits + Number(excess[at]! + plantedExcess > 0)]);
	});
	return [...blocks].map(([number, [episodes, hits]]) => [number, episodes, hits]);
}

interface MeasuredRecord {
	readonly bare: HitStats;
	readonly stats: HitStats;
	readonly bootstrap: readonly [number, number];
	readonly shown: readonly [number, number];
	readonly sequence: readonly [number, number];
	/** By PLANTED_BPS. */
	readonly detections: readonly { readonly record: boolean; readonly sequence: boolean }[];
	readonly detectable: number;
	readonly isDetected: boolean;
}

function measureRecord(plantEffect: (plantedExcess: number) => NumberedBlock[], quartiles: readonly [number, number]): MeasuredRecord {
	const blocks = plantEffect(0);
	const stats = recordHitStats(blocks);
	const bootstrap = bootstrapBlocks(blocks);
	const detectable = detectableExcess(detectableDifference(TRUE_HIT_RATE, stats.n_eff) as number, quartiles);
	return {
		bare: bareStats(blocks),
		stats,
		bootstrap,
		shown: widerInterval(stats.wilson95, bootstrap),
		sequence: confidenceSequence(blocks),
		detections: PLANTED_BPS.map((bps) => {
			const plantedBlocks = plantEffect(bps / 10_000);
			return {
				record: recordHitStats(plantedBlocks).wilson95[0] > TRUE_HIT_RATE,
				sequence: confidenceSequence(plantedBlocks)[0] > TRUE_HIT_RATE,
			};
		}),
		detectable,
		isDetected: recordHitStats(plantEffect(detectable)).wilson95[0] > TRUE_HIT_RATE,
	};
}

/** Computes the plain formula of signals.md 3.2, with the minimum deff for fewer than thirty blocks. */
function bareStats(blocks: readonly NumberedBlock[]): HitStats {
	return hitStats(
		blocks.map(([, episodes, hits]) => [episodes, hits]),
		minDeff(blocks.length),
	);
}

/** Computes the bootstrap interval from the blocks in order of time, including the empty blocks between them. */
export function bootstrapBlocks(blocks: readonly NumberedBlock[]): [low: number, high: number] {
	const hitsByBlock = new Map(blocks.map(([number, episodes, hits]): [number, PeriodHits] => [number, [episodes, hits]]));
	const numbers = [...hitsByBlock.keys()];
	const first = Math.min(...numbers);
	return bootstrapInterval(Array.from({ length: Math.max(...numbers) - first + 1 }, (_, at) => hitsByBlock.get(first + at) ?? [0, 0]));
}

/** Number of independent occurrences in a block. */
const OCCURRENCES_PER_BLOCK = 10;

/** Sample sizes of the width study. */
export const WIDTH_AIMS = [100, 1_000, 10_000] as const;

/** Median widths of intervals, for records with independent occurrences, where n_eff is about n. */
interface WidthResult {
	/** Wilson's interval with n_eff. */
	readonly interval: number;
	readonly sequence: number;
}

/** Compares the widths of the confidence sequence and the interval. Unlike the interval, the confidence sequence stays valid after repeated looks. */
export function runWidthStudy({ seed, n, runs }: { seed: number; n: number; runs: number }): WidthResult {
	const random = createRandom(seed);
	const widths = Array.from({ length: runs }, () => {
		const blocks = Array.from({ length: n / OCCURRENCES_PER_BLOCK }, (_, number): NumberedBlock => {
			let hits = 0;
			for (let i = 0; i < OCCURRENCES_PER_BLOCK; i++) hits += Number(random.nextBoolean(TRUE_HIT_RATE));
			return [number, OCCURRENCES_PER_BLOCK, hits];
		});
		const { wilson95 } = recordHitStats(blocks);
		const sequence = confidenceSequence(blocks);
		return { interval: wilson95[1] - wilson95[0], sequence: sequence[1] - sequence[0] };
	});
	return { interval: median(widths.map(({ interval }) => interval))!, sequence: median(widths.map(({ sequence }) => sequence))! };
}
