import { expect, it } from 'vitest';
import { anchorAt } from './geometry.ts';

it('writes a label away from the wheel, and in the middle of a point at its top or bottom', () => {
	expect([-88, -1.1, -1, -0.5, 0, 0.5, 1, 1.1, 88].map(anchorAt)).toEqual([
		'end',
		'end',
		'middle',
		'middle',
		'middle',
		'middle',
		'middle',
		'start',
		'start',
	]);
});
