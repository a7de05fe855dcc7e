import { type ExchangeDate, exchangeDate } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import type { Db } from '@sw/store/postgres/records';
import { changeSetting, setting } from '@sw/store/postgres/records/settings';

/** 'all' slots of a date, or its 'close' alone, where only daily bars are known. */
export type PendingSlots = 'all' | 'close';

const KEYS = { all: 'pending_dates', close: 'pending_closes' } as const;
const key = (provider: string, slots: PendingSlots): string => `${KEYS[slots]}:${provider}`;

const asDates = (value: unknown): ExchangeDate[] => (Array.isArray(value) ? value.map((date) => exchangeDate(String(date))) : []);

const datesOf = async (db: Db, provider: string, slots: PendingSlots): Promise<ExchangeDate[]> =>
	asDates(await setting(db, key(provider, slots)));

/** Dates whose bars changed and whose reports are still to be built, ascending. */
export const pendingDates = async (db: Db, provider: string): Promise<Map<ExchangeDate, PendingSlots>> => {
	const closes = (await datesOf(db, provider, 'close')).map((date) => [date, 'close'] as const);
	const whole = (await datesOf(db, provider, 'all')).map((date) => [date, 'all'] as const);
	return new Map([...new Map<ExchangeDate, PendingSlots>([...closes, ...whole])].sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** A file may be imported while reports of others are built: neither loses the other's changes. */
export const addPendingDates = async (db: Db, provider: string, dates: ReadonlySet<ExchangeDate>, slots: PendingSlots): Promise<void> => {
	if (dates.size === 0) return;
	await changeSetting(db, key(provider, slots), (value) => [...new Set([...asDates(value), ...dates])].sort());
};

/** Throws StoreError lead_lost: the present leader may have marked a date again. */
export const removePendingDates = (
	{ records, fence }: Pick<Stores, 'records' | 'fence'>,
	provider: string,
	done: ReadonlySet<ExchangeDate>,
): Promise<void> =>
	records.db.transaction(async (tx) => {
		await fence.hold(tx);
		for (const slots of ['all', 'close'] as const)
			await changeSetting(tx, key(provider, slots), (value) => {
				const dates = asDates(value);
				return dates.some((date) => done.has(date)) ? dates.filter((date) => !done.has(date)) : undefined;
			});
	});
