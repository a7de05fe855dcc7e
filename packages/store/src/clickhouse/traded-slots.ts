import { REGULAR } from '@sw/domain/prices/blocks';
import { DAY, SECOND } from '@sw/domain/time/units';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import type { Series } from './engine/series.ts';
import { betweenSeconds, int, ofVisibleBatches, oneOf } from './engine/where.ts';

/** Stored data of the regular session of a day, for any ticker. */
export interface TradedDay {
	/** Starts of the first and the last slot with a bar, UTC milliseconds; undefined without one. */
	slots: { first: number; last: number } | undefined;
	/** Whether there is a vendor's daily bar. */
	daily: boolean;
}

/** By day since 1970-01-01, from `from` up to `to` (UTC milliseconds, `to` excluded). A regular session is within one UTC day. */
export async function tradedDays(series: Series, from: number, to: number, seen: VisibleBatches): Promise<Map<number, TradedDay>> {
	const days = new Map<number, TradedDay>();
	const visible = ofVisibleBatches('batch', seen);
	const bars = await series.bulk.read(
		{ first: 'DateTime', last: 'DateTime' },
		`SELECT min(time) AS first, max(time) AS last FROM bars WHERE ${betweenSeconds('time', Math.floor(from / SECOND), Math.ceil(to / SECOND))} AND session = ${REGULAR} AND ${visible} GROUP BY intDiv(toUInt32(time), 86400)`,
	);
	for (let i = 0; i < bars.count; i++) {
		const [first, last] = [bars.columns.first[i]! * SECOND, bars.columns.last[i]! * SECOND];
		days.set(Math.floor(first / DAY), { slots: { first, last }, daily: false });
	}
	const daily = await series.bulk.read(
		{ day: 'Date' },
		`SELECT DISTINCT day FROM daily_bars WHERE day >= toDate(${int(Math.floor(from / DAY))}) AND day <= toDate(${int(Math.floor(to / DAY))}) AND ${visible}`,
	);
	for (let i = 0; i < daily.count; i++) {
		const day = daily.columns.day[i]!;
		days.set(day, { slots: days.get(day)?.slots, daily: true });
	}
	return days;
}

/** The tickers that have a bar or a daily bar with volume. */
export async function everTraded(series: Series, ids: readonly number[], seen: VisibleBatches): Promise<ReadonlySet<number>> {
	if (ids.length === 0) return new Set();
	const where = `${oneOf('ticker_id', ids)} AND volume > 0 AND ${ofVisibleBatches('batch', seen)}`;
	const found = await series.bulk.read(
		{ ticker_id: 'UInt32' },
		`SELECT DISTINCT ticker_id FROM (SELECT ticker_id FROM bars WHERE ${where} UNION ALL SELECT ticker_id FROM daily_bars WHERE ${where})`,
	);
	return new Set(found.columns.ticker_id);
}
