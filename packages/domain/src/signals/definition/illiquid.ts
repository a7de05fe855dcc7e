import { median } from '../../statistics/median.ts';
import type { ParameterSet } from '../parameters.ts';

/**
 * Whether there are too many empty bars among the grid bars max(1, ref - W + 1)..ref, ref being `move` bars before the last; bar 0 starts the
 * series. Every score of the timeframe is then null.
 */
export function isIlliquid(empty: ArrayLike<boolean | number>, window: number, move: number, parameters: ParameterSet): boolean {
	const reference = empty.length - 1 - move;
	const start = Math.max(1, reference - window + 1);
	let untraded = 0;
	for (let bar = start; bar <= reference; bar++) if (empty[bar]) untraded++;
	return untraded > parameters.illiquidShare * (reference - start + 1);
}

/**
 * Whether the ticker can be in a tab. `price` is its last traded close as printed; `dollarVolumes` the last close x volume of all earlier sessions
 * since the first trade, oldest first, 0 for one without trades. Not eligible without an earlier session.
 */
export function isEligible(price: number, dollarVolumes: readonly number[], parameters: ParameterSet): boolean {
	return (
		price >= parameters.eligible.price &&
		(median(dollarVolumes.slice(-parameters.daily.sessions)) ?? Number.NEGATIVE_INFINITY) >= parameters.eligible.dollarVolume
	);
}
