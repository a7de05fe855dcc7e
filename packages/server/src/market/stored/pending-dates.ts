import { type ExchangeDate, exchangeDate } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import type { Db } from '@sw/store/postgres/records';
import { changeSetting, setting } from '@sw/store/postgres/records/settings';

/** 'all' slots of a date, or its 'close' alone, where only daily bars are known. */
export type PendingSlots = 'all' | 'close';

/** Separate from the dates that an import leaves: an import builds all reports of a date, a correction only dates that already have some. */
export function rebuildList(provider: string): string {
	return `${provider}#corrections`;
}

const KEYS = { all: 'pending_dates', close: 'pending_closes' } as const;

/** Dates whose bars changed and whose reports are still to be built, ascending. */
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

/** A file may be imported while reports of others are built: neither loses the other's changes. */
export async function addPendingDates(db: Db, provider: string, dates: ReadonlySet<ExchangeDate>, slots: PendingSlots): Promise<void> {
	if (dates.size === 0) return;
	await changeSetting(db, key(provider, slots), (value) => [...new Set([...asDates(value), ...dates])].sort());
}

/** Throws StoreError lead_lost: the present leader may have marked a date again. */
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
