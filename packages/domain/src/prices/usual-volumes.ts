import { median } from '../statistics/median.ts';

/** What one session traded: NaN closes where a row did not trade, and new shares for one old since then. */
export interface TradedDay {
	readonly close: ArrayLike<number>;
	readonly volume: ArrayLike<number>;
	readonly ratios: ArrayLike<number> | undefined;
}

/**
 * Usual shares of a day, by row: the median over sessions, oldest first, as in the volume of the wheel (signals.md 1.4). Sessions before a row's first trade
 * do not count; NaN where fewer than `least` are left.
 */
export function medianVolumes(days: readonly TradedDay[], rows: number, minimum: number): Float64Array {
	return Float64Array.from({ length: rows }, (_, row) => {
		const first = days.findIndex(({ close }) => !Number.isNaN(close[row]));
		const known = first === -1 ? [] : days.slice(first).map(({ volume, ratios }) => volume[row]! * (ratios?.[row] ?? 1));
		return known.length < minimum ? Number.NaN : (median(known) ?? Number.NaN);
	});
}
