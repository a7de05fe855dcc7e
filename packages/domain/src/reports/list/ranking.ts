import { rowInformation } from '../../filings/information.ts';
import type { ParameterSet } from '../../signals/parameters.ts';
import { type ReportTable, Z_SERIES } from '../../signals/report-table.ts';
import type { SectorKey } from '../../signals/sector.ts';
import { highestRate, tabSectors } from '../../signals/tabs.ts';
import type { Strategy } from '../../time/timeframe.ts';
import { type SortColumn, zColumn } from './list-columns.ts';
import type { ListQuestion } from './list-question.ts';
import { memberRows } from './ranking-members.ts';
import { computeFineKey, rateMask, weightedDepth } from './rate.ts';

export interface Page {
	readonly skip: number;
	readonly max: number;
}

/** One page of a ranked list. */
export interface RankedPage {
	/** Number of rows on all pages. */
	readonly total: number;
	/** Rows of the table, in order. */
	readonly rows: Uint32Array;
	readonly rates: Uint16Array;
}

/** Ranks symbols in ascending order of code units: the last tie-breaker of a list. */
export function symbolRanks(symbols: readonly string[]): Uint32Array {
	const order = Uint32Array.from(symbols.keys()).sort((a, b) => (symbols[a]! < symbols[b]! ? -1 : 1));
	const ranks = new Uint32Array(symbols.length);
	order.forEach((index, rank) => {
		ranks[index] = rank;
	});
	return ranks;
}

export function countRows(table: ReportTable, question: ListQuestion, parameters: ParameterSet): number {
	return memberRows(table, question, parameters).length;
}

/** Computes the rate of one row, whether or not the row is in the list. */
export function computeRowRate(table: ReportTable, row: number, question: ListQuestion, parameters: ParameterSet): number {
	return weightedDepth(
		table,
		question.strategy,
		parameters,
		rateMask(question.sectors ?? tabSectors(question.tab, question.operation), question.tab),
		row,
	);
}

/** Puts a rate into perspective. */
export interface RateScale {
	/** The highest possible rate. */
	readonly highest: number;
	/** Share of the report's tickers with at least this rate, rounded up to four decimals. */
	readonly share: number;
}

/** Returns the scale of any rate under the question's sectors and timeframes. The table is counted once for all rates. */
export function createRateScale(table: ReportTable, question: ListQuestion, parameters: ParameterSet): (rate: number) => RateScale {
	const sectors = question.sectors ?? tabSectors(question.tab, question.operation);
	const mask = rateMask(sectors, question.tab);
	const highest = highestRate(parameters.slotWeights, sectors.length);
	const countsAtLeast = new Uint32Array(highest + 1);
	for (let row = 0; row < table.count; row++) countsAtLeast[weightedDepth(table, question.strategy, parameters, mask, row)]!++;
	for (let rate = highest; rate > 0; rate--) countsAtLeast[rate - 1]! += countsAtLeast[rate]!;
	return (rate) => ({ highest, share: Math.ceil((countsAtLeast[rate]! * 1e4) / table.count) / 1e4 });
}

/**
 * Returns one page of the matching rows in a total order, so that pages of one report never overlap (signals.md section 2, 1.9.15-16). The order is
 * descending by first key (`sortColumn`, `sortBy` or the rate), extra keys, rate, fine score and market cap, then by symbol. `direction` applies to the first
 * key only. `symbolRank` is the result of `symbolRanks` for the table's rows.
 */
export function rankPage(
	table: ReportTable,
	symbolRank: Uint32Array,
	question: ListQuestion,
	parameters: ParameterSet,
	{ skip, max }: Page,
	/** Price change since the previous session; needed only for sorting by that change. */
	changeOf?: (row: number) => number,
): RankedPage {
	const { tab, operation, strategy, sortBy = [], extraSortBy = [], sortColumn, direction = 'desc' } = question;
	const sectors = question.sectors ?? tabSectors(tab, operation);
	const members = memberRows(table, question, parameters);
	const weightedDepths = (keys: readonly SectorKey[]): Int32Array => {
		const mask = rateMask(keys, tab);
		const values = new Int32Array(members.length);
		for (let i = 0; i < members.length; i++) values[i] = weightedDepth(table, strategy, parameters, mask, members[i]!);
		return values;
	};
	const rates = weightedDepths(sectors);
	const columnValues = (column: Exclude<SortColumn, 'rate'>): Float64Array =>
		Float64Array.from(members, (row) => columnSortValue(table, row, column, strategy, { symbolRank, changeOf }));
	const firstKeys =
		sortColumn !== undefined && sortColumn !== 'rate' ? columnValues(sortColumn) : sortBy.length === 0 ? rates : weightedDepths(sortBy);
	const extraKeys = extraSortBy.map((key) => weightedDepths([key]));
	const sign = direction === 'desc' ? 1 : -1;
	const fineScores = new Float64Array(members.length).fill(Number.NaN);
	const fineScoreAt = (i: number): number => {
		if (Number.isNaN(fineScores[i])) fineScores[i] = computeFineKey(table, strategy, sectors, tab, parameters, members[i]!);
		return fineScores[i]!;
	};
	const capAt = (i: number): number => {
		const cap = table.cap[members[i]!]!;
		return Number.isNaN(cap) ? -1 : cap;
	};

	/** Negative if member a comes before member b. */
	const compare = (a: number, b: number): number => {
		const [keyA, keyB] = [firstKeys[a]!, firstKeys[b]!];
		if (keyA !== keyB && !(Number.isNaN(keyA) && Number.isNaN(keyB))) {
			if (Number.isNaN(keyA)) return 1;
			if (Number.isNaN(keyB)) return -1;
			return (keyB - keyA) * sign;
		}
		for (const values of extraKeys) {
			const difference = values[b]! - values[a]!;
			if (difference !== 0) return difference;
		}
		return (
			rates[b]! - rates[a]! || fineScoreAt(b) - fineScoreAt(a) || capAt(b) - capAt(a) || symbolRank[members[a]!]! - symbolRank[members[b]!]!
		);
	};
	const page = topRows(members.length, skip + max, compare).subarray(skip);
	return {
		total: members.length,
		rows: page.map((i) => members[i]!),
		rates: Uint16Array.from(page, (i) => rates[i]!),
	};
}

