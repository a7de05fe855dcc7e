import { etDateTime, monthDayYear, msOf } from './times.ts';

/** An ISO date, or an instant; not in quotes, where it is to be written so, and not in a file's name. */
const ISO = /(?<!['\w/.-])\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?(?!['\w-]|\.\w)/g;

/** A text of the server with its dates as screens write them: '06/30/2026' of '2026-06-30', '06/30/2026 11:45 AM ET' of an instant. */
export function screenDates(text: string): string {
	return text.replace(ISO, (iso) => (iso.length > 10 ? etDateTime(msOf(iso)) : monthDayYear(iso)));
}
