import type { IssuerFiling } from '@sw/domain/filings/filing-book';
import { DAY, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import {
	ALL_ISSUERS,
	type FilingRows,
	NOTHING_READ,
	readChangedFilings,
	type StoredFiling,
	saveFilings,
} from '@sw/store/postgres/records/filings';
import type { Provider, ProviderFilings } from '../../intake/provider.ts';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';
import { createFilingBook, type OpenFilingBook } from './filing-book.ts';

/** Days of filings kept in memory: a year of reports, plus the look-back of the oldest. */
export const KEPT_DAYS = 400;

/** Stored filings, and their book in memory. */
export interface StoredFilings {
	readonly book: OpenFilingBook;
	/** End of the followed span of all issuers; undefined if filings were never followed. */
	dataEnd(): UtcMs | undefined;
	/** Start of the current span followed live without a gap; undefined if there is none. */
	followedFrom(): UtcMs | undefined;
	/** Stores rows and adds them to the book; only in the leading process. */
	save(rows: FilingRows): Promise<void>;
	/** Adds to the book what was stored since the last refresh. */
	refresh(): Promise<void>;
	/** Refreshes the book, unless it was already refreshed at this count of changes. */
	refreshTo(changeCount: number): Promise<void>;
}

/** Opens the stored filings. Filings accepted more than KEPT_DAYS before `now` aren't read. */
export function openStoredFilings(
	{ records, fence }: Pick<Stores, 'records' | 'fence'>,
	linkOf: Parameters<typeof createFilingBook>[0],
	now: UtcMs,
): StoredFilings {
	const book = createFilingBook(linkOf);
	const since = utcMs(now - KEPT_DAYS * DAY);
	let readUntil = NOTHING_READ;
	let lastChangeCount: number | undefined;
	let feedEnd: UtcMs | undefined;
	let followedFrom: UtcMs | undefined;
	// One writer at a time, so that rows become visible in the order of their sequence numbers.
	const [writeLock, readLock] = [createSemaphore(), createSemaphore()];
	const refresh = (): Promise<void> =>
		readLock(async () => {
			const rows = await readChangedFilings(records.db, readUntil, since);
			book.add(rows);
			readUntil = rows.position;
			for (const { cik, fromAt, toAt, knownAt } of rows.spans) {
				if (cik !== ALL_ISSUERS) continue;
				feedEnd = utcMs(Math.max(feedEnd ?? 0, toAt));
				if (knownAt == null) followedFrom = utcMs(Math.max(followedFrom ?? 0, fromAt));
			}
		});
	return {
		book,
		dataEnd: () => feedEnd,
		followedFrom: () => followedFrom,
		save: async (rows) => {
			await writeLock(() =>
				records.db.transaction(async (tx) => {
					await fence.holdLead(tx);
					await saveFilings(tx, rows);
				}),
			);
			await refresh();
		},
		refresh,
		refreshTo: async (changeCount) => {
			if (changeCount === lastChangeCount) return;
			await refresh();
			lastChangeCount = changeCount;
		},
	};
}

/** Days per read of past filings, to limit memory. */
const DAYS_PER_READ = 50;

/**
 * Stores the filings of a provider that has its own, up to `time`. On the first call, past filings count as seen at `time`; later filings count as seen when
 * the provider says.
 */
export async function readFilingsUntil(
	{ provider, filings }: { provider: Pick<Provider, 'filings'>; filings: StoredFilings },
	time: UtcMs,
): Promise<void> {
	if (!provider.filings) return;
	await filings.refresh();
	const storedEnd = filings.dataEnd();
	if (storedEnd === undefined) return savePastFilings(provider.filings, filings, time);
	if (time <= storedEnd) return;
	const accepted = await provider.filings.accepted(storedEnd, time);
	const span = { cik: ALL_ISSUERS, fromAt: filings.followedFrom() ?? storedEnd, toAt: time };
	await filings.save({ filings: accepted.map(toStoredFiling), spans: [span] });
}

async function savePastFilings(provider: ProviderFilings, filings: StoredFilings, time: UtcMs): Promise<void> {
	const from = utcMs(time - KEPT_DAYS * DAY);
	for (let at = from; at < time; at = utcMs(at + DAYS_PER_READ * DAY)) {
		const accepted = await provider.accepted(at, utcMs(Math.min(time, at + DAYS_PER_READ * DAY)));
		await filings.save({ filings: accepted.map((filing) => ({ ...toStoredFiling(filing), seenAt: time })) });
	}
	const issuers = await provider.issuers();
	// The span is saved last: without it, an interrupted first start begins again.
	await filings.save({ issuers: issuers.map((issuer) => ({ ...issuer, since: from })) });
	await filings.save({ spans: [{ cik: ALL_ISSUERS, fromAt: from, toAt: time, knownAt: time }] });
}

export function toStoredFiling({ items, ...filing }: IssuerFiling): StoredFiling {
	return { ...filing, items: items.join() };
}
