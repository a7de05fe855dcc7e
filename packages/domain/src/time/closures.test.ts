import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCalendar, type Holiday, nyse } from './calendar.ts';
import { changedDates, closuresError, createSiteCalendar, MAX_CLOSURES, sortByDate } from './closures.ts';
import { exchangeDate } from './units.ts';
import { addDays } from './zone.ts';

function closure(date: string, type: Holiday['type'] = 'full', name = 'Mourning'): Holiday {
	return { date: exchangeDate(date), type, name };
}

const BEGUN = exchangeDate('2026-06-30');

describe('closures', () => {
	it('may be set for trading days to come', () => {
		expect(closuresError([], [closure('2026-07-01'), closure('2026-07-02', 'early-close'), closure('2026-11-27')], BEGUN)).toBeUndefined();
		expect(closuresError([], [closure('2026-06-01')], undefined)).toBeUndefined();
	});

	it.each([
		['a day that has begun', closure('2026-06-30'), "2026-06-30 has already begun and can't be changed: choose a day after 2026-06-30."],
		['a weekend', closure('2026-07-04'), '2026-07-04 falls on a weekend, when the exchange is closed anyway: choose another day.'],
		[
			'a holiday',
			closure('2026-07-03'),
			'2026-07-03 is Independence Day (observed), when the exchange is closed anyway: choose another day.',
		],
		[
			'a day that ends early',
			closure('2026-12-24', 'early-close'),
			'2026-12-24 is Christmas Eve, when the exchange closes at 13:00 anyway: choose another day.',
		],
		['a day beyond the calendar', closure('2106-03-01'), '2106-03-01 is after 2105, when the calendar ends: choose another day.'],
	])('are refused on %s', (_, one, fault) => {
		expect(closuresError([], [one], BEGUN)).toBe(fault);
	});

	it('are refused twice on one day, and beyond their number', () => {
		expect(closuresError([], [closure('2026-07-01'), closure('2026-07-01', 'early-close')], BEGUN)).toBe(
			'2026-07-01 is listed twice: list it once.',
		);
		const many = Array.from({ length: MAX_CLOSURES + 1 }, (_, i) => closure(addDays(BEGUN, i + 1)));
		expect(closuresError([], many, BEGUN)).toBe('At most 200 closures are allowed.');
		const weekdays = nyse.sessionsBetween(exchangeDate('2027-01-01'), exchangeDate('2028-12-31')).filter(({ early }) => !early);
		const allowed = weekdays.slice(0, 200).map(({ date }) => closure(date));
		expect(closuresError([], allowed, BEGUN)).toBeUndefined();
		expect(closuresError([], [...allowed, closure('2029-01-03')], BEGUN)).toBe('At most 200 closures are allowed.');
	});

	it('may be set up to the last day of the calendar, and on no Saturday or Sunday', () => {
		expect(closuresError([], [closure('2105-12-30')], BEGUN)).toBeUndefined();
		expect(closuresError([], [closure('2106-01-04')], BEGUN)).toContain('is after 2105');
		for (const date of ['2026-07-11', '2026-07-12']) expect(closuresError([], [closure(date)], BEGUN)).toContain('falls on a weekend');
		for (const date of ['2026-07-10', '2026-07-13']) expect(closuresError([], [closure(date)], BEGUN)).toBeUndefined();
	});

	it('of days that have begun stay as they are', () => {
		const past = closure('2026-06-24');
		expect(closuresError([past], [past, closure('2026-07-01')], BEGUN)).toBeUndefined();
		expect(closuresError([past], [], BEGUN)).toContain('2026-06-24 has already begun');
		expect(closuresError([past], [closure('2026-06-24', 'early-close')], BEGUN)).toContain('2026-06-24 has already begun');
	});

	it('are distinguished by day, kind and name', () => {
		const [a, b] = [closure('2026-07-01'), closure('2026-07-02')];
		expect(changedDates([b, a], [a, { ...b, name: 'Storm' }])).toEqual(['2026-07-02']);
		expect(changedDates([a], [b])).toEqual(['2026-07-01', '2026-07-02']);
		expect(changedDates([a, b], [b, a])).toEqual([]);
		expect(sortByDate([b, a])).toEqual([a, b]);
		expect(sortByDate([a, b])).toEqual([a, b]);
		expect(changedDates([a], [{ ...a, type: 'early-close' }])).toEqual(['2026-07-01']);
	});
});

describe('the site calendar', () => {
	/** Each run creates several from 1998 on. */
	const CALENDARS = { numRuns: 20 };
	const day = fc.integer({ min: 0, max: 400 }).map((n) => addDays(exchangeDate('2026-01-01'), n));
	const closures = fc
		.uniqueArray(fc.record({ date: day, type: fc.constantFrom('full' as const, 'early-close' as const) }), {
			selector: ({ date }) => date,
			maxLength: 8,
		})
		.map((list) => list.map((one) => ({ ...one, name: 'Closed' })).filter((one) => closuresError([], [one], undefined) === undefined));

	it('answers as one that was made with its closures', () => {
		fc.assert(
			fc.property(closures, closures, day, (first, then, date) => {
				const siteCalendar = createSiteCalendar(first);
				const answers = () => [
					siteCalendar.sessionOn(date),
					siteCalendar.nextSession(date),
					siteCalendar.previousSession(date),
					siteCalendar.holidayOn(date),
					siteCalendar.sessionsBetween(exchangeDate('2026-01-01'), date).length,
				];
				const answersOf = (calendar: typeof nyse) => [
					calendar.sessionOn(date),
					calendar.nextSession(date),
					calendar.previousSession(date),
					calendar.holidayOn(date),
					calendar.sessionsBetween(exchangeDate('2026-01-01'), date).length,
				];
				expect(answers()).toEqual(answersOf(createCalendar(first)));
				siteCalendar.replaceClosures(then);
				expect(answers()).toEqual(answersOf(createCalendar(then)));
			}),
			CALENDARS,
		);
	});

	it('changes nothing before the first day that changes', () => {
		fc.assert(
			fc.property(closures, (list) => {
				const first = sortByDate(list)[0];
				if (!first) return;
				const before = addDays(first.date, -1);
				const from = exchangeDate('2025-12-01');
				expect(createSiteCalendar(list).sessionsBetween(from, before)).toEqual(nyse.sessionsBetween(from, before));
			}),
			CALENDARS,
		);
	});
});
