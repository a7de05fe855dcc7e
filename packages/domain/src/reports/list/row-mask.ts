import { type ReportTable, Z_PER_ROW } from '../../signals/report-table.ts';
import type { Page, RankedPage } from './ranking.ts';

/** Finds the row of a ticker in a report, by binary search; -1 if it isn't in the report. */
export function rowOfTicker({ tickerId, count }: Pick<ReportTable, 'tickerId' | 'count'>, id: number): number {
	let low = 0;
	let high = count;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (tickerId[middle]! < id) low = middle + 1;
		else high = middle;
	}
	return low < count && tickerId[low] === id ? low : -1;
}

/** Returns 1 for each row whose ticker is among `ids`; ids that aren't in the report are ignored. */
export function rowMask(table: Pick<ReportTable, 'tickerId' | 'count'>, ids: Iterable<number>): Uint8Array {
	const mask = new Uint8Array(table.count);
	for (const id of ids) {
		const row = rowOfTicker(table, id);
		if (row !== -1) mask[row] = 1;
	}
	return mask;
}

/** A user's restrictions on a shared ranking, as masks over the report's rows. */
export interface RowChoice {
	/** Keeps only these rows. */
	readonly only?: Uint8Array | undefined;
	/** Excludes rows in any of these masks. */
	readonly hidden: readonly Uint8Array[];
}

/** Returns a page of the rows of a complete ranking that pass the masks; `total` is the number of such rows on all pages. */
export function choosePage(ranking: Pick<RankedPage, 'rows' | 'rates'>, { only, hidden }: RowChoice, { skip, max }: Page): RankedPage {
	const from = ranking.rows;
	const hiddenMask = anyOf(hidden);
	if (hiddenMask === undefined && only === undefined) {
		return { total: from.length, rows: from.subarray(skip, skip + max), rates: ranking.rates.subarray(skip, skip + max) };
	}
	const rows = new Uint32Array(Math.min(max, from.length));
	const rates = new Uint16Array(rows.length);
	const end = skip + rows.length;
	let total = 0;
	for (let at = 0; at < from.length; at++) {
		const row = from[at]!;
		if (hiddenMask !== undefined && hiddenMask[row] === 1) continue;
		if (only !== undefined && only[row] === 0) continue;
		if (total >= skip && total < end) {
			rows[total - skip] = row;
			rates[total - skip] = ranking.rates[at]!;
		}
		total++;
	}
	const filled = Math.max(0, Math.min(rows.length, total - skip));
	return { total, rows: rows.subarray(0, filled), rates: rates.subarray(0, filled) };
}

/** Returns all rows of a ranking that pass the masks, in order. */
export function chooseRows(ranking: Pick<RankedPage, 'rows' | 'rates'>, choice: RowChoice): Uint32Array {
	return choosePage(ranking, choice, { skip: 0, max: ranking.rows.length }).rows;
}

/** Returns the union of the masks; undefined if there are none. */
function anyOf(masks: readonly Uint8Array[]): Uint8Array | undefined {
	const [first, ...rest] = masks;
	if (!first || rest.length === 0) return first;
	const any = first.slice();
	for (const mask of rest) for (let row = 0; row < any.length; row++) if (mask[row] === 1) any[row] = 1;
	return any;
}

/** Reduces the report to one row, so that list rules can be applied to one ticker. */
export function singleRow(table: ReportTable, row: number): ReportTable {
	const one = <A extends { subarray(from: number, to: number): A }>(column: A): A => column.subarray(row, row + 1);
	const [a, b, c, d, e] = table.words;
	return {
		...table,
		count: 1,
		tickerId: one(table.tickerId),
		words: [one(a), one(b), one(c), one(d), one(e)],
		z: Float32Array.from({ length: Z_PER_ROW }, (_, column) => table.z[column * table.count + row] ?? Number.NaN),
		price: one(table.price),
		cap: one(table.cap),
		mentions: one(table.mentions),
		change: one(table.change),
		dollarVolume: one(table.dollarVolume),
		listed: [one(table.listed[0]), one(table.listed[1]), one(table.listed[2])],
		information: one(table.information),
		flags: one(table.flags),
	};
}
