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
type Passes = (row: number) => boolean;

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
export function groupTest(table: GroupColumns, { groups, ...group }: RowGroup, list: NarrowedList): Passes {
	const testsOf = ({ filters }: TestGroup<RowTest>): Passes[] => filters.map((test) => testOf(table, test, list));
	return combineTests(group, [...testsOf(group), ...groups.map((inner) => combineTests(inner, testsOf(inner)))]);
}

function combineTests({ match }: TestGroup<RowTest>, tests: readonly Passes[]): Passes {
	if (match === 'all') return (row) => tests.every((test) => test(row));
	return match === 'any' ? (row) => tests.some((test) => test(row)) : (row) => !tests.some((test) => test(row));
}

/** Returns the test of a row. An unmeasurable depth counts as 0; an unknown value matches no range. */
function testOf(table: GroupColumns, test: RowTest, list: NarrowedList): Passes {
	if (isRange(test)) return rangeTest(table, test, list);
	if (isInformation(test)) return informationTest(table, test, lookBackOf(list.strategy));
	if (isIndustry(test)) return (row) => test.tickers.has(table.tickerId[row]!);
	const words = table.words[timeframeIndex(test.timeframe)];
	const shift = 4 * sectorIndex(test.sector);
	return (row) => ((words[row]! >>> shift) & 7) >= test.value;
}

function rangeTest(table: GroupColumns, { measure, ...range }: RangeTest, { tab, strategy }: NarrowedList): Passes {
	if (measure === 'minutes_in_list') {
		const column = table.listed[listedColumn(strategy)];
		const [least, most] = [range.from ?? 0, range.to ?? Number.POSITIVE_INFINITY];
		return (row) => {
			const minutes = minutesInList(column[row]!, tab);
			return minutes >= least && minutes <= most;
		};
	}
	if (isMove(measure)) {
		const [start, least, most] = [zColumn(MOVE_MEASURES[measure], strategy) * table.count, ...moveBounds(range)];
		return (row) => table.z[start + row]! >= least && table.z[start + row]! <= most;
	}
	const [from, to] = storedBounds({ measure, ...range });
	const values = table[COLUMNS[measure]];
	return (row) => values[row]! >= from && values[row]! <= to;
}

function informationTest({ information: states }: GroupColumns, { information }: InformationTest, lookBack: InformationLookBack): Passes {
	return (row) => matchesChoice(informationState(states[row]!, lookBack), information);
}

/** Returns the bounds in typical moves, inclusive; infinite where there is no bound. NaN, an unknown value, is never within the bounds. */
export function moveBounds({ from, to }: Pick<RangeTest, 'from' | 'to'>): readonly [number, number] {
	return [from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY];
}

/** Returns the bounds in stored units, inclusive. The lower bound always exists, to exclude the stored values of unknown mentions and changes. */
export function storedBounds({ measure, from, to }: RangeTest & { measure: ColumnMeasure }): readonly [number, number] {
	const unit = STORED_UNITS[measure];
	const least = MEASURES.find(({ name }) => name === measure)?.least ?? 0;
	return [Math.round((from ?? least) * unit), to === null ? Number.POSITIVE_INFINITY : Math.round(to * unit)];
}
