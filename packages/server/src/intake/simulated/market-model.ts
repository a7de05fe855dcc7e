import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';

/**
 * Versions of the simulated market. A data folder keeps the version that it was filled with.
 * 1: event moves drift for hours, follow option trading and partly reverse, so many of them are slightly predictable.
 * 2: only the effects in planted-effects.ts are predictable.
 */
export type MarketVersion = 1 | 2;

export const NEWEST_MARKET_VERSION: MarketVersion = 2;

/** The parameters that determine a simulated market. */
export interface MarketModel {
	readonly seed: number;
	readonly version: MarketVersion;
}

/** Fraction of a day's variance that happens between the close and the next open. */
export const GAP_SHARE = 0.26;

/**
 * Variance of each slot from its open to its close, as a fraction of a whole day's variance; with GAP_SHARE the fractions sum to 1. Slot 0 of the engine's
 * clock includes the overnight gap. Uses the engine's clock and volume profile, so that the simulated market matches them.
 */
export const SLOT_VARIANCE: readonly number[] = PARAMETERS_V1.clock.map((f, slot) => (f * f) / 26 - (slot === 0 ? GAP_SHARE : 0));

/** Fraction of a day's volume in each slot. */
export const SLOT_VOLUME: readonly number[] = PARAMETERS_V1.volumeShare;

/** Computes the variance from open to close of a session with this many slots. */
export function computeOpenToCloseVariance(slots: number): number {
	return SLOT_VARIANCE.slice(0, slots).reduce((sum, v) => sum + v, 0);
}
