import { createHash } from 'node:crypto';
import { contentBytes } from '@sw/domain/reports/content-hash';
import type { ReportTable } from '@sw/domain/reports/report-table';
import type { UtcMs } from '@sw/domain/time/units';
import { insertReportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import { abortBatch, openBatch } from '@sw/store/postgres/records/batches';
import { commitReports, type ReportRecord } from '@sw/store/postgres/records/reports';
import type { InputSnapshot } from '../market/engine/input-hash.ts';

export interface BuiltTable {
	table: ReportTable;
	/** Bars received up to here entered it. */
	cutoff: UtcMs;
	/** On the market clock; a reconstructed report counts as published at its cut-off. */
	publishedAt: UtcMs;
	/** Built from imported or backfilled bars. */
	reconstructed: boolean;
	/** What entered it. */
	inputs: InputSnapshot;
}

export interface ReportVersions {
	engine: string;
	parameters: number;
}

/** SHA-256 in hex over the report's canonical bytes and the hash of the report published before it. */
export const contentHash = (table: ReportTable, versions: ReportVersions, previousHash: string): string =>
	createHash('sha256')
		.update(contentBytes(table, { engineVersion: versions.engine, parameters: String(versions.parameters), previousHash }))
		.digest('hex');

/**
 * Publishes reports: their rows go to the series store under a build, then one transaction in PostgreSQL makes them exist, chains them
 * and tells every process. Nothing is visible before that transaction, and a crash before it leaves only rows that the next start sweeps.
 */
export const publishReports = async (
	{ records, series }: Stores,
	provider: string,
	versions: ReportVersions,
	built: readonly BuiltTable[],
): Promise<ReportRecord[]> => {
	const build = await openBatch(records.db, { kind: 'reports', provider });
	try {
		await insertReportRows(
			series,
			built.map(({ table }) => table),
			build,
		);
		return await commitReports(
			records.db,
			build,
			built.map(({ table, cutoff, publishedAt, reconstructed, inputs }) => ({
				time: table.time,
				algo: table.algo,
				parametersVersion: versions.parameters,
				engineVersion: versions.engine,
				cutoff,
				tickers: table.count,
				reconstructed,
				publishedAt,
				inputFrom: inputs.from,
				inputHash: inputs.hash,
				contentHash: (previousHash: string) => contentHash(table, versions, previousHash),
			})),
		);
	} catch (error) {
		await abortBatch(records.db, build, error instanceof Error ? error.message : String(error)).catch(() => {});
		throw error;
	}
};
