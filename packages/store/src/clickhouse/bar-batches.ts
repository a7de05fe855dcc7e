import { DAY, type ExchangeDate } from '@sw/domain/time/units';
import { dayNumber } from '@sw/domain/time/zone';
import type { Series } from './engine/series.ts';
import { int, oneOf } from './engine/where.ts';

const SECONDS = DAY / 1_000;

/**
 * Ids of the batches that wrote bars of a ticker dated from `from` to `to`, both inclusive (New York). Includes aborted batches until they are
 * swept.
 */
export async function batchesOfBars(series: Series, id: number, from: ExchangeDate, to: ExchangeDate): Promise<number[]> {
	const [first, last] = [dayNumber(from), dayNumber(to)];
	const condition = oneOf('ticker_id', [id]);
	const date = "toDate(time, 'America/New_York')";
	const within = (day: string): string => `${day} >= toDate(${int(first)}) AND ${day} <= toDate(${int(last)})`;
	// New York days begin four or five hours after the UTC day of the same date.
	const span = `time >= toDateTime(${int(first * SECONDS)}, 'UTC') AND time < toDateTime(${int((last + 2) * SECONDS)}, 'UTC')`;
	const { columns } = await series.bulk.read(
		{ batch: 'UInt32' },
		`SELECT DISTINCT batch FROM (SELECT batch FROM bars WHERE ${condition} AND ${span} AND ${within(date)} UNION ALL SELECT batch FROM daily_bars WHERE ${condition} AND ${within('day')}) ORDER BY batch`,
	);
	return [...columns.batch];
}
