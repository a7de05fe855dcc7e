/** Horizons of searches, records and back-tests, in bars of the third timeframe. Separate from other modules, so that web pages can load this file alone. */
export const DEFAULT_HORIZONS = [1, 3, 5, 10] as const;
export const MAX_HORIZONS = 6;
export const MAX_HORIZON = 40;
