import { describe, expect, it } from 'vitest';
import type { Bars, Chart, Fan } from '../../lib/api/types.ts';
import { barValues, chartOfBars, extendedPart, filingMarks, mentionBars, optionBars } from './chart-data.ts';
import {
	barOfReport,
	candlesOf,
	depthMarks,
	emptyTimes,
	extendedSpans,
	fanPoints,
	gapTimes,
	lastRegularBar,
	shadedSpans,
	volumeBars,
} from './chart-layers.ts';

const T = ['2026-11-19T19:30:00Z', '2026-11-19T20:30:00Z', '2026-11-20T14:30:00Z', '2026-11-20T15:30:00Z'];

function at(i: number): number {
	return Date.parse(T[i]!) / 1_000;
}

function session(date: string) {
	return { date, open: `${date}T14:30:00Z`, close: `${date}T21:00:00Z`, early_close: false };
}

const bars: Bars = {
	timeframe: 'one_hour',
	time: T,
	open: [10, 11, 12, 11],
	high: [11, 12, 13, 12],
	low: [9, 10, 11, 10],
	close: [11, 12, 11, 11],
	volume: [5, 6, 7, 8],
	gaps: ['2026-11-20T16:30:00Z'],
	sessions: [session('2026-11-19'), session('2026-11-20')],
	later_splits: 1,
};
const chart: Chart = {
	...chartOfBars(bars),
	calls: [3, null, 4, 5],
	puts: [1, null, 9, 2],
	depths: { ...chartOfBars(bars).depths, price_short: [0, 2, 2, 4], price_long: [null, 0, 1, 0] },
};

describe('what a chart shows besides its candles', () => {
	it('marks filings at the bar in which they were accepted or the first one after, by their forms', () => {
		const filed = (accepted_at: string, form = '8-K') => ({ form, accepted_at });
		const marks = filingMarks(chart, [
			filed('2026-11-20T20:59:59Z'),
			filed('2026-11-20T15:00:00Z', '10-Q'),
			filed('2026-11-20T13:00:00Z'),
			filed('2026-11-19T21:05:00Z'),
			filed('2026-11-19T20:30:00Z', 'SC 13D'),
			filed('2026-11-19T19:00:00Z'),
		]);
		expect(marks).toEqual([
			{ time: at(1), forms: 'SC 13D' },
			{ time: at(2), forms: '8-K, 10-Q' },
			{ time: at(3), forms: '8-K' },
		]);
		expect(filingMarks(chart, [filed('2026-11-20T21:00:00Z')])).toEqual([]);
		expect(filingMarks({ ...chart, time: [], sessions: [] }, [filed('2026-11-20T15:00:00Z')])).toEqual([]);
	});

	it('puts calls above the line and puts below it, and leaves out what has no count', () => {
		expect(optionBars(chart)).toEqual({
			calls: [
				{ time: at(0), value: 3 },
				{ time: at(2), value: 4 },
				{ time: at(3), value: 5 },
			],
			puts: [
				{ time: at(0), value: -1 },
				{ time: at(2), value: -9 },
				{ time: at(3), value: -2 },
			],
		});
	});

	it('has nothing to draw where there is no data source', () => {
		expect(mentionBars(chart)).toBeUndefined();
		expect(optionBars(chartOfBars(bars))).toBeUndefined();
		expect(mentionBars({ ...chart, mentions: [null, 0, null, null] })).toEqual([{ time: at(1), value: 0 }]);
	});

	it('colours volume by the way of the price', () => {
		expect(volumeBars(chart).map(({ rose }) => rose)).toEqual([true, true, false, true]);
	});

	it('marks bars in which the price crossed another ring', () => {
		expect(depthMarks(chart)).toEqual([
			{ time: at(1), side: 'short', depth: 2 },
			{ time: at(2), side: 'long', depth: 1 },
			{ time: at(3), side: 'short', depth: 4 },
		]);
	});

	it('shades every other session, the newest one never', () => {
		expect(shadedSpans(chart)).toEqual([{ from: at(0), to: at(1) }]);
		expect(shadedSpans({ ...chart, sessions: [] })).toEqual([]);
	});
});

