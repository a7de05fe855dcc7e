import type { Timeframe } from '@sw/domain/time/timeframe';
import { addDays, newYorkDate } from '@sw/domain/time/zone';

/** Calendar days before the report's own that a chart shows: seven days contain five sessions. */
const DAYS_BACK = { '1d': 0, '5d': 6, '1m': 30, '3m': 91, '6m': 182, '1y': 365 } as const;
export type Range = keyof typeof DAYS_BACK;
export const RANGES = Object.keys(DAYS_BACK) as Range[];

/** Ranges available for each timeframe: from two bars to about fifteen hundred. */
const CARRIED: Readonly<Record<Timeframe, readonly Range[]>> = {
	fifteen_minutes: ['1d', '5d', '1m'],
	thirty_minutes: ['1d', '5d', '1m', '3m'],
	one_hour: ['1d', '5d', '1m', '3m', '6m'],
	four_hours: ['5d', '1m', '3m', '6m', '1y'],
	day: ['1m', '3m', '6m', '1y'],
};

export function rangesOf(timeframe: Timeframe): readonly Range[] {
	return CARRIED[timeframe];
}

/** First date of a range that ends with a report; undefined if the timeframe doesn't support it. */
export function rangeFrom(range: Range | undefined, timeframe: Timeframe, report: number): string | undefined {
	return range !== undefined && CARRIED[timeframe].includes(range) ? addDays(newYorkDate(report), -DAYS_BACK[range]) : undefined;
}
