import { describe, expect, it } from 'vitest';
import { CAPS, capGroup } from '../prices/buckets.ts';
import { TICKER_TYPES } from '../prices/ticker.ts';
import { depthIn, packWord } from '../signals/packed.ts';
import { createReportTable, FLAG_ELIGIBLE, FLAG_STALE, type ReportTable } from '../signals/report-table.ts';
import { createRandom } from '../testing/random.ts';
import { TIMEFRAMES, timeframeIndex } from '../time/timeframe.ts';
import { utcMs } from '../time/units.ts';
import {
	BREADTH_SLICES,
	type Breadth,
	type BreadthKey,
	CAP_GROUP_COUNT,
	COUNTS_PER_CAP_GROUP,
	COUNTS_PER_CELL,
	cellOffset,
	compareBreadth,
	computeBreadth,
	computeBreadthCell,
	computeUsualShare,
	createBreadthCounts,
	DEFAULT_KEY,
	formatKey,
	MAX_DEPTH,
	MIN_DEPTH,
	parseKey,
	SLICE_COUNT,
	shareAtLeast,
} from './breadth.ts';
import { breadthMessageKey, formatBreadthMessage, isLevelReached } from './breadth-message.ts';
import { toBreadthSlice, toBreadthTimeframe } from './breadth-words.ts';

/** Six tickers on every timeframe: depth of price up, and market cap. */
const table = (() => {
	const made = createReportTable(utcMs(0), 'reverse', 6);
	const prices = [3, 1, 0, null, 5, 2];
	prices.forEach((depth, row) => {
		made.tickerId[row] = row + 1;
		for (const words of made.words) words[row] = packWord([depth, depth === null ? null : 0, null, 4, null, null, 0]);
		made.cap[row] = [300e9, 50e9, 50e9, Number.NaN, 1e9, 40e6][row]!;
		// The fifth is stale; the sixth is a fund.
		made.flags[row] = row === 4 ? FLAG_ELIGIBLE | FLAG_STALE : FLAG_ELIGIBLE;
	});
	return made;
})();
const breadth = computeBreadth(table, (id) => (id === 6 ? 1 : 0));
const all = { marketcap: 'all', type: 'stocks' } as const;

describe('the breadth of a report', () => {
	it('counts the tickers at each depth, by slice, timeframe, bucket and type', () => {
		// Stocks that count: depths 3, 1, 0 and one not measurable.
		expect(computeBreadthCell(breadth, all, 2, 0)).toEqual({ depths: [1, 1, 0, 1, 0, 0], unmeasured: 1, measured: 3 });
		expect(computeBreadthCell(breadth, { marketcap: 'large_cap', type: 'stocks' }, 2, 0)).toEqual({
			depths: [1, 1, 0, 0, 0, 0],
			unmeasured: 0,
			measured: 2,
		});
		expect(computeBreadthCell(breadth, { marketcap: 'undefined', type: 'stocks' }, 0, 0)).toEqual({
			depths: [0, 0, 0, 0, 0, 0],
			unmeasured: 1,
			measured: 0,
		});
		expect(computeBreadthCell(breadth, { marketcap: 'all', type: 'etf' }, 4, 0)).toEqual({
			depths: [0, 0, 1, 0, 0, 0],
			unmeasured: 0,
			measured: 1,
		});
		expect(computeBreadthCell(breadth, { marketcap: 'all', type: 'index' }, 4, 0).measured).toBe(0);
		// Volume, and the option sum, which no ticker has.
		expect(computeBreadthCell(breadth, all, 0, 3).depths).toEqual([0, 0, 0, 0, 4, 0]);
		expect(computeBreadthCell(breadth, all, 0, 2)).toEqual({ depths: [0, 0, 0, 0, 0, 0], unmeasured: 4, measured: 0 });
	});

	it('gives shares of the measured tickers, and none when none is measured', () => {
		const cell = computeBreadthCell(breadth, all, 2, 0);
		expect([1, 2, 3, 4].map((depth) => shareAtLeast(cell, depth))).toEqual([2 / 3, 1 / 3, 1 / 3, 0]);
		expect(shareAtLeast(computeBreadthCell(breadth, all, 0, 2), 1)).toBeNull();
	});

	it('compares with the mean and the spread of what is known', () => {
		const { days, mean, sd } = computeUsualShare([0.1, null, 0.3, 0.2]);
		expect(days).toBe(3);
		expect(mean).toBeCloseTo(0.2, 12);
		expect(sd).toBeCloseTo(0.1, 12);
		expect(computeUsualShare([0.5])).toEqual({ days: 1, mean: 0.5, sd: null });
		expect(computeUsualShare([null])).toEqual({ days: 0, mean: null, sd: null });
	});
});

