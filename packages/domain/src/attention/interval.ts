import type { Timeframe } from '../time/timeframe.ts';
import { HOUR, MINUTE, type UtcMs, utcMs } from '../time/units.ts';
import { addDays, dayNumber, newYorkDate, newYorkMinute, newYorkToUtc, weekdayOfDay } from '../time/zone.ts';

/** Mentions are counted by the hour, so shorter intervals have no counts. */
export const MENTION_TIMEFRAMES = ['one_hour', 'four_hours', 'day'] as const satisfies readonly Timeframe[];
export type MentionTimeframe = (typeof MENTION_TIMEFRAMES)[number];

/** Hours of the New York day in an interval. */
const HOURS: Record<MentionTimeframe, number> = { one_hour: 1, four_hours: 4, day: 24 };

/** Number of earlier days to compare with. */
export const PAST_DAYS = 30;

/** An interval of the New York day: [from, to), counted up to `until`. */
export interface MentionInterval {
	readonly from: UtcMs;
	readonly until: UtcMs;
	readonly to: UtcMs;
}

function hourOf(ms: number): number {
	return Math.floor((newYorkMinute(ms) * MINUTE) / HOUR);
}

/** The interval that contains the last counted hour, the one ending at `until`. Intervals begin at midnight in New York. */
export function intervalUntil(timeframe: MentionTimeframe, until: UtcMs): MentionInterval {
	const last = until - HOUR;
	const date = newYorkDate(last);
	const width = HOURS[timeframe];
	// When clocks go back, an hour occurs twice: as one-hour intervals, each is its own.
	if (width === 1) return { from: utcMs(last), until, to: until };
	const first = Math.floor(hourOf(last) / width) * width;
	return { from: newYorkToUtc(date, first, 0), until, to: newYorkToUtc(date, first + width, 0) };
}

/** The same hours of the day, the given number of days before. */
export function daysBefore({ from, until, to }: MentionInterval, days: number): MentionInterval {
	const date = addDays(newYorkDate(from), -days);
	const first = hourOf(from);
	const wall = (ms: number): number => (ms === from ? first : hourOf(ms - HOUR) + 1);
	return { from: newYorkToUtc(date, first, 0), until: newYorkToUtc(date, wall(until), 0), to: newYorkToUtc(date, wall(to), 0) };
}

/** People post less on Saturdays and Sundays: a day is compared with days of its kind. */
export function isWeekend(ms: number): boolean {
	const weekday = weekdayOfDay(dayNumber(newYorkDate(ms)));
	return weekday === 0 || weekday === 6;
}

/** Hour of the New York day in which an interval begins. */
export const startHour = hourOf;
