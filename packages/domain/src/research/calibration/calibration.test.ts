import { describe, expect, it } from 'vitest';
import { FORECAST_LEVELS } from '../../forecast/band.ts';
import { updateGates } from '../../forecast/skill-gate.ts';
import { createSessionMatrix } from '../../prices/session-matrix.ts';
import { PARAMETERS_V1 } from '../../signals/parameters.ts';
import { dieboldMariano } from '../../statistics/diebold-mariano.ts';
import { normalCdf, normalQuantile } from '../../statistics/normal.ts';
import { createRandom } from '../../statistics/random.ts';
import type { TimeframeIndex } from '../../time/timeframe.ts';
import { utcMs } from '../../time/units.ts';
import { type CloseGrid, createCloseGrids } from '../walk/bar-grid.ts';
import { type Calibration, calibrate, crps, levelWeights } from './calibration.ts';
import { computeAllScales, computeForecastScales, createForecastErrors } from './forecast-scale.ts';
import { createRidgeSums, fitRidge } from './ridge.ts';

/** A grid of daily bars; `shock` gives each step in units of its size. */
function gridOf(
	rows: number,
	bars: number,
	shock: (random: () => number, row: number, bar: number, x: readonly number[]) => number,
): CloseGrid {
	const random = generator(11);
	const x = new Float64Array(rows * bars);
	for (let row = 0; row < rows; row++) {
		const path: number[] = [Math.log(100)];
		for (let bar = 0; bar < bars; bar++) {
			path.push(path.at(-1)! + 0.02 * shock(random, row, bar, path));
			x[bar * rows + row] = path.at(-1)!;
		}
	}
	const close = x.map(Math.exp);
	return {
		timeframe: 4,
		rows,
		bars,
		x,
		close,
		q: new Float64Array(bars).fill(1),
		end: Float64Array.from({ length: bars }, (_, b) => b),
		closed: true,
	};
}

function generator(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return (state + 0.5) / 4_294_967_296;
	};
}

function calibrated(grid: CloseGrid, horizon: number): Calibration {
	return calibrate(createForecastErrors(grid, computeAllScales(grid, PARAMETERS_V1))(horizon)) as Calibration;
}

function normal(random: () => number): number {
	return normalQuantile(random());
}

/** Student's t with three degrees of freedom, scaled to the spread of a normal's middle. */
function heavy(random: () => number): number {
	const chi = normal(random) ** 2 + normal(random) ** 2 + normal(random) ** 2;
	return (normal(random) / Math.sqrt(chi / 3)) * 0.88;
}

