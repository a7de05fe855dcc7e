import { describe, expect, it } from 'vitest';
import { packWord } from '../signals/packed.ts';
import { FLAG_ELIGIBLE, FLAG_STALE, reportTable } from '../signals/report-table.ts';
import { utcMs } from '../time/units.ts';
import { breadthCell, breadthOf, DEFAULT_KEY, keyText, parseKey, shareFrom, usualShare } from './breadth.ts';
import { breadthWords, isReached } from './breadth-message.ts';
import { sliceNamed, timeframeNamed } from './breadth-words.ts';

/** Six tickers on every timeframe: depth of price up, and where they stand. */
const table = (() => {
	const made = reportTable(utcMs(0), 'reverse', 6);
	const prices = [3, 1, 0, null, 5, 2];
	prices.forEach((depth, row) => {
		made.tickerId[row] = row + 1;
		for (const words of made.words) words[row] = packWord([depth, depth === null ? null : 0, null, 4, null, null, 0]);
		made.cap[row] = [300e9, 50e9, 50e9, Number.NaN, 1e9, 40e6][row] as number;
		// The fifth has not traded lately; the sixth is a fund.
		made.flags[row] = row === 4 ? FLAG_ELIGIBLE | FLAG_STALE : FLAG_ELIGIBLE;
	});
	return made;
})();
const breadth = breadthOf(table, (id) => (id === 6 ? 1 : 0));
const all = { marketcap: 'all', type: 'stocks' } as const;

describe('the breadth of a report', () => {
	it('counts who stands at each depth, by slice, timeframe, bucket and type', () => {
		// Stocks that count: depths 3, 1, 0 and one that cannot be measured.
		expect(breadthCell(breadth, all, 2, 0)).toEqual({ depths: [1, 1, 0, 1, 0, 0], unmeasured: 1, measured: 3 });
		expect(breadthCell(breadth, { marketcap: 'large_cap', type: 'stocks' }, 2, 0)).toEqual({
			depths: [1, 1, 0, 0, 0, 0],
			unmeasured: 0,
			measured: 2,
		});
		expect(breadthCell(breadth, { marketcap: 'undefined', type: 'stocks' }, 0, 0)).toEqual({
			depths: [0, 0, 0, 0, 0, 0],
			unmeasured: 1,
			measured: 0,
		});
		expect(breadthCell(breadth, { marketcap: 'all', type: 'etf' }, 4, 0)).toEqual({
			depths: [0, 0, 1, 0, 0, 0],
			unmeasured: 0,
			measured: 1,
		});
		expect(breadthCell(breadth, { marketcap: 'all', type: 'index' }, 4, 0).measured).toBe(0);
		// Volume, and the option sum that nobody has.
		expect(breadthCell(breadth, all, 0, 3).depths).toEqual([0, 0, 0, 0, 4, 0]);
		expect(breadthCell(breadth, all, 0, 2)).toEqual({ depths: [0, 0, 0, 0, 0, 0], unmeasured: 4, measured: 0 });
	});

	it('tells shares of those that are measured, never of none', () => {
		const cell = breadthCell(breadth, all, 2, 0);
		expect([1, 2, 3, 4].map((depth) => shareFrom(cell, depth))).toEqual([2 / 3, 1 / 3, 1 / 3, 0]);
		expect(shareFrom(breadthCell(breadth, all, 0, 2), 1)).toBeNull();
	});

	it('compares with the mean and the spread of what is known', () => {
		const { days, mean, sd } = usualShare([0.1, null, 0.3, 0.2]);
		expect(days).toBe(3);
		expect(mean).toBeCloseTo(0.2, 12);
		expect(sd).toBeCloseTo(0.1, 12);
		expect(usualShare([0.5])).toEqual({ days: 1, mean: 0.5, sd: null });
		expect(usualShare([null])).toEqual({ days: 0, mean: null, sd: null });
	});
});

describe('a key of breadth', () => {
	it('is read as it is written', () => {
		expect(keyText(DEFAULT_KEY)).toBe('price_short-one_hour-all-stocks');
		expect(parseKey('squeeze-day-nano_cap-etf')).toEqual({ slice: 'squeeze', timeframe: 'day', marketcap: 'nano_cap', type: 'etf' });
		for (const text of ['', 'price_short', 'price_short-one_hour-all', 'price_short-one_hour-all-stocks-more', 'price-one_hour-all-stocks'])
			expect(parseKey(text)).toBeUndefined();
	});

	it('takes the words of top tables for the slice and timeframe that measure the same', () => {
		expect([sliceNamed('gainers'), sliceNamed('losers'), sliceNamed('unusual_volume'), sliceNamed('squeeze')]).toEqual([
			'price_short',
			'price_long',
			'volume',
			'squeeze',
		]);
		expect([timeframeNamed('hour'), timeframeNamed('4h'), timeframeNamed('day'), timeframeNamed('thirty_minutes')]).toEqual([
			'one_hour',
			'four_hours',
			'day',
			'thirty_minutes',
		]);
	});
});

describe('a message about breadth', () => {
	it('is due from its level on, without one always, never of a share that is unknown', () => {
		expect([isReached(0.04, 0.04), isReached(0.039, 0.04), isReached(0, null), isReached(null, null), isReached(null, 0)]).toEqual([
			true,
			false,
			true,
			false,
			false,
		]);
	});

	const told = {
		key: DEFAULT_KEY,
		depth: 1,
		share: 0.041,
		measured: 987,
		usual: { days: 59, mean: 0.012, sd: 0.008 },
		level: 0.03,
		at: '06/30/2026 11:45 AM ET',
		simulated: true,
	};

	it('says of how many, and beside what', () => {
		expect(breadthWords(told)).toEqual({
			subject: 'Price ↑, 1h: 4.1 % of stocks',
			text: [
				'4.1 % of 987 measured stocks stood at depth 1 or more at 06/30/2026 11:45 AM ET.',
				'Usually at this time of day: 1.2 % (59 sessions, standard deviation 0.8 %).',
				'You asked to be told from 3.0 % on, once a day.',
				'Simulated market.',
			].join('\n\n'),
		});
	});

	it('speaks of the depth that was asked for', () => {
		const { subject, text } = breadthWords({ ...told, depth: 3 });
		expect(subject).toBe('Price ↑, 1h, depth 3 or more: 4.1 % of stocks');
		expect(text).toContain('4.1 % of 987 measured stocks stood at depth 3 or more at');
	});
});
