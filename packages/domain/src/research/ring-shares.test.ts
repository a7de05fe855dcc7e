import { expect, it } from 'vitest';
import { FIRST_RING_RANGE, formatRingTable, isFirstRingInRange, MIN_READINGS, sliceName } from './ring-shares.ts';

function count(measured: number, first: number, slice = 2) {
	return { timeframe: 4, slice, measured, atLeast: [first, first / 2, 10, 1, 0] };
}

it('judges ring 1 where enough was measured', () => {
	expect([400, 500, 900, 1_300, 1_400].map((first) => isFirstRingInRange(count(10_000, first)))).toEqual([false, true, true, true, false]);
	expect(isFirstRingInRange(count(9_999, 4_000))).toBeNull();
});

it('judges from ten thousand readings on, between 5 and 13 percent', () => {
	expect([FIRST_RING_RANGE, MIN_READINGS]).toEqual([[0.05, 0.13], 10_000]);
	expect([499, 1_301].map((first) => isFirstRingInRange(count(10_000, first)))).toEqual([false, false]);
	expect(isFirstRingInRange(count(10_001, 1_000))).toBe(true);
});

it('names every slice and timeframe in their order, and what it does not know by nothing', () => {
	const lines = formatRingTable([
		{ ...count(10_000, 1_000, 6), timeframe: 1 },
		{ ...count(10_000, 1_000, 6), timeframe: 0 },
		{ ...count(10_000, 1_000, 3), timeframe: 7 },
		{ ...count(1, 1, 1), timeframe: 3 },
	]);
	expect(lines.slice(1).map((line) => line.slice(0, 29).trim().split(/ +/))).toEqual([
		['price_long', '4h'],
		['volume'],
		['squeeze', '15m'],
		['squeeze', '30m'],
	]);
	expect(lines[1]).toContain('  100.00');
	expect(sliceName(5)).toBe('call_without_put_short');
});

it('says shares in percent, what strays and what cannot be said', () => {
	expect(formatRingTable([count(10_000, 1_500), count(0, 0, 6), count(20_000, 2_000, 0)])).toEqual([
		'sector                  tf     readings    >= 1    >= 2    >= 3    >= 4    >= 5',
		'price_short             1d        20000   10.00    5.00    0.05    0.01    0.00',
		'call_with_put           1d        10000   15.00    7.50    0.10    0.01    0.00  OUTSIDE 5 - 13',
		'squeeze                 1d            0     n/a     n/a     n/a     n/a     n/a  too few to say',
	]);
});
