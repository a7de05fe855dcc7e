import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toRowGroups } from '../filters/industries.ts';
import { RANDOM_INDUSTRIES, randomGroups } from '../filters/testing/random-groups.ts';
import { memberRows } from '../reports/list/ranking-members.ts';
import { randomTable } from '../reports/testing/random-table.ts';
import type { Condition } from '../signals/filter.ts';
import { packWord } from '../signals/packed.ts';
import { PARAMETERS_V1 } from '../signals/parameters.ts';
import { createReportTable, FLAG_ELIGIBLE, type ReportTable } from '../signals/report-table.ts';
import { SECTORS, TABS, tabOperation } from '../signals/sector.ts';
import { STRATEGIES, type TimeframeIndex } from '../time/timeframe.ts';
import type { ReportTime } from '../time/units.ts';
import { countListableRows, createListChanges, createMembershipTest, type ListRule } from './list-changes.ts';

const condition: fc.Arbitrary<Condition> = fc.record({
	sector: fc.constantFrom(...SECTORS.map(({ key }) => key)),
	timeframe: fc.integer({ min: 0, max: 4 }).map((index) => index as TimeframeIndex),
	value: fc.integer({ min: 0, max: 5 }),
});
const rule: fc.Arbitrary<ListRule> = fc.record({
	tab: fc.constantFrom(...TABS.map(({ name }) => name)),
	strategy: fc.constantFrom(...STRATEGIES),
	conditions: fc.array(condition, { maxLength: 3 }),
	groups: fc.option(randomGroups({ ranges: true }), { nil: undefined }).map((groups) => toRowGroups(groups, RANDOM_INDUSTRIES)),
});

/** The table with all ids shifted, so that some tickers are new and others gone. */
function moved(table: ReportTable, offset: number): ReportTable {
	return { ...table, tickerId: table.tickerId.map((id) => id + offset) };
}

/** As computed for the list itself. */
function listed(table: ReportTable, { tab, strategy, conditions, groups }: ListRule): number[] {
	return Array.from(
		memberRows(table, { tab, strategy, conditions, groups, operation: tabOperation(tab) }, PARAMETERS_V1),
		(row) => table.tickerId[row]!,
	);
}

