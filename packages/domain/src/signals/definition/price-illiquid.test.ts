import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PARAMETERS_V1 as P } from '../parameters.ts';
import { isIlliquid } from './price.ts';

/** A series of `count` bars with these empty. */
function bars(count: number, empty: readonly number[]) {
	return Array.from({ length: count }, (_, bar) => empty.includes(bar));
}

describe('too many empty bars', () => {
	it('are more than three in ten of those up to the reference bar, of whole windows and of shorter series', () => {
		// Reference bar 15, window 6..15.
		expect(isIlliquid(bars(21, [6, 7, 15]), 10, 5, P)).toBe(false);
		expect(isIlliquid(bars(21, [6, 7, 8, 15]), 10, 5, P)).toBe(true);
		expect(isIlliquid(bars(21, [3, 4, 5, 6, 7, 15]), 10, 5, P)).toBe(false);
		expect(isIlliquid(bars(21, [6, 7, 8, 16, 17, 18, 19, 20]), 10, 5, P)).toBe(false);
		// Reference bar 4, of which 1..4 count.
		expect(isIlliquid(bars(10, [1]), 10, 5, P)).toBe(false);
		expect(isIlliquid(bars(10, [1, 4]), 10, 5, P)).toBe(true);
		// The bar that starts the series does not count.
		expect(isIlliquid(bars(10, [0, 1]), 10, 5, P)).toBe(false);
	});

	it('are counted as by looking at each of them', () => {
		const series = fc.array(fc.boolean(), { minLength: 8, maxLength: 40 });
		fc.assert(
			fc.property(series, fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 7 }), (empty, window, move) => {
				const counted = empty
					.slice(0, empty.length - move)
					.slice(1)
					.slice(-window);
				const share = counted.filter(Boolean).length > 0.3 * counted.length;
				expect(isIlliquid(empty, window, move, P)).toBe(share);
				expect(isIlliquid(empty.map(Number), window, move, P)).toBe(share);
			}),
			{ numRuns: 300 },
		);
	});
});
