import { insertReportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import { abortBatch, openBatch } from '@sw/store/postgres/records/batches';
import { commitReports, type ReportRecord } from '@sw/store/postgres/records/reports';
import type { BuiltTable } from '../market/engine/built-table.ts';
import { contentHash, type ReportVersions } from './content-hash.ts';
import type { ShownReports } from './shown-reports.ts';

export interface Publishing {
	stores: Stores;
	/** Name of the market's provider. */
	provider: string;
	versions: ReportVersions;
	shown: Pick<ShownReports, 'add'>;
}

export type Publish = (built: readonly BuiltTable[]) => Promise<ReportRecord[]>;

/**
 * The one place where reports come into being, in the order given: their rows go to the series store under a build, then one transaction in PostgreSQL
 * makes them exist, chains them and tells every process, then requests read them here. Nothing is visible before that transaction, and a crash before
 * it leaves only rows that the next start sweeps.
 */
export const createPublish =
	(publishing: Publishing): Publish =>
	async (built) => {
		const records = await commit(publishing, built);
		for (const [i, record] of records.entries()) publishing.shown.add(record, built[i]?.table);
		return records;
	};

const commit = async ({ stores, provider, versions }: Publishing, built: readonly BuiltTable[]): Promise<ReportRecord[]> => {
	const { records, series } = stores;
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
