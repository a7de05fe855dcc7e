import { exchangeDate, utcMs } from '@sw/domain/time/units';
import { newYorkToUtc } from '@sw/domain/time/zone';
import { countedBreadths, isCountedIn } from '@sw/store/clickhouse/breadth';
import type { Stores } from '@sw/store/open';
import { buildsBetween } from '@sw/store/postgres/records/reports/reports';
import { z } from 'zod';
import { type BoundJob, bindJob, defineJob } from '../../platform/jobs/definition.ts';
import type { BreadthBook } from './breadth-book.ts';
import { countBreadth } from './count-breadth.ts';

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