describe('every breadth of a report', () => {
	const random = createRandom(3);
	const reportOf = (count: number): ReportTable => {
		const made = createReportTable(utcMs(0), 'reverse', count);
		for (let row = 0; row < count; row++) {
			made.tickerId[row] = row + 1;
			const depth = (): number => random.nextInteger(6);
			const [price, options] = [random.nextBoolean(0.8), random.nextBoolean(0.6)];
			for (const words of made.words)
				words[row] = packWord([
					price ? depth() : null,
					price ? depth() : null,
					options ? depth() : null,
					random.nextBoolean(0.9) ? depth() : null,
					options ? depth() : null,
					options ? depth() : null,
					random.nextBoolean(0.7) ? depth() : null,
				]);
			made.cap[row] = [300e9, 50e9, 5e9, 1e9, 100e6, 1e6, Number.NaN][random.nextInteger(7)]!;
			made.flags[row] = [FLAG_ELIGIBLE, FLAG_ELIGIBLE, FLAG_ELIGIBLE | FLAG_STALE, 0, FLAG_ELIGIBLE | 4][random.nextInteger(5)]!;
		}
		return made;
	};
	const typeOf = (id: number): number => id % 3;
	const depthsOf = (report: ReportTable, { slice, timeframe, marketcap, type }: BreadthKey): (number | null)[] =>
		Array.from({ length: report.count }, (_, row) => row)
			.filter((row) => (report.flags[row]! & 3) === FLAG_ELIGIBLE)
			.filter((row) => TICKER_TYPES[typeOf(report.tickerId[row]!)] === type)
			.filter((row) => marketcap === 'all' || capGroup(report.cap[row]!) === marketcap)
			.map((row) => depthIn(report.words[timeframeIndex(timeframe)][row]!, BREADTH_SLICES.indexOf(slice) as 0));
	const keys = BREADTH_SLICES.flatMap((slice) =>
		TIMEFRAMES.flatMap(({ name: timeframe }) =>
			CAPS.flatMap(({ name: marketcap }) => TICKER_TYPES.map((type): BreadthKey => ({ slice, timeframe, marketcap, type }))),
		),
	);

	it('is of its own slice, timeframe, bucket and type, beside that of the reports before', () => {
		const reports = [40, 120, 1, 60].map(reportOf);
		const [now, ...past] = reports.map((report) => computeBreadth(report, typeOf)) as [Breadth, ...Breadth[]];
		for (const [at, key] of keys.entries()) {
			const depth = 1 + (at % 5);
			const shareIn = (report: ReportTable): { measured: number; share: number | null } => {
				const measured = depthsOf(report, key).filter((each) => each !== null);
				const share = measured.length === 0 ? null : measured.filter((each) => each >= depth).length / measured.length;
				return { measured: measured.length, share };
			};
			const [first, ...before] = reports.map(shareIn) as [ReturnType<typeof shareIn>, ...ReturnType<typeof shareIn>[]];
			expect(compareBreadth(now, past, key, depth)).toEqual({ ...first, usual: computeUsualShare(before.map(({ share }) => share)) });
		}
	});

	it('counts those that cannot be measured too, and has a name that is read back', () => {
		const report = reportOf(50);
		const counted = computeBreadth(report, typeOf);
		for (const key of keys) {
			const depths = depthsOf(report, key);
			const cell = computeBreadthCell(counted, key, timeframeIndex(key.timeframe), BREADTH_SLICES.indexOf(key.slice));
			expect(cell.unmeasured).toBe(depths.filter((each) => each === null).length);
			expect(cell.depths).toEqual([0, 1, 2, 3, 4, 5].map((depth) => depths.filter((each) => each === depth).length));
			expect(parseKey(formatKey(key))).toEqual(key);
		}
		expect([BREADTH_SLICES.length, SLICE_COUNT, COUNTS_PER_CELL, MAX_DEPTH, CAP_GROUP_COUNT, MIN_DEPTH]).toEqual([7, 7, 7, 5, 7, 1]);
	});

	it('has a place of its own among the cells', () => {
		const cells = createBreadthCounts();
		expect(cells.length).toBe(7 * COUNTS_PER_CAP_GROUP);
		for (let cap = 0; cap < 7; cap++)
			for (let timeframe = 0; timeframe < 5; timeframe++)
				for (let slice = 0; slice < 7; slice++) {
					const at = cellOffset(cap, timeframe, slice);
					for (let depth = 0; depth < 7; depth++) cells[at + depth] = cells[at + depth]! + 1;
				}
		expect(cells.every((times) => times === 1)).toBe(true);
	});
});

