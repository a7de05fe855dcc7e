import type { ParameterSet } from '../../signals/parameters.ts';
import type { ReportTable } from '../../signals/report-table.ts';
import type { SectorKey } from '../../signals/sector.ts';
import { tabSectors } from '../../signals/tabs.ts';
import { columnKey } from './column-values.ts';
import type { SortColumn } from './list-columns.ts';
import type { ListQuestion } from './list-question.ts';
import { memberRows } from './ranking-members.ts';
import { fineKeyOf, rateMask, weightedDepth } from './rate.ts';

export interface Page {
	readonly skip: number;
	readonly max: number;
}

/** One page of a ranked list: table rows in order, their rates, and the number of rows before paging. */
export interface RankedPage {
	readonly total: number;
	readonly rows: Uint32Array;
	readonly rates: Uint16Array;
}

/** Rank of each symbol by code unit, ascending: the final tie-breaker of a list. */
export function symbolRanks(symbols: readonly string[]): Uint32Array {
	const order = Uint32Array.from(symbols.keys()).sort((a, b) => (symbols[a]! < symbols[b]! ? -1 : 1));
	const ranks = new Uint32Array(symbols.length);
	order.forEach((at, rank) => {
		ranks[at] = rank;
	});
	return ranks;
}

/** Number of rows that match a question. */
export function countRows(table: ReportTable, question: ListQuestion, parameters: ParameterSet): number {
	return memberRows(table, question, parameters).length;
}

/** Rate of one row, whether or not it is in the list. */
export function rateOf(table: ReportTable, row: number, question: ListQuestion, parameters: ParameterSet): number {
	return weightedDepth(
		table,
		question.strategy,
		parameters,
		rateMask(question.sectors ?? tabSectors(question.tab, question.operation), question.tab),
		row,
	);
}

/** Share of the report's tickers that have at least this rate under the question's sectors and timeframes, from 0 to 1. */
export function shareAtRate(table: ReportTable, rate: number, question: ListQuestion, parameters: ParameterSet): number {
	const mask = rateMask(question.sectors ?? tabSectors(question.tab, question.operation), question.tab);
	let count = 0;
	for (let row = 0; row < table.count; row++) if (weightedDepth(table, question.strategy, parameters, mask, row) >= rate) count++;
	return count / table.count;
}

/**
 * One page of the question's rows in their total order (signals.md section 2, 1.9.15-16): first key (sort_by, a column or the rate), extra keys,
 * rate, fine score, market cap, all descending, then symbol; `direction` reverses the first key. `symbolRank` is aligned with the table's rows (see
 * symbolRanks). Pages of one report never overlap.
 */
export function rankPage(
	table: ReportTable,
	symbolRank: Uint32Array,
	question: ListQuestion,
	parameters: ParameterSet,
	{ skip, max }: Page,
	/** Price change of each row since the previous session, if the question can sort by it. */
	changeOf?: (row: number) => number,
): RankedPage {
	const { tab, operation, strategy, sortBy = [], extraSortBy = [], sortColumn, direction = 'desc' } = question;
	const sectors = question.sectors ?? tabSectors(tab, operation);
	const members = memberRows(table, question, parameters);
	const keyed = (keys: readonly SectorKey[]): Int32Array => {
		const mask = rateMask(keys, tab);
		const values = new Int32Array(members.length);
		for (let i = 0; i < members.length; i++) values[i] = weightedDepth(table, strategy, parameters, mask, members[i]!);
		return values;
	};
	const rates = keyed(sectors);
	const inColumn = (column: Exclude<SortColumn, 'rate'>): Float64Array =>
		Float64Array.from(members, (row) => columnKey(table, row, column, strategy, { symbolRank, changeOf }));
	const first = sortColumn !== undefined && sortColumn !== 'rate' ? inColumn(sortColumn) : sortBy.length === 0 ? rates : keyed(sortBy);
	const extra = extraSortBy.map((key) => keyed([key]));
	const sign = direction === 'desc' ? 1 : -1;
	const fine = new Float64Array(members.length).fill(Number.NaN);
	const fineOf = (i: number): number => {
		if (Number.isNaN(fine[i])) fine[i] = fineKeyOf(table, strategy, sectors, tab, parameters, members[i]!);
		return fine[i]!;
	};
	const capOf = (i: number): number => {
		const cap = table.cap[members[i]!]!;
		return Number.isNaN(cap) ? -1 : cap;
	};

	/** Below 0 when member a comes before member b. */
	const compare = (a: number, b: number): number => {
		const [one, other] = [first[a]!, first[b]!];
		if (one !== other && !(Number.isNaN(one) && Number.isNaN(other))) {
			if (Number.isNaN(one)) return 1;
			if (Number.isNaN(other)) return -1;
			return (other - one) * sign;
		}
		for (const values of extra) {
			const difference = values[b]! - values[a]!;
			if (difference !== 0) return difference;
		}
		return rates[b]! - rates[a]! || fineOf(b) - fineOf(a) || capOf(b) - capOf(a) || symbolRank[members[a]!]! - symbolRank[members[b]!]!;
	};
	const page = topRows(members.length, skip + max, compare).subarray(skip);
	return {
		total: members.length,
		rows: page.map((i) => members[i]!),
		rates: Uint16Array.from(page, (i) => rates[i]!),
	};
}

/**
 * The first `wanted` of 0..count-1 in the order of `compare`, sorted. A heap of that size with its last element at the root, so that most elements
 * of a long list cost one comparison each.
 */
export function topRows(count: number, wanted: number, compare: (a: number, b: number) => number): Uint32Array {
	const size = Math.min(count, Math.max(0, wanted));
	const heap = new Uint32Array(size);
	if (size === 0) return heap;
	const sink = (from: number): void => {
		let at = from;
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
