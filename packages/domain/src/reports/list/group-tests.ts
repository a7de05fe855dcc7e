import { type InformationLookBack, informationState } from '../../filings/information.ts';
import { isChosen } from '../../filings/information-choice.ts';
import {
	type InformationTest,
	isIndustry,
	isInformation,
	isRange,
	MEASURES,
	type Measure,
	type RangeTest,
	type TestGroup,
} from '../../filters/groups.ts';
import type { RowGroup, RowTest } from '../../filters/industries.ts';
import { CHANGE_UNITS, type ReportTable } from '../../signals/report-table.ts';
import { sectorIndex } from '../../signals/sector.ts';
import { timeframeIndex } from '../../time/timeframe.ts';

/** The columns that groups read. */
export type GroupColumns = Pick<
	ReportTable,
	'tickerId' | 'words' | 'price' | 'cap' | 'mentions' | 'change' | 'dollarVolume' | 'information'
>;
type Passes = (row: number) => boolean;

/** Prices are stored in 1/10000 dollar, changes in millionths. */
const STORED_UNITS: Readonly<Record<Measure, number>> = {
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
} as const satisfies Record<Measure, keyof GroupColumns>;

/** Whether a row of the table passes a group; the look-back is that of the list's strategy. */
export function groupTest(table: GroupColumns, { groups, ...group }: RowGroup, lookBack: InformationLookBack): Passes {
	const testsOf = ({ filters }: TestGroup<RowTest>): Passes[] => filters.map((test) => testOf(table, test, lookBack));
	return joined(group, [...testsOf(group), ...groups.map((inner) => joined(inner, testsOf(inner)))]);
}

function joined({ match }: TestGroup<RowTest>, tests: readonly Passes[]): Passes {
	if (match === 'all') return (row) => tests.every((test) => test(row));
	return match === 'any' ? (row) => tests.some((test) => test(row)) : (row) => !tests.some((test) => test(row));
}

/** An unmeasurable depth is 0, an unknown number is in no range. */
function testOf(table: GroupColumns, test: RowTest, lookBack: InformationLookBack): Passes {
	if (isRange(test)) return rangeTest(table, test);
	if (isInformation(test)) return informationTest(table, test, lookBack);
	if (isIndustry(test)) return (row) => test.tickers.has(table.tickerId[row]!);
	const words = table.words[timeframeIndex(test.timeframe)];
	const shift = 4 * sectorIndex(test.sector);
	return (row) => ((words[row]! >>> shift) & 7) >= test.value;
}

function rangeTest(table: GroupColumns, range: RangeTest): Passes {
	const [from, to] = storedBounds(range);
	const values = table[COLUMNS[range.measure]];
	return (row) => values[row]! >= from && values[row]! <= to;
}

function informationTest({ information: states }: GroupColumns, { information }: InformationTest, lookBack: InformationLookBack): Passes {
	return (row) => isChosen(informationState(states[row]!, lookBack), information);
}

/** The bounds in the units of the column. There is always a lower one: unknown mentions and changes are below it. */
export function storedBounds({ measure, from, to }: RangeTest): readonly [number, number] {
	const unit = STORED_UNITS[measure];
	const least = MEASURES.find(({ name }) => name === measure)?.least ?? 0;
	return [Math.round((from ?? least) * unit), to === null ? Number.POSITIVE_INFINITY : Math.round(to * unit)];
}