describe('how lists change', () => {
	it('is what the lists of both reports say, for any rule and any two reports', () => {
		fc.assert(
			fc.property(
				randomTable,
				randomTable,
				fc.array(randomTable, { maxLength: 2 }),
				fc.constantFrom(0, 3, 1, 900),
				fc.array(rule, { minLength: 1, maxLength: 8 }),
				(before, later, past, offset, rules) => {
					const now = moved(later, offset);
					const earlier = past.map((table, i) => ({ ...table, time: (1_000 - i) as ReportTime }));
					const changeOf = createListChanges(before, now, earlier, PARAMETERS_V1);
					for (const one of rules) {
						const [was, is] = [listed(before, one), listed(now, one)];
						const entered = is.filter((id) => !was.includes(id));
						const change = changeOf(one);
						expect(change).toMatchObject({
							matchesBefore: was.length,
							matches: is.length,
							entered,
							left: was.filter((id) => !is.includes(id)),
						});
						for (const instant of [999, 1_000, 1_001]) {
							const earlierIds = earlier.filter(({ time }) => time >= instant).flatMap((table) => listed(table, one));
							expect(change.findNewIds(instant)).toEqual(entered.filter((id) => !earlierIds.includes(id)));
						}
						const isMember = createMembershipTest(one, PARAMETERS_V1);
						expect([...now.tickerId].filter((id) => isMember(now, id))).toEqual(is);
					}
				},
			),
		);
	});

	it('is worked out once for lists that ask the same in another order', () => {
		const [table] = fc.sample(randomTable, 1) as [ReportTable];
		const changeOf = createListChanges(table, table, [], PARAMETERS_V1);
		const one = { sector: 'volume', timeframe: 0, value: 1 } as const;
		const other = { sector: 'price_short', timeframe: 4, value: 2 } as const;
		const rule = { tab: 'free', strategy: STRATEGIES[0] } as const;
		expect(changeOf({ ...rule, conditions: [one, other] })).toBe(changeOf({ ...rule, conditions: [other, one] }));
		expect(changeOf({ ...rule, conditions: [one] })).not.toBe(changeOf({ ...rule, conditions: [other] }));
	});

	it('counts a ticker that leaves, stays or comes at every place of a long report', () => {
		const COUNT = 100;
		const tableOf = (lit: (id: number) => boolean): ReportTable => {
			const table = createReportTable(1_000 as ReportTime, 'reverse', COUNT);
			for (let row = 0; row < COUNT; row++) {
				table.tickerId[row] = row + 1;
				table.flags[row] = FLAG_ELIGIBLE;
				for (const words of table.words) words[row] = packWord([0, 0, 0, lit(row + 1) ? 3 : 2, 0, 0, 0]);
			}
			return table;
		};
		const rule: ListRule = { tab: 'free', strategy: STRATEGIES[0], conditions: [{ sector: 'volume', timeframe: 2, value: 3 }] };
		const all = Array.from({ length: COUNT }, (_, i) => i + 1);
		for (const one of all) {
			const [whole, lacking] = [tableOf(() => true), tableOf((id) => id !== one)];
			const left = createListChanges(whole, lacking, [], PARAMETERS_V1)(rule);
			expect([left.matchesBefore, left.matches, left.entered, left.left]).toEqual([COUNT, COUNT - 1, [], [one]]);
			const alone = createListChanges(
				lacking,
				tableOf((id) => id === one),
				[lacking],
				PARAMETERS_V1,
			)(rule);
			expect([alone.matchesBefore, alone.matches, alone.entered]).toEqual([COUNT - 1, 1, [one]]);
			expect(alone.left).toEqual(all.filter((id) => id !== one));
			expect(alone.findNewIds(0)).toBe(alone.entered);
		}
	});

	it('asks nothing by a condition of no ring', () => {
		const [table] = fc.sample(randomTable, { numRuns: 1, seed: 3 }) as [ReportTable];
		const changeOf = createListChanges(moved(table, 900), table, [], PARAMETERS_V1);
		const free = { tab: 'free', strategy: STRATEGIES[0] } as const;
		const none = changeOf({ ...free, conditions: [{ sector: 'volume', timeframe: 0, value: 0 }] });
		expect(none.entered).toEqual(changeOf({ ...free, conditions: [] }).entered);
		expect(none.entered.length).toBeGreaterThan(0);
	});

	it('keeps apart rules that differ in a single condition, tab or strategy', () => {
		const [table] = fc.sample(randomTable, { numRuns: 1, seed: 3 }) as [ReportTable];
		const changeOf = createListChanges(table, table, [], PARAMETERS_V1);
		const cells = SECTORS.flatMap(({ key }) =>
			([0, 1, 2, 3, 4] as const).flatMap((timeframe) => [1, 2, 3, 4, 5].map((value): Condition => ({ sector: key, timeframe, value }))),
		);
		const rules: ListRule[] = [
			...cells.map((one): ListRule => ({ tab: 'free', strategy: STRATEGIES[0], conditions: [one] })),
			...TABS.flatMap(({ name }) => STRATEGIES.map((strategy): ListRule => ({ tab: name, strategy, conditions: [] }))),
		];
		expect(new Set(rules.map(changeOf)).size).toBe(rules.length);
	});

	it('counts the tickers that a list could have', () => {
		fc.assert(
			fc.property(randomTable, (table) => {
				const free = { tab: 'free', strategy: STRATEGIES[0], conditions: [] } as const;
				expect(countListableRows(table)).toBe(listed(table, free).length);
			}),
		);
	});
});
