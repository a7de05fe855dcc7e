import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSessionMatrix } from './session-matrix.ts';
import { TOP_INTERVALS, TOPS } from './top-lists.ts';
import { addTopSlots, createTopColumns, priceChange, rankTops, type TopColumns } from './tops.ts';

/** Columns from rows of [base, low, high, last, volume, usual]. */
function columnsOf(rows: [number, number, number, number, number, number][]): TopColumns {
	const columns = createTopColumns(rows.length);
	rows.forEach(([base, low, high, last, volume, usual], row) => {
		Object.assign(columns.base, { [row]: base });
		Object.assign(columns.open, { [row]: base });
		Object.assign(columns.low, { [row]: low });
		Object.assign(columns.high, { [row]: high });
		Object.assign(columns.last, { [row]: last });
		Object.assign(columns.volume, { [row]: volume });
		Object.assign(columns.dollars, { [row]: volume * last });
		Object.assign(columns.usualVolume, { [row]: usual });
	});
	return columns;
}

function rank(
	columns: TopColumns,
	...[category, interval, size = 100]: [Parameters<typeof rankTops>[1], Parameters<typeof rankTops>[2], number?]
) {
	return [...rankTops(columns, category, interval, size).rows];
}

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

	it('keeps a loss of nine tenths and a gain of just under tenfold, and takes no change for neither', () => {
		const edges = columnsOf([
			[100, 10, 100, 10, 1, 1],
			[100, 9, 100, 9.9, 1, 1],
			[100, 100, 999, 999, 1, 1],
			[100, 100, 1000, 1000, 1, 1],
			[100, 90, 100, 100, 1, 1],
		]);
		expect(rank(edges, 'losers', 'day')).toEqual([0]);
		expect(rank(edges, 'gainers', 'day')).toEqual([2]);
		expect(rank(edges, 'gainers', 'week')).toEqual([3, 2]);
		expect(rank(edges, 'deviation', 'day')).toEqual([2]);
		expect(rank(edges, 'deviation', 'week')).toEqual([3, 2]);
	});

	it('leaves out of unusual volumes who traded nothing or has nothing to compare with', () => {
		const volumes = columnsOf([
			[100, 100, 100, 100, 0, 5],
			[100, 100, 100, 100, 5, 0],
			[100, 100, 100, 100, 5, Number.NaN],
			[100, 100, 100, 100, 1, 4],
			[100, 100, 100, 100, 6, 4],
			[100, 100, 100, 100, 2, 0.5],
			[100, 100, 100, 100, 1, 1],
		]);
		const { rows, values } = rankTops(volumes, 'unusual_volume', 'day', 10);
		expect([[...rows], [...values]]).toEqual([
			[5, 4, 6, 3],
			[4, 1.5, 1, 0.25],
		]);
		expect(rank(volumes, 'active', 'day')).toEqual([4, 1, 2, 5, 3, 6]);
	});

	it('says how far the last price is from the low and the high as a fraction of it', () => {
		const one = columnsOf([[100, 80, 160, 120, 1, 1]]);
		const topOf = (category: 'high' | 'low' | 'deviation' | 'gainers') => rankTops(one, category, 'week', 1).values[0];
		expect([topOf('high'), topOf('low'), topOf('deviation'), topOf('gainers')]).toEqual(
			[-0.25, 0.5, 0.5, 0.2].map((v) => expect.closeTo(v, 12)),
		);
	});

	it('measures from the first price of the interval where no close lies before it', () => {
		const columns = columnsOf([[100, 80, 160, 120, 1, 1]]);
		columns.base[0] = Number.NaN;
		columns.open[0] = 96;
		expect(priceChange(columns, 0)).toBeCloseTo(0.25, 12);
		columns.base[0] = 60;
		expect(priceChange(columns, 0)).toBeCloseTo(1, 12);
	});

	it('keeps the order of rows among equal values, upwards and downwards', () => {
		const rise = [100, 50, 200, 120, 8, 4] as [number, number, number, number, number, number];
		const fall = [100, 40, 200, 60, 8, 4] as [number, number, number, number, number, number];
		const equal = columnsOf([rise, fall, rise, fall, rise, fall, rise, fall]);
		const [rises, falls] = [
			[0, 2, 4, 6],
			[1, 3, 5, 7],
		] as const;
		expect(rank(equal, 'losers', 'day')).toEqual(falls);
		for (const category of ['gainers', 'deviation'] as const) expect(rank(equal, category, 'day')).toEqual(rises);
		expect(rank(equal, 'low', 'day')).toEqual([...falls, ...rises]);
		for (const category of ['high', 'active'] as const) expect(rank(equal, category, 'day')).toEqual([...rises, ...falls]);
		expect(rank(equal, 'unusual_volume', 'day')).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
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
						const step = sign * (values[i]! - values[i - 1]!);
						expect(step > 0 || (step === 0 && found[i]! > found[i - 1]!)).toBe(true);
					}
				},
			),
		);
	});
});

