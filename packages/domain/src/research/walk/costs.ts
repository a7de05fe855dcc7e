import { TIER_COUNT, UNKNOWN_TIER } from './tier-benchmark.ts';

/** Default round-trip cost in basis points by cap tier 0 (mega) .. 5; unknown tiers pay the highest. Borrow is not included. */
export const COST_BPS = [5, 5, 15, 50, 50, 50] as const;
/** Of a round trip, charged by the exchanges' regulators on the sale. */
export const FEE_BPS = 0.3;
/** No round trip costs less. */
export const LEAST_COST_BPS = 1;
/** Sessions whose bars a spread is estimated from: those before the month of the entry, known before it. */
export const SPREAD_SESSIONS = 21;

const BASIS_POINT = 1 / 10_000;

export function costOf(tier: number | null): number {
	return COST_BPS[tier ?? 5] ?? 50;
}

/** Round-trip cost of an estimated spread, both as fractions; NaN where there is no estimate. */
export function costOfSpread(spread: number): number {
	return Math.max(LEAST_COST_BPS * BASIS_POINT, spread + FEE_BPS * BASIS_POINT);
}

/** Where a cost comes from: an estimated spread, or the default of the tier. */
export type CostSource = 'edge' | 'default';

const DEFAULTS = Float64Array.from({ length: TIER_COUNT }, (_, tier) => costOf(tier === UNKNOWN_TIER ? null : tier) * BASIS_POINT);

/** The cost of a row as a fraction: the estimated one, or where that is NaN or missing the default of its tier. */
export function costIn(estimated: ArrayLike<number> | undefined, row: number, tier: number): { cost: number; source: CostSource } {
	const cost = estimated?.[row] ?? Number.NaN;
	return Number.isNaN(cost) ? { cost: DEFAULTS[tier]!, source: 'default' } : { cost, source: 'edge' };
}
