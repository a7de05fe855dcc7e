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
	const { window, recent } = shape;
	const visitWindow = (values: SortedWindow, size: number, count: number): void => visit(values, size, row, Math.min(count, size));
	visitWindow(columns.steps, window, columns.stepCount[row]!);
	visitWindow(columns.surges, window, columns.surgeCount[row]!);
	visitWindow(columns.sums, window, columns.optionCount[row]!);
	visitWindow(columns.diffs, window, columns.optionCount[row]!);
	const ranges = columns.rangeCount[row]!;
	visitWindow(columns.recents, recent, ranges);
	visitWindow(columns.olders, window, Math.max(0, ranges - recent));
}

/**
 * Computes the scales of rows [from, to) for bar number `bar` (signals.md 1.3 to 1.6; order of statuses in 1.9.11 to 1.9.13). The windows must be sorted
 * and contain all earlier bars.
 */
export function computeScales(frame: Frame, bar: number, from: number, to: number, out: ScaleColumns, parameters: ParameterSet): void {
	for (let row = from; row < to; row++) {
		const isIlliquid = hasTooManyEmptyBars(frame, bar, row, parameters);
		computePriceScale(frame, bar, row, isIlliquid, out, parameters);
		computeAmountScales(frame, row, isIlliquid, out, parameters);
		computeSqueezeScales(frame, row, isIlliquid, out, parameters);
	}
}

/** Whether too many grid bars up to the reference bar of `bar` are empty. */
function hasTooManyEmptyBars({ shape, columns }: Frame, bar: number, row: number, parameters: ParameterSet): boolean {
	const barsSinceStart = bar - shape.move - columns.firstBar[row]!;
	return (
		columns.firstBar[row] !== -1 && columns.empties[row]! > parameters.illiquidShare * Math.min(Math.max(barsSinceStart, 0), shape.window)
	);
}

/** Computes the scales of one row for the current bar. Also works during a replay: windows that weren't sorted are restored afterwards. */
export function computeRowScales(frame: Frame, row: number, parameters: ParameterSet): void {
	if (!frame.sorted) forEachWindow(frame, row, sortRow);
	computeScales(frame, frame.clock.bar, row, row + 1, frame.columns.now, parameters);
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
	const { window, minValues, move } = shape;
	const count = Math.min(columns.stepCount[row]!, window);
	out.sigma[row] = Number.NaN;
	out.priceStatus[row] = count < minValues ? WARMING : isIlliquid ? ILLIQUID : OK;
	if (out.priceStatus[row] !== OK) return;
	const madSigma = parameters.madConstant * medianAt(columns.steps.values, row * window, count);
	if (madSigma <= parameters.flatBelow) {
		out.sigma[row] = 0;
		out.priceStatus[row] = FLAT;
		return;
	}
	const reference = (columns.closes[(bar - move) % (move + 1)] as Float64Array)[row]!;
	out.sigma[row] = Math.max(madSigma, priceFloor(Math.exp(reference), parameters));
}

function computeAmountScales(
	{ shape, columns }: Frame,
	row: number,
	isIlliquid: boolean,
	out: ScaleColumns,
	parameters: ParameterSet,
): void {
	const { window, minValues } = shape;
	const { madConstant, volume, optionSum, optionDiff } = parameters;
	const base = row * window;
	const count = Math.min(columns.surgeCount[row]!, window);
	out.volume[row] = Number.NaN;
	out.volumeStatus[row] = count < minValues ? WARMING : isIlliquid ? ILLIQUID : OK;
	if (out.volumeStatus[row] === OK) out.volume[row] = Math.max(volume.floor, madConstant * medianLogAt(columns.surges.values, base, count));

	const bars = Math.min(columns.optionCount[row]!, window);
	out.sum[row] = Number.NaN;
	out.diff[row] = Number.NaN;
	out.diffCentre[row] = Number.NaN;
	out.optionStatus[row] = bars < minValues ? WARMING : isIlliquid ? ILLIQUID : OK;
	if (out.optionStatus[row] !== OK) return;
	out.sum[row] = Math.max(optionSum.floor, madConstant * medianLogAt(columns.sums.values, base, bars));
	const centre = medianAt(columns.diffs.values, base, bars);
	out.diffCentre[row] = centre;
	out.diff[row] = Math.max(optionDiff.floor, madConstant * medianDeviationAt(columns.diffs.values, base, bars, centre));
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
	const { window, minValues, recent } = shape;
	const { recents, olders } = columns;
	const total = columns.rangeCount[row]!;
	const olderTotal = Math.max(0, total - recent);
	const olderCount = Math.min(window, olderTotal);
	const nextOlderCount = Math.min(window, Math.max(0, total - recent + 1));
	out.squeezeStatus[row] = olderCount < minValues ? WARMING : isIlliquid ? ILLIQUID : OK;
	out.nextSqueezeStatus[row] = nextOlderCount < minValues ? WARMING : isIlliquid ? ILLIQUID : OK;
	out.zeta[row] = Number.NaN;
	out.nextUsual[row] = Number.NaN;
	if (out.nextSqueezeStatus[row] !== OK) return;

	const recentBase = row * recent;
	const oldest = indexOfPlace(recents, recentBase, total % recent);
	middleWithout(recents.values, recentBase, recent, oldest, middleValues);
	out.low[row] = middleValues[0]!;
	out.mid[row] = middleValues[1]!;
	out.high[row] = middleValues[2]!;

	// A window that isn't full loses no value.
	const base = row * window;
	const isFull = olderCount === window;
	middleWithout(olders.values, base, olderCount, isFull ? indexOfPlace(olders, base, olderTotal % window) : olderCount, middleValues);
	const nextRange = recents.values[recentBase + oldest]!;
	out.nextUsual[row] = medianWith(nextRange, middleValues[0]!, middleValues[1]!, middleValues[2]!, nextOlderCount % 2 === 0);
	if (out.squeezeStatus[row] !== OK) return;
	out.recent[row] = medianAt(recents.values, recentBase, recent);
	out.usual[row] = medianAt(olders.values, base, olderCount);
	out.zeta[row] = squeezeZeta(out.recent[row]!, out.usual[row]!, parameters, 10 ** parameters.squeeze.decimals);
}

/** Returns the median of the recent ranges after `range` has replaced the oldest one. */
export function recentMedianWith(scales: ScaleColumns, row: number, range: number, recent: number): number {
	return medianWith(range, scales.low[row]!, scales.mid[row]!, scales.high[row]!, recent % 2 === 0);
}

/**
 * Computes zeta of the squeeze; -Infinity if there is no zeta but the depth is 0 (flat, pinned); NaN if the usual range is unknown. Rounded to 1 / `scale`,
 * so that floating-point noise doesn't decide about a level at q = .75 (signals.md 1.9.13).
 */
export function squeezeZeta(recent: number, usual: number, { squeeze, flatBelow }: ParameterSet, scale: number): number {
	const q = recent / usual;
	if (usual <= flatBelow || q < squeeze.pinnedBelow) return Number.NEGATIVE_INFINITY;
	const zeta = (squeeze.base + squeeze.slope * (squeeze.pivot - q)) * scale;
	return zeta < 0 ? -Math.floor(0.5 - zeta) / scale : Math.floor(zeta + 0.5) / scale;
}
