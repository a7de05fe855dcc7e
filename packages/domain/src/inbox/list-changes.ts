import { needsOf, type TabTest, tabTest } from '../reports/ranking-members.ts';
import { rowOfTicker } from '../reports/row-mask.ts';
import type { Condition } from '../signals/filter.ts';
import { wordMatches } from '../signals/packed.ts';
import type { ParameterSet } from '../signals/parameters.ts';
import { FLAG_ELIGIBLE, FLAG_STALE, type ReportTable } from '../signals/report-table.ts';
import { sectorIndex, TABS, type Tab } from '../signals/sector.ts';
import { STRATEGIES, type Strategy, TIMEFRAME_COUNT, type TimeframeIndex } from '../time/timeframe.ts';

/** What makes a filter's list, before anything is frozen in it. */
export interface ListRule {
	readonly tab: Tab;
	readonly strategy: Strategy;
	readonly conditions: readonly Condition[];
}

/** How the list of a rule became another one. */
export interface ListChange {
	/** Rows that match, then and now. */
	readonly before: number;
	readonly matches: number;
	/** Ids, ascending. */
	readonly entered: readonly number[];
	readonly left: readonly number[];
}

const BITS = 32;

const isMeasured = (flags: number): boolean => (flags & (FLAG_ELIGIBLE | FLAG_STALE)) === FLAG_ELIGIBLE;

/** Whether one row is in the list: the same as `memberRows` says of all. */
export const rowMatches = (
	table: ReportTable,
	row: number,
	{ mark, wanted, dark }: TabTest,
	{ slots }: Strategy,
	needs: Uint32Array,
): boolean => {
	if (!isMeasured(table.flags[row] as number)) return false;
	let marked = 0;
	for (const slot of slots) {
		const word = table.words[slot][row] as number;
		if ((word & dark) !== 0) return false;
		if ((word & mark) !== 0) marked++;
	}
	if (marked < wanted) return false;
	for (let timeframe = 0; timeframe < TIMEFRAME_COUNT; timeframe++) {
		const need = needs[timeframe] as number;
		if (need !== 0 && !wordMatches(table.words[timeframe as TimeframeIndex][row] as number, need)) return false;
	}
	return true;
};

/** The same question of single tickers. */
export const createMembership = (rule: ListRule, { tabQuorum }: ParameterSet): ((table: ReportTable, tickerId: number) => boolean) => {
	const test = tabTest(rule.tab, tabQuorum);
	const needs = needsOf(rule.conditions);
	return (table, tickerId) => {
		const row = rowOfTicker(table, tickerId);
		return row !== -1 && rowMatches(table, row, test, rule.strategy, needs);
	};
};

/** Ids of both tables, ascending, and the place of each row among them; null where rows and places are the same. */
const sharedPlaces = (one: Uint32Array, other: Uint32Array): { ids: Uint32Array; places: [Uint32Array | null, Uint32Array | null] } => {
	if (one.length === other.length && one.every((id, row) => id === other[row])) return { ids: one, places: [null, null] };
	const ids = Uint32Array.from(new Set([...one, ...other])).sort();
	const placesOf = (rows: Uint32Array): Uint32Array => {
		const places = new Uint32Array(rows.length);
		for (let row = 0, at = 0; row < rows.length; row++) {
			while (ids[at] !== rows[row]) at++;
			places[row] = at;
		}
		return places;
	};
	return { ids, places: [placesOf(one), placesOf(other)] };
};

