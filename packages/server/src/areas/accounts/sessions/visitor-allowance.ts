import { VISITOR_TICKERS_A_DAY } from '@sw/domain/access/allowance';
import type { TickerId } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { Clock } from '../../../platform/clocks/clock.ts';
import type { AccountRecords } from '../parts/ports.ts';

/**
 * Counts a ticker opened by a visitor at this address, and returns how many different ones are left on this New York day; repeats are free. 'spent':
 * this one would exceed the limit. Not to be called for signed-in callers.
 */
export type VisitorAllowance = (address: string, ticker: TickerId) => Promise<{ limit: number; left: number } | 'spent'>;

export const createVisitorAllowance =
	(records: AccountRecords, clock: Clock): VisitorAllowance =>
	async (visitor, ticker) => {
		const limit = VISITOR_TICKERS_A_DAY;
		const { allowed, left } = await records.noteVisitorView({ day: newYorkDate(clock.now()), visitor, ticker, limit });
		return allowed ? { limit, left } : 'spent';
	};
