import type { Timeframe } from '../time/timeframe.ts';
import { HOUR, MINUTE, type UtcMs, utcMs } from '../time/units.ts';
import { addDays, dayNumber, newYorkDate, newYorkMinute, newYorkToUtc, weekdayOfDay } from '../time/zone.ts';

/** Mentions are counted by the hour, so shorter intervals have no counts. */
export const MENTION_TIMEFRAMES = ['one_hour', 'four_hours', 'day'] as const satisfies readonly Timeframe[];
export type MentionTimeframe = (typeof MENTION_TIMEFRAMES)[number];

/** Hours of the New York day that an interval takes. */
const HOURS: Record<MentionTimeframe, number> = { one_hour: 1, four_hours: 4, day: 24 };

/** How many days before are compared with. */
export const PAST_DAYS = 30;

/** An interval of the New York day: [from, to), and `until`, up to which it is counted. */
export interface MentionInterval {
	readonly from: UtcMs;
	readonly until: UtcMs;
	readonly to: UtcMs;
}

const hourOf = (ms: number): number => Math.floor((newYorkMinute(ms) * MINUTE) / HOUR);

/** The interval in which the last counted hour lies, the one that ends at `until`. Intervals begin at midnight in New York. */
export const intervalUntil = (timeframe: MentionTimeframe, until: UtcMs): MentionInterval => {
	const last = until - HOUR;
	const date = newYorkDate(last);
	const width = HOURS[timeframe];
	// A clock that is put back has an hour twice: as intervals of an hour each is one of its own.
	if (width === 1) return { from: utcMs(last), until, to: until };
	const first = Math.floor(hourOf(last) / width) * width;
	return { from: newYorkToUtc(date, first, 0), until, to: newYorkToUtc(date, first + width, 0) };
};

/** The same hours of the day so many days before. */
export const daysBefore = ({ from, until, to }: MentionInterval, days: number): MentionInterval => {
	const date = addDays(newYorkDate(from), -days);
	const first = hourOf(from);
	const wall = (ms: number): number => (ms === from ? first : hourOf(ms - HOUR) + 1);
	return { from: newYorkToUtc(date, first, 0), until: newYorkToUtc(date, wall(until), 0), to: newYorkToUtc(date, wall(to), 0) };
};

/** People write less on Saturdays and Sundays: the shape of a day is that of its like. */
export const isWeekend = (ms: number): boolean => {
	const weekday = weekdayOfDay(dayNumber(newYorkDate(ms)));
	return weekday === 0 || weekday === 6;
};

/** Hour of the New York day at which an interval begins. */
export const startHour = hourOf;
