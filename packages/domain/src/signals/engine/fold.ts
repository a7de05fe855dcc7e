import type { ParameterSet } from '../parameters.ts';
import type { Frame } from './frame-state.ts';
import type { SharedColumns } from './shared-columns.ts';
import { insertValue } from './sorted-window.ts';

/** Returns ln of the last close by row, as used by a timeframe: 1d includes vendors' daily rows, other timeframes use only slots. */
export function lastCloses(frame: Frame, shared: SharedColumns): Float64Array {
	return frame.shape.timeframe === 4 ? shared.dayClose : shared.close;
}

/** Computes the true range of a closing bar, relative to the previous bar's close and normalised by the clock variance since the last trade. */
export function computeBarRanges({ shape, columns, clock }: Frame): void {
	const { traded, high, low, gapQ, range } = columns;
	const ringLength = shape.moveBars + 1;
	const previousCloses = columns.closes[(clock.bar + ringLength - 1) % ringLength] as Float64Array;
	for (let row = 0; row < traded.length; row++) {
		const previousClose = previousCloses[row]!;
		range[row] =
			traded[row] === 1
				? (Math.max(high[row]!, previousClose) - Math.min(low[row]!, previousClose)) / Math.sqrt(gapQ[row]! + clock.q)
				: Number.NaN;
	}
}

/** Adds the closed current bar of rows [from, to) to the windows, and carries its close forward. */
export function foldBar(frame: Frame, from: number, to: number, shared: SharedColumns, parameters: ParameterSet): void {
	foldPrices(frame, from, to, shared);
	foldAmounts(frame, from, to, shared, parameters);
}

function foldPrices({ shape, columns, clock, sorted }: Frame, from: number, to: number, shared: SharedColumns): void {
	const { windowBars, moveBars, recentBars, timeframe } = shape;
	const { bar, q } = clock;
	const { traded, firstBar, gapQ, steps, stepCount, recentRanges, olderRanges, rangeCount, range, emptyCount } = columns;
	const closes = timeframe === 4 ? shared.dayClose : shared.close;
	const barCloses = columns.closes[bar % (moveBars + 1)] as Float64Array;
	const previousCloses = columns.closes[(bar + moveBars) % (moveBars + 1)] as Float64Array;
	const pendingSteps = columns.pendingSteps[bar % moveBars] as Float32Array;
	// The reference bar advances by one, and its step enters the window. The bar also enters the count of empty bars, and the bar W earlier leaves the count.
	const enteringSteps = columns.pendingSteps[(bar + 1) % moveBars] as Float32Array;
	const gridLength = moveBars + windowBars;
	const barEmpty = columns.emptyFlags[bar % gridLength] as Uint8Array;
	const enteringEmpty = columns.emptyFlags[(bar + 1 + windowBars) % gridLength] as Uint8Array;
	const leavingEmpty = columns.emptyFlags[(bar + 1) % gridLength] as Uint8Array;
	for (let row = from; row < to; row++) {
		if (traded[row] === 1) {
			const step = Math.abs(closes[row]! - previousCloses[row]!) / Math.sqrt(gapQ[row]! + q);
			gapQ[row] = 0;
			pendingSteps[row] = step;
			barEmpty[row] = 0;
			// The first bar has neither a step nor a range, because there is no earlier close.
			if (!Number.isNaN(step)) {
				const count = rangeCount[row]!;
				const evicted = insertValue(recentRanges, recentBars, row, count, range[row]!, sorted);
				if (count >= recentBars) insertValue(olderRanges, windowBars, row, count - recentBars, evicted, sorted);
				rangeCount[row] = count + 1;
			}
		} else {
			pendingSteps[row] = Number.NaN;
			const hasStarted = firstBar[row] === -1 ? 0 : 1;
			barEmpty[row] = hasStarted;
			if (hasStarted === 1) gapQ[row] = gapQ[row]! + q;
		}
		barCloses[row] = closes[row]!;
		const step = enteringSteps[row]!;
		if (!Number.isNaN(step)) {
			const count = stepCount[row]!;
			insertValue(steps, windowBars, row, count, step, sorted);
			stepCount[row] = count + 1;
		}
		emptyCount[row] = emptyCount[row]! + enteringEmpty[row]! - leavingEmpty[row]!;
	}
}

function foldAmounts(
	{ shape, columns, clock, sorted }: Frame,
	from: number,
	to: number,
	shared: SharedColumns,
	parameters: ParameterSet,
): void {
	const { windowBars } = shape;
	const { firstBar, amount, calls, puts, surges, surgeCount, sums, diffs, optionCount } = columns;
	const { dailyAmount, dailyContracts, eodCalls } = shared;
	const isDay = shape.timeframe === 4;
	const { pseudo } = parameters.volume;
	const { pseudo: optionPseudo } = parameters.optionSum;
	const { kappaMin, kappaShare } = parameters.optionDiff;
	for (let row = from; row < to; row++) {
		if (firstBar[row] === -1) continue;
		const expected = dailyAmount[row]! * clock.volumeShare;
		if (expected > 0) {
			const count = surgeCount[row]!;
			const factor = (amount[row]! + pseudo) / (expected + pseudo);
			insertValue(surges, windowBars, row, count, factor < 1 ? 1 / factor : factor, sorted);
			surgeCount[row] = count + 1;
		}
		// Totals of a whole day are compared with a whole day.
		const share = isDay && !Number.isNaN(eodCalls[row]) ? 1 : clock.optionShare;
		const expectedContracts = dailyContracts[row]! * share;
		const callContracts = calls[row]!;
		const total = callContracts + puts[row]!;
		if (expectedContracts > 0 && total >= 0) {
			const count = optionCount[row]!;
			const factor = (total + optionPseudo) / (expectedContracts + optionPseudo);
			insertValue(sums, windowBars, row, count, factor < 1 ? 1 / factor : factor, sorted);
			insertValue(
				diffs,
				windowBars,
				row,
				count,
				(callContracts - puts[row]!) / (total + Math.max(kappaMin, kappaShare * expectedContracts)),
				sorted,
			);
			optionCount[row] = count + 1;
		}
	}
}
