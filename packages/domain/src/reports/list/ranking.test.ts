import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { informationState, lookBackOf } from '../../filings/information.ts';
import { INFORMATION_CHOICES, matchesChoice } from '../../filings/information-choice.ts';
import { type GroupTest, isIndustry, isInformation, isRange } from '../../filters/groups.ts';
import { toRowGroups } from '../../filters/industries.ts';
import { industryOf, RANDOM_INDUSTRIES, randomGroups } from '../../filters/testing/random-groups.ts';
import { CAP_BUCKETS, isInCapBuckets, isInMentionBuckets, MENTION_BUCKETS } from '../../prices/buckets.ts';
import { isListedType, LIST_TICKER_TYPES, type ListTickerType, TICKER_TYPES, type TickerType } from '../../prices/ticker.ts';
import { isInTab, matchesConditions, matchesGroup } from '../../signals/definition/in-tab.ts';
import { computeFineScore, computeRate, createRowComparator } from '../../signals/definition/rank-order.ts';
import { depthIn, packWord } from '../../signals/packed.ts';
import { PARAMETERS_V1 } from '../../signals/parameters.ts';
import { createReportTable, FLAG_ELIGIBLE, FLAG_QUARANTINE, FLAG_STALE, type ReportTable, Z_PER_ROW } from '../../signals/report-table.ts';
import { OPERATIONS, SECTORS, sectorIndex, TABS } from '../../signals/sector.ts';
import { tabSectors } from '../../signals/tabs.ts';
import { createRandom } from '../../testing/random.ts';
import { STRATEGIES, type TimeframeIndex, timeframeIndex } from '../../time/timeframe.ts';
import { utcMs } from '../../time/units.ts';
import { rowDepths, rowZ } from '../present.ts';
import { readPlainNumber } from '../testing/plain-number.ts';
import { randomTable } from '../testing/random-table.ts';
import type { NarrowedList } from './group-tests.ts';
import { SORT_COLUMNS } from './list-columns.ts';
import type { ListQuestion } from './list-question.ts';
import { columnSortValue, computeRowRate, countRows, createRateScale, rankPage, symbolRanks, topRows } from './ranking.ts';
import { memberRows } from './ranking-members.ts';

const sectorKeys = fc.subarray(SECTORS.map(({ key }) => key));

function ruleOf(list: ListTickerType) {
	return {
		includes: (id: number) => isListedType(list, typeOf(id)),
		isIndex: (id: number) => typeOf(id) === 'index',
	};
}

/** Ids are spread over stocks, ETFs and indexes. */
function typeOf(id: number) {
	return TICKER_TYPES[(id % 7) % 3] as TickerType;
}

const question: fc.Arbitrary<ListQuestion> = fc.record(
	{
		tab: fc.constantFrom(...TABS.map(({ name }) => name)),
		operation: fc.constantFrom(...OPERATIONS),
		strategy: fc.constantFrom(...STRATEGIES),
		conditions: fc.array(
			fc.record({
				sector: fc.constantFrom(...SECTORS.map(({ key }) => key)),
				timeframe: fc.integer({ min: 0, max: 4 }) as fc.Arbitrary<TimeframeIndex>,
				value: fc.integer({ min: 0, max: 3 }),
			}),
			{ maxLength: 3 },
		),
		groups: randomGroups({ ranges: true }).map((groups) => toRowGroups(groups, RANDOM_INDUSTRIES) ?? []),
		caps: fc.subarray([...CAP_BUCKETS]),
		mentions: fc.subarray(MENTION_BUCKETS.map(({ name }) => name)),
		information: fc.constantFrom(...INFORMATION_CHOICES),
		exclude: fc.constant(new Set([10, 16, 40])),
		only: fc.constant(new Set(Array.from({ length: 40 }, (_, i) => 10 + 3 * i))),
		sectors: sectorKeys,
		sortBy: sectorKeys,
		extraSortBy: sectorKeys,
		direction: fc.constantFrom('asc' as const, 'desc' as const),
		types: fc.constantFrom(...LIST_TICKER_TYPES).map(ruleOf),
	},
	{ requiredKeys: ['tab', 'operation', 'strategy'] },
);

