import { expect, it } from 'vitest';
import { roundHalfAwayFromZero } from './squeeze.ts';

it('rounds half away from zero, so that a number and its negative round alike', () => {
	expect([0.25, 0.35, 0.24, 0, 2.5, 1.04].map((value) => roundHalfAwayFromZero(value, 1))).toEqual([0.3, 0.4, 0.2, 0, 2.5, 1]);
	for (const value of [0.125, 0.375, 0.126, 1e-9, 7]) expect(roundHalfAwayFromZero(-value, 2)).toBe(-roundHalfAwayFromZero(value, 2));
	expect(roundHalfAwayFromZero(1.5, 0)).toBe(2);
	expect(roundHalfAwayFromZero(0.7499999999, 9)).toBe(0.75);
});
