import { formatEt, isoSeconds } from '@sw/domain/time/format';
import { DAY, exchangeDate, HOUR, MINUTE } from '@sw/domain/time/units';
import { newYorkDate, newYorkMinute, newYorkToUtc } from '@sw/domain/time/zone';

/** Converts an instant of an API response (ISO 8601 with Z) to UTC milliseconds. */
export function msOf(iso: string): number {
	return Date.parse(iso);
}

/** Formats Eastern Time in 24-hour format: '11:45 ET'. */
export function etClock(ms: number): string {
	const minute = newYorkMinute(ms);
	return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)} ET`;
}

function twoDigits(n: number): string {
	return String(n).padStart(2, '0');
}

/** Formats date and Eastern Time in 24-hour format: '11/20/2026 11:45 ET'. */
export function etDayClock(ms: number): string {
	return `${formatEt(ms, 'date')} ${etClock(ms)}`;
}

/** Formats date and Eastern Time in 12-hour format: '11/20/2026 11:45 AM ET'. */
export function etDateTime(ms: number): string {
	return `${formatEt(ms, 'datetime')} ET`;
}

/** '2026-06-30' -> '06/30/2026'. */
export function monthDayYear(date: string): string {
	return `${monthDay(date)}/${date.slice(0, 4)}`;
}

/** Formats Eastern Time: '11:45 ET'. Adds the date unless it is the day of `marketNowMs`, the time of the market clock. */
export function etClockOn(ms: number, marketNowMs: number | undefined): string {
	return marketNowMs === undefined || newYorkDate(ms) === newYorkDate(marketNowMs) ? etClock(ms) : etDayClock(ms);
}

/** '2026-06-30' -> '06/30'. */
export function monthDay(date: string): string {
	return `${date.slice(5, 7)}/${date.slice(8, 10)}`;
}

/** Describes the time between `thenMs` and `nowMs`, both from the server: 'just now', '2 min ago', '3 h ago', '2 d ago'. */
export function formatAge(thenMs: number, nowMs: number): string {
	const age = nowMs - thenMs;
	if (age < MINUTE) return 'just now';
	if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
	return age < DAY ? `${Math.floor(age / HOUR)} h ago` : `${Math.floor(age / DAY)} d ago`;
}

const localFormat = new Intl.DateTimeFormat('en-US', {
	year: 'numeric',
	month: '2-digit',
	day: '2-digit',
	hour: 'numeric',
	minute: '2-digit',
});

/** Formats the reader's local time, for tooltips. Works only in browsers, because only they know the zone. */
export function formatLocal(ms: number): string {
	return localFormat.format(new Date(ms));
}

/** Returns the instant at which a date begins in Eastern Time, as a call parameter. */
export function etMidnight(date: string): string {
	return isoSeconds(newYorkToUtc(exchangeDate(date), 0, 0));
}
