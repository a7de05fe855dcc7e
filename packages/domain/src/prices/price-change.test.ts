import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roundChange } from './price-change.ts';

it('of 32-bit prices is the change of the printed prices', () => {
	expect(roundChange(Math.fround(1.95) / Math.fround(2) - 1)).toBe(-0.025);
	expect(roundChange(Math.fround(2.11) / Math.fround(2) - 1)).toBe(0.055);
	expect(roundChange(Number.NaN)).toBeNaN();
	const cents = fc.integer({ min: 100, max: 10_000_000 });
	fc.assert(
		fc.property(cents, fc.double({ min: 0.1, max: 2, noNaN: true }), (before, factor) => {
			const after = Math.max(1, Math.round(before * factor));
			const change = Math.fround(after / 100) / Math.fround(before / 100) - 1;
			expect(Math.abs(roundChange(change) - (after / before - 1))).toBeLessThan(1e-6);
		}),
	);
});
