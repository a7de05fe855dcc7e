import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sessionMatrix } from './session-matrix.ts';
import { TOPS } from './top-categories.ts';
import { addTopSlots, addUsual, type TopColumns, topColumns, usualVolumes } from './top-columns.ts';
import { TOP_INTERVALS } from './top-lists.ts';
import { priceChange, rankTops } from './tops.ts';

/** Columns from rows of [base, low, high, last, volume, usual]. */
const columnsOf = (rows: [number, number, number, number, number, number][]): TopColumns => {
	const columns = topColumns(rows.length);
	rows.forEach(([base, low, high, last, volume, usual], row) => {
		Object.assign(columns.base, { [row]: base });
		Object.assign(columns.open, { [row]: base });
		Object.assign(columns.low, { [row]: low });
		Object.assign(columns.high, { [row]: high });
		Object.assign(columns.last, { [row]: last });
		Object.assign(columns.volume, { [row]: volume });
		Object.assign(columns.dollars, { [row]: volume * last });
		Object.assign(columns.usual, { [row]: usual });
	});
	return columns;
};
const rank = (
	columns: TopColumns,
	...[category, interval, size = 100]: [Parameters<typeof rankTops>[1], Parameters<typeof rankTops>[2], number?]
) => [...rankTops(columns, category, interval, size).rows];

describe('rankTops', () => {
	const columns = columnsOf([
		[100, 90, 130, 120, 1000, 500],
		[100, 100, 1000, 1000, 10, 20],
		[100, 50, 100, 60, 5000, 5000],
		[100, 5, 100, 5, 300, 0],
		[100, 95, 150, 150, 2000, 100],
		[100, Number.NaN, Number.NaN, Number.NaN, 0, 100],
	]);

	it('ranks each category its own way', () => {
		expect(rank(columns, 'active', 'day')).toEqual([2, 4, 0, 1, 3]);
		expect(rank(columns, 'unusual_volume', 'day')).toEqual([4, 0, 2, 1]);
		expect(rank(columns, 'high', 'ytd')).toEqual([1, 4, 0, 2, 3]);
		expect(rank(columns, 'low', 'ytd')).toEqual([3, 2, 0, 4, 1]);
		expect(rank(columns, 'deviation', 'week')).toEqual([1, 4, 0]);
	});

	it('drops a tenfold price from short intervals and losses of more than nine tenths', () => {
		expect(rank(columns, 'gainers', 'ytd')).toEqual([1, 4, 0]);
		for (const interval of ['hour', '4h', 'day', 'premarket', 'after_hours'] as const)
			expect(rank(columns, 'gainers', interval)).toEqual([4, 0]);
		expect(rank(columns, 'losers', 'day')).toEqual([2]);
	});

	it('cuts to size, counts all, and takes only what is let in', () => {
		const top = rankTops(columns, 'active', 'day', 2, Uint8Array.of(1, 1, 0, 1, 1, 1));
		expect([[...top.rows], top.total]).toEqual([[4, 0], 4]);
		expect([...top.values]).toEqual([300_000, 120_000]);
		expect(priceChange(columns, 1)).toBe(9);
	});

	const price = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constant(Number.NaN));
	const row = fc.tuple(price, price, price, price, fc.nat(100), fc.nat(100));
	it('is a total order of finite values, stable under equal ones', () => {
		fc.assert(
			fc.property(
				fc.array(row),
				fc.constantFrom(...TOPS.map(({ name }) => name)),
				fc.constantFrom(...TOP_INTERVALS),
				(rows, category, interval) => {
					const all = columnsOf(rows);
					const { rows: found, values, total } = rankTops(all, category, interval, 1000);
					expect(new Set(found).size).toBe(total);
					const sign = category === 'losers' || category === 'low' ? 1 : -1;
					for (let i = 1; i < total; i++) {
						const step = sign * ((values[i] as number) - (values[i - 1] as number));
						expect(step > 0 || (step === 0 && (found[i] as number) > (found[i - 1] as number))).toBe(true);
					}
				},
			),
		);
	});
});

describe('columns of a top table', () => {
	const matrix = (slots: number, cells: [slot: number, row: number, close: number, volume: number][]) => {
		const m = sessionMatrix(slots, 2);
		for (const [slot, row, close, volume] of cells) {
			const cell = slot * 2 + row;
			m.open[cell] = close - 1;
			m.high[cell] = close + 2;
			m.low[cell] = close - 2;
			m.close[cell] = close;
			m.volume[cell] = volume;
		}
		return m;
	};

	it('gather slots of all rows on one share basis', () => {
		const columns = topColumns(2);
		addTopSlots(
			columns,
			matrix(26, [
				[24, 0, 100, 10],
				[25, 0, 104, 10],
				[25, 1, 9, 0],
			]),
			0,
			24,
			26,
			Float64Array.of(2, 1),
		);
		addTopSlots(columns, matrix(26, [[0, 0, 51, 30]]), 86_400_000, 0, 1);
		expect([columns.open[0], columns.high[0], columns.low[0], columns.last[0]]).toEqual([49.5, 53, 49, 51]);
		expect([columns.volume[0], columns.dollars[0], columns.time[0]]).toEqual([70, 1000 + 1040 + 1530, 86_400_000 + 900_000]);
		expect([columns.last[1], columns.volume[1], columns.time[1]]).toEqual([Number.NaN, 0, 0]);
		expect(priceChange(columns, 0)).toBeCloseTo(51 / 49.5 - 1, 12);
	});

	it('know what is usual at that time of day, early closes left out', () => {
		const sessions = [
			matrix(26, [
				[0, 0, 5, 10],
				[20, 0, 5, 40],
			]),
			matrix(14, [
				[0, 0, 5, 20],
				[1, 0, 5, 8],
			]),
		];
		const usual = usualVolumes(sessions, [Float64Array.of(2, 1), undefined]);
		expect([usual[0], usual[2], usual[40]]).toEqual([20, 4, 80]);
		const columns = topColumns(2);
		addUsual(columns, usual, 0, 2);
		addUsual(columns, usual, 20, 26);
		expect([...columns.usual]).toEqual([104, 0]);
	});
});
