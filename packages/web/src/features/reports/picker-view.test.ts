import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { createSlotViews, type DayView, daysOf, isDelayedClose, isEmptyDay, isEmptyMonth, type Slot } from './picker-view.ts';

function slot(clock: string, more: Partial<Slot> = {}): Slot {
	return {
		date: `2026-06-30T${clock}:00Z`,
		algo: 'reverse',
		report: 'basic',
		is_use: true,
		published: true,
		tickers: 1200,
		locked: false,
		...more,
	} as Slot;
}

const LATEST = '2026-06-30T15:45:00Z';

describe('the days on offer', () => {
	const today = exchangeDate('2026-07-08');
	const month = { year: 2026, month: 7 };
	const marks = (days: readonly DayView[]) =>
		days.flatMap(({ label, early, closed, empty }) => (early || closed || empty ? [[label, early, closed, empty]] : []));

	it('of a month show what was closed, of the last 40 days trading days alone', () => {
		// Independence Day of 2026 is on a Saturday and observed on Friday the 3rd.
		expect(marks(daysOf(nyse, month, today))).toEqual([['07/03', false, true, false]]);
		expect(daysOf(nyse, undefined, today).some(({ date, closed }) => closed || date === '2026-07-03')).toBe(false);
		expect(daysOf(nyse, { year: 2025, month: 11 }, today).find(({ label }) => label === '11/28')).toMatchObject({
			early: true,
			closed: false,
			holiday: 'Day after Thanksgiving',
		});
	});

	it('look empty where no report stands, once that is known, and never before they have come', () => {
		const reported = new Set(['2026-07-02', '2026-07-07']);
		expect(marks(daysOf(nyse, month, today, reported))).toEqual([
			['07/01', false, false, true],
			['07/03', false, true, false],
			['07/06', false, false, true],
			['07/08', false, false, true],
		]);
		expect([isEmptyMonth(reported, 2026, 7), isEmptyMonth(reported, 2026, 6), isEmptyMonth(undefined, 2026, 6)]).toEqual([
			false,
			true,
			false,
		]);
	});
});

describe('the slots of a day', () => {
	it('are open, locked, or not there yet; those out of use are left out', () => {
		const views = createSlotViews(
			[
				slot('14:00'),
				slot('14:15', { locked: true, report: 'pro' }),
				slot('14:30', { is_use: false }),
				slot('15:00', { published: false }),
				slot('16:00'),
			],
			LATEST,
			'2026-06-30T14:00:00Z',
		);
		expect(views.map(({ clock, state, current }) => [clock, state, current])).toEqual([
			['10:00', 'open', true],
			['10:15', 'locked', false],
			['11:00', 'later', false],
			['12:00', 'later', false],
		]);
	});

	it('know the length of their list relative to the longest of the day', () => {
		const views = createSlotViews(
			[slot('14:00', { tickers: 300 }), slot('14:15'), slot('14:30', { published: false, tickers: null })],
			LATEST,
			undefined,
		);
		expect(views.map(({ tickers, share }) => [tickers, share])).toEqual([
			[300, 0.25],
			[1200, 1],
			[null, 0],
		]);
	});

	it('of daily bars alone are locked at the close until the next session has a report', () => {
		const close = { report: 'premium', locked: true } as const;
		const isDelayed = (morning: Partial<Slot>, last: Partial<Slot>) =>
			isDelayedClose(
				createSlotViews(
					[slot('14:00', morning), slot('20:00', last), slot('20:01', { ...last, algo: 'forecast' })],
					'2026-06-30T20:00:00Z',
					undefined,
				),
			);
		expect(isDelayed({ published: false }, close)).toBe(true);
		expect(isDelayed({}, close)).toBe(false);
		expect(isDelayed({ published: false }, { report: 'basic' })).toBe(false);
		expect(isDelayed({ locked: true }, { published: false })).toBe(false);
	});

	it('are an empty list on a day that is over without a report, and not before', () => {
		const none = createSlotViews([slot('14:00', { published: false })], LATEST, undefined);
		expect(isEmptyDay(none, LATEST)).toBe(true);
		expect(isEmptyDay([], LATEST)).toBe(true);
		expect(isEmptyDay(none, null)).toBe(false);
		expect(isEmptyDay(createSlotViews([slot('16:00', { published: false })], LATEST, undefined), LATEST)).toBe(false);
		expect(isEmptyDay(createSlotViews([slot('14:00')], LATEST, undefined), LATEST)).toBe(false);
	});
});
