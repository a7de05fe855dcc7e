import type { TickerId } from '@sw/domain/time/units';

/** A visitor's remaining allowance today: 'spent' when this ticker would exceed it; null where there is no limit. */
export type AllowanceUse = { limit: number; left: number } | 'spent' | null;

/** Counts the tickers whose details one address opens on a New York day; repeats are free. Implemented by the accounts area. */
export type VisitorAllowance = (address: string, ticker: TickerId) => AllowanceUse | Promise<AllowanceUse>;

export const unlimitedAllowance: VisitorAllowance = () => null;
