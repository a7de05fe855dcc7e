import { type ExchangeDate, exchangeDate } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import type { Db } from '@sw/store/postgres/records';
import { changeSetting, setting } from '@sw/store/postgres/records/settings';

/** Slots of a date to build: all, or only the close if just daily bars are stored. */
export type PendingSlots = 'all' | 'close';

/**
 * Returns the name of the list of corrections. A separate list, because imports build all reports of a date, but corrections rebuild only dates with reports.
 */
export function rebuildList(provider: string): string {
	return `${provider}#corrections`;
}

const KEYS = { all: 'pending_dates', close: 'pending_closes' } as const;

/** Reads the dates whose bars changed and whose reports must still be built, ascending. `provider`: provider or other name of a list. */
export async function pendingDates(db: Db, provider: string): Promise<Map<ExchangeDate, PendingSlots>> {
	const closes = (await datesOf(db, provider, 'close')).map((date) => [date, 'close'] as const);
	const whole = (await datesOf(db, provider, 'all')).map((date) => [date, 'all'] as const);
	return new Map([...new Map<ExchangeDate, PendingSlots>([...closes, ...whole])].sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function datesOf(db: Db, provider: string, slots: PendingSlots): Promise<ExchangeDate[]> {
	return asDates(await setting(db, key(provider, slots)));
}

function key(provider: string, slots: PendingSlots): string {
	return `${KEYS[slots]}:${provider}`;
}

function asDates(value: unknown): ExchangeDate[] {
	return Array.isArray(value) ? value.map((date) => exchangeDate(String(date))) : [];
}

/** Adds dates to a list; safe while another transaction removes some. */
export async function addPendingDates(db: Db, provider: string, dates: ReadonlySet<ExchangeDate>, slots: PendingSlots): Promise<void> {
	if (dates.size === 0) return;
	await changeSetting(db, key(provider, slots), (value) => [...new Set([...asDates(value), ...dates])].sort());
}

/** Removes dates from a list. Throws StoreError lead_lost in a former leader, because the current leader can have marked a date again. */
export function removePendingDates(
	{ records, fence }: Pick<Stores, 'records' | 'fence'>,
	provider: string,
	done: ReadonlySet<ExchangeDate>,
): Promise<void> {
	return records.db.transaction(async (tx) => {
		await fence.hold(tx);
		for (const slots of ['all', 'close'] as const)
			await changeSetting(tx, key(provider, slots), (value) => {
				const dates = asDates(value);
				return dates.some((date) => done.has(date)) ? dates.filter((date) => !done.has(date)) : undefined;
			});
	});
}

/** Moves dates between two lists. */
export function movePendingDates(
	{ records, fence }: Pick<Stores, 'records' | 'fence'>,
	lists: { from: string; to: string },
	moved: ReadonlySet<ExchangeDate>,
): Promise<void> {
	return records.db.transaction(async (tx) => {
		await fence.hold(tx);
		await changeSetting(tx, key(lists.from, 'all'), (value) => asDates(value).filter((date) => !moved.has(date)));
		await addPendingDates(tx, lists.to, moved, 'all');
	});
}
