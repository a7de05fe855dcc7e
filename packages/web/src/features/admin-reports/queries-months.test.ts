import { expect, it } from 'vitest';
import { addMonths, isMonth, monthOf, spanOf, weeksOf } from './queries.ts';

it('a month is its weeks from Monday to Friday, without days of its neighbours', () => {
	expect(weeksOf('2026-06')).toEqual([
		['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04', '2026-06-05'],
		['2026-06-08', '2026-06-09', '2026-06-10', '2026-06-11', '2026-06-12'],
		['2026-06-15', '2026-06-16', '2026-06-17', '2026-06-18', '2026-06-19'],
		['2026-06-22', '2026-06-23', '2026-06-24', '2026-06-25', '2026-06-26'],
		['2026-06-29', '2026-06-30', null, null, null],
	]);
	// This month begins on a Saturday.
	expect(weeksOf('2026-08')[0]).toEqual(['2026-08-03', '2026-08-04', '2026-08-05', '2026-08-06', '2026-08-07']);
	expect(spanOf('2024-02')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
});

it('months follow each other over the years', () => {
	expect([addMonths('2026-12', 1), addMonths('2026-01', -1), monthOf('2026-06-30')]).toEqual(['2027-01', '2025-12', '2026-06']);
	expect([isMonth('2026-06'), isMonth('2026-13'), isMonth('June'), isMonth(undefined)]).toEqual([true, false, false, false]);
});
