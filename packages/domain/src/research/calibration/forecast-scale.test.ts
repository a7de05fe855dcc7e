import { describe, expect, it } from 'vitest';
import { mixSigma } from '../../forecast/band.ts';
import { PARAMETERS_V1, type ParameterSet, priceFloor } from '../../signals/parameters.ts';
import { median } from '../../statistics/median.ts';
import { createRandom } from '../../testing/random.ts';
import type { CloseGrid } from '../walk/bar-grid.ts';
import { computeAllScales, computeForecastScales, createForecastErrors } from './forecast-scale.ts';

/** A window of ten bars, five of which must be known. */
const P: ParameterSet = { ...PARAMETERS_V1, windowBars: [10, 10, 10, 10, 10] };

/** Random closes with gaps; a row's price decides whether ticks or moves are its usual step. */
function gridOf(seed: number, rows: number, bars: number, closed = true): CloseGrid {
	const random = createRandom(seed);
	const x = new Float64Array(rows * bars).fill(Number.NaN);
	const close = x.slice();
	for (let row = 0; row < rows; row++) {
		let at = Math.log([100, 0.4, 3][row % 3]!);
		for (let bar = 0; bar < bars; bar++) {
			at += random.nextBoolean(0.3) ? 0 : 0.01 * random.nextNormal() * (random.nextBoolean(0.05) ? 20 : 1);
			// The second row starts trading later.
			if (random.nextBoolean(0.2) || (row === 1 && bar < 7)) continue;
			x[bar * rows + row] = at;
			close[bar * rows + row] = Math.exp(at) / 2;
		}
	}
	const q = Float64Array.from({ length: bars }, () => 0.5 + random.next());
	return { timeframe: 4, rows, bars, x, close, q, end: new Float64Array(bars), closed };
}

function sum(values: Float64Array, from: number, to: number): number {
	return values.subarray(from, to).reduce((all, value) => all + value, 0);
}

/** Each bar from the whole past. */
function plainly({ bars, rows, x, close, q }: CloseGrid, row: number) {
	const at = (values: Float64Array, bar: number): number => values[bar * rows + row]!;
	const traded = Array.from({ length: bars }, (_, bar) => bar).filter((bar) => !Number.isNaN(at(x, bar)));
	const steps: number[] = [];
	let moving: number | undefined;
	const known = traded.map((bar, i) => {
		const before = traded[i - 1];
		const none = { bar, mad: Number.NaN, mix: Number.NaN };
		if (before === undefined) return none;
		const step = (at(x, bar) - at(x, before)) / Math.sqrt(sum(q, before + 1, bar + 1));
		steps.push(step);
		const robust = P.madConstant * (median(steps.slice(-10).map(Math.abs)) as number);
		if (steps.length < 5 || robust <= P.flatBelow) return none;
		const mad = Math.max(robust, priceFloor(at(close, bar), P));
		const mixed = mixSigma(mad, moving ?? mad * mad, step);
		moving = mixed.ewVar;
		return { bar, mad, mix: mixed.sigma };
	});
	return Array.from({ length: bars }, (_, bar) => {
		const last = known.findLast((one) => one.bar <= bar);
		const lastAt = (to: number): number => {
			const found = traded.findLast((one) => one <= to);
			return found === undefined ? Number.NaN : at(x, found);
		};
		const mad = last?.mad ?? Number.NaN;
		const moves = [1, 5, 20, 60].map((length) => {
			if (bar < length) return Number.NaN;
			const z = (lastAt(bar) - lastAt(bar - length)) / (mad * Math.sqrt(sum(q, bar + 1 - length, bar + 1)));
			return Math.min(8, Math.max(-8, z));
		});
		return { mad, mix: last?.mix ?? Number.NaN, x: lastAt(bar), moves };
	});
}

function rounded(values: Iterable<number>): number[] {
	return Array.from(values, (value) => Math.round(value * 1e9) / 1e9 || value * 0);
}

describe('the scales of a forecast', () => {
	it('are at every bar what its own past says, gaps and floors included', () => {
		for (let seed = 1; seed <= 4; seed++) {
			const grid = gridOf(seed, 3, 90);
			for (let row = 0; row < 3; row++) {
				const { mad, mix, x, moves } = computeForecastScales(grid, row, P);
				const expected = plainly(grid, row);
				expect(rounded(mad)).toEqual(rounded(expected.map((one) => one.mad)));
				expect(rounded(mix)).toEqual(rounded(expected.map((one) => one.mix)));
				expect(rounded(x)).toEqual(rounded(expected.map((one) => one.x)));
				expect(rounded(moves)).toEqual(rounded(expected.flatMap((one) => one.moves)));
			}
		}
	});

	it('are none while nothing moves, and again none when it has stopped', () => {
		const bars = 40;
		// It doesn't move, moves for ten bars, then never again.
		const x = Float64Array.from({ length: bars }, (_, bar) => Math.log(100) + 0.02 * (Math.min(20, Math.max(10, bar)) % 2));
		const grid = { ...gridOf(1, 1, bars), x, close: x.map(Math.exp), q: new Float64Array(bars).fill(1) };
		for (const flatBelow of [0, P.flatBelow]) {
			const { mad, mix } = computeForecastScales(grid, 0, { ...P, flatBelow });
			for (const bar of [9, 12, 39]) expect([mad[bar], mix[bar]]).toEqual([Number.NaN, Number.NaN]);
			expect(mad[20]).toBeCloseTo(P.madConstant * 0.02, 12);
		}
	});
});

describe('the errors of a forecast', () => {
	it.each([1, 2, 7])('are of every bar with a trade and a scale, and hold what was known then, %i bars ahead', (horizon) => {
		for (const closed of [true, false]) {
			const grid = gridOf(5, 3, 40, closed);
			const scales = computeAllScales(grid, P);
			const found = createForecastErrors(grid, scales)(horizon);
			const bars = 40 - Number(!closed) - horizon;
			const expected = Array.from({ length: bars }, (_, bar) =>
				scales.flatMap(({ mad, mix, x, moves }, row) => {
					const at = (values: Float64Array, b = bar): number => values[b]!;
					const error = (at(x, bar + horizon) - at(x)) / (at(mix) * Math.sqrt(sum(grid.q, bar + 1, bar + horizon + 1)));
					if (Number.isNaN(grid.x[bar * 3 + row]!) || Number.isNaN(error)) return [];
					return [{ error, ratio: at(mad) / at(mix), features: [...moves.subarray(4 * bar, 4 * bar + 4)] }];
				}),
			);
			expect([found.bars, found.horizon]).toEqual([bars, horizon]);
			expect([...found.offsets]).toEqual([0, ...expected.map((_, bar) => expected.slice(0, bar + 1).flat().length)]);
			expect(rounded(found.errors)).toEqual(rounded(expected.flat().map(({ error }) => error)));
			expect(rounded(found.ratios)).toEqual(rounded(expected.flat().map(({ ratio }) => ratio)));
			expect([...found.features]).toEqual(expected.flat().flatMap(({ features }) => features));
			expect(found.errors.length).toBeGreaterThan(20);
		}
	});

	it('are none where the horizon reaches beyond the grid', () => {
		const grid = gridOf(5, 2, 12);
		for (const horizon of [12, 13, 40])
			expect(createForecastErrors(grid, computeAllScales(grid, P))(horizon)).toMatchObject({
				bars: 0,
				offsets: Uint32Array.of(0),
				errors: new Float64Array(),
			});
	});
});
