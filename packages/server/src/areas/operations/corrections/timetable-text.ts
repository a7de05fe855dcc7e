import type { DatedSlot } from '@sw/domain/reports/timetable';
import { newYorkMinute } from '@sw/domain/time/zone';

/** Most kinds of days in the text; a span of years rarely has more. */
const MOST_KINDS = 4;

const two = (n: number): string => String(n).padStart(2, '0');
const slotText = ({ at, report, algo, is_use }: DatedSlot): string => {
	const minute = newYorkMinute(at);
	const words = [`${two(Math.floor(minute / 60))}:${two(minute % 60)}`, report, algo === 'reverse' ? '' : algo, is_use ? '' : 'off'];
	return words.filter(Boolean).join(' ');
};

/** '2 days: 09:45 basic, 10:00 basic; 1 day: none': a timetable as text in exchange time, for the audit log. */
export const timetableText = (days: readonly (readonly DatedSlot[])[]): string => {
	const kinds = [...Map.groupBy(days, (slots) => slots.map(slotText).join(', ') || 'none')];
	const said = kinds.slice(0, MOST_KINDS).map(([text, of]) => `${of.length} ${of.length === 1 ? 'day' : 'days'}: ${text}`);
	const others = kinds.length - said.length;
	return [...said, ...(others > 0 ? [`and ${others} other schedules`] : [])].join('; ');
};
