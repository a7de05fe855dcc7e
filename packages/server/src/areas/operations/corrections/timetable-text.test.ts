import { slotsOfDate } from '@sw/domain/reports/timetable';
import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';
import { expect, it } from 'vitest';
import { formatTimetable } from './handlers.ts';

const LINE = { anchor: 'open', minutes: 30, report: 'pro', algo: 'reverse', is_use: true } as const;
const days = nyse.sessionsBetween(exchangeDate('2025-11-24'), exchangeDate('2025-12-05'));

it('says what days have in common, by the clock of the exchange, with or without daylight saving', () => {
	expect(
		formatTimetable(days.map((session) => slotsOfDate(session, [LINE, { ...LINE, minutes: 31, algo: 'forecast', is_use: false }]))),
	).toBe('9 days: 10:00 pro, 10:01 pro forecast off');
	expect(formatTimetable([[], ...days.slice(0, 1).map((session) => slotsOfDate(session, [LINE]))])).toBe('1 day: none; 1 day: 10:00 pro');
	expect(formatTimetable([])).toBe('');
});

it('spells out a few kinds of days and counts the others', () => {
	const text = formatTimetable(days.map((session, i) => slotsOfDate(session, [{ ...LINE, minutes: 15 * (i + 1) }])));
	expect(text.split('; ')).toHaveLength(5);
	expect(text.endsWith('and 5 other schedules')).toBe(true);
});
