import { isDeepStrictEqual } from 'node:util';
import { utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { datesOfBatch } from '@sw/store/clickhouse/batch-dates';
import { reportTimes } from '@sw/store/postgres/records/reports/reports';
import { withdrawImport } from '@sw/store/postgres/records/tickers/withdraw-import';
import type { MarketParts } from '../parts.ts';
import { volumeFrom, volumeFromWithout } from '../stored/volume-from.ts';
import { queueRebuild } from './pending-rebuilds.ts';
import { reachedFrom } from './reached-dates.ts';

const EVER = utcMs(Date.UTC(2100, 0, 1));

export interface Undone {
	/** Rows that no longer count. */
	readonly rows: number;
	/** Dates that had some of them. */
	readonly dates: number;
}

/**
 * The rows of an import count for nothing from now on: what it replaced counts again. The reports that may have used them are noted to be rebuilt in the
 * same transaction. Splits, dividends and names that the file brought stay. The same again finds nothing.
 */
export async function undoImport({ stores, provider, calendar }: MarketParts, batch: number): Promise<Undone> {
	const dates = await datesOfBatch(stores.series, batch);
	const reached = reachedFrom(
		calendar,
		dates.map((date) => ({ date })),
	);
	// Without its first volume a ticker counts as an index up to the next one, however far back an engine reads.
	const [before, after] = [await volumeFrom(stores, calendar), await volumeFromWithout(stores, batch, calendar)];
	const times = isDeepStrictEqual(before, after) ? [] : await reportTimes(stores.records.db, utcMs(0), EVER, 'reverse');
	return stores.records.db.transaction(async (tx) => {
		await stores.fence.hold(tx);
		const rows = await withdrawImport(tx, provider.name, batch);
		if (rows === undefined) return { rows: 0, dates: 0 };
		await queueRebuild(tx, provider.name, new Set([...reached, ...times.map((time) => newYorkDate(time))]));
		return { rows, dates: dates.length };
	});
}
