import { expect, it } from 'vitest';
import { depthIn, packWord } from '../../signals/packed.ts';
import { PARAMETERS_V1 } from '../../signals/parameters.ts';
import { createReportTable, FLAG_ELIGIBLE, FLAG_STALE, Z_SERIES } from '../../signals/report-table.ts';
import { utcMs } from '../../time/units.ts';
import { createForecastTable } from './forecast-table.ts';

it('ranks eligible tickers by their drift and leaves every other sector as it was', () => {
	const count = 402;
	const reverse = createReportTable(utcMs(0), 'reverse', count);
	for (let row = 0; row < count; row++) {
		reverse.tickerId[row] = row + 1;
		reverse.flags[row] = row === 400 ? 0 : row === 401 ? FLAG_ELIGIBLE | FLAG_STALE : FLAG_ELIGIBLE;
		for (const words of reverse.words) words[row] = packWord([5, 0, 2, 3, 0, 1, null], { developing: true });
	}
	const drift = Float64Array.from({ length: count }, (_, row) => (row === 399 ? Number.NaN : (row - 200) / 100));
	const table = createForecastTable(reverse, utcMs(60_000), [drift, drift, drift, drift, drift], PARAMETERS_V1);
	expect([table.algo, table.time, table.count]).toEqual(['forecast', 60_000, count]);
	const words = table.words[2];
	const depths = (slice: 0 | 1) => Array.from(words, (word) => depthIn(word, slice));
	// 399 tickers are ranked: two of them in the last half percent, four in 1.2 %, and so on.
	expect([depths(1)[398], depths(0)[0], depths(1)[0], depths(0)[398]]).toEqual([5, 5, 0, 0]);
	expect(depths(1).filter((d) => d !== null && d >= 1)).toHaveLength(Math.floor(0.09 * 399));
	expect(depths(0).filter((d) => d === 5)).toHaveLength(Math.floor(0.005 * 399));
	expect([depths(0)[399], depths(0)[400], depths(0)[401]]).toEqual([null, null, null]);
	expect([depthIn(words[5]!, 2), depthIn(words[5]!, 3), depthIn(words[5]!, 6)]).toEqual([2, 3, null]);
	expect(words[5]! >>> 31).toBe(1);
});

it('keeps what the other report knows of each ticker, and has its drift in place of the z of price, on every timeframe', () => {
	const [count, none] = [5, Number.NaN];
	const reverse = createReportTable(utcMs(0), 'reverse', count);
	for (let row = 0; row < count; row++) {
		reverse.tickerId[row] = 10 + row;
		reverse.price[row] = 20_000 + row;
		reverse.cap[row] = 1e9 + row;
		reverse.mentions[row] = 30 + row;
		reverse.flags[row] = row === 2 ? 0 : FLAG_ELIGIBLE;
		for (const [tf, words] of reverse.words.entries()) words[row] = packWord([1, 2, 3, tf, 0, 5, 4], { stale: row === 1 });
	}
	// A row without a price depth has one here, if its drift is known.
	reverse.words[1][4] = packWord([null, null, 3, 1, 0, 5, 4]);
	reverse.z.forEach((_, at) => {
		reverse.z[at] = at / 4;
	});
	const drifts = Array.from({ length: 5 }, (_, tf) => Float64Array.of(tf + 0.5, none, 7, -tf - 0.25, tf === 1 ? 0.75 : none));
	const table = createForecastTable(reverse, utcMs(60_000), drifts, PARAMETERS_V1);
	for (const column of ['tickerId', 'price', 'cap', 'mentions', 'flags'] as const) expect(table[column]).toEqual(reverse[column]);
	for (let tf = 0; tf < 5; tf++) {
		const zOf = (source: typeof table, series: number): number[] => {
			const from = (tf * Z_SERIES.length + series) * count;
			return [...source.z.subarray(from, from + count)];
		};
		expect(zOf(table, 0)).toEqual([tf + 0.5, none, none, -tf - 0.25, tf === 1 ? 0.75 : none]);
		for (let series = 1; series < Z_SERIES.length; series++) expect(zOf(table, series)).toEqual(zOf(reverse, series));
		for (let row = 0; row < count; row++) {
			const word = table.words[tf as 0][row]!;
			const isKnown = row === 0 || row === 3 || (row === 4 && tf === 1);
			expect([depthIn(word, 0), depthIn(word, 1)]).toEqual(isKnown ? [0, 0] : [null, null]);
			for (const slice of [2, 3, 4, 5, 6] as const) expect(depthIn(word, slice)).toBe(depthIn(reverse.words[tf as 0][row]!, slice));
			expect(word & 0x40000000).toBe(row === 1 ? 0x40000000 : 0);
		}
	}
});

it('lights the first tickers where all expect the same, and both ends of a market', () => {
	const count = 100;
	const reverse = createReportTable(utcMs(0), 'reverse', count);
	reverse.flags.fill(FLAG_ELIGIBLE);
	const depthsOf = (drift: Float64Array, slice: 0 | 1): (number | null)[] => {
		const table = createForecastTable(reverse, utcMs(0), [drift, drift, drift, drift, drift], {
			forecastTails: [0.05, 0.04, 0.03, 0.02, 0.01],
		});
		return Array.from(table.words[0], (word) => depthIn(word, slice));
	};
	const ladder = [5, 4, 3, 2, 1];
	for (const slice of [0, 1] as const)
		expect(depthsOf(new Float64Array(count), slice)).toEqual([...ladder, ...new Array<number>(95).fill(0)]);
	const falling = Float64Array.from({ length: count }, (_, row) => 50 - row);
	expect(depthsOf(falling, 1)).toEqual([...ladder, ...new Array<number>(95).fill(0)]);
	expect(depthsOf(falling, 0)).toEqual([...new Array<number>(95).fill(0), ...ladder.toReversed()]);
	const rising = Float64Array.from({ length: count }, (_, row) => row - 50);
	expect(depthsOf(rising, 0)).toEqual([...ladder, ...new Array<number>(95).fill(0)]);
	expect(depthsOf(rising, 1)).toEqual([...new Array<number>(95).fill(0), ...ladder.toReversed()]);
});
