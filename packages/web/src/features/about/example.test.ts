import { computeRate } from '@sw/domain/signals/definition/rank-order';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { MAX_DEPTH } from '@sw/domain/signals/wheel/model';
import { describe, expect, it } from 'vitest';
import { EXAMPLE } from './example.ts';

describe('the example of a wheel', () => {
	const { slices } = EXAMPLE.wheel;

	it('has a cell of every depth, and one that could not be measured', () => {
		const depths = new Set(slices.flatMap((slice) => slice.depths));
		expect(depths).toEqual(new Set([null, ...Array.from({ length: MAX_DEPTH + 1 }, (_, depth) => depth)]));
	});

	it('has the rate that its cells make, and says that it is no ticker', () => {
		const cells = Object.fromEntries(slices.map(({ key, depths }) => [key, depths]));
		const sectors = slices.map(({ key }) => key);
		expect(EXAMPLE.rate).toBe(computeRate(cells, sectors, PARAMETERS_V1.slotWeights));
		expect(EXAMPLE.sentence).toMatch(new RegExp(`^Example, candidate to fall back, rate ${EXAMPLE.rate}: Call-heavy on 1h: depth 5 of 5`));
	});
});
