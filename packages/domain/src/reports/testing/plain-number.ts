import type { Measure } from '../../filters/groups.ts';
import type { ReportTable } from '../../signals/report-table.ts';
import { STRATEGIES } from '../../time/timeframe.ts';
import type { NarrowedList } from '../list/group-tests.ts';

/** Returns a number of a row as displayed, in dollars, posts, percent, minutes or typical moves; null if unknown. */
export function plainNumber(
	{ count, z, price, cap, mentions, change, dollarVolume, listed }: ReportTable,
	row: number,
	measure: Measure,
	{ tab, strategy }: NarrowedList,
): number | null {
	const at = (column: ArrayLike<number>): number => column[row]!;
	const tabs = ['extreme_rise', 'extreme_fall', 'coiled_spring'];
	const slots = tab === 'free' ? 0 : Math.floor(at(listed[STRATEGIES.indexOf(strategy) as 0]) / 32 ** tabs.indexOf(tab)) % 32;
	// z on the longest of the three rated timeframes; each timeframe has five series.
	const zAt = (series: string): number =>
		z[(5 * strategy.slots[2] + ['price', 'volume', 'sum', 'diff', 'squeeze'].indexOf(series)) * count + row]!;
	const known = {
		price: at(price) / 10_000,
		cap: at(cap),
		mentions: at(mentions) < 0 ? Number.NaN : at(mentions),
		change: at(change) === -2_147_483_648 ? Number.NaN : at(change) / 10_000,
		dollar_volume: at(dollarVolume),
		minutes_in_list: slots === 0 ? Number.NaN : 15 * (slots - 1),
		price_z: zAt('price'),
		volume_z: zAt('volume'),
		options_z: zAt('diff'),
	}[measure];
	return Number.isNaN(known) ? null : known;
}
