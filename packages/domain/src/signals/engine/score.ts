import { DEVELOPING, OPTIONS_NULL, PRICE_NULL, SQUEEZE_NULL, VOLUME_NULL } from '../packed.ts';
import type { ParameterSet } from '../parameters.ts';
import { type ReportTable, Z_SERIES } from '../report-table.ts';
import { computeMoveVariance } from './clock.ts';
import { lastCloses } from './fold.ts';
import type { Frame } from './frame-state.ts';
import { recentMedianWith, squeezeZeta } from './scales.ts';
import type { SharedColumns } from './shared-columns.ts';

const SERIES_COUNT = Z_SERIES.length;

/** Returns a packed word with all cells null. */
export function createNullWord(developing: boolean): number {
	return (PRICE_NULL | OPTIONS_NULL | VOLUME_NULL | SQUEEZE_NULL | (developing ? DEVELOPING : 0)) >>> 0;
}

/** Where a timeframe's cells are written in a report: engine row `rows[i]` goes to index i. */
interface ScoreTarget {
	readonly rows: Uint32Array;
	readonly count: number;
	readonly words: Uint32Array;
	/** Returns the z column of a series, by index in Z_SERIES. */
	zColumn(series: number): Float32Array;
	/** Returns the number of levels that z has reached. */
	countLevels(z: number): number;
}

/**
 * Writes depths and z of one timeframe to the table: engine row `rows[i]` to table row i. Scales must be ready. A cell needs a subtraction, a division and
 * five comparisons; NaN passes through all of them and becomes a null bit. Each series has its own short loop, because fewer live variables are faster.
 */
export function scoreFrame(
	frame: Frame,
	shared: SharedColumns,
	rows: Uint32Array,
	count: number,
	table: ReportTable,
	parameters: ParameterSet,
): void {
	const { timeframe } = frame.shape;
	const target: ScoreTarget = {
		rows,
		count,
		words: table.words[timeframe],
		zColumn: (series) =>
			table.z.subarray((timeframe * SERIES_COUNT + series) * table.count, (timeframe * SERIES_COUNT + series + 1) * table.count),
		countLevels: createRingDepth(parameters.rings),
	};
	scorePrices(frame, shared, target);
	scoreVolumes(frame, shared, target, parameters);
	scoreOptions(frame, shared, target, parameters, frame.clock.optionShare);
	scoreSqueezes(frame, target, parameters);
}

function createRingDepth([ring1, ring2, ring3, ring4, ring5]: ParameterSet['rings']): (z: number) => number {
	return (z) => (z >= ring1 ? 1 + (z >= ring2 ? 1 : 0) + (z >= ring3 ? 1 : 0) + (z >= ring4 ? 1 : 0) + (z >= ring5 ? 1 : 0) : 0);
}

/** Recomputes the 1d option cells at index i for a row with option totals of a whole day. These totals are compared with the usual whole day. */
export function scoreOptionDay(
	frame: Frame,
	shared: SharedColumns,
	row: number,
	i: number,
	table: ReportTable,
	parameters: ParameterSet,
): void {
	const words = table.words[frame.shape.timeframe].subarray(i, i + 1);
	words[0] = words[0]! & ~OPTION_CELLS;
	const target: ScoreTarget = {
		rows: Uint32Array.of(row),
		count: 1,
		words,
		zColumn: (series) => table.z.subarray((frame.shape.timeframe * SERIES_COUNT + series) * table.count + i),
		countLevels: createRingDepth(parameters.rings),
	};
	scoreOptions(frame, shared, target, parameters, 1);
}

/** The nibbles of the option sum and of both differences, and the options null bit. */
const OPTION_CELLS = OPTIONS_NULL | (0xf << 8) | (0xff << 16);

function scorePrices(frame: Frame, shared: SharedColumns, { rows, count, words, zColumn, countLevels }: ScoreTarget): void {
	const { shape, clock, columns } = frame;
	const { firstBar } = columns;
	const { sigma: sigmas } = columns.currentScales;
	const close = lastCloses(frame, shared);
	const reference = columns.closes[(clock.bar + 1) % (shape.moveBars + 1)] as Float64Array;
	const sqrtVariance = Math.sqrt(computeMoveVariance(clock));
	const prices = zColumn(0);
	// Keeps the flag a signed 32-bit integer: a number above 2^31 would make the loop use floats.
	const flag = clock.closed ? 0 : DEVELOPING | 0;
	for (let i = 0; i < count; i++) {
		const row = rows[i]!;
		const scale = sigmas[row]!;
		const price = scale === 0 ? 0 : (close[row]! - reference[row]!) / (scale * sqrtVariance);
		const cells = Number.isNaN(price) ? PRICE_NULL : countLevels(price) | (countLevels(-price) << 4);
		words[i] = firstBar[row] === -1 ? cells : cells | flag;
		prices[i] = price;
	}
}