describe('a chart with extended hours', () => {
	const time = ['2026-11-19T20:30:00Z', '2026-11-19T21:00:00Z', '2026-11-20T00:00:00Z', '2026-11-20T13:00:00Z', '2026-11-20T14:30:00Z'];
	const [late, evening, night, morning, open] = time.map((iso) => Date.parse(iso) / 1_000) as [number, number, number, number, number];
	const day = (date: string, after: string) => ({ ...session(date), pre: `${date}T09:00:00Z`, post: `${after}T01:00:00Z` });
	const extended: Chart = {
		...chart,
		time,
		sessions: [day('2026-11-19', '2026-11-20'), day('2026-11-20', '2026-11-21')],
		gaps: [],
		depths: { ...chart.depths, price_short: [2, null, null, null, 2], price_long: [0, null, null, null, 1] },
	};

	it('knows the part of the day of each bar', () => {
		expect(time.map((start) => extendedPart(extended.sessions, start))).toEqual([undefined, 'post', 'post', 'pre', undefined]);
		expect([barValues(extended, 1)?.part, barValues(extended, 4)?.part]).toEqual(['post', undefined]);
		expect(extendedPart([], time[1]!)).toBeUndefined();
	});

	it('shades both parts of a day apart, and every other day from its first bar to its last', () => {
		expect(extendedSpans(extended)).toEqual([
			{ from: evening, to: night },
			{ from: morning, to: morning },
		]);
		expect(shadedSpans(extended)).toEqual([{ from: late, to: night }]);
		expect(extendedSpans(chart)).toEqual([]);
	});

	it('marks a filing at the bar of its hour, or at the next bar if nothing traded then', () => {
		const filed = (accepted_at: string, form: string) => ({ form, accepted_at });
		expect(
			filingMarks(extended, [
				filed('2026-11-20T14:00:00Z', 'D'),
				filed('2026-11-20T00:59:59Z', 'C'),
				filed('2026-11-19T22:00:00Z', 'B'),
				filed('2026-11-19T21:30:00Z', 'A'),
			]),
		).toEqual([
			{ time: evening, forms: 'A' },
			{ time: night, forms: 'B, C' },
			{ time: open, forms: 'D' },
		]);
		expect(filingMarks(extended, [filed('2026-11-20T14:29:59Z', '8-K')])).toEqual([{ time: open, forms: '8-K' }]);
	});

	it('has the fan open from the last regular bar, and the report marked at the last bar before it', () => {
		const evenings = { ...extended, time: time.slice(0, 3) };
		expect([lastRegularBar(evenings), lastRegularBar(extended), lastRegularBar({ ...extended, time: [time[1]!] })]).toEqual([
			late,
			open,
			undefined,
		]);
		expect(barOfReport(candlesOf(evenings), late * 1_000 + 1_860_000)).toBe(evening);
	});

	it('compares depths with the last regular bar', () => {
		expect(depthMarks(extended)).toEqual([
			{ time: late, side: 'short', depth: 2 },
			{ time: open, side: 'long', depth: 1 },
		]);
	});
});

describe('the forecast fan', () => {
	const fan = {
		price: 11,
		time: ['2026-11-20T16:30:00Z', '2026-11-20T17:30:00Z'],
		centre: [11, 11],
		bands: [{ level: 0.8, low: [10, 9], high: [12, 13] }],
	} as unknown as Fan;

	it('opens from the last bar, where all bands are its price', () => {
		expect(fanPoints(fan, at(3))).toEqual([
			{ time: at(3), centre: 11, bands: [[11, 11]] },
			{ time: at(3) + 3_600, centre: 11, bands: [[10, 12]] },
			{ time: at(3) + 7_200, centre: 11, bands: [[9, 13]] },
		]);
		expect(fanPoints(fan, undefined)).toEqual([]);
	});

	it('and gaps get places of their own on the time axis', () => {
		const candles = T.map((_, i) => ({ time: at(i) }));
		expect(emptyTimes(candles, gapTimes(chart), fanPoints(fan, at(3)))).toEqual([at(3) + 3_600, at(3) + 7_200]);
	});
});
