import { describe, expect, it } from 'vitest';
import { nyse } from '../time/calendar.ts';
import { exchangeDate } from '../time/units.ts';
import { dateStrip, monthStrip, pickerMonths, pickerYears } from './date-strip.ts';

const today = exchangeDate('2025-12-02');

describe('the report picker', () => {
	it('offers the trading days of the last 40 calendar days', () => {
		const strip = dateStrip(nyse, today);
		expect([strip[0]?.date, strip.at(-1)?.date, strip.length]).toEqual(['2025-10-23', '2025-12-02', 28]);
		const dates = strip.map((d) => d.date);
		expect(dates).not.toContain('2025-11-27');
		expect(strip.find((d) => d.date === '2025-11-28')).toEqual({ date: '2025-11-28', early: true, future: false });
		expect(dateStrip(nyse, exchangeDate('2025-11-30')).at(-1)?.date).toBe('2025-11-28');
	});

	it('offers the trading days of a month, future ones disabled', () => {
		const december = monthStrip(nyse, 2025, 12, today);
		expect(december).toHaveLength(22);
		expect(december.filter((d) => !d.future).map((d) => d.date)).toEqual(['2025-12-01', '2025-12-02']);
		expect(monthStrip(nyse, 2025, 2, today)).toHaveLength(19);
		for (const month of [1, 9, 10, 11]) {
			const dates = monthStrip(nyse, 2025, month, today).map(({ date }) => date);
			expect(dates).toEqual(
				nyse.sessionsBetween(exchangeDate('2025-01-01'), today).flatMap(({ date }) => (Number(date.slice(5, 7)) === month ? [date] : [])),
			);
		}
	});

	it('offers years from 2023, or from the oldest report, and no future month', () => {
		expect(pickerYears(today, null)).toEqual([2025, 2024, 2023]);
		expect(pickerYears(today, exchangeDate('2024-05-05'))).toEqual([2025, 2024, 2023]);
		expect(pickerYears(today, exchangeDate('2021-05-05'))).toEqual([2025, 2024, 2023, 2022, 2021]);
		expect(pickerYears(exchangeDate('2015-06-01'), null)).toEqual([2015]);
		expect(pickerMonths(today, 2024)).toHaveLength(12);
		expect(pickerMonths(exchangeDate('2025-03-10'), 2025)).toEqual([1, 2, 3]);
		expect(pickerMonths(today, 2026)).toEqual([]);
		expect([9, 10, 11, 12].map((month) => pickerMonths(exchangeDate(`2025-${String(month).padStart(2, '0')}-30`), 2025).length)).toEqual([
			9, 10, 11, 12,
		]);
		expect(pickerYears(exchangeDate('2023-01-02'), exchangeDate('2023-01-02'))).toEqual([2023]);
	});
});
