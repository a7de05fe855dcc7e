import type { InformationChoice } from '../filings/information-choice.ts';
import { sectorIndex } from '../signals/sector.ts';
import { timeframeIndex } from '../time/timeframe.ts';
import { type FilterEntry, normalizeEntries } from './entries.ts';

export const GROUP_MATCHES = ['all', 'any', 'none'] as const;
export type GroupMatch = (typeof GROUP_MATCHES)[number];

/**
 * Numbers of a report's row that ranges can restrict.
 *
 * - price, cap: dollars; the price isn't adjusted for later splits
 * - mentions: in the last 24 hours
 * - change: since the previous close, in percent
 * - dollar_volume: of the session so far
 * - minutes_in_list: length of the ticker's unbroken run, within the session, in the list of the filter's tab and timeframes
 * - price_z, volume_z, options_z: typical moves of price, volume and calls minus puts on the longest rated timeframe
 *
 * `decimals` is the maximum number of decimals in a bound, `least` the lowest bound.
 */
export const MEASURES = [
	{ name: 'price', decimals: 4, least: 0 },
	{ name: 'cap', decimals: 0, least: 0 },
	{ name: 'mentions', decimals: 0, least: 0 },
	{ name: 'change', decimals: 2, least: -100 },
	{ name: 'dollar_volume', decimals: 0, least: 0 },
	{ name: 'minutes_in_list', decimals: 0, least: 0 },
	{ name: 'price_z', decimals: 2, least: -100 },
	{ name: 'volume_z', decimals: 2, least: -100 },
	{ name: 'options_z', decimals: 2, least: -100 },
] as const;
export type Measure = (typeof MEASURES)[number]['name'];
/** The z series behind each measure that is given in typical moves. */
export const MOVE_MEASURES = { price_z: 'price', volume_z: 'volume', options_z: 'diff' } as const;
export type MoveMeasure = keyof typeof MOVE_MEASURES;
export const MAX_BOUND = 1e15;

/** A range with inclusive bounds; null: no bound. An unknown value matches no range. */
export interface RangeTest {
	readonly measure: Measure;
	readonly from: number | null;
	readonly to: number | null;
}

/** Public information within the look-back of the filter's timeframes. */
export interface InformationTest {
	readonly information: InformationChoice;
}

/** Matches tickers by their current industry, ignoring case; earlier industries aren't recorded. An unknown name matches nothing. */
export interface IndustryTest {
	readonly industry: string;
}

export type GroupTest = FilterEntry | RangeTest | InformationTest | IndustryTest;

export interface TestGroup<T = GroupTest> {
	readonly match: GroupMatch;
	readonly filters: readonly T[];
}

/** A group that can contain further groups, one level deep. */
export interface FilterGroup<T = GroupTest> extends TestGroup<T> {
	readonly groups: readonly TestGroup<T>[];
}

/** The conditions of a filter: all entries and all groups must match. `groups` is absent if there are none. */
export interface Conditions {
	readonly entries: readonly FilterEntry[];
	readonly groups?: readonly FilterGroup[] | undefined;
}

export const MAX_GROUPS = 8;
export const MAX_GROUP_TESTS = 40;
export const MAX_INDUSTRY_LENGTH = 100;

export function isRange(test: GroupTest): test is RangeTest {
	return 'measure' in test;
}

export function isMove(measure: Measure): measure is MoveMeasure {
	return measure in MOVE_MEASURES;
}

export function isInformation(test: GroupTest): test is InformationTest {
	return 'information' in test;
}

export function isIndustry(test: GroupTest): test is IndustryTest {
	return 'industry' in test;
}

export function isEntry(test: GroupTest): test is FilterEntry {
	return 'sector' in test;
}

/** Converts conditions to a canonical form: sorted, without duplicates, and with entries in place of groups where possible. */
export function normalizeConditions({ entries, groups = [] }: Conditions): Conditions {
	const allTests: GroupTest[] = [];
	const remainingGroups: FilterGroup[] = [];
	for (const group of groups.map(normalizeGroup)) {
		if (group.match === 'all') {
			allTests.push(...group.filters);
			remainingGroups.push(...group.groups.map((inner) => ({ ...inner, groups: [] })));
		} else if (group.filters.length + group.groups.length > 0) remainingGroups.push(group);
	}
	const nonEntryTests = sortTests(allTests.filter((test) => !isEntry(test)));
	const allGroup: FilterGroup[] = nonEntryTests.length > 0 ? [{ match: 'all', filters: nonEntryTests, groups: [] }] : [];
	const otherGroups = sortDistinct(remainingGroups, (group) => JSON.stringify(group));
	const normalized = { entries: normalizeEntries([...entries, ...allTests.filter(isEntry)]) };
	return allGroup.length + otherGroups.length === 0 ? normalized : { ...normalized, groups: [...allGroup, ...otherGroups] };
}