/** The whole list by the scalar rules, one object per row. */
function plainly(table: ReportTable, symbols: readonly string[], question: ListQuestion): number[] {
	const { tab, operation, strategy, conditions = [], groups = [], caps = [], mentions = [], sortBy = [], extraSortBy = [] } = question;
	const selected = question.sectors ?? tabSectors(tab, operation);
	const weights = PARAMETERS_V1.slotWeights;
	const rows = [...table.tickerId.keys()].filter((row) => {
		const at = (index: 0 | 1 | 6) => strategy.rated.map((t) => depthIn(table.words[t][row]!, index));
		const id = table.tickerId[row]!;
		const flags = table.flags[row]!;
		const untraded = question.types !== undefined && typeOf(id) === 'index' && (flags & (FLAG_STALE | FLAG_QUARANTINE)) === 0;
		const eligible = untraded || (flags & (FLAG_ELIGIBLE | FLAG_STALE)) === FLAG_ELIGIBLE;
		return (
			isInTab(tab, { price_short: at(0), price_long: at(1), squeeze: at(6) }, eligible, PARAMETERS_V1.tabQuorum) &&
			matchesConditions(conditions, (c) => depthIn(table.words[c.timeframe][row]!, sectorIndex(c.sector))) &&
			groups.every((group) => matchesGroup(group, (test) => holds(table, row, test, { tab, strategy }))) &&
			isInCapBuckets(table.cap[row]!, caps) &&
			isInMentionBuckets(table.mentions[row]!, mentions) &&
			(!question.information || holds(table, row, { information: question.information }, { tab, strategy })) &&
			(question.types?.includes(id, table.time) ?? true) &&
			(question.only?.has(id) ?? true) &&
			!question.exclude?.has(id)
		);
	});
	const ranked = rows.map((row) => {
		const depths = rowDepths(table, row, strategy.rated, tab);
		return {
			row,
			ticker: symbols[row]!,
			rate: computeRate(depths, selected, weights),
			fine: computeFineScore(rowZ(table, row, strategy.rated, tab), selected, PARAMETERS_V1),
			cap: table.cap[row]!,
			extra: extraSortBy.map((key) => computeRate(depths, [key], weights)),
			...(sortBy.length > 0 ? { first: computeRate(depths, sortBy, weights) } : {}),
		};
	});
	return ranked.sort(createRowComparator(PARAMETERS_V1, question.direction)).map(({ row }) => row);
}

/** A test of a group by the plain values of a row. */
function holds(table: ReportTable, row: number, test: GroupTest, { tab, strategy }: NarrowedList): boolean {
	if (isInformation(test)) return matchesChoice(informationState(table.information[row]!, lookBackOf(strategy)), test.information);
	if (isIndustry(test)) return industryOf(table.tickerId[row]!)?.toLowerCase() === test.industry.trim().toLowerCase();
	if (!isRange(test)) return (depthIn(table.words[timeframeIndex(test.timeframe)][row]!, sectorIndex(test.sector)) ?? 0) >= test.value;
	const value = readPlainNumber(table, row, test.measure, { tab, strategy });
	return value !== null && value >= (test.from ?? value) && value <= (test.to ?? value);
}

/** A report of many rows in which every key has few values, so that each key breaks some ties. */
function tied(seed: number): ReportTable {
	const random = createRandom(seed);
	const table = createReportTable(utcMs(0), 'reverse', 60);
	for (let row = 0; row < table.count; row++) {
		table.tickerId[row] = 10 + 3 * row;
		table.flags[row] = FLAG_ELIGIBLE;
		for (const words of table.words) words[row] = packWord(Array.from({ length: 7 }, () => (random.nextBoolean(0.1) ? 1 : 0)));
		table.cap[row] = [Number.NaN, 0, 1e9, 2e9][random.nextInteger(4)]!;
		table.price[row] = 10_000 * random.nextInteger(4);
		table.mentions[row] = random.nextInteger(4) - 1;
		table.dollarVolume[row] = [Number.NaN, 0, 1e6, 2e6][random.nextInteger(4)]!;
		// Filings of the last session, and of the sessions before it.
		table.information[row] = random.nextBoolean(0.5) ? 9 : 10;
		table.filingForm[row] = 1;
		table.filingAccepted[row] = 1_000 + random.nextInteger(3);
		for (let cell = 0; cell < Z_PER_ROW; cell++)
			table.z[cell * table.count + row] = random.nextBoolean(0.05) ? Number.NaN : random.nextBoolean(0.1) ? 1 : 0;
	}
	return table;
}

/** Not in the order of the rows. */
function symbolsOf(table: ReportTable): string[] {
	return Array.from(table.tickerId, (id) => `T${(id * 7919) % 9973}`);
}

