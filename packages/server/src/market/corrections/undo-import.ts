import { datesOfBatch } from '@sw/store/clickhouse/batch-dates';
import { withdrawImport } from '@sw/store/postgres/records/withdraw-import';
import type { MarketParts } from '../parts.ts';
import { noteRebuild } from './pending-rebuilds.ts';
import { reachedFrom } from './reached-dates.ts';

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
	return stores.records.db.transaction(async (tx) => {
		await stores.fence.hold(tx);
		const rows = await withdrawImport(tx, provider.name, batch);
		if (rows === undefined) return { rows: 0, dates: 0 };
		await noteRebuild(
			tx,
			provider.name,
			reachedFrom(
				calendar,
				dates.map((date) => ({ date })),
			),
		);
		return { rows, dates: dates.length };
	});
}
