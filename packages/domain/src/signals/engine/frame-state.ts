import type { TimeframeIndex } from '../../time/timeframe.ts';
import { minWindowValues, type ParameterSet } from '../parameters.ts';
import { type GridClock, gridClock } from './clock.ts';
import { nans } from './shared-columns.ts';
import { MAX_WINDOW, sortedWindow } from './sorted-window.ts';

/** Constants of one timeframe. */
export interface FrameShape {
	readonly timeframe: TimeframeIndex;
	/** W: number of values in a window. */
	readonly window: number;
	/** Minimum number of values in a window. */
	readonly least: number;
	/** Number of bars from the reference bar to the current one. */
	readonly move: number;
	/** Number of newest true ranges. Squeeze compares them with the W ranges before them. */
	readonly recent: number;
}

/** Derives a timeframe's constants. Throws a RangeError if the window is longer than MAX_WINDOW. */
export function frameShape(timeframe: TimeframeIndex, parameters: ParameterSet): FrameShape {
	const window = parameters.windowBars[timeframe];
	if (window > MAX_WINDOW) throw new RangeError(`A window of ${window} bars is too long.`);
	return {
		timeframe,
		window,
		least: minWindowValues(parameters, window),
		move: parameters.moveBars[timeframe],
		recent: parameters.squeeze.recent,
	};
}

/**
 * Everything that a report needs from the windows, by row. The scales depend only on bars before the current one, so they can be computed before the slot has
 * elapsed. If a scale is NaN, the cell is null. Status columns contain an index in STATUSES.
 */
export function scaleColumns(rows: number) {
	return {
		/** sigma; 0 means flat. */
		sigma: nans(rows),
		/** s of volume and of the option sum; m (`diffCentre`) and s (`diff`) of the option balance b. */
		volume: nans(rows),
		sum: nans(rows),
		diffCentre: nans(rows),
		diff: nans(rows),
		/** Squeeze of the closed bars so far: zeta (see `squeezeZeta`), and the usual and recent median ranges. */
		zeta: nans(rows),
		usual: nans(rows),
		recent: nans(rows),
		/** For the squeeze if the current bar closes with a trade: usual range (NaN: null), and inputs of the recent median (see `medianWith`). */
		nextUsual: nans(rows),
		low: nans(rows),
		mid: nans(rows),
		high: nans(rows),
		priceStatus: new Uint8Array(rows),
		volumeStatus: new Uint8Array(rows),
		optionStatus: new Uint8Array(rows),
		squeezeStatus: new Uint8Array(rows),
		nextSqueezeStatus: new Uint8Array(rows),
	};
}

export type ScaleColumns = ReturnType<typeof scaleColumns>;

/** Row state of one timeframe: windows (see SortedWindow) with the number of values entered so far, and columns with one value per row. */
export function frameColumns(rows: number, { window, move, recent }: FrameShape) {
	return {
		/** |x_b - x_prev| / sqrt Q of traded bars up to the reference bar of the next bar. */
		steps: sortedWindow(rows, window),
		stepCount: new Uint32Array(rows),
		/** Of closed bars: e^|u| of volume where there is a baseline; e^|u| of the option sum (`sums`) and b (`diffs`) where options were received. */
		surges: sortedWindow(rows, window),
		surgeCount: new Uint32Array(rows),
		sums: sortedWindow(rows, window),
		diffs: sortedWindow(rows, window),
		optionCount: new Uint32Array(rows),
		/** Normalised true ranges of closed traded bars: the recent ones (`recents`), and the ones before them (`olders`). */
		recents: sortedWindow(rows, recent),
		olders: sortedWindow(rows, window),
		rangeCount: new Uint32Array(rows),

		/** Ring: ln of the last close at the end of each bar; NaN before the first trade. */
		closes: Array.from({ length: move + 1 }, () => nans(rows)),
		/** Ring: step of each bar, kept until the bar becomes a reference bar; NaN: none. */
		pending: floats(move, rows),
		/** Ring: 1 if a bar is empty. */
		empty: Array.from({ length: move + window }, () => new Uint8Array(rows)),
		/** Number of empty bars among the W bars up to the reference bar of the next bar. */
		empties: new Uint16Array(rows),
		/** Number of the bar with the first trade; -1 while there is none. */
		firstBar: new Int32Array(rows).fill(-1),
		/** Clock variance of the empty bars since the last traded one. */
		gapQ: new Float64Array(rows),

		/** The elapsed part of the current bar: ln high and ln low (-Infinity and Infinity while nothing has traded), shares, contracts. */
		traded: new Uint8Array(rows),
		high: new Float64Array(rows).fill(Number.NEGATIVE_INFINITY),
		low: new Float64Array(rows).fill(Number.POSITIVE_INFINITY),
		amount: new Float64Array(rows),
		calls: nans(rows),
		puts: nans(rows),
		/** Normalised true range of the current bar once it is closed; NaN without one. */
		range: nans(rows),

		/** Scales of the current bar and of the next bar. */
		now: scaleColumns(rows),
		next: scaleColumns(rows),
	};
}

function floats(columns: number, rows: number): Float32Array[] {
	return Array.from({ length: columns }, () => new Float32Array(rows).fill(Number.NaN));
}

export type FrameColumns = ReturnType<typeof frameColumns>;

export interface Frame {
	readonly shape: FrameShape;
	readonly clock: GridClock;
	columns: FrameColumns;
	/** Whether the windows are sorted: true once scales have been computed. */
	sorted: boolean;
	/** Whether the current bar has been added to the windows. */
	folded: boolean;
	/** Whether the scales in `columns.now` are valid. */
	ready: boolean;
	/** Whether the scales in `columns.next` are valid. */
	nextReady: boolean;
	/** Number of leading rows already prepared for the next bar (see `prepareFrame`); 0: not started. */
	begun: number;
}

export function frame(timeframe: TimeframeIndex, rows: number, parameters: ParameterSet): Frame {
	const shape = frameShape(timeframe, parameters);
	return {
		shape,
		clock: gridClock(timeframe, shape.move),
		columns: frameColumns(rows, shape),
		sorted: false,
		folded: true,
		ready: false,
		nextReady: false,
		begun: 0,
	};
}
