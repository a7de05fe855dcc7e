import { describe, expect, it } from 'vitest';
import { packWord } from '../signals/packed.ts';
import { PARAMETERS_V1 } from '../signals/parameters.ts';
import { createReportTable, FLAG_ELIGIBLE, type ReportTable } from '../signals/report-table.ts';
import type { ReportTime } from '../time/units.ts';
import { createAlertFactory, createAlertListFactory, isWorthSending } from './filter-alert.ts';
import { createListChanges } from './list-changes.ts';

const [BEFORE, NOW] = [1_000_000, 2_000_000] as [ReportTime, ReportTime];

/** Tickers with ids from 1, each with its depth of volume. */
function tableOf(time: ReportTime, depths: readonly number[]): ReportTable {
	const table = createReportTable(time, 'reverse', depths.length);
	depths.forEach((depth, row) => {
		table.tickerId[row] = row + 1;
		table.flags[row] = FLAG_ELIGIBLE;
		for (const words of table.words) words[row] = packWord([0, 0, 0, depth, 0, 0, 0]);
	});
	return table;
}

function conditionsOf(value: number): string {
	return JSON.stringify([{ sector: 'volume', timeframe: 'one_hour', value }]);
}

function filter(value: number) {
	return { tab: 'free', strategy: 'first', operation: null, conditions: conditionsOf(value) } as const;
}

const preferences = { hidden: new Set<number>(), coolDown: 60, favourites: null };

function alerts(before: readonly number[], now: readonly number[]) {
	const [was, is] = [tableOf(BEFORE, before), tableOf(NOW, now)];
	const reports = { report: { time: NOW, version: 1 }, now: is, since: { time: BEFORE, version: 2 }, before: was, of: now.length };
	return createAlertFactory(reports, createListChanges(was, is, [], PARAMETERS_V1), PARAMETERS_V1);
}

describe('what filters ask', () => {
	it('is the same for those who ask in the same words, and another for any other tab, timeframes, direction or words', () => {
		const listOf = createAlertListFactory(new Map());
		const one = listOf(filter(2));
		expect(listOf({ ...filter(2) })).toBe(one);
		expect(one.question).toEqual({ tab: 'free', strategy: 'first', operation: 'short', entries: JSON.parse(conditionsOf(2)) });
		const otherFilters = [
			filter(3),
			{ ...filter(2), tab: 'extreme_rise' },
			{ ...filter(2), strategy: 'second' },
			{ ...filter(2), operation: 'long' },
		] as const;
		expect(new Set([one, ...otherFilters.map(listOf)]).size).toBe(5);
	});
});

describe('the notice of a list', () => {
	it('is one for all who ask the same, cool down alike and have nothing hidden in it', () => {
		const make = alerts([0, 3, 3], [3, 3, 0]);
		const listOf = createAlertListFactory(new Map());
		const alert = make(listOf(filter(2)), preferences);
		expect(alert).toMatchObject({
			entered: [1],
			left: [3],
			sent: null,
			matches: 2,
			before: 2,
			of: 3,
			since: { time: BEFORE, version: 2 },
		});
		expect(make(listOf(filter(2)), { ...preferences, hidden: new Set([9]) })).toBe(alert);
		expect(make(listOf(filter(1)), preferences)).not.toBe(alert);
	});

	it('leaves out and does not count what its owner has frozen, and is none where nothing else changed', () => {
		const make = alerts([0, 3, 3, 0], [3, 3, 0, 3]);
		const list = createAlertListFactory(new Map())(filter(2));
		expect(make(list, { ...preferences, hidden: new Set([1, 2]) })).toMatchObject({ entered: [4], left: [3], matches: 1, before: 1 });
		expect(make(list, { ...preferences, hidden: new Set([1, 3, 4]) })).toBeUndefined();
	});

	it('alerts outside the inbox again for a ticker that returns after its cool-down', () => {
		const MINUTE = 60_000;
		const [was, is] = [tableOf(BEFORE, [0, 3]), tableOf((60 * MINUTE) as ReportTime, [3, 3])];
		// It was in the list half an hour earlier.
		const past = tableOf((30 * MINUTE) as ReportTime, [3, 3]);
		const reports = { report: { time: is.time, version: 1 }, now: is, since: { time: BEFORE, version: 2 }, before: was, of: 2 };
		const make = createAlertFactory(reports, createListChanges(was, is, [past], PARAMETERS_V1), PARAMETERS_V1);
		const list = createAlertListFactory(new Map())(filter(2));
		const reported = (coolDown: number) => make(list, { ...preferences, coolDown })?.sent;
		expect([0, 29, 30, 31, 60].map(reported)).toEqual([null, null, [], [], []]);
		const silent = make(list, { ...preferences, coolDown: 30 });
		expect(silent && isWorthSending(silent)).toBe(false);
		const loud = make(list, { ...preferences, coolDown: 29 });
		expect(loud && isWorthSending(loud)).toBe(true);
	});

	it('counts what is hidden in each of the two reports by itself', () => {
		const make = alerts([3, 3, 0, 3], [3, 0, 3, 3]);
		const list = createAlertListFactory(new Map())(filter(2));
		const alertWith = (...hidden: number[]) => make(list, { ...preferences, hidden: new Set(hidden) });
		expect(alertWith(1)).toMatchObject({ entered: [3], left: [2], matches: 2, before: 2 });
		expect(alertWith(2)).toMatchObject({ entered: [3], left: [], matches: 3, before: 2 });
		expect(alertWith(3)).toMatchObject({ entered: [], left: [2], matches: 2, before: 3 });
		expect(alertWith(2, 3)).toBeUndefined();
		expect(alertWith(1, 4)).toMatchObject({ entered: [3], left: [2], matches: 1, before: 1, sent: null });
		expect(alertWith(99)).toMatchObject({ matches: 3, before: 3, of: 4 });
	});

	it('is worth telling where something entered, not where it only left', () => {
		const make = alerts([3, 0], [0, 3]);
		const list = createAlertListFactory(new Map())(filter(2));
		const [both, left] = [make(list, preferences), make(list, { ...preferences, hidden: new Set([2]) })];
		expect(both && isWorthSending(both)).toBe(true);
		expect(left).toMatchObject({ entered: [], left: [1] });
		expect(left && isWorthSending(left)).toBe(false);
	});

	it('alerts outside the inbox for favourites only, if its owner wishes', () => {
		const make = alerts([0, 0], [3, 3]);
		const list = createAlertListFactory(new Map())(filter(2));
		const alertWith = (ids: readonly number[]) => make(list, { ...preferences, favourites: new Set(ids) });
		expect(alertWith([2])).toMatchObject({ entered: [1, 2], sent: [2] });
		const none = alertWith([]);
		expect(none).toMatchObject({ entered: [1, 2], sent: [] });
		expect(none && isWorthSending(none)).toBe(false);
		expect(alertWith([1, 2, 3])?.sent).toBeNull();
	});
});
