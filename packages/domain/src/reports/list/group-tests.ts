import { type InformationLookBack, informationState, lookBackOf } from '../../filings/information.ts';
import { matchesChoice } from '../../filings/information-choice.ts';
import {
	type InformationTest,
	isIndustry,
	isInformation,
	isMove,
	isRange,
	MEASURES,
	type Measure,
	MOVE_MEASURES,
	type MoveMeasure,
	type RangeTest,
	type TestGroup,
} from '../../filters/groups.ts';
import type { RowGroup, RowTest } from '../../filters/industries.ts';
import { CHANGE_UNITS, type ReportTable } from '../../signals/report-table.ts';
import { sectorIndex } from '../../signals/sector.ts';
import { timeframeIndex } from '../../time/timeframe.ts';
import { zColumn } from './list-columns.ts';
import type { ListQuestion } from './list-question.ts';
import { listedColumn, minutesInList } from './time-in-list.ts';

/** The report columns that groups test. */
export type GroupColumns = Pick<
	ReportTable,
	'count' | 'tickerId' | 'words' | 'z' | 'price' | 'cap' | 'mentions' | 'change' | 'dollarVolume' | 'listed' | 'information'
>;
type RowPredicate = (row: number) => boolean;

/** The list that a group restricts. Its strategy sets the look-back of filings, and `minutes_in_list` is measured in this list. */
export type NarrowedList = Pick<ListQuestion, 'tab' | 'strategy'>;

/** Measures that are columns of the report. */
export type ColumnMeasure = Exclude<Measure, 'minutes_in_list' | MoveMeasure>;

/** Stored units per unit of the measure: prices are stored in 1/10000 dollar, changes in millionths. */
const STORED_UNITS: Readonly<Record<ColumnMeasure, number>> = {
	price: 10_000,
	cap: 1,
	mentions: 1,
	change: CHANGE_UNITS / 100,
	dollar_volume: 1,
};
const COLUMNS = {
	price: 'price',
	cap: 'cap',
	mentions: 'mentions',
	change: 'change',
	dollar_volume: 'dollarVolume',
} as const satisfies Record<ColumnMeasure, keyof GroupColumns>;

/** Returns a test of whether a row passes the group. */
export function createGroupTest(table: GroupColumns, { groups, ...group }: RowGroup, list: NarrowedList): RowPredicate {
	const createTests = ({ filters }: TestGroup<RowTest>): RowPredicate[] => filters.map((test) => createTest(table, test, list));
	return combineTests(group, [...createTests(group), ...groups.map((subgroup) => combineTests(subgroup, createTests(subgroup)))]);
}

function combineTests({ match }: TestGroup<RowTest>, tests: readonly RowPredicate[]): RowPredicate {
	if (match === 'all') return (row) => tests.every((test) => test(row));
	return match === 'any' ? (row) => tests.some((test) => test(row)) : (row) => !tests.some((test) => test(row));
}

/** Creates the predicate of one test. An unmeasurable depth counts as 0; an unknown value matches no range. */
function createTest(table: GroupColumns, test: RowTest, list: NarrowedList): RowPredicate {
	if (isRange(test)) return createRangeTest(table, test, list);
	if (isInformation(test)) return createInformationTest(table, test, lookBackOf(list.strategy));
	if (isIndustry(test)) return (row) => test.tickers.has(table.tickerId[row]!);
	const words = table.words[timeframeIndex(test.timeframe)];
	const shift = 4 * sectorIndex(test.sector);
	return (row) => ((words[row]! >>> shift) & 7) >= test.value;
}

function createRangeTest(table: GroupColumns, { measure, ...range }: RangeTest, { tab, strategy }: NarrowedList): RowPredicate {
	if (measure === 'minutes_in_list') {
		const column = table.listed[listedColumn(strategy)];
		const [min, max] = [range.from ?? 0, range.to ?? Number.POSITIVE_INFINITY];
		return (row) => {
			const minutes = minutesInList(column[row]!, tab);
			return minutes >= min && minutes <= max;
		};
	}
	if (isMove(measure)) {
		const [start, min, max] = [zColumn(MOVE_MEASURES[measure], strategy) * table.count, ...moveBounds(range)];
		return (row) => table.z[start + row]! >= min && table.z[start + row]! <= max;
	}
	const [from, to] = storedBounds({ measure, ...range });
	const values = table[COLUMNS[measure]];
	return (row) => values[row]! >= from && values[row]! <= to;
}

function createInformationTest(
	{ information: states }: GroupColumns,
	{ information }: InformationTest,
	lookBack: InformationLookBack,
): RowPredicate {
	return (row) => matchesChoice(informationState(states[row]!, lookBack), information);
}

/** Returns the bounds in typical moves, inclusive; infinite where there is no bound. NaN, an unknown value, is never within the bounds. */
export function moveBounds({ from, to }: Pick<RangeTest, 'from' | 'to'>): readonly [number, number] {
	return [from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY];
}

/** Returns the bounds in stored units, inclusive. The lower bound always exists, to exclude the stored values of unknown mentions and changes. */
export function storedBounds({ measure, from, to }: RangeTest & { measure: ColumnMeasure }): readonly [number, number] {
	const unit = STORED_UNITS[measure];
	const min = MEASURES.find(({ name }) => name === measure)?.least ?? 0;
	return [Math.round((from ?? min) * unit), to === null ? Number.POSITIVE_INFINITY : Math.round(to * unit)];
}
