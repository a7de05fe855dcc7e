import { type ParameterSet, priceFloor } from '../parameters.ts';
import { STATUSES, type Status } from '../status.ts';
import type { Frame, ScaleColumns } from './frame-state.ts';
import {
	indexOfPlace,
	medianAt,
	medianDeviationAt,
	medianLogAt,
	medianWith,
	middleWithout,
	type SortedWindow,
	sortRow,
	unsortRow,
} from './sorted-window.ts';

/** Returns the index of a status in STATUSES, as stored in status columns. */
export function statusCode(status: Status): number {
	return STATUSES.indexOf(status);
}

const OK = statusCode('ok');
const FLAT = statusCode('flat');
const WARMING = statusCode('warming');
const ILLIQUID = statusCode('illiquid');

const middleValues = new Float64Array(3);

type WindowVisitor = (window: SortedWindow, size: number, row: number, count: number) => void;

/** Sorts the windows of all rows; they stay sorted from then on. */
export function sortWindows(frame: Frame): void {
	if (frame.sorted) return;
	for (let row = 0; row < frame.columns.stepCount.length; row++) forEachWindow(frame, row, sortRow);
	frame.sorted = true;
}

function forEachWindow({ columns, shape }: Frame, row: number, visit: WindowVisitor): void {
	const { windowBars, recentBars } = shape;
	const visitWindow = (values: SortedWindow, size: number, count: number): void => visit(values, size, row, Math.min(count, size));
	visitWindow(columns.steps, windowBars, columns.stepCount[row]!);
	visitWindow(columns.surges, windowBars, columns.surgeCount[row]!);
	visitWindow(columns.sums, windowBars, columns.optionCount[row]!);
	visitWindow(columns.diffs, windowBars, columns.optionCount[row]!);
	const ranges = columns.rangeCount[row]!;
	visitWindow(columns.recentRanges, recentBars, ranges);
	visitWindow(columns.olderRanges, windowBars, Math.max(0, ranges - recentBars));
}

/**
 * Computes the scales of rows [firstRow, endRow) for bar `bar` (signals.md 1.3 to 1.6; order of statuses in 1.9.11 to 1.9.13). The windows must be sorted
 * and contain all earlier bars.
 */
export function computeScales(
	frame: Frame,
	bar: number,
	firstRow: number,
	endRow: number,
	out: ScaleColumns,
	parameters: ParameterSet,
): void {
	for (let row = firstRow; row < endRow; row++) {
		const isIlliquid = hasTooManyEmptyBars(frame, bar, row, parameters);
		computePriceScale(frame, bar, row, isIlliquid, out, parameters);
		computeAmountScales(frame, row, isIlliquid, out, parameters);
		computeSqueezeScales(frame, row, isIlliquid, out, parameters);
	}
}

/** Whether too many grid bars up to the reference bar of `bar` are empty. */
function hasTooManyEmptyBars({ shape, columns }: Frame, bar: number, row: number, parameters: ParameterSet): boolean {
	const barsSinceStart = bar - shape.moveBars - columns.firstBar[row]!;
	return (
		columns.firstBar[row] !== -1 &&
		columns.emptyCount[row]! > parameters.illiquidShare * Math.min(Math.max(barsSinceStart, 0), shape.windowBars)
	);
}

/** Computes the scales of one row for the current bar. Also works during a replay: windows that weren't sorted are restored afterwards. */
export function computeRowScales(frame: Frame, row: number, parameters: ParameterSet): void {
	if (!frame.sorted) forEachWindow(frame, row, sortRow);
	computeScales(frame, frame.clock.bar, row, row + 1, frame.columns.currentScales, parameters);
	if (!frame.sorted) forEachWindow(frame, row, unsortRow);
}

function computePriceScale(
	{ shape, columns }: Frame,
	bar: number,
	row: number,
	isIlliquid: boolean,
	out: ScaleColumns,
	parameters: ParameterSet,
): void {
	const { windowBars, minValues, moveBars } = shape;
	const count = Math.min(columns.stepCount[row]!, windowBars);
	out.sigma[row] = Number.NaN;
	out.priceStatus[row] = count < minValues ? WARMING : isIlliquid ? ILLIQUID : OK;
	if (out.priceStatus[row] !== OK) return;
	const madSigma = parameters.madConstant * medianAt(columns.steps.values, row * windowBars, count);
	if (madSigma <= parameters.flatBelow) {
		out.sigma[row] = 0;
		out.priceStatus[row] = FLAT;
		return;
	}
	const reference = (columns.closes[(bar - moveBars) % (moveBars + 1)] as Float64Array)[row]!;
	out.sigma[row] = Math.max(madSigma, priceFloor(Math.exp(reference), parameters));
}

