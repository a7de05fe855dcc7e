import { hasTimeInListTest } from '../filters/groups.ts';
import type { RowGroup } from '../filters/industries.ts';
import { createGroupTest } from '../reports/list/group-tests.ts';
import { needWords } from '../reports/list/ranking-members.ts';
import { rowOfTicker } from '../reports/list/row-mask.ts';
import { createTabRule, type TabRule } from '../reports/list/time-in-list.ts';
import type { Condition } from '../signals/filter.ts';
import { wordMatches } from '../signals/packed.ts';
import type { ParameterSet } from '../signals/parameters.ts';
import { FLAG_ELIGIBLE, FLAG_STALE, type ReportTable } from '../signals/report-table.ts';
import { sectorIndex, TABS, type Tab } from '../signals/sector.ts';
import { STRATEGIES, type Strategy, TIMEFRAME_COUNT, type TimeframeIndex } from '../time/timeframe.ts';

/** Defines a filter's list, before frozen tickers are removed. */
export interface ListRule {
	readonly tab: Tab;
	readonly strategy: Strategy;
	readonly conditions: readonly Condition[];
	readonly groups?: readonly RowGroup[] | undefined;
}

/** The columns of a report's table that decide which tickers are in a list. */
export type ListTable = Pick<
	ReportTable,
	| 'time'
	| 'count'
	| 'tickerId'
	| 'words'
	| 'z'
	| 'price'
	| 'cap'
	| 'mentions'
	| 'change'
	| 'dollarVolume'
	| 'listed'
	| 'information'
	| 'flags'
>;

/** The changes of a rule's list between two reports. */
export interface ListChange {
	/** Number of matching rows, in the earlier and in the later report. */
	readonly matchesBefore: number;
	readonly matches: number;
	/** Ids, ascending. */
	readonly entered: readonly number[];
	readonly left: readonly number[];
	/** Returns the ids of `entered` that no earlier report since `instant` had in the list; `entered` itself if that is all of them. */
	findNewIds(instant: number): readonly number[];
}

const BITS = 32;

/** Whether a row is in the list of a tab with conditions. `needs` comes from `needWords`. Must agree with `memberRows`, which tests all rows together. */
export function rowMatches(
	table: ListTable,
	row: number,
	{ markBits, minTimeframes, excludedBits }: TabRule,
	{ rated: ratedTimeframes }: Strategy,
	needs: Uint32Array,
): boolean {
	if (!canBeListed(table.flags[row]!)) return false;
	let markedCount = 0;
	for (const timeframe of ratedTimeframes) {
		const word = table.words[timeframe][row]!;
		if ((word & excludedBits) !== 0) return false;
		if ((word & markBits) !== 0) markedCount++;
	}
	if (markedCount < minTimeframes) return false;
	for (let timeframe = 0; timeframe < TIMEFRAME_COUNT; timeframe++) {
		const need = needs[timeframe]!;
		if (need !== 0 && !wordMatches(table.words[timeframe as TimeframeIndex][row]!, need)) return false;
	}
	return true;
}

function canBeListed(flags: number): boolean {
	return (flags & (FLAG_ELIGIBLE | FLAG_STALE)) === FLAG_ELIGIBLE;
}

/** Tests single tickers for membership in a rule's list, including its groups. */
export function createMembershipTest(rule: ListRule, { tabQuorum }: ParameterSet): (table: ListTable, tickerId: number) => boolean {
	const tabRule = createTabRule(rule.tab, tabQuorum);
	const needs = needWords(rule.conditions);
	const groups = rule.groups ?? [];
	return (table, tickerId) => {
		const row = rowOfTicker(table, tickerId);
		if (row === -1 || !rowMatches(table, row, tabRule, rule.strategy, needs)) return false;
		return groups.every((group) => createGroupTest(table, group, rule)(row));
	};
}

const NO_INDEX = 0xffffffff;

/**
 * Computes how lists change from one report to a later one, and which entering tickers were already listed in one of `earlierTables`. Each tab, cell and group
 * of a report becomes a bit set, computed once for all lists that use it. A list is the intersection of a few sets.
 */
