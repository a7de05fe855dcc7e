import type { IssuerFiling } from '@sw/domain/filings/filing-book';
import { DAY, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import {
	ALL_ISSUERS,
	changedFilings,
	type FilingRows,
	NOTHING_READ,
	type StoredFiling,
	saveFilings,
} from '@sw/store/postgres/records/filings';
import type { Provider, ProviderFilings } from '../../intake/provider.ts';
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

/** Days per read of the past, to limit how many filings are in memory. */
const DAYS_AT_ONCE = 50;

/**
 * Brings the filings of a market that has its own up to `time`. Those from before the first reading count as seen then, and later ones as the market passed
 * them.
 */
export async function readFilingsUntil(
	{ provider, filings }: { provider: Pick<Provider, 'filings'>; filings: StoredFilings },
	time: UtcMs,
): Promise<void> {
	if (!provider.filings) return;
	await filings.refresh();
	const until = filings.until();
	if (until === undefined) return readPast(provider.filings, filings, time);
	if (time <= until) return;
	const accepted = await provider.filings.accepted(until, time);
	const span = { cik: ALL_ISSUERS, fromAt: filings.followedFrom() ?? until, toAt: time };
	await filings.save({ filings: accepted.map(rowOf), spans: [span] });
}

async function readPast(provider: ProviderFilings, filings: StoredFilings, time: UtcMs): Promise<void> {
	const from = utcMs(time - KEPT_DAYS * DAY);
	for (let at = from; at < time; at = utcMs(at + DAYS_AT_ONCE * DAY)) {
		const accepted = await provider.accepted(at, utcMs(Math.min(time, at + DAYS_AT_ONCE * DAY)));
		await filings.save({ filings: accepted.map((filing) => ({ ...rowOf(filing), seenAt: time })) });
	}
	const issuers = await provider.issuers();
	// The span comes last: until then, a start that is interrupted begins again.
	await filings.save({ issuers: issuers.map((issuer) => ({ ...issuer, since: from })) });
	await filings.save({ spans: [{ cik: ALL_ISSUERS, fromAt: from, toAt: time, knownAt: time }] });
}

export function rowOf({ items, ...filing }: IssuerFiling): StoredFiling {
	return { ...filing, items: items.join() };
}
