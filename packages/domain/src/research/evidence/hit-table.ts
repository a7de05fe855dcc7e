import { depthOf } from '../../signals/cells.ts';
import { OPERATIONS, type Operation } from '../../signals/sector.ts';
import { type Block, type HitStats, hitStats, minDeff } from '../../statistics/hit-stats.ts';
import { median } from '../../statistics/median.ts';
import { mean, winsorise } from '../../statistics/moments.ts';
import { episodeBars } from '../episodes.ts';
import { type DailyPanel, LIQUIDITY_TIERS, type LogPanel, NOT_ELIGIBLE } from './daily-panel.ts';

export interface HitRow {
	/** 'short' after a rise, 'long' after a fall. */
	operation: Operation;
	/** Index in LIQUIDITY_TIERS. */
	tier: number;
	/** Minimum depth of the signals. */
	ring: number;
	stats: HitStats;
	/** Episodes and hits in each successive block of `horizon` sessions, including empty blocks. */
	blocks: readonly Block[];
	/** Share of hits among all eligible rows and sessions of the tier: the base rate. */
	base: number;
	/** Mean of direction x (return - tier mean) in log returns; null without episodes. */
	excess: number | null;
	/** Mean of the tier's mean returns over the episodes' intervals; null without episodes. */
	benchmark: number | null;
}

export interface HitInput {
	sessions: number;
	/** `z`, `tiers` and `returns.own` are indexed like the panel. */
	z: Float32Array;
	tiers: Int8Array;
	returns: ForwardReturns;
	rings: readonly number[];
	/** Length in sessions, both of the forward return and of a block. */
	horizon: number;
	/** Minimum number of sessions between two episodes of a row. */
	cooldown: number;
	/** Whether the episode of a cell is counted; base rates always include every cell. Default: all. */
	isCounted?: (cell: number) => boolean;
}

/**
 * Measures whether extreme moves reverse: hit rates by direction, tier and level. Episodes have a cool-down as in a signal search, and the entry is on the
 * next day. The benchmark is the same tier over the same interval. Confidence intervals use blocks of the horizon. There are no trading or borrowing costs.
 */
export function computeHitTable(input: HitInput): HitRow[] {
	return OPERATIONS.flatMap((operation) => {
		const bases = baseRates(input, operation);
		const cellsByRing = input.rings.map((_, index) => episodeCells(input, operation, index + 1));
		return LIQUIDITY_TIERS.flatMap((_, tier) =>
			cellsByRing.map((cells, index): HitRow => {
				const { sessions, returns, horizon, tiers, isCounted = () => true } = input;
				const tierCells = cells.filter((at) => tiers[at] === tier && isCounted(at));
				const blocks = Array.from({ length: Math.ceil(sessions / horizon) }, (): [number, number] => [0, 0]);
				for (const at of tierCells) {
					const block = blocks[Math.floor((at % sessions) / horizon)] as [number, number];
					block[0]++;
					if (isHit(input, at, operation)) block[1]++;
				}
				const nonEmptyBlocks = blocks.filter(([count]) => count > 0);
				const tierMeans = tierCells.map((at) => returns.tierMean[tier * sessions + (at % sessions)]!);
				return {
					operation,
					tier,
					ring: index + 1,
					stats: hitStats(nonEmptyBlocks, minDeff(nonEmptyBlocks.length)),
					blocks,
					base: bases[tier]!,
					excess: mean(tierCells.map((at, k) => sign(operation) * (winsorise(returns.own[at]!) - tierMeans[k]!))),
					benchmark: mean(tierMeans),
				};
			}),
		);
	});
}

function sign(operation: Operation): number {
	return operation === 'long' ? 1 : -1;
}

/** Returns the cells that open an episode and have a measurable return. */
function episodeCells({ sessions, z, tiers, returns, rings, cooldown }: HitInput, operation: Operation, ring: number): number[] {
	const cells: number[] = [];
	for (let row = 0; row < z.length; row += sessions) {
		const matches: number[] = [];
		for (let s = 0; s < sessions; s++) {
			const depth = tiers[row + s] === NOT_ELIGIBLE ? 0 : depthOf(-sign(operation) * z[row + s]!, rings);
			if ((depth ?? 0) >= ring) matches.push(s);
		}
		for (const s of episodeBars(matches, cooldown)) if (!Number.isNaN(returns.own[row + s]!)) cells.push(row + s);
	}
	return cells;
}

/** Whether the return beats the tier's median over the same interval, in the direction of the operation. */
function isHit({ returns: { own, tierMedian }, tiers, sessions }: HitInput, at: number, operation: Operation): boolean {
	return sign(operation) * (own[at]! - tierMedian[tiers[at]! * sessions + (at % sessions)]!) > 0;
}

/** Computes the share of hits among all eligible cells, by tier. */
function baseRates(input: HitInput, operation: Operation): number[] {
	const counts = LIQUIDITY_TIERS.map(() => ({ n: 0, hits: 0 }));
	input.returns.own.forEach((value, at) => {
		const tierCount = counts[input.tiers[at]!];
		if (!tierCount || Number.isNaN(value)) return;
		tierCount.n++;
		if (isHit(input, at, operation)) tierCount.hits++;
	});
	return counts.map(({ n, hits }) => hits / n);
}

/** Log returns from the open after each session to the close `horizon` sessions later. */
interface ForwardReturns {
	/** Indexed like the panel. NaN without a trade in the next session, beyond the last session, and after an unexplained jump. */
	own: Float32Array;
	/** Median and winsorised mean over the eligible rows of a tier, at index tier * sessions + session. */
	tierMedian: Float64Array;
	tierMean: Float64Array;
}

export function computeForwardReturns(panel: DailyPanel, logs: LogPanel, tiers: Int8Array, horizon: number): ForwardReturns {
	const sessions = panel.dates.length;
	const cellReturns = computeCellReturns(panel, logs, horizon);
	const tierMedian = new Float64Array(LIQUIDITY_TIERS.length * sessions).fill(Number.NaN);
	const tierMean = tierMedian.slice();
	const returns = new Float64Array(panel.rows);
	for (let tier = 0; tier < LIQUIDITY_TIERS.length; tier++)
		for (let s = 0; s < sessions; s++) {
			let count = 0;
			let sum = 0;
			for (let i = s; i < cellReturns.length; i += sessions) {
				const value = cellReturns[i]!;
				if (tiers[i] !== tier || Number.isNaN(value)) continue;
				returns[count++] = value;
				sum += winsorise(value);
			}
			tierMedian[tier * sessions + s] = median(returns.subarray(0, count)) ?? Number.NaN;
			tierMean[tier * sessions + s] = sum / count;
		}
	return { own: cellReturns, tierMedian, tierMean };
}

/** Computes the returns of each row. A row that stops trading within the horizon exits at its last close. */
function computeCellReturns({ rows, dates: { length: sessions } }: DailyPanel, logs: LogPanel, horizon: number): Float32Array {
	const cellReturns = new Float32Array(rows * sessions).fill(Number.NaN);
	for (let row = 0; row < rows; row++) {
		const lastSession = Math.min(sessions, logs.quarantineStart[row]!) - 1 - horizon;
		for (let s = 0; s <= lastSession; s++) {
			const entry = row * sessions + s + 1;
			let exit = entry + horizon - 1;
			while (exit > entry && Number.isNaN(logs.close[exit]!)) exit--;
			cellReturns[entry - 1] = logs.close[exit]! - logs.open[entry]!;
		}
	}
	return cellReturns;
}
