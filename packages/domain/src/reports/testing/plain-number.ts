import type { Measure } from '../../filters/groups.ts';
import type { ReportTable } from '../../signals/report-table.ts';
import { STRATEGIES } from '../../time/timeframe.ts';
import type { NarrowedList } from '../list/group-tests.ts';

/** Returns a number of a row as displayed, in dollars, posts, percent, minutes or typical moves; null if unknown. */
export function readPlainNumber(
	{ count, z, price, cap, mentions, change, dollarVolume, listed }: ReportTable,
	row: number,
	measure: Measure,
	{ tab, strategy }: NarrowedList,
): number | null {
	const readColumn = (column: ArrayLike<number>): number => column[row]!;
	const tabs = ['extreme_rise', 'extreme_fall', 'coiled_spring'];
	const listedCode = tab === 'free' ? 0 : Math.floor(readColumn(listed[STRATEGIES.indexOf(strategy) as 0]) / 32 ** tabs.indexOf(tab)) % 32;
	// z on the longest of the three rated timeframes; each timeframe has five series.
	const zAt = (series: string): number =>
		z[(5 * strategy.rated[2] + ['price', 'volume', 'sum', 'diff', 'squeeze'].indexOf(series)) * count + row]!;
	const value = {
		price: readColumn(price) / 10_000,
		cap: readColumn(cap),
		mentions: readColumn(mentions) < 0 ? Number.NaN : readColumn(mentions),
		change: readColumn(change) === -2_147_483_648 ? Number.NaN : readColumn(change) / 10_000,
		dollar_volume: readColumn(dollarVolume),
		minutes_in_list: listedCode === 0 ? Number.NaN : 15 * (listedCode - 1),
		price_z: zAt('price'),
		volume_z: zAt('volume'),
		options_z: zAt('diff'),
	}[measure];
	return Number.isNaN(value) ? null : value;
}
