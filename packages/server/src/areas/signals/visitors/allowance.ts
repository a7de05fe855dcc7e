import type { TickerId } from '@sw/domain/time/units';

/** A visitor's remaining allowance today: 'spent' when this ticker would exceed it; null where there is no limit. */
export type Spent = { limit: number; left: number } | 'spent' | null;

/** Counts the tickers whose details one address opens on a New York day; repeats are free. Implemented by the accounts area. */
export type VisitorAllowance = (address: string, ticker: TickerId) => Spent | Promise<Spent>;

export const unlimited: VisitorAllowance = () => null;
