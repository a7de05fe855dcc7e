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