export function createListChanges(
	tableBefore: ListTable,
	tableNow: ListTable,
	earlierTables: readonly ListTable[],
	parameters: ParameterSet,
): (rule: ListRule) => ListChange {
	const ids = mergeIds(idsOf(tableNow), idsOf(tableBefore));
	const wordCount = Math.ceil(ids.length / BITS);
	const bitsNow = createBitSets(tableNow, ids, parameters);
	const bitsBefore = createBitSets(tableBefore, ids, parameters);
	const bitsEarlier = earlierTables.map((table) => ({ time: table.time, bits: createBitSets(table, ids, parameters) }));
	const changeByKey = new Map<string, ListChange>();

	const conditionsIn = ({ conditions }: ListRule): readonly Condition[] => conditions.filter(({ value }) => value >= 1);
	const [listNow, listBefore] = [new Uint32Array(wordCount), new Uint32Array(wordCount)];

	/** Returns the bit sets of the rule's conditions and groups. The rule's list is the intersection of these and the tab's bit set. */
	const setsOf = (bits: typeof bitsNow, rule: ListRule): Uint32Array[] => [
		...conditionsIn(rule).map(bits.cell),
		...(rule.groups ?? []).map((group) => bits.group(group, rule)),
	];

	/** Writes the bit set of a rule's list in one report into `target`. */
	const writeList = (target: Uint32Array, bits: typeof bitsNow, rule: ListRule): void => {
		target.set(bits.tab(rule.tab, rule.strategy));
		for (const bitSet of setsOf(bits, rule)) {
			for (let at = 0; at < target.length; at++) target[at] = target[at]! & bitSet[at]!;
		}
	};

	/** Returns a membership test for single tickers, by index in `ids`; cheaper than the whole list if few tickers are tested. */
	const createMemberTest = (bits: typeof bitsNow, rule: ListRule): ((index: number) => boolean) => {
		const sets = [bits.tab(rule.tab, rule.strategy), ...setsOf(bits, rule)];
		return (index) => sets.every((set) => ((set[index >>> 5]! >>> (index & 31)) & 1) === 1);
	};

	const computeChange = (rule: ListRule): ListChange => {
		writeList(listNow, bitsNow, rule);
		writeList(listBefore, bitsBefore, rule);
		const entered: number[] = [];
		const left: number[] = [];
		let [matches, matchesBefore] = [0, 0];
		for (let at = 0; at < wordCount; at++) {
			const wordNow = listNow[at]!;
			const wordBefore = listBefore[at]!;
			if (wordNow !== 0) matches += countBits(wordNow);
			if (wordBefore !== 0) matchesBefore += countBits(wordBefore);
			if (wordNow === wordBefore) continue;
			forEachBit(wordNow & ~wordBefore, at, (index) => entered.push(index));
			forEachBit(wordBefore & ~wordNow, at, (index) => left.push(index));
		}
		const idsAt = (indexes: readonly number[]): readonly number[] => indexes.map((index) => ids[index]!);
		const enteredIds = idsAt(entered);
		const computeNewIds = (instant: number): readonly number[] => {
			if (entered.length === 0) return enteredIds;
			const memberTests = bitsEarlier.flatMap(({ time, bits }) => (time >= instant ? [createMemberTest(bits, rule)] : []));
			const newIndexes = entered.filter((index) => !memberTests.some((isMember) => isMember(index)));
			return newIndexes.length === entered.length ? enteredIds : idsAt(newIndexes);
		};
		const newIdsByInstant = new Map<number, readonly number[]>();
		return {
			matchesBefore,
			matches,
			entered: enteredIds,
			left: idsAt(left),
			findNewIds: (instant) => {
				const newIds = newIdsByInstant.get(instant) ?? computeNewIds(instant);
				newIdsByInstant.set(instant, newIds);
				return newIds;
			},
		};
	};

	const changeByRule = new Map<ListRule, ListChange>();
	return (rule) => {
		const cached = changeByRule.get(rule);
		if (cached) return cached;
		const key = ruleKey(rule);
		const listChange = changeByKey.get(key) ?? computeChange(rule);
		changeByKey.set(key, listChange);
		changeByRule.set(rule, listChange);
		return listChange;
	};
}

/** Calls `onBit` with the index in `ids` of each set bit of a word; `at` is the index of the word. */
function forEachBit(word: number, at: number, onBit: (index: number) => void): void {
	for (let remainingBits = word; remainingBits !== 0; remainingBits &= remainingBits - 1)
		onBit(at * BITS + (31 - Math.clz32(remainingBits & -remainingBits)));
}

