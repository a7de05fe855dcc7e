import { median } from '../../statistics/median.ts';
import { depthOf } from '../cells.ts';
import { minWindowValues, type ParameterSet, priceFloor } from '../parameters.ts';
import type { Status } from '../status.ts';

/** The grid bars of one ticker and timeframe up to the report, oldest first. The last one is the current bar, developing or just closed. */
export interface PriceBars {
	/** Adjusted closes in dollars; ignored for empty bars. A bar whose close isn't a positive number counts as empty. */
	closes: ArrayLike<number>;
	/** Clock variance of each bar's elapsed slots. */
	q: ArrayLike<number>;
	/** Truthy if nothing traded in the bar. */
	empty: ArrayLike<boolean | number>;
}

/** All numbers are null if the status rules out a measurement. */
export interface PriceScore {
	status: Status;
	/** Typical log return per square root of clock variance. */
	sigma: number | null;
	/** Positive: a rise. */
	z: number | null;
	/** Depths: levels reached by z (`short`, after a rise) and by -z (`long`, after a fall). */
	short: number | null;
	long: number | null;
}

/**
 * Computes the price score (signals.md 1.3, 1.9.5 and 1.9.11): the move over the last `moveBars` bars in typical moves. The scale is computed from the
 * `windowBars` traded bars up to the reference bar, so the move isn't part of its own scale.
 */
export function priceScore(bars: PriceBars, windowBars: number, moveBars: number, parameters: ParameterSet): PriceScore {
	const { closes, q, empty } = trimToFirstTrade(bars);
	const reference = closes.length - 1 - moveBars;

	const steps: number[] = [];
	let [referenceClose, lastClose, elapsedVariance, moveVariance] = [Number.NaN, Number.NaN, 0, 0];
	closes.forEach((close, bar) => {
		elapsedVariance += q[bar] ?? 0;
		if (bar > reference) moveVariance += q[bar] ?? 0;
		if (!empty[bar]) {
			if (bar > 0 && bar <= reference && elapsedVariance > 0)
				steps.push(Math.abs(Math.log(close) - Math.log(lastClose)) / Math.sqrt(elapsedVariance));
			lastClose = close;
			elapsedVariance = 0;
		}
		if (bar === reference) referenceClose = lastClose;
	});
	const windowSteps = steps.slice(-windowBars);
	if (windowSteps.length < minWindowValues(parameters, windowBars)) return createEmptyScore('warming');
	if (isIlliquid(empty, windowBars, moveBars, parameters)) return createEmptyScore('illiquid');

	const madSigma = parameters.madConstant * (median(windowSteps) as number);
	if (madSigma <= parameters.flatBelow) return { status: 'flat', sigma: 0, z: 0, short: 0, long: 0 };
	const sigma = Math.max(madSigma, priceFloor(referenceClose, parameters));
	const z = (Math.log(lastClose) - Math.log(referenceClose)) / (sigma * Math.sqrt(moveVariance));
	if (!(Number.isFinite(z) && Number.isFinite(sigma))) return createEmptyScore('missing');
	return { status: 'ok', sigma, z, short: depthOf(z, parameters.rings), long: depthOf(-z, parameters.rings) };
}

/** Returns the series from the first traded bar on, with every bar without a usable close marked as empty. */
function trimToFirstTrade({ closes, q, empty }: PriceBars) {
	const isEmpty = Array.from(closes, (close, bar) => Boolean(empty[bar]) || !(close > 0 && Number.isFinite(close)));
	const first = isEmpty.indexOf(false);
	const start = first === -1 ? isEmpty.length : first;
	return { closes: Array.from(closes).slice(start), q: Array.from(q).slice(start), empty: isEmpty.slice(start) };
}

function createEmptyScore(status: Status): PriceScore {
	return { status, sigma: null, z: null, short: null, long: null };
}

/**
 * Whether too many of the grid bars max(1, ref - W + 1) to ref are empty. ref is `moveBars` bars before the last bar, and bar 0 is the first traded one. If so,
 * every score of the timeframe is null.
 */
export function isIlliquid(empty: ArrayLike<boolean | number>, windowBars: number, moveBars: number, parameters: ParameterSet): boolean {
	const reference = empty.length - 1 - moveBars;
	const start = Math.max(1, reference - windowBars + 1);
	let emptyCount = 0;
	for (let bar = start; bar <= reference; bar++) if (empty[bar]) emptyCount++;
	return emptyCount > parameters.illiquidShare * (reference - start + 1);
}

/**
 * Whether the ticker can be in a tab. `price` is the last traded close, unadjusted. `dollarVolumes` are last close x volume of all earlier sessions from the
 * first trade on, oldest first; 0 for sessions without trades. Without an earlier session, the ticker isn't eligible.
 */
export function isEligible(price: number, dollarVolumes: readonly number[], parameters: ParameterSet): boolean {
	return (
		price >= parameters.eligible.price &&
		(median(dollarVolumes.slice(-parameters.daily.sessions)) ?? Number.NEGATIVE_INFINITY) >= parameters.eligible.dollarVolume
	);
}
