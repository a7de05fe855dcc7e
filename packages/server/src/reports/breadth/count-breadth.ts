import { breadthOf } from '@sw/domain/attention/breadth';
import type { UtcMs } from '@sw/domain/time/units';
import { type BuiltReport, countedBreadths, insertBreadth, isCountedIn, packedWordsOfReport } from '@sw/store/clickhouse/breadth';
import type { Stores } from '@sw/store/open';
import { buildsBetween } from '@sw/store/postgres/records/reports/reports';

/** Written together. */
const AT_ONCE = 20;

export interface Counting {
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