function ruleKey({ tab, strategy, conditions, groups }: ListRule): string {
	const cells = conditions
		.map(({ sector, timeframe, value }) => (sectorIndex(sector) * TIMEFRAME_COUNT + timeframe) * 6 + value)
		.sort((a, b) => a - b);
	return `${TABS.findIndex(({ name }) => name === tab)} ${STRATEGIES.indexOf(strategy)} ${cells.join()} ${groups ? JSON.stringify(groups) : ''}`;
}

function countBits(word: number): number {
	let bits = word - ((word >>> 1) & 0x55555555);
	bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
	return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function idsOf({ tickerId, count }: ListTable): Uint32Array {
	return tickerId.subarray(0, count);
}

/**
 * Provides bit sets of a table's rows: per tab and strategy, per cell and minimum depth, and per group. Each is created on first use, then shared by all
 * rules.
 */
function createBitSets(table: ListTable, ids: Uint32Array, { tabQuorum }: ParameterSet) {
	const indexes = indexesAmong(ids, idsOf(table));
	const wordCount = Math.ceil(ids.length / BITS);
	const bitsWhere = (passes: (row: number) => boolean): Uint32Array => {
		const bits = new Uint32Array(wordCount);
		for (let row = 0; row < table.count; row++) {
			if (!passes(row)) continue;
			const at = indexes === null ? row : indexes[row]!;
			if (at === NO_INDEX) continue;
			bits[at >>> 5] = bits[at >>> 5]! | (1 << (at & 31));
		}
		return bits;
	};
	const tabs = new Map<string, Uint32Array>();
	const groups = new Map<string, Uint32Array>();
	const cells: (Uint32Array | undefined)[] = [];
	const NO_NEEDS = new Uint32Array(TIMEFRAME_COUNT);
	const STRIDE = 8;
	return {
		tab: (tab: Tab, strategy: Strategy): Uint32Array => {
			const key = `${tab} ${strategy.name}`;
			const tabRule = createTabRule(tab, tabQuorum);
			const bits = tabs.get(key) ?? bitsWhere((row) => rowMatches(table, row, tabRule, strategy, NO_NEEDS));
			tabs.set(key, bits);
			return bits;
		},
		cell: ({ sector, timeframe, value }: Condition): Uint32Array => {
			const nibble = sectorIndex(sector);
			const at = (timeframe * STRIDE + nibble) * STRIDE + value;
			const column = table.words[timeframe];
			const bits = cells[at] ?? bitsWhere((row) => ((column[row]! >>> (4 * nibble)) & 7) >= value);
			cells[at] = bits;
			return bits;
		},
		group: (group: RowGroup, { tab, strategy }: ListRule): Uint32Array => {
			const list = hasTimeInListTest([group]) ? `${tab} ${strategy.name}` : strategy.name;
			const key = `${list} ${JSON.stringify(group)}`;
			const bits = groups.get(key) ?? bitsWhere(createGroupTest(table, group, { tab, strategy }));
			groups.set(key, bits);
			return bits;
		},
	};
}

/** Finds the index of each row's ticker in `ids`, or NO_INDEX; null if every index equals its row. Both arrays must be ascending. */
function indexesAmong(ids: Uint32Array, rowIds: Uint32Array): Uint32Array | null {
	if (areSame(ids, rowIds)) return null;
	const indexes = new Uint32Array(rowIds.length);
	for (let row = 0, at = 0; row < rowIds.length; row++) {
		while (at < ids.length && ids[at]! < rowIds[row]!) at++;
		indexes[row] = ids[at] === rowIds[row] ? at : NO_INDEX;
	}
	return indexes;
}

function areSame(a: Uint32Array, b: Uint32Array): boolean {
	return a.length === b.length && a.every((id, row) => id === b[row]);
}

/** Merges two ascending arrays into one, ascending and without duplicates. */
function mergeIds(a: Uint32Array, b: Uint32Array): Uint32Array {
	return areSame(a, b) ? a : Uint32Array.from(new Set([...a, ...b])).sort();
}

/** Counts the report's tickers that can be in a list. */
export function countListableRows(table: ListTable): number {
	let count = 0;
	for (let row = 0; row < table.count; row++) if (canBeListed(table.flags[row]!)) count++;
	return count;
}
