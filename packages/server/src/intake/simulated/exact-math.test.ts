import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exp, log } from './exact-math.ts';

describe('exact-math', () => {
	it('agrees with Math to 13 digits', () => {
		fc.assert(fc.property(fc.double({ min: -600, max: 600, noNaN: true }), (x) => Math.abs(exp(x) / Math.exp(x) - 1) < 1e-13));
		fc.assert(
			fc.property(
				fc.double({ min: 1e-9, max: 1e15, noNaN: true }),
				(x) => Math.abs(log(x) - Math.log(x)) < 1e-13 * (1 + Math.abs(Math.log(x))),
			),
		);
	});

	it('knows the fixed points', () => {
		expect(exp(0)).toBe(1);
		expect(log(1)).toBe(0);
	});
});