describe('columns of a top table', () => {
	const matrix = (slots: number, cells: [slot: number, row: number, close: number, volume: number][]) => {
		const m = createSessionMatrix(slots, 2);
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
		const columns = createTopColumns(2);
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

	it('are those of a plain walk over the slots, whatever traded and split', () => {
		const cell = fc.record({
			close: fc.oneof(fc.integer({ min: 3, max: 50 }), fc.constant(Number.NaN)),
			volume: fc.integer({ min: -1, max: 9 }),
		});
		const session = fc.array(fc.tuple(cell, cell), { minLength: 26, maxLength: 26 });
		const slots = fc.tuple(fc.nat(26), fc.nat(26));
		fc.assert(
			fc.property(fc.array(fc.tuple(session, slots, fc.constantFrom(1, 2, 0.5)), { minLength: 1, maxLength: 2 }), (sessions) => {
				const columns = createTopColumns(2);
				const traded: { close: number; shares: number; ratio: number; end: number }[][] = [[], []];
				sessions.forEach(([cells, [from, to], ratio], day) => {
					const made = matrix(
						26,
						cells.flatMap((rows, slot) =>
							rows.map(({ close, volume }, row): [number, number, number, number] => [slot, row, close, volume]),
						),
					);
					addTopSlots(columns, made, day * 86_400_000, from, to, ratio === 1 ? undefined : Float64Array.of(ratio, 1));
					cells.forEach((rows, slot) => {
						rows.forEach(({ close, volume }, row) => {
							if (slot < from || slot >= to || volume <= 0 || Number.isNaN(close)) return;
							traded[row]?.push({ close, shares: volume, ratio: row === 0 ? ratio : 1, end: day * 86_400_000 + (slot + 1) * 900_000 });
						});
					});
				});
				traded.forEach((bars, row) => {
					const [first, last] = [bars[0], bars.at(-1)];
					expect(columns.open[row]).toBe(first ? (first.close - 1) / first.ratio : Number.NaN);
					expect(columns.last[row]).toBe(last ? last.close / last.ratio : Number.NaN);
					expect(columns.high[row]).toBe(first ? Math.max(...bars.map(({ close, ratio }) => (close + 2) / ratio)) : Number.NaN);
					expect(columns.low[row]).toBe(first ? Math.min(...bars.map(({ close, ratio }) => (close - 2) / ratio)) : Number.NaN);
					expect(columns.volume[row]).toBe(bars.reduce((sum, { shares, ratio }) => sum + shares * ratio, 0));
					expect(columns.dollars[row]).toBe(bars.reduce((sum, { shares, close }) => sum + shares * close, 0));
					expect(columns.time[row]).toBe(last?.end ?? 0);
					expect([columns.base[row], columns.usualVolume[row]]).toEqual([Number.NaN, 0]);
				});
			}),
		);
	});
});
