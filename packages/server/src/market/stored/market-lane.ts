/** Lane of jobs that change stored market data: imports and corrections run one after another, across all processes. */
export const MARKET_LANE = 'market';
