import type { UtcMs } from './units.ts';
import { newYorkDate, newYorkMinute } from './zone.ts';

export type EtFormat = 'time' | 'datetime' | 'date';

/** Translations replace this text to select a 24-hour clock, and drop AM and PM. */
const CLOCK: string = '12 hours';

/** Formats New York time for display: '11:45 AM', '06/30/2026 11:45 AM', '06/30/2026'. */
export function formatEt(ms: number, format: EtFormat): string {
	if (format === 'time') return formatClock(newYorkMinute(ms));
	const date = newYorkDate(ms);
	const formattedDate = `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;
	return format === 'date' ? formattedDate : `${formattedDate} ${formatClock(newYorkMinute(ms))}`;
}

function formatClock(minute: number): string {
	const hour24 = Math.floor(minute / 60);
	const hour = CLOCK === '12 hours' ? hour24 % 12 || 12 : padTwo(hour24);
	return `${hour}:${padTwo(minute % 60)} ${minute < 720 ? 'AM' : 'PM'}`;
}

function padTwo(n: number): string {
	return String(n).padStart(2, '0');
}

/** Formats an instant as ISO 8601 with Z, to the second: '2026-06-30T15:45:00Z'. Fractions are cut off. */
export function isoSeconds(ms: number): string {
	return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Formats a time of day as 'HH:mm:ss' in UTC, the identifier of timetable slots. */
export function formatUtcClock(ms: number): string {
	return new Date(ms).toISOString().slice(11, 19);
}

/** Parses an ISO instant with Z; fractions of a second are cut off. undefined for anything else, including 30 February. */
export function parseIso(text: string): UtcMs | undefined {
	const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?Z$/.exec(text);
	if (!match) return undefined;
	const ms = Date.parse(`${match[1]}Z`);
	return Number.isFinite(ms) && isoSeconds(ms) === `${match[1]}Z` ? (ms as UtcMs) : undefined;
}