describe('a calibration', () => {
	it.each([1, 5])('holds what its bands promise on a random walk, %i bars ahead', (horizon) => {
		const found = calibrated(gridOf(40, 500, normal), horizon);
		expect(found.coverage80).toBeCloseTo(0.8, 1);
		expect(found.coverage95).toBeCloseTo(0.95, 1);
		expect(found.alarm).toBe(false);
		expect(updateGates([found.gate])[0]?.open).toBe(false);
		expect(found.quantiles[3]).toBe(0);
		expect(found.quantiles).toEqual([...found.quantiles].sort((a, b) => a - b));
		expect(found.outcomes).toBe(found.evaluated * 40);
		// Errors of only the last 250 bars.
		expect([found.n, found.bars]).toEqual([250 * 40, 250]);
	});

	it('spreads outcomes over its levels as they promise, and scores like the right normal on a random walk', () => {
		const found = calibrated(gridOf(40, 500, normal), 1);
		const promised = [0.025, 0.075, 0.15, 0.25, 0.25, 0.15, 0.075, 0.025];
		expect(found.pit?.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
		for (const [i, share] of promised.entries()) expect(Math.abs((found.pit?.[i] as number) - share)).toBeLessThan(0.02);
		expect((found.pit?.[0] as number) + (found.pit?.at(-1) as number)).toBeCloseTo(1 - (found.coverage95 as number), 6);
		expect((found.crps as number) / (found.crpsBaseline as number)).toBeCloseTo(1, 1);
	});

	it('shows where the centre is wrong: a trend puts outcomes above the median', () => {
		const calm = calibrated(gridOf(40, 500, normal), 1);
		const trend = calibrated(
			gridOf(40, 500, (random) => normal(random) + 0.5),
			1,
		);
		const above = ({ pit = [] }: Calibration): number => pit.slice(4).reduce((sum, share) => sum + share, 0);
		expect(above(calm)).toBeCloseTo(0.5, 1);
		expect(above(trend)).toBeGreaterThan(0.6);
	});

	it('keeps its promise where tails are heavy, and beats the baseline that does not', () => {
		const found = calibrated(gridOf(40, 500, heavy), 1);
		expect(found.coverage95).toBeGreaterThan(0.93);
		expect(found.pinball).toBeLessThan(found.baseline as number);
		expect(found.t).toBeGreaterThan(2);
	});

	it('opens the gate for a drift that is there, and for no other', () => {
		const trend = gridOf(30, 560, (random, _row, _bar, x) => normal(random) + 15 * (x.at(-1)! - (x.at(-2) ?? x.at(-1)!)));
		expect(updateGates([calibrated(trend, 1).gate])[0]?.open).toBe(true);
		expect(Math.abs(calibrated(gridOf(30, 560, normal), 1).drift[0]!)).toBeLessThan(0.05);
	});

	it('says how much of the time its levels were away from where they began', () => {
		const calm = calibrated(gridOf(40, 500, normal), 1);
		// Every other fifty bars are nine times as volatile: no fixed level is right there.
		const changing = calibrated(
			gridOf(40, 500, (random, _row, bar) => normal(random) * (bar % 100 < 50 ? 1 : 9)),
			1,
		);
		expect(calm.moved).toBe(0);
		expect(changing.moved).toBeGreaterThan(0.1);
	});

	it('never looks ahead: what comes later changes no measured bar before', () => {
		const calm = gridOf(20, 300, normal);
		const wild = gridOf(20, 300, (random, _row, bar) => normal(random) * (bar >= 280 ? 9 : 1));
		const cut = (grid: CloseGrid): CloseGrid => ({ ...grid, bars: 270 });
		expect(calibrated(cut(wild), 3)).toEqual(calibrated(cut(calm), 3));
	});

	it('says nothing of too little', () => {
		expect(calibrated(gridOf(2, 60, normal), 5)).toBeNull();
	});
});

it('measures errors from bar to bar ahead on the clock between them, of what traded', () => {
	const [bars, rows, horizon] = [90, 2, 3];
	const grid = gridOf(rows, bars, normal);
	for (let bar = 0; bar < bars; bar++) grid.q[bar] = 1 + (bar % 4);
	// The second row does not trade at bar 80.
	grid.x[80 * rows + 1] = Number.NaN;
	const scales = computeAllScales(grid, PARAMETERS_V1);
	const found = createForecastErrors(grid, scales)(horizon);
	expect(found.bars).toBe(bars - horizon);
	for (let bar = 70; bar < found.bars; bar++) {
		const [from, to] = [found.offsets[bar]!, found.offsets[bar + 1]!];
		expect(to - from).toBe(bar === 80 ? 1 : 2);
		const q = [1, 2, 3].reduce((sum, ahead) => sum + grid.q[bar + ahead]!, 0);
		const { x, mix, mad } = scales[0] as (typeof scales)[number];
		const moved = x[bar + horizon]! - x[bar]!;
		expect(found.errors[from]).toBeCloseTo(moved / (mix[bar]! * Math.sqrt(q)), 12);
		expect(found.ratios[from]).toBeCloseTo(mad[bar]! / mix[bar]!, 12);
	}
	expect(createForecastErrors({ ...grid, closed: false }, scales)(horizon).bars).toBe(bars - horizon - 1);
});

describe('the scales of a forecast', () => {
	it('use bars up to their own', () => {
		const grid = gridOf(1, 200, normal);
		const whole = computeForecastScales(grid, 0, PARAMETERS_V1);
		const half = computeForecastScales({ ...grid, bars: 120 }, 0, PARAMETERS_V1);
		expect([...half.mix]).toEqual([...whole.mix.subarray(0, 120)]);
		expect(whole.mix.at(-1)).toBeCloseTo(0.02, 2);
		expect(Number.isNaN(whole.mix[20]!)).toBe(true);
	});

	it('are those of their own row, whatever the others do', () => {
		const grid = gridOf(3, 120, normal);
		for (let row = 0; row < 3; row++) {
			const own = (column: Float64Array): Float64Array => column.filter((_, cell) => cell % 3 === row);
			const alone = { ...grid, rows: 1, x: own(grid.x), close: own(grid.close) };
			expect(computeForecastScales(grid, row, PARAMETERS_V1)).toEqual(computeForecastScales(alone, 0, PARAMETERS_V1));
		}
	});

	it('carry the moves of 1, 5, 20 and 60 bars in units of what is usual for them, 8 at most', () => {
		// A jump of ninety times the usual move at bar 110.
		const grid = gridOf(1, 120, (random, _row, bar) => (bar === 110 ? 90 : normal(random)));
		const { mad, x, moves } = computeForecastScales(grid, 0, PARAMETERS_V1);
		const at = (values: Float64Array, bar: number): number => values[bar]!;
		for (const bar of [40, 80, 109, 111, 119])
			for (const [m, length] of [1, 5, 20, 60].entries()) {
				const z = (at(x, bar) - at(x, bar - length)) / (at(mad, bar) * Math.sqrt(length));
				const found = at(moves, 4 * bar + m);
				if (bar < length || Number.isNaN(z)) expect(found).toBeNaN();
				else expect(found).toBeCloseTo(Math.max(-8, Math.min(8, z)), 9);
			}
		expect(at(moves, 4 * 110)).toBe(8);
	});

	it('have none of a series that never moves', () => {
		const still = computeForecastScales(
			gridOf(1, 120, () => 0),
			0,
			PARAMETERS_V1,
		);
		expect(still.mix.every(Number.isNaN)).toBe(true);
	});
});

describe('the grid of closes', () => {
	const matrix = (price: number) => {
		const session = createSessionMatrix(26, 1);
		session.close.fill(price);
		session.volume.fill(10);
		return session;
	};

	it('holds the closes of every row, however many sessions come', () => {
		const rows = 3;
		const { grids, addSession } = createCloseGrids(rows, [4], PARAMETERS_V1.clock);
		for (let session = 0; session < 9; session++) {
			const day = createSessionMatrix(26, rows);
			day.volume.fill(10);
			for (let cell = 0; cell < 26 * rows; cell++) day.close[cell] = 100 * (1 + (cell % rows)) + session;
			addSession(day, utcMs(session * 86_400_000), 26, {});
		}
		const [days] = grids as [CloseGrid];
		const expected = Array.from({ length: 9 * rows }, (_, at) => 100 * (1 + (at % rows)) + Math.floor(at / rows));
		expect([...days.close.subarray(0, 9 * rows)]).toEqual(expected);
		expect([...days.x.subarray(0, 9 * rows)]).toEqual(expected.map(Math.log));
	});

	it('takes splits and dividends out of the series, and cuts a running bar at what has elapsed', () => {
		const frames: TimeframeIndex[] = [2, 4];
		const { grids, addSession } = createCloseGrids(1, frames, PARAMETERS_V1.clock);
		const open = utcMs(Date.UTC(2024, 4, 1, 13, 30));
		addSession(matrix(100), open, 26, {});
		addSession(matrix(25), utcMs(open + 86_400_000), 26, { splits: [{ row: 0, ratio: 4 }] });
		addSession(matrix(24.5), utcMs(open + 2 * 86_400_000), 6, { dividends: [{ row: 0, amount: 0.5 }] });
		const [hours, days] = grids as [CloseGrid, CloseGrid];
		expect([hours.bars, days.bars, hours.closed]).toEqual([16, 3, false]);
		for (let bar = 0; bar < 3; bar++) expect(days.x[bar]).toBeCloseTo(Math.log(100), 9);
		expect([...days.close.subarray(0, 3)]).toEqual([100, 25, 24.5]);
		expect(days.q[0]).toBeCloseTo(26, 1);
		expect(days.end[2]).toBe(open + 2 * 86_400_000 + 6 * 900_000);
	});
});

it('fits a ridge over any span of bars', () => {
	// y = 3 a - 2 b in bars 1 and 2; bar 0 is different, and one observation lacks a feature.
	const x = Float64Array.of(9, 9, 1, 0, 0, 1, Number.NaN, 1, 1, 1, 2, -1);
	const y = Float64Array.of(1, 3, -2, 7, 1, 8);
	const spans = createRidgeSums(x, y, Uint32Array.of(0, 1, 3, 6), 2);
	expect(fitRidge(spans(1, 3), 0).map((value) => Math.round(value * 1e9) / 1e9)).toEqual([3, -2]);
	expect(Math.abs(fitRidge(spans(1, 3), 1e6)[0]!)).toBeLessThan(1e-4);
	expect(spans(2, 2)).toEqual({ xx: new Float64Array(4), xy: new Float64Array(2) });
	expect(fitRidge(spans(2, 2), 1)).toEqual([0, 0]);
});

const NORMAL = FORECAST_LEVELS.map(normalQuantile);

/** Of a standard normal, in closed form (Gneiting and Raftery 2007). */
function ofNormal(y: number): number {
	const density = Math.exp(-(y ** 2) / 2) / Math.sqrt(2 * Math.PI);
	return y * (2 * normalCdf(y) - 1) + 2 * density - 1 / Math.sqrt(Math.PI);
}

/** t of the scores of a forecast `scale` times as wide as it should be minus those of the right one, over 400 outcomes. */
function compared(seed: number, scale: number): number {
	const random = createRandom(seed);
	const outcomes = Array.from({ length: 400 }, () => random.nextNormal());
	const scores = (width: number): number[] =>
		outcomes.map((y) =>
			crps(
				y,
				NORMAL.map((q) => width * q),
				FORECAST_LEVELS,
			),
		);
	const right = scores(1);
	return dieboldMariano(
		scores(scale).map((score, i) => score - right[i]!),
		1,
	) as number;
}

describe('the continuous ranked probability score', () => {
	it('of two levels equals a sum by hand', () => {
		expect(levelWeights([0.25, 0.75])).toEqual([0.5, 0.5]);
		// Above both quantiles: 2 (.5 x .25 x 2 + .5 x .75 x 1).
		expect(crps(3, [1, 2], [0.25, 0.75])).toBeCloseTo(1.25, 12);
		expect(levelWeights(FORECAST_LEVELS).map((weight) => Number(weight.toFixed(4)))).toEqual([
			0.0625, 0.1125, 0.2, 0.25, 0.2, 0.1125, 0.0625,
		]);
	});

	it('of many levels equals the closed form of a normal', () => {
		const levels = Array.from({ length: 1_999 }, (_, i) => (i + 1) / 2_000);
		const quantiles = levels.map(normalQuantile);
		for (const y of [-2.5, -0.3, 0, 1, 3]) expect(crps(y, quantiles, levels)).toBeCloseTo(ofNormal(y), 2);
		// Seven levels are within an eighth.
		for (const y of [-1, 0, 1]) expect(Math.abs(crps(y, NORMAL, FORECAST_LEVELS) / ofNormal(y) - 1)).toBeLessThan(1 / 8);
	});

	it('prefers the right width, and of two equal forecasts neither', () => {
		for (const scale of [0.5, 2]) expect(compared(1, scale)).toBeGreaterThan(3);
		// One forecast on two series of the same kind.
		const random = createRandom(5);
		const alarms = Array.from({ length: 200 }, () => {
			const values = Array.from(
				{ length: 100 },
				() => crps(random.nextNormal(), NORMAL, FORECAST_LEVELS) - crps(random.nextNormal(), NORMAL, FORECAST_LEVELS),
			);
			return Math.abs(dieboldMariano(values, 1) as number) > 1.96;
		});
		expect(alarms.filter(Boolean).length).toBeLessThan(20);
	});
});