describe('a key of breadth', () => {
	it('is read as it is written', () => {
		expect(formatKey(DEFAULT_KEY)).toBe('price_short-one_hour-all-stocks');
		expect(parseKey('squeeze-day-nano_cap-etf')).toEqual({ slice: 'squeeze', timeframe: 'day', marketcap: 'nano_cap', type: 'etf' });
		for (const text of ['', 'price_short', 'price_short-one_hour-all', 'price_short-one_hour-all-stocks-more', 'price-one_hour-all-stocks'])
			expect(parseKey(text)).toBeUndefined();
	});

	it('takes the words of top tables for the slice and timeframe that measure the same', () => {
		expect([toBreadthSlice('gainers'), toBreadthSlice('losers'), toBreadthSlice('unusual_volume'), toBreadthSlice('squeeze')]).toEqual([
			'price_short',
			'price_long',
			'volume',
			'squeeze',
		]);
		expect([toBreadthTimeframe('hour'), toBreadthTimeframe('4h'), toBreadthTimeframe('day'), toBreadthTimeframe('thirty_minutes')]).toEqual(
			['one_hour', 'four_hours', 'day', 'thirty_minutes'],
		);
	});
});

describe('a message about breadth', () => {
	it('is due from its level on, without one always, never of a share that is unknown', () => {
		expect([
			isLevelReached(0.04, 0.04),
			isLevelReached(0.039, 0.04),
			isLevelReached(0, null),
			isLevelReached(null, null),
			isLevelReached(null, 0),
		]).toEqual([true, false, true, false, false]);
	});

	const reported = {
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
		expect(formatBreadthMessage(reported)).toEqual({
			subject: 'Rose, 1h: 4.1 % of stocks',
			text: [
				'4.1 % of 987 measured stocks were at depth 1 or more at 06/30/2026 11:45 AM ET.',
				'Usually at this time of day: 1.2 % (59 sessions, standard deviation 0.8 %).',
				'You asked to be notified from 3.0 %, once a day.',
				'Simulated market.',
			].join('\n\n'),
		});
	});

	it('names funds and indexes, the capitalisation, the squeeze and a share of none', () => {
		const wordsOf = (key: Partial<typeof DEFAULT_KEY>) =>
			formatBreadthMessage({ ...reported, key: { ...DEFAULT_KEY, ...key } as typeof DEFAULT_KEY });
		expect(wordsOf({ slice: 'squeeze', timeframe: 'day', type: 'etf', marketcap: 'nano_cap' }).subject).toBe(
			'Quiet, 1d: 4.1 % of ETFs (0 to $50mln)',
		);
		expect(wordsOf({ slice: 'volume', type: 'index' }).subject).toBe('Volume busy, 1h: 4.1 % of indexes');
		expect(wordsOf({ marketcap: 'mega_cap' }).text).toContain('987 measured stocks ($200bln and more) were at');
		expect(formatBreadthMessage({ ...reported, share: 1 }).subject).toBe('Rose, 1h: 100.0 % of stocks');
		expect(formatBreadthMessage({ ...reported, share: 0.5 }).subject).toBe('Rose, 1h: 50.0 % of stocks');
	});

	it('says beside how many sessions, and how it was asked for', () => {
		const lines = (over: object) => formatBreadthMessage({ ...reported, simulated: false, ...over }).text.split('\n\n');
		expect(lines({ usual: { days: 1, mean: 0.25, sd: null } })).toEqual([
			'4.1 % of 987 measured stocks were at depth 1 or more at 06/30/2026 11:45 AM ET.',
			'Usually at this time of day: 25.0 % (1 session).',
			'You asked to be notified from 3.0 %, once a day.',
		]);
		expect(lines({ usual: { days: 2, mean: 0.25, sd: 0.125 }, level: null }).slice(1)).toEqual([
			'Usually at this time of day: 25.0 % (2 sessions, standard deviation 12.5 %).',
			'You asked for this report only.',
		]);
		expect(lines({ usual: { days: 0, mean: null, sd: null }, level: 0 }).slice(1)).toEqual([
			'No earlier session has been counted at this time of day.',
			'You asked to be notified from 0.0 %, once a day.',
		]);
		expect(breadthMessageKey(DEFAULT_KEY, 60_000)).toBe('breadth price_short-one_hour-all-stocks 60000');
	});

	it('speaks of the depth that was asked for', () => {
		const { subject, text } = formatBreadthMessage({ ...reported, depth: 3 });
		expect(subject).toBe('Rose, 1h, depth 3 or more: 4.1 % of stocks');
		expect(text).toContain('4.1 % of 987 measured stocks were at depth 3 or more at');
	});
});
