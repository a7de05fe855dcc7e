import type { ExchangeDate } from '@sw/domain/time/units';

/** Bytes by part, on one day. */
export type Sizes = Readonly<Record<string, number>>;
/** The first measured sizes of each recorded day. */
export type SizesByDay = Readonly<Record<string, Sizes>>;

/** Days recorded. */
const KEPT = 30;
const DAY = 86_400_000;

/** Adds a day; undefined where it is already recorded. */
export function withDay(days: SizesByDay, date: ExchangeDate, sizes: Sizes): SizesByDay | undefined {
	return days[date]
		? undefined
		: Object.fromEntries(
				Object.entries({ ...days, [date]: sizes })
					.sort(([a], [b]) => (a < b ? -1 : 1))
					.slice(-KEPT),
			);
}

/** Average growth of each part per day since the oldest recorded day; null on that day itself, and for a part that did not exist then. */
export function growthOf(days: SizesByDay, date: ExchangeDate, sizes: Sizes): Readonly<Record<string, number | null>> {
	const oldest = Object.keys(days).sort()[0];
	const passed = oldest === undefined ? 0 : (Date.parse(date) - Date.parse(oldest)) / DAY;
	return Object.fromEntries(
		Object.entries(sizes).map(([name, bytes]) => {
			const before = oldest === undefined ? undefined : days[oldest]?.[name];
			return [name, before === undefined || passed <= 0 ? null : (bytes - before) / passed];
		}),
	);
}
