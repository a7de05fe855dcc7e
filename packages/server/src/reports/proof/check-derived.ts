import { type Breadth, computeBreadth } from '@sw/domain/attention/breadth';
import { describeReport } from '@sw/domain/reports/chain';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { isoSeconds } from '@sw/domain/time/format';
import { utcMs } from '@sw/domain/time/units';
import { queryBreadths, queryPackedWords } from '@sw/store/clickhouse/breadth';
import { findWrongDeepCells } from '@sw/store/clickhouse/stored-deep-cells';
import type { Stores } from '@sw/store/open';
import { createStoredChain } from '@sw/store/postgres/records/reports/report-chain';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';

const REPORTS_PER_READ = 200;
/** Breadths are compared as if all tickers had one type, because a ticker's type can be corrected after a count. */
const ONE_TYPE = 0;

export interface DerivedCheck {
	/** Whether to recount the breadth of a report. Default: always. */
	isDue?(record: ReportRecord): boolean;
	onProgress?(fraction: number): void;
	signal?: AbortSignal | undefined;
}

/** Compares the tables derived from report rows with those rows. Returns a line for each difference. */
export async function checkDerived(
	stores: Pick<Stores, 'records' | 'series'>,
	{ isDue = () => true, onProgress = () => {}, signal }: DerivedCheck = {},
): Promise<string[]> {
	const { records, series } = stores;
	const batches = await visibleBatches(records.db);
	const sortedRecords = [...(await createStoredChain(records.db).readRecords())].sort((a, b) => a.time - b.time);
	const reportNames = new Map(sortedRecords.map((record) => [record.buildId + record.algo + record.time, describeReport(record)]));
	const lines: string[] = [];
	for (let at = 0; at < sortedRecords.length; at += REPORTS_PER_READ) {
		signal?.throwIfAborted();
		const batch = sortedRecords.slice(at, at + REPORTS_PER_READ);
		const [first, next] = [batch[0] as ReportRecord, sortedRecords[at + REPORTS_PER_READ]];
		// Reports of one instant (versions, algos) can be in two batches. Search cells of that instant are checked with the later batch.
		const endTime = next ? next.time : utcMs((batch.at(-1) as ReportRecord).time + 1);
		for (const { time, algo, build } of await findWrongDeepCells(series, first.time, endTime, batches))
			lines.push(`${reportNames.get(build + algo + time) ?? `rows of ${isoSeconds(time)} ${algo}`}: its search cells don't match its rows`);
		for (const record of batch)
			if (record.algo === 'reverse' && isDue(record) && (await isBreadthWrong(series, record)))
				lines.push(`${describeReport(record)}: its breadth doesn't match its rows`);
		onProgress(Math.min(1, (at + REPORTS_PER_READ) / sortedRecords.length));
	}
	return lines;
}

/** Whether the stored breadth differs from the report's rows; false for an uncounted report, which the breadth job will count. */
async function isBreadthWrong(series: Stores['series'], { time, buildId }: ReportRecord): Promise<boolean> {
	const report = { time, build: buildId };
	const [storedBreadth] = await queryBreadths(series, [report]);
	if (!storedBreadth) return false;
	const recounted = computeBreadth(await queryPackedWords(series, report), () => ONE_TYPE);
	const [storedSums, recountedSums] = [sumTypes(storedBreadth), sumTypes(recounted)];
	return storedSums.some((count, cell) => count !== recountedSums[cell]);
}

function sumTypes(breadth: Breadth): number[] {
	const sums: number[] = [];
	for (const cells of breadth.values()) for (const [cell, count] of cells.entries()) sums[cell] = (sums[cell] ?? 0) + count;
	return sums;
}
