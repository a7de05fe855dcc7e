import { REGULAR } from '@sw/domain/prices/blocks';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import type { Columns, Rows } from './engine/native.ts';
import type { Series } from './engine/series.ts';
import { ofVisibleBatches } from './engine/where.ts';

const STARTS = { ticker_id: 'UInt32', first_quiet: 'UInt32', first_volume: 'UInt32' } as const satisfies Columns;

export interface VolumeStarts {
	/** Starts of slots of the regular session, UTC seconds. */
	slots: Rows<typeof STARTS>;
	/** Days of vendors' daily bars, since 1970-01-01. */
	days: Rows<typeof STARTS>;
}

/** Of each ticker that has bars without volume: the first of them, and the first with volume, 0 without one. */
export async function volumeStarts(series: Series, seen: VisibleBatches): Promise<VolumeStarts> {
	const starts = (table: string, time: string, where: string): Promise<Rows<typeof STARTS>> =>
		series.bulk.read(
			STARTS,
			`SELECT ticker_id, minIf(toUInt32(${time}), volume <= 0) AS first_quiet, minIf(toUInt32(${time}), volume > 0) AS first_volume
			FROM ${table} WHERE ${where}${ofVisibleBatches('batch', seen)} GROUP BY ticker_id HAVING countIf(volume <= 0) > 0 ORDER BY ticker_id`,
		);
	const [slots, days] = [await starts('bars', 'time', `session = ${REGULAR} AND `), await starts('daily_bars', 'day', '')];
	return { slots, days };
}
