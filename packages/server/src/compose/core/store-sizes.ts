import { type ExchangeDate, MINUTE, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { querySeriesSizes } from '@sw/store/clickhouse/sizes';
import type { Stores } from '@sw/store/open';
import { databaseSize } from '@sw/store/postgres/records';
import { changeSetting, setting } from '@sw/store/postgres/records/settings';
import type { HealthDetail } from '../../areas/operations/health-detail.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { readDiskSpace } from '../../platform/disk-space.ts';

const SIZES_KEY = 'store_sizes';
/** How long measured sizes are reused: they change slowly, and measuring reads the whole database catalogue. */
const MAX_AGE = MINUTE;

/** Bytes by part of the stores. */
type Sizes = Readonly<Record<string, number>>;

/** The first measured sizes of each recorded day. */
export type SizesByDay = Readonly<Record<string, Sizes>>;

/** Number of days recorded. */
const RECORDED_DAYS = 30;

const DAY = 86_400_000;

/** Measures the sizes of the stores, and records the first sizes of each day to calculate growth. */
export function openStoreSizes(stores: Pick<Stores, 'records' | 'series'>, folder: string, wall: WallClock) {
	const { db } = stores.records;
	let cached: { at: number; sizes: Promise<HealthDetail['stores']> } | undefined;
	const measure = async (): Promise<HealthDetail['stores']> => {
		const sizes = { ...(await querySeriesSizes(stores.series)), records: await databaseSize(db) };
		const today = newYorkDate(utcMs(wall.now()));
		await changeSetting(db, SIZES_KEY, (days) => addDay((days ?? {}) as SizesByDay, today, sizes));
		const growth = computeGrowth(((await setting(db, SIZES_KEY)) ?? {}) as SizesByDay, today, sizes);
		const parts = Object.entries(sizes).map(([name, bytes]) => ({ name, bytes: Math.round(bytes), by_day: growth[name] ?? null }));
		return { parts: parts.sort((a, b) => b.bytes - a.bytes), disk: await readDiskSpace(folder) };
	};
	return {
		read: (): Promise<HealthDetail['stores']> => {
			if (cached && wall.now() - cached.at < MAX_AGE) return cached.sizes;
			const sizes = measure();
			cached = { at: wall.now(), sizes };
			// A failed query is not cached.
			sizes.catch(() => {
				cached = undefined;
			});
			return sizes;
		},
	};
}

/** Adds a day and drops the oldest; undefined where the day is already recorded. */
export function addDay(days: SizesByDay, date: ExchangeDate, sizes: Sizes): SizesByDay | undefined {
	return days[date]
		? undefined
		: Object.fromEntries(
				Object.entries({ ...days, [date]: sizes })
					.sort(([a], [b]) => (a < b ? -1 : 1))
					.slice(-RECORDED_DAYS),
			);
}

/** Computes the average growth of each part in bytes per day since the oldest recorded day. Null on that day, and for parts that did not exist then. */
export function computeGrowth(days: SizesByDay, date: ExchangeDate, sizes: Sizes): Readonly<Record<string, number | null>> {
	const oldest = Object.keys(days).sort()[0];
	const elapsedDays = oldest === undefined ? 0 : (Date.parse(date) - Date.parse(oldest)) / DAY;
	return Object.fromEntries(
		Object.entries(sizes).map(([name, bytes]) => {
			const oldestBytes = oldest === undefined ? undefined : days[oldest]?.[name];
			return [name, oldestBytes === undefined || elapsedDays <= 0 ? null : (bytes - oldestBytes) / elapsedDays];
		}),
	);
}
