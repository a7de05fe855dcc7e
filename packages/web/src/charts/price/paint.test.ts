import { describe, expect, it } from 'vitest';
import { interpolatePosition } from './paint.ts';

describe('a place between two bars', () => {
	// Like the library: any fractional position is at the left edge.
	const library = (place: number): number => (Number.isInteger(place) ? 100 + 8 * place : 0);

	it('stands between them, and beyond the first and the last as well', () => {
		const at = interpolatePosition(library);
		expect([at(0), at(3), at(3.25), at(-1.5)]).toEqual([100, 124, 126, 88]);
	});

	it('is not known where nothing is drawn yet', () => {
		expect(interpolatePosition(() => null)(1.5)).toBeNull();
	});
});
