import { describe, expect, it } from 'vitest';
import { mentionShapes } from './geometry.ts';

const usual = { low: 10, mean: 20, high: 40 };

describe('bars of mentions', () => {
	it('stand before what is usual at their hour, all in one scale', () => {
		const shapes = mentionShapes(
			[
				{ value: 25, usual },
				{ value: 50, usual: null },
			],
			undefined,
		);
		expect(shapes).toEqual({
			top: 50,
			bars: 'M0.15 100h0.7V50h-0.7zM1.15 100h0.7V0h-0.7z',
			uncounted: '',
			band: 'M0 80h1V20h-1z',
			mean: 'M0 60h1',
			projected: '',
			whisker: '',
		});
	});

	it('distinguish uncounted hours from a count of zero', () => {
		const { bars, uncounted } = mentionShapes(
			[
				{ value: null, usual: null },
				{ value: 0, usual: null },
			],
			undefined,
		);
		expect([bars, uncounted]).toEqual(['', 'M0.15 100h0.7V96h-0.7z']);
	});

	it('end with what the running interval comes to, and how far that may be off', () => {
		const { top, projected, whisker } = mentionShapes([{ value: 20, usual: null }], { value: 40, error: 10 });
		expect([top, projected, whisker]).toEqual([50, 'M0.15 60h0.7V20h-0.7z', 'M0.5 40V0']);
	});
});
