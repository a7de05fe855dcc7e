import type { Measure } from '../../filters/groups.ts';
import type { ReportTable } from '../../signals/report-table.ts';

/** A number of a row as a reader sees it, in dollars, posts or percent; null if unknown. */
export function plainNumber({ price, cap, mentions, change, dollarVolume }: ReportTable, row: number, measure: Measure): number | null {
	const at = (column: ArrayLike<number>): number => column[row]!;
	const known = {
		price: at(price) / 10_000,
		cap: at(cap),
		mentions: at(mentions) < 0 ? Number.NaN : at(mentions),
		change: at(change) === -2_147_483_648 ? Number.NaN : at(change) / 10_000,
		dollar_volume: at(dollarVolume),
	}[measure];
	return Number.isNaN(known) ? null : known;
}
