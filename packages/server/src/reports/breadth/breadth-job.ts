import { breadthOf } from '@sw/domain/attention/breadth';
import { exchangeDate, type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkToUtc } from '@sw/domain/time/zone';
import { type BuiltReport, countedBreadths, insertBreadth, isCountedIn, packedWordsOfReport } from '@sw/store/clickhouse/breadth';
import type { Stores } from '@sw/store/open';
import { buildsBetween } from '@sw/store/postgres/records/reports/reports';
import { z } from 'zod';
import { type BoundJob, bindJob, defineJob } from '../../platform/jobs/definition.ts';
import type { BreadthBook } from './breadth-book.ts';

export const BREADTH_LANE = 'breadth';

/** Counts how many tickers stand at each depth: of the reports of a date, again; without one of all that have not been counted. */
export const COUNT_BREADTH = defineJob({
	kind: 'breadth',
	lane: BREADTH_LANE,
	payload: z.object({ date: z.iso.date().optional() }),
	retries: 3,
});

export interface BreadthJobParts {
	stores: Pick<Stores, 'records' | 'series'>;
	book: Pick<BreadthBook, 'forget'>;
	/** Place among the ticker types of a ticker. */
	typeOf(tickerId: number): number;
}

export function breadthJob({ stores, book, typeOf }: BreadthJobParts): BoundJob {
	return bindJob(COUNT_BREADTH, async ({ date }, { progress, signal }) => {
		const day = date === undefined ? undefined : exchangeDate(date);
		const span = day && { from: newYorkToUtc(day, 0, 0), to: utcMs(newYorkToUtc(day, 24, 0) - 1) };
		const reported = (share: number): void => progress('Counting breadth', share);
		const reports = await countBreadth(stores, { span, again: day !== undefined, typeOf, signal, progress: reported });
		book.forget();
		return { reports };
	});
}

/** Whether a stored report has not been counted: of an older version of the product, or out of a backup. */
export async function hasUncountedReports({ records, series }: BreadthJobParts['stores']): Promise<boolean> {
	const counted = await countedBreadths(series);
	return (await buildsBetween(records.db, undefined, 'reverse')).some((report) => !isCountedIn(counted, report));
}

/** Written together. */
const AT_ONCE = 20;

interface Counting {
	/** Reports of this span; all without one. */
	span?: { from: UtcMs; to: UtcMs } | undefined;
	/** Also those that are counted already. */
	again?: boolean;
	typeOf(tickerId: number): number;
	progress?(share: number): void;
	signal?: AbortSignal;
}

/** Counts the breadth of stored reports, in every version; answers of how many. */
export async function countBreadth({ records, series }: Pick<Stores, 'records' | 'series'>, work: Counting): Promise<number> {
	const all: BuiltReport[] = await buildsBetween(records.db, work.span, 'reverse');
	const counted = work.again ? new Set<string>() : await countedBreadths(series);
	const wanted = all.filter((report) => !isCountedIn(counted, report));
	for (let from = 0; from < wanted.length; from += AT_ONCE) {
		work.signal?.throwIfAborted();
		const made = [];
		for (const report of wanted.slice(from, from + AT_ONCE)) {
			made.push({ ...report, breadth: breadthOf(await packedWordsOfReport(series, report), work.typeOf) });
			// Readers come in between.
			await new Promise(setImmediate);
		}
		await insertBreadth(series, made);
		work.progress?.(Math.min(1, (from + AT_ONCE) / wanted.length));
	}
	return wanted.length;
}
