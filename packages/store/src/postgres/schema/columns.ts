import type { ExchangeDate, TickerId, UtcMs } from '@sw/domain/time/units';
import { customType } from '../orm/drizzle.ts';

/** An instant: milliseconds in TypeScript, `timestamptz` in SQL for readability. */
export const instant = customType<{ data: UtcMs; driverData: string }>({
	dataType: () => 'timestamp (3) with time zone',
	toDriver: (ms) => new Date(ms).toISOString(),
	fromDriver: (text) => Date.parse(text) as UtcMs,
});

/** A New York calendar date, 'YYYY-MM-DD'. */
export const exchangeDate = customType<{ data: ExchangeDate; driverData: string }>({ dataType: () => 'date' });

export const tickerRef = customType<{ data: TickerId; driverData: number }>({ dataType: () => 'integer' });
