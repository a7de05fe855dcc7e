import { expect, it } from 'vitest';
import { firstRingHolds, ringLines } from './ring-shares.ts';

const count = (measured: number, first: number, slice = 2) => ({ timeframe: 4, slice, measured, atLeast: [first, first / 2, 10, 1, 0] });

it('judges ring 1 where enough was measured', () => {
	expect([400, 500, 900, 1_300, 1_400].map((first) => firstRingHolds(count(10_000, first)))).toEqual([false, true, true, true, false]);
	expect(firstRingHolds(count(9_999, 4_000))).toBeNull();
});

it('says shares in percent, what strays and what cannot be said', () => {
	expect(ringLines([count(10_000, 1_500), count(0, 0, 6), count(20_000, 2_000, 0)])).toEqual([
		'sector                  tf     readings    >= 1    >= 2    >= 3    >= 4    >= 5',
		'price_short             1d        20000   10.00    5.00    0.05    0.01    0.00',
		'call_with_put           1d        10000   15.00    7.50    0.10    0.01    0.00  OUTSIDE 5 - 13',
		'squeeze                 1d            0     n/a     n/a     n/a     n/a     n/a  too few to say',
	]);
});