/** Merges inner groups into the outer group where that is equivalent, and changes an 'any' of one test to 'all'. */
function normalizeGroup({ match, filters, groups }: FilterGroup): FilterGroup {
	// In a 'none' group, the tests are combined as in an 'any' group, then negated.
	const equivalentMatch = match === 'all' ? 'all' : 'any';
	const tests = [...filters];
	const innerGroups: TestGroup[] = [];
	for (const group of groups) {
		const innerTests = sortTests(group.filters);
		if (innerTests.length === 0) continue;
		if (group.match === equivalentMatch || (innerTests.length === 1 && group.match !== 'none')) tests.push(...innerTests);
		else innerGroups.push({ match: group.match, filters: innerTests });
	}
	const normalized = { match, filters: sortTests(tests), groups: sortDistinct(innerGroups, (group) => JSON.stringify(group)) };
	const [first] = normalized.groups;
	if (match === 'any' && normalized.filters.length === 0 && normalized.groups.length === 1 && first) return { ...first, groups: [] };
	return match === 'any' && normalized.filters.length === 1 && !first ? { ...normalized, match: 'all' } : normalized;
}

function sortTests<T extends GroupTest>(tests: readonly T[]): T[] {
	return sortDistinct(tests.filter(isRestrictive).map(canonicalTest), sortKeyOf);
}

function isRestrictive(test: GroupTest): boolean {
	if (isRange(test)) return test.from !== null || test.to !== null;
	if (isIndustry(test)) return test.industry.trim() !== '';
	return isInformation(test) || test.value >= 1;
}

/** Returns a copy with keys in a fixed order, so that equal tests have equal JSON. */
function canonicalTest<T extends GroupTest>(test: T): T {
	if (isRange(test)) return { measure: test.measure, from: test.from, to: test.to } as typeof test;
	if (isInformation(test)) return { information: test.information } as typeof test;
	if (isIndustry(test)) return { industry: test.industry.trim() } as typeof test;
	const { sector, timeframe, value } = test;
	return { sector, timeframe, value } as T;
}

/** Returns the sort key: conditions by sector, timeframe and depth, then public information, industries and ranges. */
function sortKeyOf(test: GroupTest): string {
	if (isInformation(test)) return `b ${test.information}`;
	if (isIndustry(test)) return `c ${test.industry}`;
	return isRange(test)
		? `z ${MEASURES.findIndex(({ name }) => name === test.measure)} ${test.from} ${test.to}`
		: `a ${sectorIndex(test.sector)} ${timeframeIndex(test.timeframe)} ${test.value}`;
}

/** Removes duplicate keys and sorts by key. */
function sortDistinct<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
	const byKey = new Map(items.map((item) => [keyOf(item), item]));
	return [...byKey.keys()].sort().map((key) => byKey.get(key) as T);
}

/** Stored form of conditions. Without groups, it equals the list of entries stored by version 1. */
export type StoredConditions =
	| readonly FilterEntry[]
	| { readonly filters: readonly FilterEntry[]; readonly groups: readonly FilterGroup[] };

export function toStoredConditions({ entries, groups = [] }: Conditions): StoredConditions {
	return groups.length === 0 ? entries : { filters: entries, groups };
}

export function readStoredConditions(stored: StoredConditions): Conditions {
	return 'groups' in stored ? { entries: stored.filters, groups: stored.groups } : { entries: stored };
}

/** Whether any test needs data that is left out of a ticker's history by default: public information, figures of the session, time in the list, z. */
export function hasTestBeyondHistory(groups: Conditions['groups'] = []): boolean {
	return (
		testsOf(groups).some((test) => isInformation(test) || (isRange(test) && isMove(test.measure))) ||
		hasSessionFigureTest(groups) ||
		hasTimeInListTest(groups)
	);
}

/** Whether any test needs figures of the session. Reports of earlier product versions lack these figures. */
export function hasSessionFigureTest(groups: readonly FilterGroup[] = []): boolean {
	return testsOf(groups).some((test) => isRange(test) && (test.measure === 'change' || test.measure === 'dollar_volume'));
}

/** Whether any test needs the time in the list. Reports of earlier product versions lack this time. */
export function hasTimeInListTest(groups: readonly FilterGroup[] = []): boolean {
	return testsOf(groups).some((test) => isRange(test) && test.measure === 'minutes_in_list');
}

/** Whether any test names an industry. Past reports, too, are tested by today's industries. */
export function hasIndustryTest(groups: readonly FilterGroup[] = []): boolean {
	return testsOf(groups).some(isIndustry);
}

function testsOf(groups: readonly FilterGroup[]): GroupTest[] {
	return groups.flatMap(({ filters, groups: innerGroups }) => [...filters, ...innerGroups.flatMap((group) => group.filters)]);
}

interface ResponseGroup {
	match: GroupMatch;
	filters: GroupTest[];
}

/** Returns mutable copies of the groups for API responses; an empty list without groups. */
export function copyGroups(groups: Conditions['groups'] = []): (ResponseGroup & { groups: ResponseGroup[] })[] {
	return groups.map(({ match, filters, groups: innerGroups }) => ({
		match,
		filters: [...filters],
		groups: innerGroups.map((group) => ({ match: group.match, filters: [...group.filters] })),
	}));
}