describe('a ranked list', () => {
	it('is the scalar rules applied row by row, whatever is asked', () => {
		fc.assert(
			fc.property(randomTable, question, (table, question) => {
				const symbols = symbolsOf(table);
				const expected = plainly(table, symbols, question);
				const page = rankPage(table, symbolRanks(symbols), question, PARAMETERS_V1, { skip: 0, max: table.count });
				expect([...page.rows]).toEqual(expected);
				expect(page.total).toBe(expected.length);
				expect([...page.rates]).toEqual(expected.map((row) => computeRowRate(table, row, question, PARAMETERS_V1)));
				expect(countRows(table, question, PARAMETERS_V1)).toBe(expected.length);
				expect([...memberRows(table, question, PARAMETERS_V1)]).toEqual(expected.toSorted((a, b) => a - b));
			}),
			{ numRuns: 300 },
		);
	});

	it('breaks ties by one key after the other, down to the symbol, in both directions', () => {
		for (let seed = 1; seed <= 10; seed++) {
			const table = tied(seed);
			const symbols = symbolsOf(table);
			const [strategy] = STRATEGIES;
			const variants: Partial<ListQuestion>[] = [
				{},
				{ direction: 'asc' },
				{ sortBy: ['volume'] },
				{ sortBy: ['volume', 'price_long'], direction: 'asc' },
				{ extraSortBy: ['volume', 'call_with_put'] },
				{ sortBy: ['price_short'], extraSortBy: ['call_without_put_long', 'price_long'], direction: 'asc' },
				{ sectors: ['volume'] },
			];
			for (const more of variants) {
				const question: ListQuestion = { tab: 'free', operation: seed % 2 === 0 ? 'long' : 'short', strategy, ...more };
				const { rows } = rankPage(table, symbolRanks(symbols), question, PARAMETERS_V1, { skip: 0, max: 25 });
				expect([...rows]).toEqual(plainly(table, symbols, question).slice(0, 25));
			}
		}
	});

	it('has a symbol behind every other that sorts before it, letter by letter', () => {
		expect([...symbolRanks(['B', 'AA', 'A', 'a', 'Z', 'A.B'])]).toEqual([3, 2, 0, 5, 4, 1]);
		expect([...symbolRanks([])]).toEqual([]);
	});

	it('is sorted by a column although it is long and many values are equal or unknown', () => {
		for (let seed = 1; seed <= 8; seed++) {
			const table = tied(seed);
			const symbolRank = symbolRanks(symbolsOf(table));
			const changeOf = (row: number): number => [Number.NaN, -0.5, 0, 0.5][(row * 7) % 4]!;
			const question: ListQuestion = { tab: 'free', operation: 'short', strategy: STRATEGIES[0] };
			const list = (more: Partial<ListQuestion>, max = 60) => [
				...rankPage(table, symbolRank, { ...question, ...more }, PARAMETERS_V1, { skip: 0, max }, changeOf).rows,
			];
			const z = (series: number) => (row: number) => table.z[(2 * 5 + series) * table.count + row]!;
			const columns: Record<(typeof SORT_COLUMNS)[number], (row: number) => number> = {
				rate: (row) => computeRowRate(table, row, question, PARAMETERS_V1),
				unusual: (row) => columnSortValue(table, row, 'unusual', question.strategy, { symbolRank }),
				ticker: (row) => symbolRank[row]!,
				price: (row) => table.price[row]!,
				change: changeOf,
				move: z(0),
				volume: z(1),
				options: z(3),
				mentions: (row) => (table.mentions[row]! === -1 ? Number.NaN : table.mentions[row]!),
				dollars: (row) => table.dollarVolume[row]!,
				cap: (row) => table.cap[row]!,
				filing: (row) => (table.information[row] === 9 ? Number.NaN : table.filingAccepted[row]!),
			};
			const plain = list({});
			for (const column of SORT_COLUMNS)
				for (const direction of ['asc', 'desc'] as const) {
					const sign = direction === 'asc' ? 1 : -1;
					const key = columns[column];
					const known = plain.filter((row) => !Number.isNaN(key(row))).sort((a, b) => sign * (key(a) - key(b)));
					const expected = [...known, ...plain.filter((row) => Number.isNaN(key(row)))];
					for (const max of [60, 50, 7]) expect(list({ sortColumn: column, direction }, max)).toEqual(expected.slice(0, max));
				}
		}
	});

	it('is sorted by a column, with unknown values last in both directions and equal values in the default order', () => {
		const byColumn = fc.record({ question, column: fc.constantFrom(...SORT_COLUMNS) });
		fc.assert(
			fc.property(randomTable, byColumn, (table, { question: { sortBy: _, extraSortBy: __, ...question }, column }) => {
				const symbolRank = symbolRanks(symbolsOf(table));
				const changeOf = (row: number): number => (row % 4 === 0 ? Number.NaN : (row % 3) - 1);
				const list = (more: Partial<ListQuestion>) => [
					...rankPage(table, symbolRank, { ...question, ...more }, PARAMETERS_V1, { skip: 0, max: table.count }, changeOf).rows,
				];
				const key = (row: number): number =>
					column === 'rate'
						? computeRowRate(table, row, question, PARAMETERS_V1)
						: columnSortValue(table, row, column, question.strategy, { symbolRank, changeOf });
				const plain = list({ direction: 'desc' });
				for (const direction of ['asc', 'desc'] as const) {
					const sign = direction === 'asc' ? 1 : -1;
					const known = plain.filter((row) => !Number.isNaN(key(row)));
					const expected = [...known.sort((a, b) => sign * (key(a) - key(b))), ...plain.filter((row) => Number.isNaN(key(row)))];
					expect(list({ sortColumn: column, direction })).toEqual(expected);
				}
			}),
		);
	});

	it('counts the share of the report that has at least the rate of a row, which is out of the highest possible one', () => {
		fc.assert(
			fc.property(randomTable, question, (table, question) => {
				fc.pre(table.count > 0);
				const rates = Array.from({ length: table.count }, (_, row) => computeRowRate(table, row, question, PARAMETERS_V1));
				const scaleOf = createRateScale(table, question, PARAMETERS_V1);
				for (const rate of rates) {
					const { highest, share } = scaleOf(rate);
					expect(share).toBe(Math.ceil((rates.filter((other) => other >= rate).length * 1e4) / table.count) / 1e4);
					expect(rate).toBeLessThanOrEqual(highest);
				}
			}),
		);
	});

	it('is cut into pages that neither repeat nor lose a row', () => {
		fc.assert(
			fc.property(randomTable, question, fc.integer({ min: 1, max: 13 }), (table, question, max) => {
				const ranks = symbolRanks(symbolsOf(table));
				const whole = rankPage(table, ranks, question, PARAMETERS_V1, { skip: 0, max: 1000 });
				const pages: number[] = [];
				for (let skip = 0; skip < whole.total + max; skip += max) {
					pages.push(...rankPage(table, ranks, question, PARAMETERS_V1, { skip, max }).rows);
				}
				expect(pages).toEqual([...whole.rows]);
			}),
		);
	});

	it('leaves out and keeps single tickers, and none for an empty choice of those to keep', () => {
		const table = tied(1);
		const list = (more: Partial<ListQuestion>) =>
			Array.from(
				memberRows(table, { tab: 'free', operation: 'short', strategy: STRATEGIES[0], ...more }, PARAMETERS_V1),
				(row) => table.tickerId[row]!,
			);
		const all = list({});
		expect(all).toHaveLength(table.count);
		expect(list({ exclude: new Set([13]) })).toEqual(all.filter((id) => id !== 13));
		expect(list({ exclude: new Set() })).toEqual(all);
		expect(list({ only: new Set([13]) })).toEqual([13]);
		expect(list({ only: new Set() })).toEqual([]);
		expect(list({ caps: ['all', 'mega_cap'] })).toEqual(all);
		expect(list({ caps: ['mega_cap'] })).toEqual([]);
		expect(list({ mentions: ['more_than_one_thousand'] })).toEqual([]);
	});

	it('keeps tickers with a filing, without one, or with either known, by the look-back of the strategy', () => {
		const table = tied(1);
		table.information.fill(0);
		table.information.set([0b1010, 0b0101, 0b1001]);
		const list = (information: ListQuestion['information'], strategy: ListQuestion['strategy']) =>
			Array.from(memberRows(table, { tab: 'free', operation: 'short', strategy, information }, PARAMETERS_V1));
		const [intraday, , daily] = STRATEGIES;
		expect([list('with', intraday), list('without', intraday), list('known', intraday)]).toEqual([[0], [1, 2], [0, 1, 2]]);
		expect([list('with', daily), list('without', daily), list('known', daily)]).toEqual([[0, 2], [1], [0, 1, 2]]);
	});

	it('has no row beyond its end and none of an empty report', () => {
		const [table] = fc.sample(randomTable, { numRuns: 1, seed: 4 }) as [ReportTable];
		const question: ListQuestion = { tab: 'free', operation: 'short', strategy: STRATEGIES[0] };
		const ranks = symbolRanks(symbolsOf(table));
		expect(rankPage(table, ranks, question, PARAMETERS_V1, { skip: 10_000, max: 10 }).rows).toHaveLength(0);
		expect(rankPage(table, ranks, question, PARAMETERS_V1, { skip: 0, max: 0 }).rows).toHaveLength(0);
	});
});

it('takes the first rows of any order, however close their values, and reads existing rows only', () => {
	const values = fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { maxLength: 60 });
	fc.assert(
		fc.property(values, fc.integer({ min: -2, max: 70 }), fc.constantFrom(1, 0.001, 1e6), (keys, wanted, unit) => {
			const found = topRows(keys.length, wanted, (a, b) => {
				expect([keys[a], keys[b]]).not.toContain(undefined);
				return (keys[a]! - keys[b]!) * unit;
			});
			const first = keys.toSorted((a, b) => a - b).slice(0, Math.max(0, wanted));
			expect([...found].map((row) => keys[row])).toEqual(first);
		}),
		{ numRuns: 300 },
	);
});
