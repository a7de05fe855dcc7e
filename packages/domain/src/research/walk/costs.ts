/** A tier with fewer measured tickers uses the benchmark of the whole market. */
export const MIN_IN_TIER = 5;
export const UNKNOWN_TIER = 6;
export const TIER_COUNT = 7;

/** Log returns of one tier's tickers over one interval. */
export interface TierReturns {
	/** Benchmark of hits. */
	median: number;
	/** Benchmark of mean returns. */
	mean: number;
	/** All measured returns, ascending. */
	sorted: Float64Array;
}

/**
 * Computes the matched benchmark (signals.md 3.1): returns of all tickers of the same tier over the same interval. Prices are by row. Null if no ticker traded.
 */
export function computeTierReturns(
	entryPrices: Float64Array,
	exitPrices: Float64Array,
	tiers: Uint8Array,
	tier: number,
): TierReturns | null {
	let sorted = returnsOf(entryPrices, exitPrices, tiers, tier);
	if (sorted.length < MIN_IN_TIER) sorted = returnsOf(entryPrices, exitPrices, tiers, null);
	if (sorted.length === 0) return null;
	return { median: medianOfSorted(sorted), mean: sumValues(sorted) / sorted.length, sorted };
}

/** Returns the measured log returns of a tier's rows from `entryPrices` to `exitPrices`, ascending. `tier` null: all rows. */
function returnsOf(entryPrices: Float64Array, exitPrices: Float64Array, tiers: Uint8Array, tier: number | null): Float64Array {
	const values = new Float64Array(entryPrices.length);
	let count = 0;
	for (let row = 0; row < entryPrices.length; row++) {
		if (tier !== null && tiers[row] !== tier) continue;
		const value = Math.log(exitPrices[row]! / entryPrices[row]!);
		if (!Number.isNaN(value)) values[count++] = value;
	}
	return values.subarray(0, count).sort();
}

function medianOfSorted(sorted: Float64Array): number {
	const half = sorted.length >> 1;
	const upper = sorted[half]!;
	return sorted.length % 2 === 1 ? upper : (sorted[half - 1]! + upper) / 2;
}

function sumValues(values: Float64Array): number {
	return values.reduce((sum, value) => sum + value, 0);
}

/** Returns the share of ascending values strictly above, or below, the bound. */
export function shareBeyond(sorted: Float64Array, bound: number, side: 'above' | 'below'): number {
	let [low, high] = [0, sorted.length];
	while (low < high) {
		const half = (low + high) >>> 1;
		const value = sorted[half]!;
		if (side === 'above' ? value <= bound : value < bound) low = half + 1;
		else high = half;
	}
	return (side === 'above' ? sorted.length - low : low) / sorted.length;
}

/** Default round-trip cost in basis points by cap tier, from 0 (mega) to 5; unknown tiers have the highest. Excludes borrowing costs. */
export const COST_BPS = [5, 5, 15, 50, 50, 50] as const;
/** Regulatory fees on the sale, in basis points of a round trip. */
export const FEE_BPS = 0.3;
/** Minimum cost of a round trip. */
export const MIN_COST_BPS = 1;
/** Number of sessions used to estimate a spread: those directly before the session of the entry. */
export const SPREAD_SESSIONS = 21;

const BASIS_POINT = 1 / 10_000;

/** Returns the default round-trip cost in basis points; `tier` null: unknown. */
export function defaultCostBps(tier: number | null): number {
	return COST_BPS[tier ?? 5] ?? 50;
}

/** Computes the round-trip cost for an estimated spread, both as fractions; NaN if the spread is NaN. */
export function costOfSpread(spread: number): number {
	return Math.max(MIN_COST_BPS * BASIS_POINT, spread + FEE_BPS * BASIS_POINT);
}

/** The source of a cost: an estimated spread, or the default of the tier. */
export type CostSource = 'edge' | 'default';

const DEFAULT_COSTS = Float64Array.from(
	{ length: TIER_COUNT },
	(_, tier) => defaultCostBps(tier === UNKNOWN_TIER ? null : tier) * BASIS_POINT,
);

/**
 * Returns the round-trip cost of a row as a fraction: the estimated cost, otherwise the default of the tier. `estimatedCosts` are by row; NaN: no estimate.
 */
export function roundTripCost(
	estimatedCosts: ArrayLike<number> | undefined,
	row: number,
	tier: number,
): { cost: number; source: CostSource } {
	const cost = estimatedCosts?.[row] ?? Number.NaN;
	return Number.isNaN(cost) ? { cost: DEFAULT_COSTS[tier]!, source: 'default' } : { cost, source: 'edge' };
}
