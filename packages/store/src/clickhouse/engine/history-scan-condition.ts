import { INFORMATION_STATES, type InformationLookBack, informationShift, lookBackOf } from '@sw/domain/filings/information';
import { type InformationChoice, matchesChoice } from '@sw/domain/filings/information-choice';
import { isIndustry, isInformation, isMove, isRange, MOVE_MEASURES, type RangeTest, type TestGroup } from '@sw/domain/filters/groups';
import { type IndustryTickersTest, industryKey, type RowGroup, type RowTest } from '@sw/domain/filters/industries';
import { type CapBucket, type CapGroup, MENTION_BUCKETS, type MentionBucket } from '@sw/domain/prices/buckets';
import { moveBounds, type NarrowedList, storedBounds } from '@sw/domain/reports/list/group-tests';
import { zColumn } from '@sw/domain/reports/list/list-columns';
import { needWords } from '@sw/domain/reports/list/ranking-members';
import { createTabRule, LISTED_KNOWN, LISTED_MASK, listedColumn, listedShift, toListedRange } from '@sw/domain/reports/list/time-in-list';
import type { ScannedQuestion } from '@sw/domain/research/history-scan';
import { GUARDS } from '@sw/domain/signals/packed';
import { FLAG_ELIGIBLE, FLAG_STALE } from '@sw/domain/signals/report-table';
import { sectorIndex } from '@sw/domain/signals/sector';
import { timeframeIndex } from '@sw/domain/time/timeframe';
import { decimal, int, oneOf } from './sql.ts';
import { LISTED_COLUMNS, WORD_COLUMNS, Z_COLUMNS } from './tables.ts';

/** Condition for rows that can be in a tab. */
export const ELIGIBLE = `bitAnd(flags, ${FLAG_ELIGIBLE | FLAG_STALE}) = ${FLAG_ELIGIBLE}`;

/** Condition on a report's rows: whether they have the numbers of the session. Reports of earlier product versions don't. */
export const HAS_DAY_FIGURES = 'min(isNaN(dollar_volume)) = 0';

/** Condition on a report's rows: whether they have the time in lists. */
export const HAS_TIME_IN_LIST = `max(${LISTED_COLUMNS[0]}) >= ${LISTED_KNOWN}`;

/** Conditions for the tiers, with the bounds of capTier, in the order of CAPS; an unknown market cap is NaN. */
export const TIERS: Record<CapGroup, string> = {
	mega_cap: 'cap > 200e9',
	large_cap: 'cap >= 10e9 AND cap <= 200e9',
	mid_cap: 'cap >= 2e9 AND cap < 10e9',
	small_cap: 'cap >= 300e6 AND cap < 2e9',
	micro_cap: 'cap >= 50e6 AND cap < 300e6',
	nano_cap: 'cap < 50e6',
	undefined: 'isNaN(cap)',
};

/**
 * Translates a question (see memberRows) into SQL tests; an ELIGIBLE row must pass all of them. `depthTests`: the filter's conditions, tested before other
 * columns are read because few rows meet them. `otherTests`: the tab's mark and further restrictions. `tierCondition` returns the test for a row's tier.
 */
export function buildMatchTests(
	{ tab, strategy, conditions = [], groups = [], quorum, caps = [], mentions = [], information }: ScannedQuestion,
	tierCondition: (tier: CapGroup) => string = (tier) => TIERS[tier],
): { depthTests: string[]; otherTests: string[] } {
	const { markBits, minTimeframes, excludedBits } = createTabRule(tab, quorum);
	const wordColumns = strategy.rated.map((timeframe) => WORD_COLUMNS[timeframe]);
	return {
		depthTests: Array.from(needWords(conditions)).flatMap((need, timeframe) => (need === 0 ? [] : [needTest(need, timeframe)])),
		otherTests: [
			...(minTimeframes > 0
				? [`${wordColumns.map((word) => `(bitAnd(${word}, ${int(markBits)}) != 0)`).join(' + ')} >= ${int(minTimeframes)}`]
				: []),
			...(excludedBits > 0 ? wordColumns.map((word) => `bitAnd(${word}, ${int(excludedBits)}) = 0`) : []),
			...groupTests(groups, { tab, strategy }),
			...tierTest(caps, tierCondition),
			...mentionTest(mentions),
			...(information ? [informationTest(information, lookBackOf(strategy))] : []),
		],
	};
}

/** Tests depth >= need for all cells of a timeframe with four operations per word: every guard bit must survive the subtraction. */
function needTest(need: number, timeframe: number): string {
	return `bitAnd(bitOr(${WORD_COLUMNS[timeframe as 0]}, ${int(GUARDS)}) - ${int(need)}, ${int(GUARDS)}) = ${int(GUARDS)}`;
}

