import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { easter, holidaysByRule } from './holiday-rules.ts';
import { dateOfDay, weekdayOfDay } from './zone.ts';

/** Easter Sunday by another algorithm, of 1940. */
function easterOtherwise(year: number): string {
	const century = Math.floor(year / 100);
	const golden = year % 19;
	const solar = Math.floor((century - 17) / 25);
	let moon = (century - Math.floor(century / 4) - Math.floor((century - solar) / 3) + 19 * golden + 15) % 30;
	moon -= Math.floor(moon / 28) * (1 - Math.floor(moon / 28) * Math.floor(29 / (moon + 1)) * Math.floor((21 - golden) / 11));
	const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7;
	const sunday = moon - weekday;
	const month = 3 + Math.floor((sunday + 40) / 44);
	const day = sunday + 28 - 31 * Math.floor(month / 4);
	return `${year}-0${month}-${String(day).padStart(2, '0')}`;
}

describe('Easter', () => {
	it('is a Sunday from 22 March to 25 April, the one that the other way of counting gives too', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1583, max: 4000 }), (year) => {
				const day = easter(year);
				expect(dateOfDay(day)).toBe(easterOtherwise(year));
				expect(weekdayOfDay(day)).toBe(0);
			}),
			{ numRuns: 1_000 },
		);
	});

	it('is early and late where the church has it so', () => {
		expect([1818, 2008, 2038, 2285, 2000, 2049, 2076].map((year) => dateOfDay(easter(year)).slice(5))).toEqual([
			'03-22',
			'03-23',
			'04-25',
			'03-22',
			'04-23',
			'04-18',
			'04-19',
		]);
	});
});

describe('holidays by rule', () => {
	it('are in order of date, one a day, on weekdays, under their names', () => {
		for (let year = 1998; year <= 2105; year++) {
			const holidays = holidaysByRule(year);
			const dates = holidays.map(({ date }) => date);
			expect(dates).toEqual([...new Set(dates)].sort());
			for (const { date, name } of holidays) {
				const weekday = new Date(date).getUTCDay();
				expect([date, weekday > 0 && weekday < 6, date.startsWith(`${year}-`) && name.length > 0]).toEqual([date, true, true]);
			}
			const full = holidays.filter(({ type }) => type === 'full').length;
			// New Year's Day is not observed on a Saturday; Juneteenth began in 2022.
			const newYear = new Date(Date.UTC(year, 0, 1)).getUTCDay() === 6 ? 0 : 1;
			expect([year, full]).toEqual([year, 8 + newYear + (year >= 2022 ? 1 : 0)]);
		}
	});

	it('move off a weekend to the nearest weekday, and say so', () => {
		const named = (year: number, word: string) =>
			holidaysByRule(year)
				.filter(({ name }) => name.startsWith(word))
				.map(({ date, name }) => `${date.slice(5)} ${name}`);
		expect(named(2026, 'Independence')).toEqual(['07-03 Independence Day (observed)']);
		expect(named(2027, 'Independence')).toEqual(['07-05 Independence Day (observed)']);
		expect(named(2028, 'Independence')).toEqual(['07-04 Independence Day']);
		expect(named(2022, 'Juneteenth')).toEqual(['06-20 Juneteenth (observed)']);
		expect(named(2023, 'New Year')).toEqual(["01-02 New Year's Day (observed)"]);
		expect(named(2028, 'New Year')).toEqual([]);
		expect(named(2027, 'Christmas')).toEqual(['12-24 Christmas Day (observed)']);
		expect(named(2028, 'Good')).toEqual(['04-14 Good Friday']);
	});

	it('end the day early around Independence Day, Thanksgiving and Christmas as the year has them', () => {
		const early = (year: number) =>
			holidaysByRule(year)
				.filter(({ type }) => type === 'early-close')
				.map(({ date }) => date.slice(5));
		// 4 July on each day of the week, Sunday to Saturday.
		expect([2027, 2022, 2028, 2029, 2024, 2025, 2026].map(early)).toEqual([
			['11-26'],
			['11-25'],
			['07-03', '11-24'],
			['07-03', '11-23', '12-24'],
			['07-03', '11-29', '12-24'],
			['07-03', '11-28', '12-24'],
			['11-27', '12-24'],
		]);
		// With a Thursday holiday, the short day came after it until 2012.
		expect([2002, 2013].map(early)).toEqual([
			['07-05', '11-29', '12-24'],
			['07-03', '11-29', '12-24'],
		]);
	});
});