function computeAmountScales(
	{ shape, columns }: Frame,
	row: number,
	isIlliquid: boolean,
	out: ScaleColumns,
	parameters: ParameterSet,
): void {
	const { windowBars, minValues } = shape;
	const { madConstant, volume, optionSum, optionDiff } = parameters;
	const base = row * windowBars;
	const count = Math.min(columns.surgeCount[row]!, windowBars);
	out.volume[row] = Number.NaN;
	out.volumeStatus[row] = count < minValues ? WARMING : isIlliquid ? ILLIQUID : OK;
	if (out.volumeStatus[row] === OK) out.volume[row] = Math.max(volume.floor, madConstant * medianLogAt(columns.surges.values, base, count));

	const optionBarCount = Math.min(columns.optionCount[row]!, windowBars);
	out.sum[row] = Number.NaN;
	out.diff[row] = Number.NaN;
	out.diffCentre[row] = Number.NaN;
	out.optionStatus[row] = optionBarCount < minValues ? WARMING : isIlliquid ? ILLIQUID : OK;
	if (out.optionStatus[row] !== OK) return;
	out.sum[row] = Math.max(optionSum.floor, madConstant * medianLogAt(columns.sums.values, base, optionBarCount));
	const centre = medianAt(columns.diffs.values, base, optionBarCount);
	out.diffCentre[row] = centre;
	out.diff[row] = Math.max(optionDiff.floor, madConstant * medianDeviationAt(columns.diffs.values, base, optionBarCount, centre));
}

/**
 * Computes the squeeze of the bars closed so far, and the inputs for the next squeeze if the current bar closes with a trade. In that case, each full window
 * loses the oldest value.
 */
function computeSqueezeScales(
	{ shape, columns }: Frame,
	row: number,
	isIlliquid: boolean,
	out: ScaleColumns,
	parameters: ParameterSet,
): void {
	const { windowBars, minValues, recentBars } = shape;
	const { recentRanges, olderRanges } = columns;
	const rangeCount = columns.rangeCount[row]!;
	const olderTotal = Math.max(0, rangeCount - recentBars);
	const olderCount = Math.min(windowBars, olderTotal);
	const nextOlderCount = Math.min(windowBars, Math.max(0, rangeCount - recentBars + 1));
	out.squeezeStatus[row] = olderCount < minValues ? WARMING : isIlliquid ? ILLIQUID : OK;
	out.nextSqueezeStatus[row] = nextOlderCount < minValues ? WARMING : isIlliquid ? ILLIQUID : OK;
	out.zeta[row] = Number.NaN;
	out.nextUsualRange[row] = Number.NaN;
	if (out.nextSqueezeStatus[row] !== OK) return;

	const recentBase = row * recentBars;
	const oldest = indexOfPlace(recentRanges, recentBase, rangeCount % recentBars);
	middleWithout(recentRanges.values, recentBase, recentBars, oldest, middleValues);
	out.medianLow[row] = middleValues[0]!;
	out.medianMid[row] = middleValues[1]!;
	out.medianHigh[row] = middleValues[2]!;

	// A window that isn't full loses no value.
	const base = row * windowBars;
	const isFull = olderCount === windowBars;
	middleWithout(
		olderRanges.values,
		base,
		olderCount,
		isFull ? indexOfPlace(olderRanges, base, olderTotal % windowBars) : olderCount,
		middleValues,
	);
	const oldestRecentRange = recentRanges.values[recentBase + oldest]!;
	out.nextUsualRange[row] = medianWith(oldestRecentRange, middleValues[0]!, middleValues[1]!, middleValues[2]!, nextOlderCount % 2 === 0);
	if (out.squeezeStatus[row] !== OK) return;
	out.recentRange[row] = medianAt(recentRanges.values, recentBase, recentBars);
	out.usualRange[row] = medianAt(olderRanges.values, base, olderCount);
	out.zeta[row] = squeezeZeta(out.recentRange[row]!, out.usualRange[row]!, parameters, 10 ** parameters.squeeze.decimals);
}

/** Returns the median of the recent ranges after `newRange` has replaced the oldest one. */
export function recentMedianWith(scales: ScaleColumns, row: number, newRange: number, recentBars: number): number {
	return medianWith(newRange, scales.medianLow[row]!, scales.medianMid[row]!, scales.medianHigh[row]!, recentBars % 2 === 0);
}

/**
 * Computes zeta of the squeeze; -Infinity if there is no zeta but the depth is 0 (flat, pinned); NaN without a usual range. Rounded to 1 / `roundingFactor`,
 * so that floating-point noise can't decide whether a level at q = .75 is reached (signals.md 1.9.13).
 */
export function squeezeZeta(recentRange: number, usualRange: number, { squeeze, flatBelow }: ParameterSet, roundingFactor: number): number {
	const q = recentRange / usualRange;
	if (usualRange <= flatBelow || q < squeeze.pinnedBelow) return Number.NEGATIVE_INFINITY;
	const zeta = (squeeze.base + squeeze.slope * (squeeze.pivot - q)) * roundingFactor;
	return zeta < 0 ? -Math.floor(0.5 - zeta) / roundingFactor : Math.floor(zeta + 0.5) / roundingFactor;
}
