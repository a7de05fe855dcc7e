import { REGULAR } from '@sw/domain/prices/blocks';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import type { Columns, Rows } from './engine/native.ts';
import type { Series } from './engine/series.ts';
import { ofVisibleBatches, oneOf } from './engine/where.ts';

const STARTS = { ticker_id: 'UInt32', first_quiet: 'UInt32', first_volume: 'UInt32' } as const satisfies Columns;

export interface VolumeStarts {
	/** Starts of slots of the regular session, UTC seconds. */
	slots: Rows<typeof STARTS>;
	/** Days of vendors' daily bars, since 1970-01-01. */
	days: Rows<typeof STARTS>;
}

/**
 * Of each ticker that may have had bars without volume before it had volume: the first of both, 0 without one. A corrected bar counts as corrected: a
 * volume that was corrected to 0 was none.
 */
export async function volumeStarts(series: Series, seen: VisibleBatches): Promise<VolumeStarts> {
	const visible = ofVisibleBatches('batch', seen);
	const tables = [
		{ table: 'bars', time: 'time', where: `session = ${REGULAR} AND ${visible}` },
		{ table: 'daily_bars', time: 'day', where: visible },
	];
	const starts = ({ table, time, where }: (typeof tables)[number], ids: ArrayLike<number>): Promise<Rows<typeof STARTS>> =>
		series.bulk.read(
			STARTS,
			`SELECT ticker_id, minIf(toUInt32(${time}), volume <= 0) AS first_quiet, minIf(toUInt32(${time}), volume > 0) AS first_volume
			FROM (SELECT ticker_id, ${time}, volume FROM ${table} WHERE ${where} AND ${oneOf('ticker_id', ids)}
				ORDER BY batch DESC LIMIT 1 BY ticker_id, ${time})
			GROUP BY ticker_id ORDER BY ticker_id`,
		);
	// One whose first bar with volume comes before all without has that bar uncorrected, so corrections need not be looked at.
	const quiet = await Promise.all(
		tables.map(({ table, time, where }) =>
			series.bulk.read(
				{ ticker_id: 'UInt32' },
				`SELECT ticker_id FROM ${table} WHERE ${where} GROUP BY ticker_id
				HAVING countIf(volume <= 0) > 0 AND (countIf(volume > 0) = 0 OR minIf(${time}, volume <= 0) <= minIf(${time}, volume > 0))`,
			),
		),
	);
	const ids = [...new Set(quiet.flatMap(({ columns }) => [...columns.ticker_id]))];
	const [slots, days] = await Promise.all(tables.map((table) => starts(table, ids)));
	return { slots, days } as VolumeStarts;
}
