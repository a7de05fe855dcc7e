import type { TopCategory } from './top-categories.ts';
import type { TopColumns } from './top-columns.ts';
import { intervalFacts, type TopInterval } from './top-lists.ts';

/** Limits of the specification: short intervals exclude tenfold gains, all intervals exclude losses of more than nine tenths. */
const GAIN_BELOW = 9;
const LOSS_FROM = -0.9;

/** A ranking: the first rows, their values, and the number of rows with a value. */
export interface TopRanking {
	rows: Uint32Array;
	values: Float64Array;
	total: number;
}

/** Price change over the interval as a fraction (9 is +900 %); NaN without trades. */
export function priceChange(columns: TopColumns, row: number): number {
	const base = columns.base[row]!;
	return columns.last[row]! / (Number.isNaN(base) ? columns.open[row]! : base) - 1;
}

/** The ranking value of each category; NaN excludes the row. */
const VALUES: Record<TopCategory, (columns: TopColumns, row: number, short: boolean) => number> = {
	active: (c, row) => c.dollars[row]! || Number.NaN,
	gainers: (c, row, short) => {
		const change = priceChange(c, row);
		return change > 0 && !(short && change >= GAIN_BELOW) ? change : Number.NaN;
	},
	losers: (c, row) => {
		const change = priceChange(c, row);
		return change < 0 && change >= LOSS_FROM ? change : Number.NaN;
	},
	unusual_volume: (c, row) => (c.usual[row]! > 0 && c.volume[row]! > 0 ? c.volume[row]! / c.usual[row]! : Number.NaN),
	deviation: (c, row, short) => {
		const rise = c.last[row]! / c.low[row]! - 1;
		return priceChange(c, row) > 0 && !(short && rise >= GAIN_BELOW) ? rise : Number.NaN;
	},
	high: (c, row) => c.last[row]! / c.high[row]! - 1,
	low: (c, row) => c.last[row]! / c.low[row]! - 1,
};

/** Losers start with the largest fall, 'low' with the nearest to its low; all others with the largest value. */
const ASCENDING: ReadonlySet<TopCategory> = new Set(['losers', 'low']);

/** Ranks the rows selected by `include` (1 per row; default: all). Equal values keep the order of rows, so pages never overlap. */
export function rankTops(
	columns: TopColumns,
	category: TopCategory,
	interval: TopInterval,
	size: number,
	include?: Uint8Array,
): TopRanking {
	const value = VALUES[category];
	const { short } = intervalFacts(interval);
	const values = new Float64Array(columns.rows);
	const found = new Uint32Array(columns.rows);
	let total = 0;
	for (let row = 0; row < columns.rows; row++) {
		if (include && include[row] === 0) continue;
		const v = value(columns, row, short);
		if (!Number.isFinite(v)) continue;
		values[row] = v;
		found[total++] = row;
	}
	const sign = ASCENDING.has(category) ? 1 : -1;
	const rows = found
		.subarray(0, total)
		.sort((a, b) => sign * (values[a]! - values[b]!) || a - b)
		.slice(0, size);
	return { rows, values: Float64Array.from(rows, (row) => values[row]!), total };
}
