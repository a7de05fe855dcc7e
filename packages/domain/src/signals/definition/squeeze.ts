import { median } from '../../statistics/median.ts';
import { depthOf } from '../cells.ts';
import type { ParameterSet } from '../parameters.ts';
import type { Status } from '../status.ts';

export interface SqueezeScore {
	status: Status;
	/** Recent median range, divided by the usual one. */
	q: number | null;
	/** Used like z: the narrower the range, the higher. */
	zeta: number | null;
	depth: number | null;
}

/** Computes the true range of a closed bar, as a log return per square root of clock variance. `q` is the clock variance since the previous traded bar. */
export function trueRange(high: number, low: number, previousClose: number, q: number): number {
	return Math.log(Math.max(high, previousClose) / Math.min(low, previousClose)) / Math.sqrt(q);
}

/**
 * Computes the squeeze (signals.md 1.6 and 1.9.13): compares the medians of `recentRanges` and `windowRanges`. `recentRanges` has the true ranges of the last
 * traded closed bars, `windowRanges` those of the W bars before them. `minValues` is the minimum length of `windowRanges`.
 */
export function squeezeScore(
	recentRanges: readonly number[],
	windowRanges: readonly number[],
	minValues: number,
	illiquid: boolean,
	parameters: ParameterSet,
): SqueezeScore {
	const { squeeze } = parameters;
	if (recentRanges.length < squeeze.recent || windowRanges.length < minValues)
		return { status: 'warming', q: null, zeta: null, depth: null };
	if (illiquid) return { status: 'illiquid', q: null, zeta: null, depth: null };
	const usualRange = median(windowRanges) as number;
	const q = (median(recentRanges) as number) / usualRange;
	if (usualRange <= parameters.flatBelow) return { status: 'flat', q: null, zeta: null, depth: 0 };
	const zeta = roundHalfAwayFromZero(squeeze.base + squeeze.slope * (squeeze.pivot - q), squeeze.decimals);
	if (!Number.isFinite(zeta)) return { status: 'missing', q: null, zeta: null, depth: null };
	if (q < squeeze.pinnedBelow) return { status: 'pinned', q, zeta: null, depth: 0 };
	return { status: 'ok', q, zeta, depth: depthOf(zeta, parameters.rings) };
}

/** Rounds half away from zero, so that a number and its negative round to the same absolute value. */
export function roundHalfAwayFromZero(value: number, decimals: number): number {
	const scale = 10 ** decimals;
	return (Math.sign(value) * Math.round(Math.abs(value) * scale)) / scale;
}
