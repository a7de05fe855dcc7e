import { LICENCES } from '@sw/domain/reports/licence';
import { slotsOfDate } from '@sw/domain/reports/timetable';
import { sessionOn } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { exchangeDate } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { createPlanDay, type PlanSlot } from './plan-day.ts';

const session = sessionOn(exchangeDate('2026-07-01'));
if (!session) throw new Error('no session');
const slots: PlanSlot[] = slotsOfDate(session).map(({ at, report, algo, first }) => ({ date: isoSeconds(at), report, algo, first }));

describe('what a plan opens of a day', () => {
	it('is counted from the timetable: 7, 14 and 26 of 26, and two forecasts', () => {
		const days = LICENCES.map((licence) => createPlanDay(slots, licence));
		expect(days.map(({ reportTimes, cells }) => [reportTimes.length, cells.length])).toEqual([
			[7, 26],
			[14, 26],
			[26, 26],
		]);
		expect(days.map(({ forecastTimes }) => forecastTimes)).toEqual([[], ['09:46', '16:01'], ['09:46', '16:01']]);
		expect(days[0]?.reportTimes).toEqual(['09:45', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00']);
		expect(days.map(({ lastReport }) => lastReport)).toEqual([false, true, true].map((isOpen) => ({ clock: '16:00', isOpen })));
		expect(days.map(({ quarters }) => quarters)).toEqual([false, false, true].map((isOpen) => ({ count: 12, isOpen })));
	});

	it('is as tall as its level; first, full hours and close are tallest', () => {
		const { cells } = createPlanDay(slots, 'premium');
		const clocksOf = (height: string) => cells.filter((cell) => cell.height === height).map(({ clock }) => clock);
		expect(clocksOf('tall')).toEqual(['09:45', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00']);
		expect(clocksOf('middle')).toEqual(['10:30', '11:30', '12:30', '13:30', '14:30', '15:30']);
		expect(clocksOf('short')).toHaveLength(12);
		expect(cells.filter(({ hasForecast }) => hasForecast).map(({ clock }) => clock)).toEqual(['09:45', '16:00']);
		expect(cells.filter((cell) => cell.isLabelled).map(({ clock }) => clock)).toEqual([
			'09:45',
			'11:00',
			'12:00',
			'13:00',
			'14:00',
			'15:00',
			'16:00',
		]);
	});

	it('follows an administrator who changes the timetable', () => {
		const changed = slots.slice(0, 4).map((slot) => ({ ...slot, report: 'pro' as const }));
		const basic = createPlanDay(changed, 'basic');
		expect([basic.reportTimes, basic.quarters]).toEqual([['09:45'], { count: 2, isOpen: false }]);
		expect(createPlanDay(changed, 'pro').reportTimes).toEqual(['09:45', '10:00', '10:15']);
	});

	it('is nothing where there is no timetable', () => {
		expect(createPlanDay([], 'pro')).toEqual({
			cells: [],
			reportTimes: [],
			forecastTimes: [],
			close: undefined,
			quarters: { count: 0, isOpen: false },
		});
	});
});
