import { REGULAR } from '@sw/domain/prices/blocks';
import { DAY, SECOND } from '@sw/domain/time/units';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import type { Columns, Rows } from './engine/native.ts';
import type { Series } from './engine/series.ts';
import { betweenSeconds, int, inVisibleBatches, oneOf } from './engine/sql.ts';

/** Stored data of the regular session of a day, of any ticker. */
export interface TradedDay {
	/** Starts of the first and the last slot with a bar, UTC milliseconds; undefined without one. */
	slots: { first: number; last: number } | undefined;
	/** Whether there is a vendor's daily bar. */
	hasDailyBar: boolean;
}

/** Reads the traded days in [from, to) (UTC milliseconds), by day since 1970-01-01. A regular session is within one UTC day. */
export async function queryTradedDays(series: Series, from: number, to: number, batches: VisibleBatches): Promise<Map<number, TradedDay>> {
	const days = new Map<number, TradedDay>();
	const visible = inVisibleBatches('batch', batches);
	const bars = await series.bulk.read(
		{ first: 'DateTime', last: 'DateTime' },
		`SELECT min(time) AS first, max(time) AS last FROM bars WHERE ${betweenSeconds('time', Math.floor(from / SECOND), Math.ceil(to / SECOND))} AND session = ${REGULAR} AND ${visible} GROUP BY intDiv(toUInt32(time), 86400)`,
	);
	for (let i = 0; i < bars.count; i++) {
		const [first, last] = [bars.columns.first[i]! * SECOND, bars.columns.last[i]! * SECOND];
		days.set(Math.floor(first / DAY), { slots: { first, last }, hasDailyBar: false });
	}
	const daily = await series.bulk.read(
		{ day: 'Date' },
		`SELECT DISTINCT day FROM daily_bars WHERE day >= toDate(${int(Math.floor(from / DAY))}) AND day <= toDate(${int(Math.floor(to / DAY))}) AND ${visible}`,
	);
	for (let i = 0; i < daily.count; i++) {
		const day = daily.columns.day[i]!;
		days.set(day, { slots: days.get(day)?.slots, hasDailyBar: true });
	}
	return days;
}

/** Returns the tickers that have a 15-minute or daily bar with volume. */
export async function findTradedTickers(series: Series, ids: readonly number[], batches: VisibleBatches): Promise<ReadonlySet<number>> {
	if (ids.length === 0) return new Set();
	const where = `${oneOf('ticker_id', ids)} AND volume > 0 AND ${inVisibleBatches('batch', batches)}`;
	const traded = await series.bulk.read(
		{ ticker_id: 'UInt32' },
		`SELECT DISTINCT ticker_id FROM (SELECT ticker_id FROM bars WHERE ${where} UNION ALL SELECT ticker_id FROM daily_bars WHERE ${where})`,
	);
	return new Set(traded.columns.ticker_id);
}

const STARTS = { ticker_id: 'UInt32', first_quiet: 'UInt32', first_volume: 'UInt32' } as const satisfies Columns;

export interface VolumeStarts {
	/** Starts of slots of the regular session, UTC seconds; 0 without one. */
	slots: Rows<typeof STARTS>;
	/** Days of vendors' daily bars, since 1970-01-01; 0 without one. */
	days: Rows<typeof STARTS>;
}

/**
 * Finds the first bar without volume and the first with volume, for tickers that may have started without volume. Only the latest version of a
 * corrected bar counts.
 */
export async function queryVolumeStarts(series: Series, batches: VisibleBatches): Promise<VolumeStarts> {
	const visible = inVisibleBatches('batch', batches);
	const tables = [
		{ table: 'bars', time: 'time', where: `session = ${REGULAR} AND ${visible}` },
		{ table: 'daily_bars', time: 'day', where: visible },
	];
	const readStarts = ({ table, time, where }: (typeof tables)[number], ids: ArrayLike<number>): Promise<Rows<typeof STARTS>> =>
		series.bulk.read(
			STARTS,
			`SELECT ticker_id, minIf(toUInt32(${time}), volume <= 0) AS first_quiet, minIf(toUInt32(${time}), volume > 0) AS first_volume
			FROM (SELECT ticker_id, ${time}, volume FROM ${table} WHERE ${where} AND ${oneOf('ticker_id', ids)}
				ORDER BY batch DESC LIMIT 1 BY ticker_id, ${time})
			GROUP BY ticker_id ORDER BY ticker_id`,
		);
	// If a ticker's first bar with volume precedes all its bars without volume, in any version, corrections can't matter.
	const quietTickers = await Promise.all(
		tables.map(({ table, time, where }) =>
			series.bulk.read(
				{ ticker_id: 'UInt32' },
				`SELECT ticker_id FROM ${table} WHERE ${where} GROUP BY ticker_id
				HAVING countIf(volume <= 0) > 0 AND (countIf(volume > 0) = 0 OR minIf(${time}, volume <= 0) <= minIf(${time}, volume > 0))`,
			),
		),
	);
	const ids = [...new Set(quietTickers.flatMap(({ columns }) => [...columns.ticker_id]))];
	const [slots, days] = await Promise.all(tables.map((table) => readStarts(table, ids)));
	return { slots, days } as VolumeStarts;
}