/** Sets of a table's rows as bits, one for each tab and strategy, and one for each depth of a cell: made when first asked for, then shared by all rules. */
const createBits = (table: ReportTable, places: Uint32Array | null, words: number, { tabQuorum }: ParameterSet) => {
	const bitsWhere = (passes: (row: number) => boolean): Uint32Array => {
		const bits = new Uint32Array(words);
		for (let row = 0; row < table.count; row++) {
			if (!passes(row)) continue;
			const at = places === null ? row : (places[row] as number);
			bits[at >>> 5] = (bits[at >>> 5] as number) | (1 << (at & 31));
		}
		return bits;
	};
	const tabs = new Map<string, Uint32Array>();
	const cells: (Uint32Array | undefined)[] = [];
	const nothing = new Uint32Array(TIMEFRAME_COUNT);
	const DEPTHS = 8;
	return {
		tab: (tab: Tab, strategy: Strategy): Uint32Array => {
			const key = `${tab} ${strategy.name}`;
			const test = tabTest(tab, tabQuorum);
			const bits = tabs.get(key) ?? bitsWhere((row) => rowMatches(table, row, test, strategy, nothing));
			tabs.set(key, bits);
			return bits;
		},
		cell: ({ sector, timeframe, value }: Condition): Uint32Array => {
			const nibble = sectorIndex(sector);
			const at = (timeframe * DEPTHS + nibble) * DEPTHS + value;
			const column = table.words[timeframe];
			const bits = cells[at] ?? bitsWhere((row) => (((column[row] as number) >>> (4 * nibble)) & 7) >= value);
			cells[at] = bits;
			return bits;
		},
	};
};

const setBits = (word: number): number => {
	let bits = word - ((word >>> 1) & 0x55555555);
	bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
	return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** One name for rules that ask the same. */
const nameOf = ({ tab, strategy, conditions }: ListRule): string => {
	const cells = conditions
		.map(({ sector, timeframe, value }) => (sectorIndex(sector) * TIMEFRAME_COUNT + timeframe) * 6 + value)
		.sort((a, b) => a - b);
	return `${TABS.findIndex(({ name }) => name === tab)} ${STRATEGIES.indexOf(strategy)} ${cells.join()}`;
};

/**
 * How any list changes from one report to a later one. What a report has of a tab or a cell is looked at once, however many lists ask for it; a list
 * is then the intersection of a few sets, and lists that ask the same are one.
 */
export const createListChanges = (before: ReportTable, now: ReportTable, parameters: ParameterSet): ((rule: ListRule) => ListChange) => {
	const { ids, places } = sharedPlaces(now.tickerId.subarray(0, now.count), before.tickerId.subarray(0, before.count));
	const words = Math.ceil(ids.length / BITS);
	const bitsNow = createBits(now, places[0], words, parameters);
	const bitsBefore = createBits(before, places[1], words, parameters);
	const found = new Map<string, ListChange>();

	const change = ({ tab, strategy, conditions }: ListRule): ListChange => {
		const asked = conditions.filter(({ value }) => value >= 1);
		const [tabNow, tabBefore] = [bitsNow.tab(tab, strategy), bitsBefore.tab(tab, strategy)];
		const cellsNow = asked.map(bitsNow.cell);
		const cellsBefore = asked.map(bitsBefore.cell);
		const entered: number[] = [];
		const left: number[] = [];
		let [matches, matched] = [0, 0];
		const take = (word: number, at: number, into: number[]): void => {
			for (let rest = word; rest !== 0; rest &= rest - 1) into.push(ids[at * BITS + (31 - Math.clz32(rest & -rest))] as number);
		};
		for (let at = 0; at < words; at++) {
			let is = tabNow[at] as number;
			for (let i = 0; is !== 0 && i < cellsNow.length; i++) is &= (cellsNow[i] as Uint32Array)[at] as number;
			let was = tabBefore[at] as number;
			for (let i = 0; was !== 0 && i < cellsBefore.length; i++) was &= (cellsBefore[i] as Uint32Array)[at] as number;
			if (is !== 0) matches += setBits(is);
			if (was !== 0) matched += setBits(was);
			if (is === was) continue;
			take(is & ~was, at, entered);
			take(was & ~is, at, left);
		}
		return { before: matched, matches, entered, left };
	};

	return (rule) => {
		const name = nameOf(rule);
		const one = found.get(name) ?? change(rule);
		found.set(name, one);
		return one;
	};
};

/** Tickers of a report that a list could have. */
export const measuredRows = (table: ReportTable): number => {
	let count = 0;
	for (let row = 0; row < table.count; row++) if (isMeasured(table.flags[row] as number)) count++;
	return count;
};