function scoreVolumes({ clock, columns }: Frame, shared: SharedColumns, target: ScoreTarget, { volume }: ParameterSet): void {
	const { rows, count, words, zColumn, countLevels } = target;
	const { amount, currentScales } = columns;
	const { dailyAmount } = shared;
	const scales = currentScales.volume;
	const { volumeShare } = clock;
	const { pseudo } = volume;
	const volumes = zColumn(1);
	for (let i = 0; i < count; i++) {
		const row = rows[i]!;
		const expected = dailyAmount[row]! * volumeShare;
		if (expected > 0) {
			const surge = Math.log((amount[row]! + pseudo) / (expected + pseudo)) / scales[row]!;
			volumes[i] = surge;
			words[i] = words[i]! | (Number.isNaN(surge) ? VOLUME_NULL : countLevels(surge) << 12);
		} else {
			volumes[i] = Number.NaN;
			words[i] = words[i]! | VOLUME_NULL;
		}
	}
}

/** `barShare`: the fraction of a usual day's contracts that is expected in the bar. */
function scoreOptions({ columns }: Frame, shared: SharedColumns, target: ScoreTarget, parameters: ParameterSet, barShare: number): void {
	const { rows, count, words, zColumn, countLevels } = target;
	const { calls, puts, currentScales } = columns;
	const { dailyContracts } = shared;
	const { sum: sumScales, diff: diffScales, diffCentre } = currentScales;
	const { pseudo, minMedianDaily } = parameters.optionSum;
	const { kappaMin, kappaShare } = parameters.optionDiff;
	const sums = zColumn(2);
	const diffs = zColumn(3);
	for (let i = 0; i < count; i++) {
		const row = rows[i]!;
		const daily = dailyContracts[row]!;
		const expected = daily * barShare;
		let sum = Number.NaN;
		let diff = Number.NaN;
		if (expected > 0 && daily >= minMedianDaily) {
			const callContracts = calls[row]!;
			const putContracts = puts[row]!;
			const total = callContracts + putContracts;
			const kappa = kappaShare * expected;
			const b = (callContracts - putContracts) / (total + (kappa > kappaMin ? kappa : kappaMin));
			diff = (b - diffCentre[row]!) / diffScales[row]!;
			sum = Math.log((total + pseudo) / (expected + pseudo)) / sumScales[row]!;
		}
		sums[i] = sum;
		diffs[i] = diff;
		const cells = Number.isNaN(sum) ? OPTIONS_NULL : (countLevels(sum) << 8) | (countLevels(diff) << 20) | (countLevels(-diff) << 16);
		words[i] = words[i]! | cells;
	}
}

function scoreSqueezes(
	{ clock, columns }: Frame,
	{ rows, count, words, zColumn, countLevels }: ScoreTarget,
	parameters: ParameterSet,
): void {
	const { currentScales, range, traded } = columns;
	const { zeta: zetaSoFar, nextUsualRange } = currentScales;
	const { recent, decimals } = parameters.squeeze;
	const roundingFactor = 10 ** decimals;
	const zetas = zColumn(4);
	for (let i = 0; i < count; i++) {
		const row = rows[i]!;
		let zeta = zetaSoFar[row]!;
		if (clock.closed && traded[row] === 1) {
			const barRange = Math.fround(range[row]!);
			// The bar of the first trade has no range.
			if (!Number.isNaN(barRange))
				zeta = squeezeZeta(recentMedianWith(currentScales, row, barRange, recent), nextUsualRange[row]!, parameters, roundingFactor);
		}
		words[i] = words[i]! | (Number.isNaN(zeta) ? SQUEEZE_NULL : countLevels(zeta) << 24);
		zetas[i] = zeta === Number.NEGATIVE_INFINITY ? Number.NaN : zeta;
	}
}
