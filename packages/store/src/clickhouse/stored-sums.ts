import { BATCH_TABLES, type BatchDaySum, type BatchTable } from '@sw/domain/prices/batch';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import type { Columns } from './engine/native.ts';
import { MIXED_WORD, SUMMED_TABLES, wordSumExpression } from './engine/row-sums.ts';
import type { Series } from './engine/series.ts';
import { int, inVisibleBatches, oneOf } from './engine/sql.ts';

const SUMS = { place: 'UInt8', batch: 'UInt32', day: 'UInt32', rows: 'UInt32', sum: 'UInt32' } as const;
const DAY_SECONDS = 86_400;

/** Spans of at most this many days count as point reads. Longer ones are scans and give way to requests. */
const MAX_POINT_READ_DAYS = 2;

/** Which tickers' rows are summed. Default: all. */
export interface SummedTickers {
	onlyTickerId?: number;
	excludedTickerIds?: readonly number[];
}

/**
 * Reads and sums rows of visible batches, by table, UTC day and batch. `from` and `to` are days since 1970-01-01, both inclusive.
 * Throws StoreError series_damaged if rows cannot be read.
 */
export async function readStoredSums(
	series: Series,
	from: number,
	to: number,
	visible: VisibleBatches,
	tickers: SummedTickers = {},
): Promise<BatchDaySum[]> {
	const connection = to - from < MAX_POINT_READ_DAYS ? series.publishing : series.bulk;
	const { count, columns } = await connection.read(
		SUMS,
		BATCH_TABLES.map((table, place) =>
			sumsQuery(
				table,
				place,
				`${daysWhere(SUMMED_TABLES[table].day, hasDateColumn(table), from, to)} AND ${inVisibleBatches('batch', visible)}${tickersWhere(tickers)}`,
			),
		).join(' UNION ALL '),
	);
	return Array.from({ length: count }, (_, i) => ({
		table: BATCH_TABLES[columns.place[i]!] as BatchTable,
		batch: columns.batch[i]!,
		day: columns.day[i]!,
		rows: columns.rows[i]!,
		sum: columns.sum[i]!,
	}));
}

function daysWhere(column: string, isDate: boolean, from: number, to: number): string {
	const toSqlBound = (day: number): string =>
		isDate ? `toDate(${int(day)})` : `toDateTime(${int(Math.min(day * DAY_SECONDS, 2 ** 32 - 1))}, 'UTC')`;
	return isDate
		? `${column} >= ${toSqlBound(from)} AND ${column} <= ${toSqlBound(to)}`
		: `${column} >= ${toSqlBound(from)} AND ${column} < ${toSqlBound(to + 1)}`;
}

function tickersWhere({ onlyTickerId, excludedTickerIds = [] }: SummedTickers): string {
	return [
		...(onlyTickerId === undefined ? [] : [` AND ticker_id = ${int(onlyTickerId)}`]),
		...(excludedTickerIds.length === 0 ? [] : [` AND NOT ${oneOf('ticker_id', excludedTickerIds)}`]),
	].join('');
}

function hasDateColumn(table: BatchTable): boolean {
	return (SUMMED_TABLES[table].spec as Columns)[SUMMED_TABLES[table].day] === 'Date';
}

function sumsQuery(table: BatchTable, place: number, where: string): string {
	const { spec, day } = SUMMED_TABLES[table];
	const dayExpression = hasDateColumn(table) ? `toUInt32(toUInt16(${day}))` : `toUInt32(intDiv(toUInt32(${day}), ${DAY_SECONDS}))`;
	const wordsQuery = `SELECT batch AS of_batch, ${dayExpression} AS of_day, toUInt32(${wordSumExpression(spec)}) AS word FROM ${table}
		WHERE ${where}`;
	const mixedQuery = `SELECT of_batch, of_day, ${MIXED_WORD} AS mixed FROM (${wordsQuery})`;
	return `SELECT toUInt8(${place}) AS place, of_batch AS batch, of_day AS day, toUInt32(count()) AS rows,
		toUInt32(sum(bitXor(mixed, bitShiftRight(mixed, 13)))) AS sum FROM (${mixedQuery}) GROUP BY of_batch, of_day`;
}

/** Returns the first and last UTC day with stored data; undefined if there is none. */
export async function findStoredDays(series: Series): Promise<{ from: number; to: number } | undefined> {
	const spans = BATCH_TABLES.map((table) => {
		const { spec, day } = SUMMED_TABLES[table];
		const seconds = (spec as Columns)[day] === 'Date' ? `toUInt32(toUInt16(${day})) * ${DAY_SECONDS}` : `toUInt32(${day})`;
		return `SELECT toUInt32(min(${seconds})) AS first, toUInt32(max(${seconds})) AS last FROM ${table} HAVING count() > 0`;
	});
	const { count, columns } = await series.bulk.read({ first: 'UInt32', last: 'UInt32' }, spans.join(' UNION ALL '));
	if (count === 0) return undefined;
	return { from: Math.floor(Math.min(...columns.first) / DAY_SECONDS), to: Math.floor(Math.max(...columns.last) / DAY_SECONDS) };
}
