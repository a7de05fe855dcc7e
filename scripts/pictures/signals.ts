/** Draws the pictures of docs/signals.md with the functions and parameters of the scores. */
import { forecastBand } from '@sw/domain/forecast/band';
import { depthOf } from '@sw/domain/signals/cells';
import { balance } from '@sw/domain/signals/definition/options';
import { priceScore } from '@sw/domain/signals/definition/price';
import { squeezeScore } from '@sw/domain/signals/definition/squeeze';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { wilson } from '@sw/domain/statistics/hit-stats';
import { luckLine } from '@sw/domain/statistics/luck-line';
import { shrinkHitRate } from '@sw/domain/statistics/shrink';
import { drawPlot, type Plot } from './plot.ts';

const PARAMETERS = PARAMETERS_V1;

function range(from: number, to: number, steps: number): number[] {
	return Array.from({ length: steps + 1 }, (_, i) => from + ((to - from) * i) / steps);
}

const SLOT_TICKS = [0, 5, 10, 15, 20, 25];

const clockPlot: Plot = {
	title: '1.2 Clock: typical size of a return in each quarter-hour (slot 0 holds the night)',
	x: { label: 'slot of the session', from: -1, to: 26, ticks: SLOT_TICKS },
	y: { label: 'f', from: 0, to: 3.5, ticks: [0, 1, 2, 3] },
	bars: PARAMETERS.clock,
};

/** Closes of the first hand-computed case: a swing between 100 and 101, then a rise. */
const SWING = [100, 101, 100, 101, 100, 101];
const RISE = [103, 104.5, 106, 107.5, 109.08];

const volumePlot: Plot = {
	title: '1.4 Volume: share of a usual day that is expected in each quarter-hour',
	x: { label: 'slot of the session', from: -1, to: 26, ticks: SLOT_TICKS },
	y: { label: 'g', from: 0, to: 0.14, ticks: [0, 0.05, 0.1] },
	bars: PARAMETERS.volumeShare,
};

const optionsPlot: Plot = {
	title: '1.5 Options: balance of calls against 10 puts; a quiet bar cannot look extreme',
	x: { label: 'calls', from: 0, to: 100, ticks: [0, 25, 50, 75, 100] },
	y: { label: 'b', from: -1, to: 1, ticks: [-1, -0.5, 0, 0.5, 1] },
	lines: [
		{ label: 'damped by kappa', points: range(0, 100, 50).map((calls) => [calls, balance(calls, 10, 80, PARAMETERS)] as const) },
		{ label: 'not damped', points: range(0, 100, 50).map((calls) => [calls, (calls - 10) / (calls + 10)] as const), dashed: true },
	],
};

const squeezePlot: Plot = {
	title: '1.6 Squeeze: levels by the ratio of the recent to the usual range; below .40 it is pinned',
	x: { label: 'q = recent range / usual range', from: 0.3, to: 0.9, ticks: [0.4, 0.5, 0.6, 0.7, 0.8, 0.9] },
	y: { label: 'depth', from: 0, to: 5.5, ticks: [0, 1, 2, 3, 4, 5] },
	lines: [
		{
			label: 'depth',
			points: range(0.3, 0.9, 240).map(
				(q) => [q, squeezeScore(Array(PARAMETERS.squeeze.recent).fill(q), [1], 1, false, PARAMETERS).depth ?? 0] as const,
			),
		},
	],
};

/** Measured percentages of readings at levels 1 to 5 or above (table of 1.7): price up, daily, 4,896 US tickers from 2015-07 to 2016-09. */
const MEASURED_PERCENT = [9.12, 4.53, 2.35, 1.28, 0.45];
/** The same percentages under a normal distribution: its upper tail at each level. */
const NORMAL_PERCENT = [6.681, 2.275, 0.621, 0.135, 0.00317];
const rarityPlot: Plot = {
	title: '1.7 Rarity: each level is about half as common as the one before (under a normal distribution, almost never)',
	x: { label: 'level', from: 1, to: 5, ticks: [1, 2, 3, 4, 5] },
	y: { label: '% of readings, log scale', from: 0.003, to: 20, ticks: [0.01, 0.1, 1, 10], log: true },
	lines: [
		{ label: 'measured', points: MEASURED_PERCENT.map((share, at) => [at + 1, share] as const) },
		{ label: 'normal', points: NORMAL_PERCENT.map((share, at) => [at + 1, share] as const), dashed: true },
	],
};

const depthPlot: Plot = {
	title: '1.7 Depth: levels that z has reached, and the weight of a cell in the three slots',
	x: { label: 'z, typical moves', from: 0, to: 5, ticks: [0, 1, 2, 3, 4, 5] },
	y: { label: 'points of the rate', from: 0, to: 21, ticks: [0, 5, 10, 15, 20] },
	lines: PARAMETERS.slotWeights.map((weight, slot) => ({
		label: `slot ${slot + 1}, weight ${weight}`,
		points: range(0, 5, 250).map((z) => [z, weight * (depthOf(z, PARAMETERS.rings) ?? 0)] as const),
	})),
};

