import type { ReportRecord } from '@sw/domain/reports/report-record';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { reportRows } from '@sw/store/clickhouse/report-rows';
import { StoreError } from '@sw/store/faults/store-error';
import type { Stores } from '@sw/store/open';
import { parameterSet } from '@sw/store/postgres/records/parameter-sets';
import { reportAt } from '@sw/store/postgres/records/reports';
import { contentHash, parametersHash } from './content-hash.ts';
import type { ReadTable } from './shown-reports.ts';

/** Milliseconds before a store that has fewer rows than a report promises is asked again; then it is told as away. */
const AGAIN_AFTER = [50, 100, 200, 400, 800];

/**
 * Reads tables that another process has written, perhaps to another replica: only those whose count and hash are as the report's record says. Throws
 * StoreError series_away where the store does not have them yet.
 */
export const wholeTables = (
	{ records: { db }, series }: Pick<Stores, 'records' | 'series'>,
	pause: (ms: number) => Promise<void>,
): ReadTable => {
	const hashes = new Map<number, string>();
	const hashOf = async (version: number): Promise<string> => {
		const hash = hashes.get(version) ?? parametersHash(await parameterSet(db, version));
		hashes.set(version, hash);
		return hash;
	};
	const isWhole = async (table: ReportTable, record: ReportRecord): Promise<boolean> =>
		table.count === record.tickers && contentHash(table, record, await hashOf(record.parametersVersion)) === record.contentHash;
	return async ({ time, algo, version, buildId }, given) => {
		const record = given ?? (await reportAt(db, time, algo, version));
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
};