function mentionTest(buckets: readonly MentionBucket[]): string[] {
	if (buckets.length === 0) return [];
	const bucketTests = MENTION_BUCKETS.flatMap(({ name, upTo }, at) => {
		if (!buckets.includes(name)) return [];
		const above = at === 0 ? -1 : (MENTION_BUCKETS[at - 1]?.upTo as number);
		return [`mentions > ${int(above)}${Number.isFinite(upTo) ? ` AND mentions <= ${int(upTo)}` : ''}`];
	});
	return [anyOf(bucketTests)];
}

function anyOf(conditions: readonly string[]): string {
	return `(${conditions.map((condition) => `(${condition})`).join(' OR ')})`;
}

function tierTest(caps: readonly CapBucket[], tierCondition: (tier: CapGroup) => string): string[] {
	return caps.length === 0 || caps.includes('all') ? [] : [anyOf(caps.map((cap) => tierCondition(cap as CapGroup)))];
}

/** Translates the groups of a list's filter into SQL tests on a report's row. */
function groupTests(groups: readonly RowGroup[], list: NarrowedList): string[] {
	const industryTest = createIndustryTest();
	const testsOf = ({ filters }: TestGroup<RowTest>): string[] =>
		filters.map((test) => (isIndustry(test) ? industryTest(test) : testOf(test, list)));
	return groups.map(({ groups: subgroups, ...group }) =>
		joinTests(group, [...testsOf(group), ...subgroups.map((subgroup) => joinTests(subgroup, testsOf(subgroup)))]),
	);
}

/** Lists the tickers of each industry only once per condition, because the length of a query is limited. */
function createIndustryTest(): (test: IndustryTickersTest) => string {
	const names = new Map<string, string>();
	return ({ industry, tickers }) => {
		if (tickers.size === 0) return '0';
		const key = industryKey(industry);
		const existing = names.get(key);
		if (existing) return existing;
		const name = `of_industry_${int(names.size)}`;
		names.set(key, name);
		return `((${oneOf('ticker_id', [...tickers])}) AS ${name})`;
	};
}

function joinTests({ match }: TestGroup<RowTest>, tests: readonly string[]): string {
	const text = `(${tests.join(match === 'all' ? ' AND ' : ' OR ')})`;
	return match === 'none' ? `NOT ${text}` : text;
}

function testOf(test: Exclude<RowTest, IndustryTickersTest>, list: NarrowedList): string {
	if (isRange(test)) return rangeTest(test, list);
	if (isInformation(test)) return `(${informationTest(test.information, lookBackOf(list.strategy))})`;
	const word = WORD_COLUMNS[timeframeIndex(test.timeframe)];
	return `(bitAnd(bitShiftRight(${word}, ${int(4 * sectorIndex(test.sector))}), 7) >= ${int(test.value)})`;
}

/** Tests whether a row's public information has a chosen state. */
function informationTest(choice: InformationChoice, lookBack: InformationLookBack): string {
	const states = INFORMATION_STATES.flatMap((state, index) => (matchesChoice(state, choice) ? [int(index)] : []));
	return `bitAnd(bitShiftRight(information, ${int(informationShift(lookBack))}), 3) IN (${states})`;
}

/** Tests whether a measure is in a range. Comparisons with NaN (unknown) are false. */
function rangeTest({ measure, ...range }: RangeTest, list: NarrowedList): string {
	if (measure === 'minutes_in_list') return minutesTest(range, list);
	if (isMove(measure)) return between(Z_COLUMNS[zColumn(MOVE_MEASURES[measure], list.strategy)]!, moveBounds(range));
	return between(measure, storedBounds({ measure, ...range }));
}

/** Tests whether a column is within bounds, of which at least one is finite. */
function between(column: string, [from, to]: readonly [number, number]): string {
	const tests = [
		...(Number.isFinite(from) ? [`${column} >= ${decimal(from)}`] : []),
		...(Number.isFinite(to) ? [`${column} <= ${decimal(to)}`] : []),
	];
	return `(${tests.join(' AND ')})`;
}

/** Tests the minutes in the list; always false for the free list, because it has no members. */
function minutesTest({ from, to }: Pick<RangeTest, 'from' | 'to'>, { tab, strategy }: NarrowedList): string {
	const shift = listedShift(tab);
	if (shift === undefined) return '0';
	const slotsInList = `bitAnd(bitShiftRight(${LISTED_COLUMNS[listedColumn(strategy)]}, ${int(shift)}), ${LISTED_MASK})`;
	const [least, most] = toListedRange(from ?? 0, to ?? Number.POSITIVE_INFINITY);
	return `(${slotsInList} BETWEEN ${int(Math.min(least, LISTED_MASK + 1))} AND ${int(Math.min(most, LISTED_MASK))})`;
}