const intervalPlot: Plot = {
	title: '3.2 Interval: what a hit rate of 54 % means, by effective sample size',
	x: { label: 'n_eff, log scale', from: 10, to: 10_000, ticks: [10, 100, 1_000, 10_000], log: true },
	y: { label: '%', from: 25, to: 85, ticks: [30, 40, 50, 60, 70, 80] },
	lines: [0, 1].map((bound) => ({
		label: bound === 0 ? '' : '95 % interval',
		colour: 0,
		points: range(Math.log(10), Math.log(10_000), 60).map((n) => [Math.exp(n), 100 * wilson(0.54, Math.exp(n))[bound as 0 | 1]] as const),
	})),
	levels: [{ at: 50, label: 'a coin' }],
};

const luckPlot: Plot = {
	title: '3.2 Luck line: the 95th percentile of the best of N coins',
	x: { label: 'trials, log scale', from: 1, to: 1_000, ticks: [1, 10, 100, 1_000], log: true },
	y: { label: '%', from: 50, to: 70, ticks: [50, 55, 60, 65, 70] },
	lines: [100, 400, 1_600].map((n) => ({
		label: `${n} episodes each`,
		points: range(0, Math.log(1_000), 60).map((trials) => [Math.exp(trials), 100 * luckLine(Math.exp(trials), n)] as const),
	})),
};

const shrinkagePlot: Plot = {
	title: '3.2 Shrinkage: the rate shown for a ticker that hit nine times in ten, beside a filter of 51 %',
	x: { label: 'its episodes', from: 0, to: 500, ticks: [0, 100, 200, 300, 400, 500] },
	y: { label: '%', from: 45, to: 95, ticks: [50, 60, 70, 80, 90] },
	lines: [{ label: 'shown', points: range(0, 500, 50).map((n) => [n, 100 * shrinkHitRate(0.9 * n, n, 0.51)] as const) }],
	levels: [{ at: 90, label: 'raw' }],
};

/** Quantiles of a fat-tailed forecast error in units of its scale, similar to conformal quantiles. */
const QUANTILES = [-2.25, -1.27, -0.63, 0, 0.63, 1.27, 2.25];

/** SVG of each picture, by its path from the root. */
export function drawSignalPictures(): Record<string, string> {
	return Object.fromEntries(
		Object.entries({
			clock: clockPlot,
			price: createPricePlot(),
			volume: volumePlot,
			options: optionsPlot,
			squeeze: squeezePlot,
			depth: depthPlot,
			rarity: rarityPlot,
			interval: intervalPlot,
			luck: luckPlot,
			shrunk: shrinkagePlot,
			fan: createFanPlot(),
		}).map(([name, plot]) => [`docs/generated/signals/${name}.svg`, drawPlot(plot)]),
	);
}

function createFanPlot(): Plot {
	const createBandPoints = (quantileIndex: number) =>
		range(0, 10, 20).map((bars) => [bars, forecastBand(100, 0.012, bars, QUANTILES)[quantileIndex]!] as const);
	const bandNames = ['95 %', '80 %', '50 %', 'median'];
	return {
		title: '4 Forecast: a fan around the last price, widening with the clock; no direction',
		x: { label: 'bars ahead', from: 0, to: 10, ticks: [0, 2, 4, 6, 8, 10] },
		y: { label: 'dollars', from: 90, to: 110, ticks: [90, 95, 100, 105, 110] },
		lines: [6, 5, 4, 3, 2, 1, 0].map((quantileIndex) => ({
			label: bandNames[quantileIndex > 3 ? 6 - quantileIndex : quantileIndex]!,
			points: createBandPoints(quantileIndex),
			colour: Math.abs(quantileIndex - 3),
			dashed: quantileIndex === 3,
		})),
	};
}

function createPricePlot(): Plot {
	const closes = [...SWING, ...RISE];
	const score = priceScore({ closes, q: closes.map(() => 1), empty: closes.map(() => false) }, 5, 5, {
		...PARAMETERS,
		moveBars: [5, 5, 5, 5, 5],
	});
	const base = SWING.at(-1)!;
	return {
		title: `1.3 Price: z = ${(score.z ?? 0).toFixed(2)}, depth ${score.short}; levels that the last close must reach`,
		x: { label: 'bar', from: 0, to: 10, ticks: [0, 5, 10] },
		y: { label: 'close, dollars', from: 99, to: 116, ticks: [100, 105, 110, 115] },
		lines: [{ label: '', points: closes.map((close, bar) => [bar, close] as const) }],
		levels: PARAMETERS.rings.map((ring, at) => ({
			at: base * Math.exp(ring * (score.sigma ?? 0) * Math.sqrt(5)),
			label: `level ${at + 1}`,
		})),
	};
}
