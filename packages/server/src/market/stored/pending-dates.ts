import { type ExchangeDate, exchangeDate } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import type { Db } from '@sw/store/postgres/records';
import { changeSetting, setting } from '@sw/store/postgres/records/settings';

/** Slots of a date to build: all, or only the close if just daily bars are stored. */
export type PendingSlots = 'all' | 'close';

/**
 * Returns the name of the list for corrections. It is separate, because imports build all reports of a date, but corrections rebuild only dates with reports.
 */
export function rebuildListName(provider: string): string {
	return `${provider}#corrections`;
}

const KEYS = { all: 'pending_dates', close: 'pending_closes' } as const;

/** Reads the dates whose bars changed and whose reports must still be built, ascending. `listName`: a provider's name, or the name of another list. */
export async function readPendingDates(db: Db, listName: string): Promise<Map<ExchangeDate, PendingSlots>> {
	const closeDates = (await readDates(db, listName, 'close')).map((date) => [date, 'close'] as const);
	const fullDates = (await readDates(db, listName, 'all')).map((date) => [date, 'all'] as const);
	return new Map([...new Map<ExchangeDate, PendingSlots>([...closeDates, ...fullDates])].sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function readDates(db: Db, listName: string, slots: PendingSlots): Promise<ExchangeDate[]> {
	return parseDates(await setting(db, settingKey(listName, slots)));
}

function settingKey(listName: string, slots: PendingSlots): string {
	return `${KEYS[slots]}:${listName}`;
}

function parseDates(value: unknown): ExchangeDate[] {
	return Array.isArray(value) ? value.map((date) => exchangeDate(String(date))) : [];
}

/** Adds dates to a list; safe while another transaction removes some. */
export async function addPendingDates(db: Db, listName: string, dates: ReadonlySet<ExchangeDate>, slots: PendingSlots): Promise<void> {
	if (dates.size === 0) return;
	await changeSetting(db, settingKey(listName, slots), (value) => [...new Set([...parseDates(value), ...dates])].sort());
}

/** Removes dates from a list. Throws StoreError lead_lost in a former leader, because the current leader can have marked a date again. */
export function removePendingDates(
	{ records, fence }: Pick<Stores, 'records' | 'fence'>,
	listName: string,
	finishedDates: ReadonlySet<ExchangeDate>,
): Promise<void> {
	return records.db.transaction(async (tx) => {
		await fence.holdLead(tx);
		for (const slots of ['all', 'close'] as const)
			await changeSetting(tx, settingKey(listName, slots), (value) => {
				const dates = parseDates(value);
				return dates.some((date) => finishedDates.has(date)) ? dates.filter((date) => !finishedDates.has(date)) : undefined;
			});
	});
}

/** Moves dates between two lists. */
export function movePendingDates(
	{ records, fence }: Pick<Stores, 'records' | 'fence'>,
	lists: { from: string; to: string },
	dates: ReadonlySet<ExchangeDate>,
): Promise<void> {
	return records.db.transaction(async (tx) => {
		await fence.holdLead(tx);
		await changeSetting(tx, settingKey(lists.from, 'all'), (value) => parseDates(value).filter((date) => !dates.has(date)));
		await addPendingDates(tx, lists.to, dates, 'all');
	});
}
