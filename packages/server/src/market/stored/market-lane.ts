/** Jobs that change stored data of the market: imports and corrections, one after another, over all processes. */
export const MARKET_LANE = 'market';
