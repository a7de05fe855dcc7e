import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median, medianDeviation } from '../../statistics/median.ts';
import {
	createSortedWindow,
	indexOfPlace,
	insertValue,
	medianAt,
	medianDeviationAt,
	medianLogAt,
	medianWith,
	middleWithout,
	sortRow,
	unsortRow,
} from './sorted-window.ts';

const values = fc.array(
	fc.oneof(fc.float({ min: -2, max: 2, noNaN: true }), fc.constantFrom(0, 0, 0.5, -1, Math.fround(1e30), Math.fround(1e-45))),
	{ minLength: 1, maxLength: 300 },
);
/** Some windows need two bytes per place. */
const sizes = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(130, 257));
const ROWS = 3;
const ROW = 1;

/** A window after the values have entered, sorted from value number `sortedFrom` on. */
function filled(size: number, entering: readonly number[], sortedFrom: number) {
	const window = createSortedWindow(ROWS, size);
	const left: number[] = [];
	entering.forEach((value, count) => {
		if (count === sortedFrom) sortRow(window, size, ROW, Math.min(count, size));
		const out = insertValue(window, size, ROW, count, value, count >= sortedFrom);
		if (count >= size) left.push(out);
	});
	if (sortedFrom >= entering.length) sortRow(window, size, ROW, Math.min(entering.length, size));
	return { window, left, base: ROW * size, held: Math.min(entering.length, size) };
}

function ascending(list: readonly number[]): number[] {
	return [...Float32Array.from(list).sort()];
}

describe('a sorted window', () => {
	it('holds the newest values in order, each with its place, from whenever it is sorted, and can be put back', () => {
		fc.assert(
			fc.property(values, sizes, fc.nat(300), (entering, size, sortedFrom) => {
				const { window, left, base, held } = filled(size, entering, sortedFrom);
				const newest = entering.slice(-size);
				expect([...window.values.subarray(base, base + held)].map((v) => v + 0)).toEqual(ascending(newest).map((v) => v + 0));
				expect(left).toEqual(entering.slice(0, entering.length - held));
				for (let i = 0; i < held; i++) {
					const count = entering.length - held + i;
					expect(window.values[base + indexOfPlace(window, base, count % size)]).toBe(newest[i]);
				}
				unsortRow(window, size, ROW, held);
				newest.forEach((value, i) => {
					expect(window.values[base + ((entering.length - held + i) % size)]).toBe(value);
				});
				const outside = [...window.values.subarray(0, base), ...window.values.subarray(base + size)];
				expect(outside.every((v) => v === 0)).toBe(true);
			}),
			{ numRuns: 500 },
		);
	});

	it('knows its median, that of the logarithms, and the median deviation', () => {
		fc.assert(
			fc.property(values, sizes, (entering, size) => {
				const { window, base, held } = filled(size, entering, 0);
				const newest = entering.slice(-size);
				const centre = medianAt(window.values, base, held);
				// Which of two zeros is in the middle is unspecified.
				expect(centre + 0).toBe((median(newest) as number) + 0);
				const deviations = Float32Array.from(newest, (v) => Math.abs(v - centre));
				expect(medianDeviationAt(window.values, base, held, centre)).toBe(median(deviations));
				expect(medianDeviation(newest, centre)).toBeCloseTo(median(deviations) as number, 5);
			}),
			{ numRuns: 500 },
		);
		fc.assert(
			fc.property(fc.array(fc.float({ min: 1, max: 1000, noNaN: true }), { minLength: 1, maxLength: 40 }), (entering) => {
				const { window, base, held } = filled(20, entering, 0);
				expect(medianLogAt(window.values, base, held)).toBe(median(entering.slice(-20).map(Math.log)));
			}),
		);
	});

	it('knows the median with one value left out and another in its place', () => {
		fc.assert(
			fc.property(values, sizes, fc.nat(), fc.float({ min: -2, max: 2, noNaN: true }), (entering, size, which, value) => {
				const { window, base, held } = filled(size, entering, 0);
				const hole = which % (held + 1);
				const rest = ascending(entering.slice(-size)).filter((_, i) => i !== hole);
				const out = new Float64Array(3);
				middleWithout(window.values, base, held, hole, out);
				const m = rest.length >> 1;
				const expected = [
					rest[m - 1] ?? Number.NEGATIVE_INFINITY,
					rest[m] ?? Number.POSITIVE_INFINITY,
					rest[m + 1] ?? Number.POSITIVE_INFINITY,
				];
				expect([...out].map((v) => v + 0)).toEqual(expected.map((v) => v + 0));
				const [low, mid, high] = expected as [number, number, number];
				expect(medianWith(value, low, mid, high, rest.length % 2 === 1) + 0).toBe((median([...rest, value]) as number) + 0);
			}),
			{ numRuns: 500 },
		);
	});
});
