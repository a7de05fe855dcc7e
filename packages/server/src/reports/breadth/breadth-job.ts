import { computeBreadth } from '@sw/domain/attention/breadth';
import { exchangeDate, type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkToUtc } from '@sw/domain/time/zone';
import { insertBreadth, isCountedIn, queryCountedKeys, queryPackedWords, type ReportBuild } from '@sw/store/clickhouse/breadth';
import type { Stores } from '@sw/store/open';
import { buildsBetween } from '@sw/store/postgres/records/reports/reports';
import { z } from 'zod';
import { type BoundJob, bindJob, defineJob } from '../../platform/jobs/definition.ts';
import type { BreadthBook } from './breadth-book.ts';

export const BREADTH_LANE = 'breadth';

/** Job that counts how many tickers are at each depth. With a date, recounts the reports of that date; otherwise, counts all uncounted reports. */
export const COUNT_BREADTH = defineJob({
	kind: 'breadth',
	lane: BREADTH_LANE,
	payload: z.object({ date: z.iso.date().optional() }),
	retries: 3,
});

export interface BreadthJobParts {
	stores: Pick<Stores, 'records' | 'series'>;
	book: Pick<BreadthBook, 'clear'>;
	/** Returns the index of the ticker's type in TICKER_TYPES. */
	typeIndexOf(tickerId: number): number;
}

export function createBreadthJob({ stores, book, typeIndexOf }: BreadthJobParts): BoundJob {
	return bindJob(COUNT_BREADTH, async ({ date }, { progress, signal }) => {
		const day = date === undefined ? undefined : exchangeDate(date);
		const period = day && { from: newYorkToUtc(day, 0, 0), to: utcMs(newYorkToUtc(day, 24, 0) - 1) };
		const reportProgress = (fraction: number): void => progress('Counting breadth', fraction);
		const reports = await countBreadth(stores, { period, recount: day !== undefined, typeIndexOf, signal, onProgress: reportProgress });
		book.clear();
		return { reports };
	});
}

/** Whether any stored report has not been counted, such as one of an older product version or from a backup. */
export async function hasUncountedReports({ records, series }: BreadthJobParts['stores']): Promise<boolean> {
	const countedKeys = await queryCountedKeys(series);
	return (await buildsBetween(records.db, undefined, 'reverse')).some((report) => !isCountedIn(countedKeys, report));
}

const REPORTS_PER_WRITE = 20;

interface CountOptions {
	/** Reports to count, both bounds inclusive. Default: all. */
	period?: { from: UtcMs; to: UtcMs } | undefined;
	/** Also recount reports that are counted already. Default: false. */
	recount?: boolean;
	typeIndexOf(tickerId: number): number;
	onProgress?(fraction: number): void;
	signal?: AbortSignal;
}

/** Counts the breadth of stored reports in every version. Returns the number of reports counted. */
export async function countBreadth({ records, series }: Pick<Stores, 'records' | 'series'>, options: CountOptions): Promise<number> {
	const builds: ReportBuild[] = await buildsBetween(records.db, options.period, 'reverse');
	const countedKeys = options.recount ? new Set<string>() : await queryCountedKeys(series);
	const uncounted = builds.filter((report) => !isCountedIn(countedKeys, report));
	for (let start = 0; start < uncounted.length; start += REPORTS_PER_WRITE) {
		options.signal?.throwIfAborted();
		const breadths = [];
		for (const report of uncounted.slice(start, start + REPORTS_PER_WRITE)) {
			breadths.push({ ...report, breadth: computeBreadth(await queryPackedWords(series, report), options.typeIndexOf) });
			// Lets requests be served between reports.
			await new Promise(setImmediate);
		}
		await insertBreadth(series, breadths);
		options.onProgress?.(Math.min(1, (start + REPORTS_PER_WRITE) / uncounted.length));
	}
	return uncounted.length;
}
