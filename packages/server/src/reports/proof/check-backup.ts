import type { ReportRecord } from '@sw/domain/reports/report-record';
import { backedUpReports, openBackup } from '@sw/store/backup/open-backup';
import { contentsOf } from '@sw/store/clickhouse/report-contents';
import { parametersHash } from '../content-hash.ts';
import { type ChainVerdict, recordsFaults } from './check-chain.ts';
import { createContentCheck } from './content-check.ts';

/** Verifies a backup's chain of reports against the end in its manifest. Holds the records and one file at a time in memory. */
export async function checkBackup(folder: string): Promise<ChainVerdict> {
	const backup = await openBackup(folder);
	const { chain, series } = backup.manifest;
	const records: ReportRecord[] = await backedUpReports(backup);
	const sets = await backup.records('parameter_sets');
	const hashes = new Map(sets.map(({ version, parameters }) => [Number(version), parametersHash(parameters)]));
	const check = createContentCheck({
		records,
		parametersHash: (version) => hashes.get(version) ?? '',
		// It holds the rows of committed builds alone.
		counts: () => true,
	});
	for (const { first, last } of series['report_rows']?.files ?? [])
		for (const { columns, count } of await backup.series('report_rows', first, last))
			for (const content of contentsOf(columns, count)) check.take(content);
	const end = { links: chain?.links ?? 0, link: chain?.hash ?? '' };
	return {
		links: records.length,
		old: records.filter(({ format }) => format === 1).length,
		rows: check.rows(),
		faults: [...recordsFaults(records, end, chain?.sealed), ...check.faults()],
	};
}
