import type { ExchangeDate } from '@sw/domain/time/units';
import { dateOfDay } from '@sw/domain/time/zone';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import type { Series } from './engine/series.ts';
import { int, ofVisibleBatches } from './engine/where.ts';

/** The dates (New York) of the market data that a batch wrote, ascending. */
export function datesOfBatch(series: Series, batch: number): Promise<ExchangeDate[]> {
	return datesWhere(series, `batch = ${int(batch)}`);
}

/** The dates (New York) of a ticker's market data, ascending. */
export function datesOfTicker(series: Series, id: number, seen: VisibleBatches): Promise<ExchangeDate[]> {
	return datesWhere(series, `ticker_id = ${int(id)} AND ${ofVisibleBatches('batch', seen)}`);
}

async function datesWhere(series: Series, where: string): Promise<ExchangeDate[]> {
	const dayOf = (column: string): string => `toUInt16(toDate(${column}, 'America/New_York')) AS written`;
	const from = (table: string, column: string): string => `SELECT ${column} FROM ${table} WHERE ${where}`;
	const parts = [
		from('bars', dayOf('time')),
		from('daily_bars', 'toUInt16(day) AS written'),
		from('option_sums', dayOf('time')),
		from('mentions', dayOf('time')),
		from('mention_spans', dayOf('since')),
		from('mention_spans', dayOf('until')),
	];
	const { columns } = await series.bulk.read(
		{ written: 'UInt16' },
		`SELECT DISTINCT written FROM (${parts.join(' UNION ALL ')}) ORDER BY written`,
	);
	return Array.from(columns.written, (day) => dateOfDay(day));
}
