import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAP_BUCKETS, CAPS, capGroup, capTier, displayedCap, isInCapBuckets, marketCap } from './buckets.ts';

describe('market cap', () => {
	it('has inclusive lower bounds, but mega begins above 200 billion', () => {
		const caps = [200e9, 200.0001e9, 10e9, 9.99e9, 2e9, 300e6, 50e6, 49e6, 0, null, Number.NaN];
		expect(caps.map(capTier)).toEqual([1, 0, 1, 2, 2, 3, 4, 5, 5, null, null]);
		expect([200e9 + 1, 10e9 - 1, 2e9 - 1, 300e6 - 1, 50e6 - 1].map(capTier)).toEqual([0, 2, 3, 4, 5]);
		expect(caps.map(capGroup).slice(-4)).toEqual(['nano_cap', 'nano_cap', 'undefined', 'undefined']);
	});

	it('is the same in every answer, though reports multiply by 32-bit prices', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 2e10 }), fc.integer({ min: 1, max: 1e7 }), (shares, tenThousandths) => {
				const price = tenThousandths / 10_000;
				expect(displayedCap(shares * Math.fround(price), price)).toBe(marketCap(shares, price));
			}),
		);
		expect([displayedCap(Number.NaN, 9), displayedCap(70, 0), marketCap(Number.NaN, 9), marketCap(9, Number.NaN)]).toEqual([
			null,
			70,
			null,
			null,
		]);
	});

	it('puts every capitalisation into exactly one bucket', () => {
		fc.assert(
			fc.property(fc.option(fc.double({ min: 0, max: 1e13 })), (cap) => {
				expect(CAP_BUCKETS.filter((b) => b !== 'all' && isInCapBuckets(cap, [b]))).toEqual([capGroup(cap)]);
				expect([isInCapBuckets(cap, []), isInCapBuckets(cap, ['all'])]).toEqual([true, true]);
			}),
		);
		expect(CAPS.map((c) => c.label)).toContain('$10bln to $200bln');
	});
});
