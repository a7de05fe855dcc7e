import { informationState, lookBackOf } from '../../filings/information.ts';
import { matchesChoice } from '../../filings/information-choice.ts';
import { isInCapBuckets, isInMentionBuckets } from '../../prices/buckets.ts';
import { activeConditions, type Condition } from '../../signals/filter.ts';
import { packConditions, wordMatches } from '../../signals/packed.ts';
import type { ParameterSet } from '../../signals/parameters.ts';
import { FLAG_ELIGIBLE, FLAG_QUARANTINE, FLAG_STALE, type ReportTable } from '../../signals/report-table.ts';
import { sectorIndex } from '../../signals/sector.ts';
import { SLOT_MS } from '../../time/slots.ts';
import { TIMEFRAME_COUNT } from '../../time/timeframe.ts';
import { createGroupTest } from './group-tests.ts';
import type { ListQuestion, TypeRule } from './list-question.ts';
import { createTabRule } from './time-in-list.ts';

/** Converts conditions to one need word per timeframe (`packConditions`); 0: no condition. */
export function needWords(conditions: readonly Condition[]): Uint32Array {
	const active = activeConditions(conditions);
	return Uint32Array.from({ length: TIMEFRAME_COUNT }, (_, timeframe) =>
		packConditions(active.filter((c) => c.timeframe === timeframe).map(({ sector, value }) => ({ sector: sectorIndex(sector), value }))),
	);
}

/** Returns the table rows that match a question, ascending. */
export function memberRows(table: ReportTable, question: ListQuestion, { tabQuorum }: ParameterSet): Uint32Array {
	const { conditions = [], groups = [], caps = [], mentions = [], information, exclude, only } = question;
	let rows = tabRows(table, question, tabQuorum);
	needWords(conditions).forEach((need, timeframe) => {
		const words = table.words[timeframe as 0 | 1 | 2 | 3 | 4];
		if (need !== 0) rows = filterInPlace(rows, (row) => wordMatches(words[row]!, need));
	});
	for (const group of groups) rows = filterInPlace(rows, createGroupTest(table, group, question));
	if (caps.length > 0 && !caps.includes('all')) rows = filterInPlace(rows, (row) => isInCapBuckets(table.cap[row]!, caps));
	if (mentions.length > 0) rows = filterInPlace(rows, (row) => isInMentionBuckets(table.mentions[row]!, mentions));
	const lookBack = lookBackOf(question.strategy);
	if (information) rows = filterInPlace(rows, (row) => matchesChoice(informationState(table.information[row]!, lookBack), information));
	if (only) rows = filterInPlace(rows, (row) => only.has(table.tickerId[row]!));
	if (exclude && exclude.size > 0) rows = filterInPlace(rows, (row) => !exclude.has(table.tickerId[row]!));
	return rows;
}

/** Returns the members of the tab: candidates with the tab's mark in enough rated timeframes (signals.md section 2, 1.9.14). */
function tabRows(table: ReportTable, { tab, strategy: { rated }, types }: ListQuestion, quorum: number): Uint32Array {
	const rows = new Uint32Array(table.count);
	const [a, b, c] = rated.map((timeframe) => table.words[timeframe]) as [Uint32Array, Uint32Array, Uint32Array];
	const { markBits, minTimeframes, excludedBits } = createTabRule(tab, quorum);
	// A forecast is computed from the slot before the predicted one.
	const knownAt = table.algo === 'forecast' ? table.time - SLOT_MS : table.time;
	let count = 0;
	for (let row = 0; row < table.count; row++) {
		const wa = a[row]!;
		const wb = b[row]!;
		const wc = c[row]!;
		const markCount = ((wa & markBits) !== 0 ? 1 : 0) + ((wb & markBits) !== 0 ? 1 : 0) + ((wc & markBits) !== 0 ? 1 : 0);
		if (markCount < minTimeframes || ((wa | wb | wc) & excludedBits) !== 0) continue;
		if (isCandidate(table.flags[row]!, table.tickerId[row]!, types, knownAt)) rows[count++] = row;
	}
	return rows.subarray(0, count);
}

/** Whether a row can be in a list: eligible and not stale, or an index included by `types` that is neither stale nor in quarantine. */
function isCandidate(flags: number, tickerId: number, types: TypeRule | undefined, knownAt: number): boolean {
	const isEligible = (flags & (FLAG_ELIGIBLE | FLAG_STALE)) === FLAG_ELIGIBLE;
	if (!types) return isEligible;
	if (!types.includes(tickerId, knownAt)) return false;
	return isEligible || ((flags & (FLAG_STALE | FLAG_QUARANTINE)) === 0 && types.isIndex(tickerId, knownAt));
}

/** Removes the rows that don't pass, in place. Returns the remaining part of the array. */
function filterInPlace(rows: Uint32Array, passes: (row: number) => boolean): Uint32Array {
	let count = 0;
	for (let i = 0; i < rows.length; i++) {
		const row = rows[i]!;
		if (passes(row)) rows[count++] = row;
	}
	return rows.subarray(0, count);
}

/**
 * Finds the index of each time's session: the last one that started at or before the time; -1 before all sessions. `starts` are the sessions' first instants,
 * ascending.
 */
export function findSessionIndexes(times: ArrayLike<number>, starts: readonly number[]): Int16Array {
	const indexes = new Int16Array(times.length);
	for (let row = 0; row < times.length; row++) {
		let index = starts.length - 1;
		while (index >= 0 && starts[index]! > times[row]!) index--;
		indexes[row] = index;
	}
	return indexes;
}

/** Counts the matching rows by session. `sessionIndexes` has the session of each row; rows with -1 don't count. */
export function countMatchesBySession(
	table: ReportTable,
	sessionIndexes: Int16Array,
	sessionCount: number,
	question: ListQuestion,
	parameters: ParameterSet,
): Uint16Array {
	const counts = new Uint16Array(sessionCount);
	for (const row of memberRows(table, question, parameters)) {
		const sessionIndex = sessionIndexes[row]!;
		if (sessionIndex >= 0) counts[sessionIndex] = counts[sessionIndex]! + 1;
	}
	return counts;
}
