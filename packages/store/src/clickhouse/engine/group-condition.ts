import { type FilterGroup, type GroupTest, isRange, type RangeTest, type TestGroup } from '@sw/domain/filters/groups';
import { storedBounds } from '@sw/domain/reports/list/group-tests';
import { sectorIndex } from '@sw/domain/signals/sector';
import { timeframeIndex } from '@sw/domain/time/timeframe';
import { WORD_COLUMNS } from './tables.ts';
import { int } from './where.ts';

/** A group of a filter in SQL over a report's row. */
export function groupTest({ groups, ...group }: FilterGroup): string {
	return joined(group, [...group.filters.map(testOf), ...groups.map((inner) => joined(inner, inner.filters.map(testOf)))]);
}

function joined({ match }: TestGroup, tests: readonly string[]): string {
	const text = `(${tests.join(match === 'all' ? ' AND ' : ' OR ')})`;
	return match === 'none' ? `NOT ${text}` : text;
}

function testOf(test: GroupTest): string {
	if (isRange(test)) return rangeTest(test);
	const word = WORD_COLUMNS[timeframeIndex(test.timeframe)];
	return `(bitAnd(bitShiftRight(${word}, ${int(4 * sectorIndex(test.sector))}), 7) >= ${int(test.value)})`;
}

/** Comparisons with NaN, an unknown number, are false. */
function rangeTest(range: RangeTest): string {
	const [from, to] = storedBounds(range);
	return `(${range.measure} >= ${int(from)}${Number.isFinite(to) ? ` AND ${range.measure} <= ${int(to)}` : ''})`;
}
