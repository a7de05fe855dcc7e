import { arc } from 'd3-shape';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellPath, HUB, HUB_LINE, pointAt, RIM, ringBands, sliceAngles, wheelGeometry } from './geometry.ts';

const slotPatterns = fc.array(fc.boolean(), { minLength: 1, maxLength: 5 });

describe('ringBands', () => {
	it('fills hub to rim exactly, without overlaps, whatever the rings are', () => {
		fc.assert(
			fc.property(slotPatterns, (slots) => {
				const bands = ringBands(slots);
				expect(bands[0]?.inner).toBe(HUB);
				expect(bands.at(-1)?.outer).toBeCloseTo(RIM, 9);
				bands.slice(1).forEach((band, i) => {
					expect(band.inner - (bands[i]?.outer ?? 0)).toBeCloseTo(2, 9);
				});
			}),
		);
	});

	it('draws higher timeframes thinner than slot timeframes', () => {
		const [first, , third, fourth] = ringBands([true, true, true, false, false]);
		const width = (band: typeof first): number => (band ? band.outer - band.inner : 0);
		expect(width(first)).toBeCloseTo(width(third), 9);
		expect(width(fourth)).toBeCloseTo(width(first) * 0.72, 9);
	});
});

describe('sliceAngles', () => {
	it('centres the first slice on the top and goes clockwise', () => {
		expect(sliceAngles(0, 4).middle).toBe(0);
		expect(pointAt(sliceAngles(1, 4).middle, 10)).toEqual({ x: 10, y: 0 });
		expect(pointAt(sliceAngles(2, 4).middle, 10)).toEqual({ x: 0, y: 10 });
		expect(pointAt(sliceAngles(3, 4).middle, 10)).toEqual({ x: -10, y: 0 });
	});

	it('leaves no angle out', () => {
		fc.assert(
			fc.property(fc.integer({ min: 2, max: 6 }), (slices) => {
				for (let s = 0; s + 1 < slices; s++) expect(sliceAngles(s, slices).end).toBeCloseTo(sliceAngles(s + 1, slices).start, 9);
				expect(sliceAngles(slices - 1, slices).end - sliceAngles(0, slices).start).toBeCloseTo(2 * Math.PI, 9);
			}),
		);
	});
});

describe('cellPath', () => {
	it('draws a closed annular sector with sides that run parallel to the gap', () => {
		// The top slice of four between radii 21 and 31: its right side is 3 units from the diagonal.
		const path = cellPath({ inner: 21, outer: 31 }, 0, 4);
		expect(path).toMatch(/^M-?[\d.]+,-?[\d.]+A31,31,0,0,1,.*A21,21,0,0,0,.*Z$/);
		const [x, y] = (/^M(-?[\d.]+),(-?[\d.]+)/.exec(path) ?? []).slice(1).map(Number);
		const fromDiagonal = Math.abs((x ?? 0) - (y ?? 0)) / Math.SQRT2;
		expect(fromDiagonal).toBeCloseTo(3, 1);
	});

	it('draws what the arcs of d3-shape draw, in every layout', () => {
		const letters = (path: string): string => path.replace(/-?[\d.]+(?:e-\d+)?/g, '#');
		const numbers = (path: string): number[] => [...path.matchAll(/-?[\d.]+(?:e-\d+)?/g)].map(Number);
		const draw = arc<null>()
			.padRadius(RIM)
			.padAngle(6 / RIM);
		const layouts = fc.tuple(slotPatterns, fc.integer({ min: 2, max: 8 }));
		fc.assert(
			fc.property(layouts, ([slots, slices]) => {
				for (const band of ringBands(slots))
					for (let slice = 0; slice < slices; slice++) {
						const { start, end } = sliceAngles(slice, slices);
						const theirs = draw.innerRadius(band.inner).outerRadius(band.outer).startAngle(start).endAngle(end)(null) ?? '';
						const ours = cellPath(band, slice, slices);
						expect(letters(ours)).toBe(letters(theirs));
						// Ours are rounded to tenths.
						const exact = numbers(theirs);
						for (const [i, n] of numbers(ours).entries()) expect(Math.abs(n - (exact[i] ?? Number.NaN))).toBeLessThan(0.050001);
					}
			}),
		);
	});

	it('goes the long way round where a slice is more than half of the wheel', () => {
		expect(cellPath({ inner: 21, outer: 31 }, 0, 1)).toMatch(/A31,31,0,1,1,.*A21,21,0,1,0,/);
		expect(cellPath({ inner: 21, outer: 31 }, 0, 2)).toMatch(/A31,31,0,0,1,.*A21,21,0,0,0,/);
	});

	it('writes no more than one decimal', () => {
		for (const cells of wheelGeometry(6, [false, true, true, true]).cells) for (const d of cells) expect(d).not.toMatch(/\.\d\d/);
	});
});

describe('wheelGeometry', () => {
	it('computes a layout once', () => {
		expect(wheelGeometry(4, [true, true, true])).toBe(wheelGeometry(4, [true, true, true]));
		expect(wheelGeometry(4, [true, true, true])).not.toBe(wheelGeometry(6, [true, true, true]));
	});

	it('leaves a wheel in a row a smaller hub and wider gaps, and room for the text in the middle of both sizes', () => {
		const [card, row] = [wheelGeometry(4, [true, true, true]), wheelGeometry(4, [true, true, true], 'glyph')];
		const gaps = ({ bands }: typeof card) => bands.slice(1).map((band, i) => Math.round(100 * (band.inner - (bands[i]?.outer ?? 0))) / 100);
		expect([card.bands[0]?.inner, row.bands[0]?.inner]).toEqual([21, 20]);
		expect([gaps(card), gaps(row)]).toEqual([
			[2, 2],
			[5, 5],
		]);
		for (const { bands } of [card, row]) expect(bands.at(-1)?.outer).toBeCloseTo(88, 9);
		// The units of previews and style sheets.
		expect([RIM, HUB, HUB_LINE]).toEqual([88, 21, 16]);
		// The right side of the top slice is parallel to the diagonal, half a gap from it.
		const [, x = '', y = ''] = /^M(-?[\d.]+),(-?[\d.]+)/.exec(row.cells[1]?.[2] ?? '') ?? [];
		expect(Math.abs(Math.abs(Number(x) + Number(y)) / Math.SQRT2 - 6)).toBeLessThan(0.1);
		expect(wheelGeometry(4, [true, true, true], 'glyph')).toBe(row);
		expect(row).not.toBe(card);
	});

	it('distinguishes layouts with the same number of rings', () => {
		expect(wheelGeometry(4, [false, true, true, true])).not.toEqual(wheelGeometry(4, [true, true, true, false]));
	});

	it('has a path for every cell', () => {
		const { cells } = wheelGeometry(6, [true, true, true, false, false]);
		expect(cells.map((c) => c.length)).toEqual([5, 5, 5, 5, 5, 5]);
	});
});
