import { describe, expect, it } from 'vitest';
import { createReportTable, Z_SERIES } from '../../signals/report-table.ts';
import { TABS } from '../../signals/sector.ts';
import { STRATEGIES, strategyNamed } from '../../time/timeframe.ts';
import { utcMs } from '../../time/units.ts';
import { columnTimeframe, defaultSortColumn, SORT_COLUMNS, TABLE_ROWS } from './list-columns.ts';
import { columnMove, columnSortValue } from './ranking.ts';

/** Two rows in which each cell of z has a different number. */
const table = createReportTable(utcMs(0), 'reverse', 2);
table.price.set([12_500, 9_900]);
table.cap.set([3e9, Number.NaN]);
table.mentions.set([0, -1]);
// The first row's filing is newer than the previous close, the second row's older.
table.information.set([10, 9]);
table.dollarVolume[0] = 1_500_000;
table.filingForm.set([1, 1]);
table.filingAccepted.set([2_000, 1_000]);
table.z.set(Array.from({ length: 50 }, (_, at) => at + 0.5));
const symbolRank = Uint32Array.of(1, 0);

function changeOf(row: number): number {
	return row === 0 ? -0.25 : Number.NaN;
}

function zOf(timeframe: number, series: (typeof Z_SERIES)[number], row: number): number {
	return (timeframe * 5 + Z_SERIES.indexOf(series)) * 2 + row + 0.5;
}

describe('a column by which a list is ordered', () => {
	it('has the value shown in each row, and no number where there is none', () => {
		const keys = (row: number) =>
			SORT_COLUMNS.filter((column) => column !== 'rate').map((column) =>
				columnSortValue(table, row, column, strategyNamed('first'), { symbolRank, changeOf }),
			);
		expect(SORT_COLUMNS).toEqual([
			'rate',
			'unusual',
			'ticker',
			'price',
			'change',
			'move',
			'volume',
			'options',
			'mentions',
			'dollars',
			'cap',
			'filing',
		]);
		expect(keys(0)).toEqual([
			zOf(2, 'diff', 0),
			1,
			12_500,
			-0.25,
			zOf(2, 'price', 0),
			zOf(2, 'volume', 0),
			zOf(2, 'diff', 0),
			0,
			1_500_000,
			3e9,
			2_000_000,
		]);
		expect(keys(1)).toEqual([
			zOf(2, 'diff', 1),
			0,
			9_900,
			Number.NaN,
			zOf(2, 'price', 1),
			zOf(2, 'volume', 1),
			zOf(2, 'diff', 1),
			Number.NaN,
			Number.NaN,
			Number.NaN,
			Number.NaN,
		]);
		expect(columnSortValue(table, 1, 'filing', strategyNamed('second'), { symbolRank })).toBe(1_000_000);
		expect(columnSortValue(table, 0, 'change', strategyNamed('first'), { symbolRank })).toBeNaN();
	});

	it('orders Free by the largest move of a rated timeframe, up or down; a quiet volume is not unusual', () => {
		const one = createReportTable(utcMs(0), 'reverse', 1);
		const unusual = () => columnSortValue(one, 0, 'unusual', strategyNamed('first'), { symbolRank });
		const put = (timeframe: number, series: (typeof Z_SERIES)[number], z: number) => {
			one.z[timeframe * Z_SERIES.length + Z_SERIES.indexOf(series)] = z;
		};
		one.z.fill(Number.NaN);
		expect(unusual()).toBeNaN();
		put(1, 'volume', -6);
		expect(unusual()).toBe(-6);
		put(0, 'sum', 1.5);
		put(3, 'price', 9);
		put(2, 'squeeze', 5);
		expect(unusual()).toBe(1.5);
		put(2, 'price', -3);
		expect(unusual()).toBe(3);
		expect(TABS.map(({ name }) => defaultSortColumn(name))).toEqual([undefined, undefined, 'unusual', undefined]);
	});

	it('speaks of the longest rated timeframe', () => {
		expect(STRATEGIES.map(columnTimeframe)).toEqual([2, 3, 4]);
		expect(columnMove(table, 1, 'move', strategyNamed('second'))).toBe(zOf(3, 'price', 1));
		expect(columnMove(table, 0, 'options', strategyNamed('third'))).toBe(zOf(4, 'diff', 0));
	});

	it('has pages of 25, 50 or 100 rows', () => {
		expect(TABLE_ROWS).toEqual([25, 50, 100]);
	});
});
