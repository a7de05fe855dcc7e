import { DAY, type ExchangeDate } from '@sw/domain/time/units';
import { dateOfDay, dayNumber } from '@sw/domain/time/zone';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import type { Series } from './engine/series.ts';
import { int, inVisibleBatches, oneOf } from './engine/sql.ts';

const DAY_SECONDS = DAY / 1_000;

/**
 * Returns the ids of the batches that wrote bars of a ticker dated from `from` to `to`, both inclusive (New York). Includes aborted batches until they
 * are swept.
 */
export async function queryBarBatches(series: Series, id: number, from: ExchangeDate, to: ExchangeDate): Promise<number[]> {
	const [first, last] = [dayNumber(from), dayNumber(to)];
	const condition = oneOf('ticker_id', [id]);
	const date = "toDate(time, 'America/New_York')";
	const dayCondition = (day: string): string => `${day} >= toDate(${int(first)}) AND ${day} <= toDate(${int(last)})`;
	// New York days begin four or five hours after the UTC day of the same date.
	const span = `time >= toDateTime(${int(first * DAY_SECONDS)}, 'UTC') AND time < toDateTime(${int((last + 2) * DAY_SECONDS)}, 'UTC')`;
	const { columns } = await series.bulk.read(
		{ batch: 'UInt32' },
		`SELECT DISTINCT batch FROM (SELECT batch FROM bars WHERE ${condition} AND ${span} AND ${dayCondition(date)} UNION ALL SELECT batch FROM daily_bars WHERE ${condition} AND ${dayCondition('day')}) ORDER BY batch`,
	);
	return [...columns.batch];
}

/** Returns the New York dates of the market data that a batch wrote, ascending. */
export function queryBatchDates(series: Series, batch: number): Promise<ExchangeDate[]> {
	return queryDates(series, `batch = ${int(batch)}`);
}

/** Returns the New York dates of a ticker's market data, ascending. */
export function queryTickerDates(series: Series, id: number, visible: VisibleBatches): Promise<ExchangeDate[]> {
	return queryDates(series, `ticker_id = ${int(id)} AND ${inVisibleBatches('batch', visible)}`);
}

async function queryDates(series: Series, where: string): Promise<ExchangeDate[]> {
	const dayExpression = (column: string): string => `toUInt16(toDate(${column}, 'America/New_York')) AS written`;
	const selectFrom = (table: string, column: string): string => `SELECT ${column} FROM ${table} WHERE ${where}`;
	const parts = [
		selectFrom('bars', dayExpression('time')),
		selectFrom('daily_bars', 'toUInt16(day) AS written'),
		selectFrom('option_sums', dayExpression('time')),
		selectFrom('mentions', dayExpression('time')),
		selectFrom('mention_spans', dayExpression('since')),
		selectFrom('mention_spans', dayExpression('until')),
	];
	const { columns } = await series.bulk.read(
		{ written: 'UInt16' },
		`SELECT DISTINCT written FROM (${parts.join(' UNION ALL ')}) ORDER BY written`,
	);
	return Array.from(columns.written, (day) => dateOfDay(day));
}
