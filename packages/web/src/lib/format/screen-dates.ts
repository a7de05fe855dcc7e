import { etDateTime, monthDayYear, msOf } from './times.ts';

/** An ISO date or instant, except in quotes, where it shows the format to type, and in file names. */
const ISO = /(?<!['\w/.-])\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?(?!['\w-]|\.\w)/g;

/** Formats the dates in a server's text as on screen: '2026-06-30' becomes '06/30/2026', an instant becomes '06/30/2026 11:45 AM ET'. */
export function formatDatesIn(text: string): string {
	return text.replace(ISO, (iso) => (iso.length > 10 ? etDateTime(msOf(iso)) : monthDayYear(iso)));
}
