import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { nyse } from '@sw/domain/time/calendar';
import { insertReportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import { ensureParameterSet } from '@sw/store/postgres/records/reports/parameter-sets';
import { commitReports } from '@sw/store/postgres/records/reports/reports';
import { openBatch } from '@sw/store/postgres/records/tickers/batches';
import { createDefaultSlots } from '../../market/timetable/slot-times.ts';
import { type createHotReports, toFacts } from '../../reports/hot-reports.ts';

/** Stores live reports as one batch, so that a repeated one is a correction, and adds them to those in memory. */
export async function publishReports(
	{ stores, reports }: { stores: Stores; reports: ReturnType<typeof createHotReports> },
	tables: readonly ReportTable[],
): Promise<void> {
	const { db } = stores.records;
	const parametersVersion = await ensureParameterSet(db, PARAMETERS_V1);
	const build = await openBatch(db, { kind: 'reports', provider: 'test' });
	await insertReportRows(stores.series, tables, build);
	const records = await commitReports(
		db,
		build,
		tables.map((table) => ({
			time: table.time,
			algo: table.algo,
			parametersVersion,
			engineVersion: 'test',
			cutoff: table.time,
			tickers: table.count,
			// Live, because statistics keep the first version of a corrected live report.
			reconstructed: false,
			publishedAt: table.time,
			contentHash: `${table.time}.${build}`,
		})),
	);
	records.forEach((record, at) => {
		reports.add(toFacts(record, createDefaultSlots(nyse)), tables[at]);
	});
}
