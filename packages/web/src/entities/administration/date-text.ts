import { etDateTime, monthDayYear, msOf } from '../../lib/format/times.ts';

/** A stored text as screens write it: '06/30/2026' of a date, '06/30/2026 11:45 AM ET' of an instant, anything else as it is. */
export function dateText(text: string): string {
	if (/^\d{4}-\d\d-\d\d$/.test(text)) return monthDayYear(text);
	return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? etDateTime(msOf(text)) : text;
}
