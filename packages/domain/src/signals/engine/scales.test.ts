import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { squeezeScore } from '../definition/squeeze.ts';
import { PARAMETERS_V1 as P } from '../parameters.ts';
import { squeezeZeta } from './scales.ts';

function zeta(recent: number, usual: number) {
	return squeezeZeta(recent, usual, P, 1e9);
}

describe('squeeze as a number', () => {
	it('is that of the definition to the last digit, whichever side of 0 it is on', () => {
		const range = fc.double({ min: 0.01, max: 3, noNaN: true });
		fc.assert(
			fc.property(range, range, (recent, usual) => {
				const { status, zeta: expected } = squeezeScore(new Array(10).fill(recent), new Array(3).fill(usual), 3, false, P);
				expect(zeta(recent, usual) + 0).toBe(status === 'pinned' ? Number.NEGATIVE_INFINITY : (expected as number) + 0);
			}),
		);
		expect([0.75, 0.7, 0.6, 0.5, 0.9, 1].map((recent) => zeta(recent, 1) + 0)).toEqual([1.5, 2, 3, 4, 0, -1]);
	});

	it('is rounded half away from 0', () => {
		expect([0.625, 1.125].map((recent) => squeezeZeta(recent, 1, P, 2))).toEqual([3, -2.5]);
	});

	it('is none where ranges are pinned, from below .4 of the usual on, or where nothing ever moves', () => {
		expect(zeta(0.4, 1)).toBe(5);
		expect(zeta(0.3999, 1)).toBe(Number.NEGATIVE_INFINITY);
		expect(zeta(1, 1e-12)).toBe(Number.NEGATIVE_INFINITY);
		expect(zeta(2e-12, 2e-12)).toBe(-1);
		expect(zeta(Number.NaN, 1)).toBeNaN();
		expect(zeta(1, Number.NaN)).toBeNaN();
	});
});
