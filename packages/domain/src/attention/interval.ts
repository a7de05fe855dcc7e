import type { Timeframe } from '../time/timeframe.ts';
import { HOUR, MINUTE, type UtcMs, utcMs } from '../time/units.ts';
import { addDays, dayNumber, newYorkDate, newYorkMinute, newYorkToUtc, weekdayOfDay } from '../time/zone.ts';

/** There are no timeframes below one hour, because mentions are counted by the hour. */
export const MENTION_TIMEFRAMES = ['one_hour', 'four_hours', 'day'] as const satisfies readonly Timeframe[];
export type MentionTimeframe = (typeof MENTION_TIMEFRAMES)[number];

/** Length of an interval in hours on the New York clock. */
const INTERVAL_HOURS: Record<MentionTimeframe, number> = { one_hour: 1, four_hours: 4, day: 24 };

/** Number of earlier days that form a ticker's history. */
export const PAST_DAYS = 30;

/** An interval [from, to) of the New York day; hours before `until` are counted. */
export interface MentionInterval {
	readonly from: UtcMs;
	readonly until: UtcMs;
	readonly to: UtcMs;
}

function newYorkHour(ms: number): number {
	return Math.floor((newYorkMinute(ms) * MINUTE) / HOUR);
}

/** Returns the interval that contains the hour ending at `until`. The first interval of a day starts at midnight in New York. */
export function findInterval(timeframe: MentionTimeframe, until: UtcMs): MentionInterval {
	const lastHourStart = until - HOUR;
	const date = newYorkDate(lastHourStart);
	const hourCount = INTERVAL_HOURS[timeframe];
	// When clocks go back, one hour occurs twice and becomes two intervals.
	if (hourCount === 1) return { from: utcMs(lastHourStart), until, to: until };
	const firstHour = Math.floor(newYorkHour(lastHourStart) / hourCount) * hourCount;
	return { from: newYorkToUtc(date, firstHour, 0), until, to: newYorkToUtc(date, firstHour + hourCount, 0) };
}

/** Returns the same hours on the New York clock, the given number of days earlier. */
export function shiftDaysBack({ from, until, to }: MentionInterval, days: number): MentionInterval {
	const date = addDays(newYorkDate(from), -days);
	const firstHour = newYorkHour(from);
	const hourOnDate = (ms: number): number => (ms === from ? firstHour : newYorkHour(ms - HOUR) + 1);
	return {
		from: newYorkToUtc(date, firstHour, 0),
		until: newYorkToUtc(date, hourOnDate(until), 0),
		to: newYorkToUtc(date, hourOnDate(to), 0),
	};
}

/** Whether an instant is on a Saturday or Sunday in New York, when people post less. */
export function isWeekend(ms: number): boolean {
	const weekday = weekdayOfDay(dayNumber(newYorkDate(ms)));
	return weekday === 0 || weekday === 6;
}

/** Returns the hour on the New York clock at which an interval starts. */
export const intervalStartHour = newYorkHour;
