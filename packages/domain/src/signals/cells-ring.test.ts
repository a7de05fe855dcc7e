import { expect, it } from 'vitest';
import { depthOf } from './cells.ts';
import { PARAMETERS_V1 } from './parameters.ts';

it('counts the rings that were reached, each at its own number; what is not measured has no depth', () => {
	const depths = [-9, 0, 1.49, 1.5, 1.99, 2, 2.5, 3, 3.99, 4, 1e9].map((z) => depthOf(z, PARAMETERS_V1.rings));
	expect(depths).toEqual([0, 0, 0, 1, 1, 2, 3, 4, 4, 5, 5]);
	expect([depthOf(null, PARAMETERS_V1.rings), depthOf(Number.NaN, PARAMETERS_V1.rings)]).toEqual([null, null]);
});
