import { median } from '../../statistics/median.ts';
import type { ParameterSet } from '../parameters.ts';

/**
 * Whether the ticker can be in a tab. `price` is its last traded close as printed; `dollarVolumes` the last close x volume of all earlier sessions
 * since the first trade, oldest first, 0 for one without trades. Not eligible without an earlier session.
 */
export const isEligible = (price: number, dollarVolumes: readonly number[], parameters: ParameterSet): boolean =>
	price >= parameters.eligible.price &&
	(median(dollarVolumes.slice(-parameters.daily.sessions)) ?? Number.NEGATIVE_INFINITY) >= parameters.eligible.dollarVolume;
