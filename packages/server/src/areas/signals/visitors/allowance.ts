import type { TickerId } from '@sw/domain/time/units';

/** What a visitor may still open today: 'spent' when this ticker would be one too many; null where nothing limits. */
export type Spent = { limit: number; left: number } | 'spent' | null;

/** Counts the tickers whose details one address opens on a New York day; a repeat is free. Accounts supply it. */
export type VisitorAllowance = (address: string, ticker: TickerId) => Spent | Promise<Spent>;

export const unlimited: VisitorAllowance = () => null;
