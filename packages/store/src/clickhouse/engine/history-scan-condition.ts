import { INFORMATION_STATES, type InformationLookBack, informationShift, lookBackOf } from '@sw/domain/filings/information';
import { type InformationChoice, isChosen } from '@sw/domain/filings/information-choice';
import { type FilterGroup, type GroupTest, isInformation, isRange, type RangeTest, type TestGroup } from '@sw/domain/filters/groups';
import type { CapBucket, CapPlace } from '@sw/domain/prices/cap';
import { MENTION_BUCKETS, type MentionBucket } from '@sw/domain/prices/mentions';
import { storedBounds } from '@sw/domain/reports/list/group-tests';
import { needsOf, tabTest } from '@sw/domain/reports/list/ranking-members';
import type { ScannedQuestion } from '@sw/domain/research/history-scan';
import { GUARDS } from '@sw/domain/signals/packed';
import { FLAG_ELIGIBLE, FLAG_STALE } from '@sw/domain/signals/report-table';
import { sectorIndex } from '@sw/domain/signals/sector';
import { timeframeIndex } from '@sw/domain/time/timeframe';
import { WORD_COLUMNS } from './tables.ts';
import { int } from './where.ts';

/** Rows that can be in any tab. */
export const ELIGIBLE = `bitAnd(flags, ${FLAG_ELIGIBLE | FLAG_STALE}) = ${FLAG_ELIGIBLE}`;

/** Whether any row of a group has the numbers of its session: reports of earlier versions of the product have none. */
export const HAS_DAY_FIGURES = 'min(isNaN(dollar_volume)) = 0';

/** Bounds of the tiers as in capTier, in the order of CAPS; an unknown capitalisation is NaN. */
export const TIERS: Record<CapPlace, string> = {
	mega_cap: 'cap > 200e9',
	large_cap: 'cap >= 10e9 AND cap <= 200e9',
	mid_cap: 'cap >= 2e9 AND cap < 10e9',
	small_cap: 'cap >= 300e6 AND cap < 2e9',
	micro_cap: 'cap >= 50e6 AND cap < 300e6',
	nano_cap: 'cap < 50e6',
	undefined: 'isNaN(cap)',
};

/**
 * The question of memberRows in SQL over the packed words of an ELIGIBLE row, as tests that must all pass. `first` are tested before any other column is
 * read: the filter's needs, which few rows meet; `rest` are the tab's mark and the narrowing. `testOf` returns the test for a row's tier.
 */
export function matchCondition(
	{ tab, strategy, conditions = [], groups = [], quorum, caps = [], mentions = [], information }: ScannedQuestion,
	testOf: (tier: CapPlace) => string = (tier) => TIERS[tier],
): { first: string[]; rest: string[] } {
	const { mark, wanted, dark } = tabTest(tab, quorum);
	const slots = strategy.slots.map((timeframe) => WORD_COLUMNS[timeframe]);
	return {
		first: Array.from(needsOf(conditions)).flatMap((need, timeframe) => (need === 0 ? [] : [needTest(need, timeframe)])),
		rest: [
			...(wanted > 0 ? [`${slots.map((word) => `(bitAnd(${word}, ${int(mark)}) != 0)`).join(' + ')} >= ${int(wanted)}`] : []),
			...(dark > 0 ? slots.map((word) => `bitAnd(${word}, ${int(dark)}) = 0`) : []),
			...groups.map((group) => groupTest(group, lookBackOf(strategy))),
			...tierTest(caps, testOf),
			...mentionTest(mentions),
			...(information ? [informationTest(information, lookBackOf(strategy))] : []),
		],
	};
}

/** True if every guard bit survives the subtraction, which means depth >= need: four operations a word test a whole timeframe of a filter. */
function needTest(need: number, timeframe: number): string {
	return `bitAnd(bitOr(${WORD_COLUMNS[timeframe as 0]}, ${int(GUARDS)}) - ${int(need)}, ${int(GUARDS)}) = ${int(GUARDS)}`;
}

function mentionTest(buckets: readonly MentionBucket[]): string[] {
	if (buckets.length === 0) return [];
	const spans = MENTION_BUCKETS.flatMap(({ name, upTo }, at) => {
		if (!buckets.includes(name)) return [];
		const above = at === 0 ? -1 : (MENTION_BUCKETS[at - 1]?.upTo as number);
		return [`mentions > ${int(above)}${Number.isFinite(upTo) ? ` AND mentions <= ${int(upTo)}` : ''}`];
	});
	return [anyOf(spans)];
}

function anyOf(conditions: readonly string[]): string {
	return `(${conditions.map((condition) => `(${condition})`).join(' OR ')})`;
}

function tierTest(caps: readonly CapBucket[], testOf: (tier: CapPlace) => string): string[] {
	return caps.length === 0 || caps.includes('all') ? [] : [anyOf(caps.map((cap) => testOf(cap as CapPlace)))];
}

/** A group of a filter in SQL over a report's row; the look-back is that of the filter's strategy. */
function groupTest({ groups, ...group }: FilterGroup, lookBack: InformationLookBack): string {
	const testsOf = ({ filters }: TestGroup): string[] => filters.map((test) => testOf(test, lookBack));
	return joined(group, [...testsOf(group), ...groups.map((inner) => joined(inner, testsOf(inner)))]);
}

function joined({ match }: TestGroup, tests: readonly string[]): string {
	const text = `(${tests.join(match === 'all' ? ' AND ' : ' OR ')})`;
	return match === 'none' ? `NOT ${text}` : text;
}

function testOf(test: GroupTest, lookBack: InformationLookBack): string {
	if (isRange(test)) return rangeTest(test);
	if (isInformation(test)) return `(${informationTest(test.information, lookBack)})`;
	const word = WORD_COLUMNS[timeframeIndex(test.timeframe)];
	return `(bitAnd(bitShiftRight(${word}, ${int(4 * sectorIndex(test.sector))}), 7) >= ${int(test.value)})`;
}

/** Whether a row's byte of public information has a chosen state. */
function informationTest(choice: InformationChoice, lookBack: InformationLookBack): string {
	const states = INFORMATION_STATES.flatMap((state, place) => (isChosen(state, choice) ? [int(place)] : []));
	return `bitAnd(bitShiftRight(information, ${int(informationShift(lookBack))}), 3) IN (${states})`;
}

/** Comparisons with NaN, an unknown number, are false. */
function rangeTest(range: RangeTest): string {
	const [from, to] = storedBounds(range);
	return `(${range.measure} >= ${int(from)}${Number.isFinite(to) ? ` AND ${range.measure} <= ${int(to)}` : ''})`;
}
