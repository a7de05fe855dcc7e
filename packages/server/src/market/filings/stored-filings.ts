import { DAY, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { ALL_ISSUERS, changedFilings, type FilingRows, NOTHING_READ, saveFilings } from '@sw/store/postgres/records/filings';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';
import { createFilingBook, type OpenFilingBook } from './filing-book.ts';

/** Days of filings in memory: a year of records, and the look-back of the oldest. */
export const KEPT_DAYS = 400;

/** The filings in the records, and the book of them in memory. */
export interface StoredFilings {
	readonly book: OpenFilingBook;
	/** Up to where the market's filings were followed; undefined where they never were. */
	until(): UtcMs | undefined;
	/** Since when they are followed without a gap; undefined where nothing was followed live. */
	followedFrom(): UtcMs | undefined;
	/** Stores rows and takes them into the book; in the process that leads. */
	save(rows: FilingRows): Promise<void>;
	/** Takes into the book what has been stored since. */
	refresh(): Promise<void>;
	/** The same, unless it was read at this number of changes. */
	follow(changes: number): Promise<void>;
}

/** Filings accepted long before `now` aren't read. */
export function openStoredFilings(
	{ records, fence }: Pick<Stores, 'records' | 'fence'>,
	linkOf: Parameters<typeof createFilingBook>[0],
	now: UtcMs,
): StoredFilings {
	const book = createFilingBook(linkOf);
	const since = utcMs(now - KEPT_DAYS * DAY);
	let readUntil = NOTHING_READ;
	let readAt: number | undefined;
	let until: UtcMs | undefined;
	let followedFrom: UtcMs | undefined;
	// One writer at a time, so that rows become visible in the order of their numbers.
	const [writing, reading] = [createSemaphore(), createSemaphore()];
	const refresh = (): Promise<void> =>
		reading(async () => {
			const rows = await changedFilings(records.db, readUntil, since);
			book.take(rows);
			readUntil = rows.read;
			for (const { cik, fromAt, toAt, knownAt } of rows.spans) {
				if (cik !== ALL_ISSUERS) continue;
				until = utcMs(Math.max(until ?? 0, toAt));
				if (knownAt == null) followedFrom = utcMs(Math.max(followedFrom ?? 0, fromAt));
			}
		});
	return {
		book,
		until: () => until,
		followedFrom: () => followedFrom,
		save: async (rows) => {
			await writing(() =>
				records.db.transaction(async (tx) => {
					await fence.hold(tx);
					await saveFilings(tx, rows);
				}),
			);
			await refresh();
		},
		refresh,
		follow: async (changes) => {
			if (changes === readAt) return;
			await refresh();
			readAt = changes;
		},
	};
}
