import { expect, it } from 'vitest';
import { depthIn, packWord } from '../signals/packed.ts';
import { PARAMETERS_V1 } from '../signals/parameters.ts';
import { FLAG_ELIGIBLE, FLAG_STALE, reportTable } from '../signals/report-table.ts';
import { utcMs } from '../time/units.ts';
import { forecastTable } from './forecast-table.ts';

it('ranks eligible tickers by their drift and leaves every other sector as it was', () => {
	const count = 402;
	const reverse = reportTable(utcMs(0), 'reverse', count);
	for (let row = 0; row < count; row++) {
		reverse.tickerId[row] = row + 1;
		reverse.flags[row] = row === 400 ? 0 : row === 401 ? FLAG_ELIGIBLE | FLAG_STALE : FLAG_ELIGIBLE;
		for (const words of reverse.words) words[row] = packWord([5, 0, 2, 3, 0, 1, null], { developing: true });
	}
	const drift = Float64Array.from({ length: count }, (_, row) => (row === 399 ? Number.NaN : (row - 200) / 100));
	const table = forecastTable(reverse, utcMs(60_000), [drift, drift, drift, drift, drift], PARAMETERS_V1);
	expect([table.algo, table.time, table.count]).toEqual(['forecast', 60_000, count]);
	const words = table.words[2];
	const depths = (slice: 0 | 1) => Array.from(words, (word) => depthIn(word, slice));
	// 399 tickers are ranked: two of them in the last half percent, four in 1.2 %, and so on.
	expect([depths(1)[398], depths(0)[0], depths(1)[0], depths(0)[398]]).toEqual([5, 5, 0, 0]);
	expect(depths(1).filter((d) => d !== null && d >= 1)).toHaveLength(Math.floor(0.09 * 399));
	expect(depths(0).filter((d) => d === 5)).toHaveLength(Math.floor(0.005 * 399));
	expect([depths(0)[399], depths(0)[400], depths(0)[401]]).toEqual([null, null, null]);
	expect([depthIn(words[5] as number, 2), depthIn(words[5] as number, 3), depthIn(words[5] as number, 6)]).toEqual([2, 3, null]);
	expect((words[5] as number) >>> 31).toBe(1);
});
