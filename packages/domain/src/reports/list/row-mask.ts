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
	const rankedRows = ranking.rows;
	const hiddenMask = uniteMasks(hidden);
	if (hiddenMask === undefined && only === undefined) {
		return { total: rankedRows.length, rows: rankedRows.subarray(skip, skip + max), rates: ranking.rates.subarray(skip, skip + max) };
	}
	const rows = new Uint32Array(Math.min(max, rankedRows.length));
	const rates = new Uint16Array(rows.length);
	const end = skip + rows.length;
	let total = 0;
	for (let at = 0; at < rankedRows.length; at++) {
		const row = rankedRows[at]!;
		if (hiddenMask !== undefined && hiddenMask[row] === 1) continue;
		if (only !== undefined && only[row] === 0) continue;
		if (total >= skip && total < end) {
			rows[total - skip] = row;
			rates[total - skip] = ranking.rates[at]!;
		}
		total++;
	}
	const length = Math.max(0, Math.min(rows.length, total - skip));
	return { total, rows: rows.subarray(0, length), rates: rates.subarray(0, length) };
}

/** Returns all rows of a ranking that pass the masks, in order. */
export function chooseRows(ranking: Pick<RankedPage, 'rows' | 'rates'>, choice: RowChoice): Uint32Array {
	return choosePage(ranking, choice, { skip: 0, max: ranking.rows.length }).rows;
}

/** Returns the union of the masks; undefined if there are none. */
function uniteMasks(masks: readonly Uint8Array[]): Uint8Array | undefined {
	const [first, ...otherMasks] = masks;
	if (!first || otherMasks.length === 0) return first;
	const union = first.slice();
	for (const mask of otherMasks) for (let row = 0; row < union.length; row++) if (mask[row] === 1) union[row] = 1;
	return union;
}

/** Reduces the report to one row, so that list rules can be applied to one ticker. */
export function extractRow(table: ReportTable, row: number): ReportTable {
	const sliceRow = <A extends { subarray(from: number, to: number): A }>(column: A): A => column.subarray(row, row + 1);
	const [a, b, c, d, e] = table.words;
	return {
		...table,
		count: 1,
		tickerId: sliceRow(table.tickerId),
		words: [sliceRow(a), sliceRow(b), sliceRow(c), sliceRow(d), sliceRow(e)],
		z: Float32Array.from({ length: Z_PER_ROW }, (_, column) => table.z[column * table.count + row] ?? Number.NaN),
		price: sliceRow(table.price),
		cap: sliceRow(table.cap),
		mentions: sliceRow(table.mentions),
		change: sliceRow(table.change),
		dollarVolume: sliceRow(table.dollarVolume),
		listed: [sliceRow(table.listed[0]), sliceRow(table.listed[1]), sliceRow(table.listed[2])],
		information: sliceRow(table.information),
		flags: sliceRow(table.flags),
	};
}
