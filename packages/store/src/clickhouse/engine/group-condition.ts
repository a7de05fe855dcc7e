import { INFORMATION_STATES, type InformationLookBack, informationShift } from '@sw/domain/filings/information';
import { type InformationChoice, isChosen } from '@sw/domain/filings/information-choice';
import { type FilterGroup, type GroupTest, isInformation, isRange, type RangeTest, type TestGroup } from '@sw/domain/filters/groups';
import { storedBounds } from '@sw/domain/reports/list/group-tests';
import { sectorIndex } from '@sw/domain/signals/sector';
import { timeframeIndex } from '@sw/domain/time/timeframe';
import { WORD_COLUMNS } from './tables.ts';
import { int } from './where.ts';

/** A group of a filter in SQL over a report's row; the look-back is that of the filter's strategy. */
export function groupTest({ groups, ...group }: FilterGroup, lookBack: InformationLookBack): string {
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
export function informationTest(choice: InformationChoice, lookBack: InformationLookBack): string {
	const states = INFORMATION_STATES.flatMap((state, place) => (isChosen(state, choice) ? [int(place)] : []));
	return `bitAnd(bitShiftRight(information, ${int(informationShift(lookBack))}), 3) IN (${states})`;
}

/** Comparisons with NaN, an unknown number, are false. */
function rangeTest(range: RangeTest): string {
	const [from, to] = storedBounds(range);
	return `(${range.measure} >= ${int(from)}${Number.isFinite(to) ? ` AND ${range.measure} <= ${int(to)}` : ''})`;
}