/**
 * Returns the first `limit` of the numbers 0 to count - 1 in the order of `compare`. Keeps the best numbers so far in a heap with the worst of them at the
 * root. Most elements of a long list therefore cost only one comparison.
 */
export function topRows(count: number, limit: number, compare: (a: number, b: number) => number): Uint32Array {
	const size = Math.min(count, Math.max(0, limit));
	const heap = new Uint32Array(size);
	if (size === 0) return heap;
	const sink = (start: number): void => {
		let at = start;
		const value = heap[at]!;
		for (;;) {
			let child = 2 * at + 1;
			if (child >= size) break;
			if (child + 1 < size && compare(heap[child + 1]!, heap[child]!) > 0) child++;
			if (compare(heap[child]!, value) <= 0) break;
			heap[at] = heap[child]!;
			at = child;
		}
		heap[at] = value;
	};
	for (let i = 0; i < size; i++) heap[i] = i;
	if (size < count) {
		for (let at = (size >> 1) - 1; at >= 0; at--) sink(at);
		for (let i = size; i < count; i++) {
			if (compare(i, heap[0]!) >= 0) continue;
			heap[0] = i;
			sink(0);
		}
	}
	return heap.sort(compare);
}

/** The z series behind each column in typical moves; rises and call-heavy balances are positive. */
const MOVE_SERIES = { move: 'price', volume: 'volume', options: 'diff' } as const satisfies Partial<
	Record<SortColumn, (typeof Z_SERIES)[number]>
>;

/** The z series that can make a ticker unusual, and whether negative values count, too. */
const UNUSUAL_SERIES = [
	['price', true],
	['volume', false],
	['sum', false],
	['diff', true],
] as const satisfies readonly (readonly [(typeof Z_SERIES)[number], boolean])[];

/** Returns a column's value in typical moves; NaN if not measurable. */
export function columnMove(table: ReportTable, row: number, column: keyof typeof MOVE_SERIES, strategy: Strategy): number {
	return table.z[zColumn(MOVE_SERIES[column], strategy) * table.count + row]!;
}

/** Data for sorting that the report doesn't contain. */
interface ExternalSortData {
	/** By row, see `symbolRanks`. */
	readonly symbolRank: Uint32Array;
	/** Price change since the previous session; NaN if either price is missing. */
	readonly changeOf?: ((row: number) => number) | undefined;
}

/** Returns a row's sort value in a column; NaN if unknown. NaN sorts last in either direction. */
export function columnSortValue(
	table: ReportTable,
	row: number,
	column: Exclude<SortColumn, 'rate'>,
	strategy: Strategy,
	{ symbolRank, changeOf }: ExternalSortData,
): number {
	const mentions = table.mentions[row]!;
	if (column === 'unusual') return largestMove(table, row, strategy);
	if (column === 'ticker') return symbolRank[row]!;
	if (column === 'price') return table.price[row]!;
	if (column === 'cap') return table.cap[row]!;
	if (column === 'mentions') return mentions < 0 ? Number.NaN : mentions;
	if (column === 'dollars') return table.dollarVolume[row]!;
	if (column === 'filing') return rowInformation(table, row, strategy).filing?.acceptedAt ?? Number.NaN;
	if (column === 'change') return changeOf?.(row) ?? Number.NaN;
	return columnMove(table, row, column, strategy);
}

/** Finds a row's largest move over the series in UNUSUAL_SERIES and the rated timeframes, in typical moves; NaN if nothing is measurable. */
function largestMove({ z, count }: ReportTable, row: number, { rated: ratedTimeframes }: Strategy): number {
	let largest = Number.NaN;
	for (const timeframe of ratedTimeframes) {
		for (const [series, isSigned] of UNUSUAL_SERIES) {
			const value = z[(timeframe * Z_SERIES.length + Z_SERIES.indexOf(series)) * count + row]!;
			const move = isSigned ? Math.abs(value) : value;
			if (!(move <= largest) && !Number.isNaN(move)) largest = move;
		}
	}
	return largest;
}
