import type { ReportRecord } from '@sw/domain/reports/report-record';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { reportRows } from '@sw/store/clickhouse/report-rows';
import { StoreError } from '@sw/store/faults/store-error';
import type { Stores } from '@sw/store/open';
import { parameterSet } from '@sw/store/postgres/records/reports/parameter-sets';
import { reportAt } from '@sw/store/postgres/records/reports/reports';
import { contentHash, parametersHash } from './content-hash.ts';
import type { ReadTable } from './shown-reports.ts';

/** Waits in milliseconds before asking again a store that lacks rows of a report; after the last one it counts as unavailable. */
const AGAIN_AFTER = [50, 100, 200, 400, 800];

/**
 * Reads tables written by another process, perhaps to another replica, and returns only those that match the count and hash in the report's record. Throws
 * StoreError series_away while the store lacks their rows.
 */
export function wholeTables(
	{ records: { db }, series }: Pick<Stores, 'records' | 'series'>,
	pause: (ms: number) => Promise<void>,
): ReadTable {
	const hashes = new Map<number, string>();
	const hashOf = async (version: number): Promise<string> => {
		const hash = hashes.get(version) ?? parametersHash(await parameterSet(db, version));
		hashes.set(version, hash);
		return hash;
	};
	const isWhole = async (table: ReportTable, record: ReportRecord): Promise<boolean> =>
		table.count === record.tickers && contentHash(table, record, await hashOf(record.parametersVersion)) === record.contentHash;
	return async ({ time, algo, version, buildId }, known) => {
		const record = known ?? (await reportAt(db, time, algo, version));
		for (const wait of [...AGAIN_AFTER, undefined]) {
			const table = await reportRows(series, time, algo, buildId);
			if (record && (await isWhole(table, record))) return table;
			if (wait !== undefined) await pause(wait);
		}
		throw new StoreError(
			'series_away',
			`The report of ${new Date(time).toISOString()} in the series store differs from the published one.`,
		);
	};
}
