import type { TimeframeIndex } from '../../time/timeframe.ts';
import { minWindowValues, type ParameterSet } from '../parameters.ts';
import { createGridClock, type GridClock } from './clock.ts';
import { createNaNColumn } from './shared-columns.ts';
import { createSortedWindow, MAX_WINDOW } from './sorted-window.ts';

/** Constants of one timeframe. */
export interface FrameShape {
	readonly timeframe: TimeframeIndex;
	/** W: number of values in a window. */
	readonly windowBars: number;
	/** Minimum number of values in a window. */
	readonly minValues: number;
	/** Length of the scored price move: number of bars from the reference bar to the current one. */
	readonly moveBars: number;
	/** Number of newest true ranges that squeeze compares with the W ranges before them. */
	readonly recentBars: number;
}

/** Derives a timeframe's constants. Throws a RangeError if the window is longer than MAX_WINDOW. */
export function createFrameShape(timeframe: TimeframeIndex, parameters: ParameterSet): FrameShape {
	const windowBars = parameters.windowBars[timeframe];
	if (windowBars > MAX_WINDOW) throw new RangeError(`A window of ${windowBars} bars is too long.`);
	return {
		timeframe,
		windowBars,
		minValues: minWindowValues(parameters, windowBars),
		moveBars: parameters.moveBars[timeframe],
		recentBars: parameters.squeeze.recent,
	};
}

/**
 * Everything that a report needs from the windows, by row. The scales depend only on bars before the current one, so they can be computed before the slot has
 * elapsed. If a scale is NaN, the cell is null. Status columns contain an index in STATUSES.
 */
export function createScaleColumns(rows: number) {
	return {
		/** sigma; 0 means flat. */
		sigma: createNaNColumn(rows),
		/** Scales of volume and of the option sum; median (`diffCentre`) and scale (`diff`) of the option balance b. */
		volume: createNaNColumn(rows),
		sum: createNaNColumn(rows),
		diffCentre: createNaNColumn(rows),
		diff: createNaNColumn(rows),
		/** Squeeze of the closed bars so far: zeta (see `squeezeZeta`), and the usual and recent median ranges. */
		zeta: createNaNColumn(rows),
		usualRange: createNaNColumn(rows),
		recentRange: createNaNColumn(rows),
		/** For the squeeze if the current bar closes with a trade: usual range (NaN: null), and inputs of the recent median (see `medianWith`). */
		nextUsualRange: createNaNColumn(rows),
		medianLow: createNaNColumn(rows),
		medianMid: createNaNColumn(rows),
		medianHigh: createNaNColumn(rows),
		priceStatus: new Uint8Array(rows),
		volumeStatus: new Uint8Array(rows),
		optionStatus: new Uint8Array(rows),
		squeezeStatus: new Uint8Array(rows),
		nextSqueezeStatus: new Uint8Array(rows),
	};
}

export type ScaleColumns = ReturnType<typeof createScaleColumns>;

/** Row state of one timeframe: windows (see SortedWindow) with the number of values entered so far, and columns with one value per row. */
export function createFrameColumns(rows: number, { windowBars, moveBars, recentBars }: FrameShape) {
	return {
		/** |x_b - x_prev| / sqrt Q of traded bars up to the reference bar of the next bar. */
		steps: createSortedWindow(rows, windowBars),
		stepCount: new Uint32Array(rows),
		/** Closed bars with a baseline, u = ln(actual / expected): e^|u| of volume (`surges`) and of the option sum (`sums`), and the option balance b (`diffs`). */
		surges: createSortedWindow(rows, windowBars),
		surgeCount: new Uint32Array(rows),
		sums: createSortedWindow(rows, windowBars),
		diffs: createSortedWindow(rows, windowBars),
		optionCount: new Uint32Array(rows),
		/** Normalised true ranges of closed traded bars: the recent ones, and the ones before them. */
		recentRanges: createSortedWindow(rows, recentBars),
		olderRanges: createSortedWindow(rows, windowBars),
		rangeCount: new Uint32Array(rows),

		/** Ring buffer: ln of the last close at the end of each bar; NaN before the first trade. */
		closes: Array.from({ length: moveBars + 1 }, () => createNaNColumn(rows)),
		/** Ring buffer: step of each bar, kept until the bar becomes a reference bar; NaN: none. */
		pendingSteps: createFloatColumns(moveBars, rows),
		/** Ring buffer: 1 if a bar is empty. */
		emptyFlags: Array.from({ length: moveBars + windowBars }, () => new Uint8Array(rows)),
		/** Number of empty bars among the W bars up to the reference bar of the next bar. */
		emptyCount: new Uint16Array(rows),
		/** Number of the bar with the first trade; -1 while there is none. */
		firstBar: new Int32Array(rows).fill(-1),
		/** Clock variance of the empty bars since the last traded one. */
		gapQ: new Float64Array(rows),

		/** The elapsed part of the current bar: ln high and ln low (-Infinity and Infinity while nothing has traded), shares, contracts. */
		traded: new Uint8Array(rows),
		high: new Float64Array(rows).fill(Number.NEGATIVE_INFINITY),
		low: new Float64Array(rows).fill(Number.POSITIVE_INFINITY),
		amount: new Float64Array(rows),
		calls: createNaNColumn(rows),
		puts: createNaNColumn(rows),
		/** Normalised true range of the current bar once it is closed; NaN without one. */
		range: createNaNColumn(rows),

		/** Scales of the current bar and of the next bar. */
		currentScales: createScaleColumns(rows),
		nextScales: createScaleColumns(rows),
	};
}

function createFloatColumns(columnCount: number, rows: number): Float32Array[] {
	return Array.from({ length: columnCount }, () => new Float32Array(rows).fill(Number.NaN));
}

export type FrameColumns = ReturnType<typeof createFrameColumns>;

export interface Frame {
	readonly shape: FrameShape;
	readonly clock: GridClock;
	columns: FrameColumns;
	/** Whether the windows are sorted: true once scales have been computed. */
	sorted: boolean;
	/** Whether the current bar has been added ("folded") to the windows. */
	folded: boolean;
	/** Whether the scales in `columns.currentScales` are valid. */
	ready: boolean;
	/** Whether the scales in `columns.nextScales` are valid. */
	nextReady: boolean;
	/** Number of leading rows already prepared for the next bar (see `prepareFrame`); 0: not started. */
	preparedRows: number;
}

export function createFrame(timeframe: TimeframeIndex, rows: number, parameters: ParameterSet): Frame {
	const shape = createFrameShape(timeframe, parameters);
	return {
		shape,
		clock: createGridClock(timeframe, shape.moveBars),
		columns: createFrameColumns(rows, shape),
		sorted: false,
		folded: true,
		ready: false,
		nextReady: false,
		preparedRows: 0,
	};
}
