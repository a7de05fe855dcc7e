import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';

/**
 * Models of the simulated market. A data folder keeps the version it was filled with.
 * 1: moves of events drift for hours, run after option trading and are partly given back, so that much of it can be predicted a little.
 * 2: nothing can be predicted but the effects of planted-effects.ts.
 */
export type MarketVersion = 1 | 2;

export const NEWEST_MARKET: MarketVersion = 2;

/** What one simulated market is a function of. */
export interface MarketModel {
	readonly seed: number;
	readonly version: MarketVersion;
}

/** Share of a day's variance that happens between the close and the next open. */
export const GAP_SHARE = 0.26;

/**
 * Variance of each slot from its open to its close, in units of a whole day's; with the gap they sum to 1. Slot 0 of the clock holds the gap, too. The
 * engine's clock and volume profile are used, so that the simulated market keeps their time.
 */
export const SLOT_VARIANCE: readonly number[] = PARAMETERS_V1.clock.map((f, slot) => (f * f) / 26 - (slot === 0 ? GAP_SHARE : 0));

/** Share of a day's volume in each slot. */
export const SLOT_VOLUME: readonly number[] = PARAMETERS_V1.volumeShare;

/** Variance from open to close of a session with this many slots. */
export function openToCloseVariance(slots: number): number {
	return SLOT_VARIANCE.slice(0, slots).reduce((sum, v) => sum + v, 0);
}
