import { type FilterGroup, type GroupTest, isRange, type Measure, type RangeTest, type TestGroup } from '../../filters/groups.ts';
import type { ReportTable } from '../../signals/report-table.ts';
import { sectorIndex } from '../../signals/sector.ts';
import { timeframeIndex } from '../../time/timeframe.ts';

/** The columns that groups read. */
export type GroupColumns = Pick<ReportTable, 'words' | 'price' | 'cap' | 'mentions'>;
type RowTest = (row: number) => boolean;

/** Prices are stored in 1/10000 dollar. */
const STORED_UNITS: Readonly<Record<Measure, number>> = { price: 10_000, cap: 1, mentions: 1 };

/** Whether a row of the table passes a group. */
export function groupTest(table: GroupColumns, { groups, ...group }: FilterGroup): RowTest {
	return joined(group, [...group.filters.map((test) => testOf(table, test)), ...groups.map((inner) => innerTest(table, inner))]);
}

function innerTest(table: GroupColumns, group: TestGroup): RowTest {
	return joined(
		group,
		group.filters.map((test) => testOf(table, test)),
	);
}

function joined({ match }: TestGroup, tests: readonly RowTest[]): RowTest {
	if (match === 'all') return (row) => tests.every((test) => test(row));
	return match === 'any' ? (row) => tests.some((test) => test(row)) : (row) => !tests.some((test) => test(row));
}

/** An unmeasurable depth is 0, an unknown number is in no range. */
function testOf(table: GroupColumns, test: GroupTest): RowTest {
	if (isRange(test)) return rangeTest(table, test);
	const words = table.words[timeframeIndex(test.timeframe)];
	const shift = 4 * sectorIndex(test.sector);
	return (row) => (((words[row] as number) >>> shift) & 7) >= test.value;
}

function rangeTest(table: GroupColumns, range: RangeTest): RowTest {
	const [from, to] = storedBounds(range);
	const values = table[range.measure];
	return (row) => (values[row] as number) >= from && (values[row] as number) <= to;
}

/** The bounds in the units of the column; a count of mentions that no source covers is -1, so there is always a lower one. */
export function storedBounds({ measure, from, to }: RangeTest): readonly [number, number] {
	const unit = STORED_UNITS[measure];
	return [Math.round((from ?? 0) * unit), to === null ? Number.POSITIVE_INFINITY : Math.round(to * unit)];
}
