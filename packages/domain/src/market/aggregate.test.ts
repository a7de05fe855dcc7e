import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TIMEFRAMES, type TimeframeIndex } from '../time/timeframe.ts';
import { type AggregateOptions, aggregateBars, type BarSeries, type TickerSlots, traded } from './aggregate.ts';

const profile = [3, ...new Array(25).fill(1)];
const options: AggregateOptions = { profile };

/** Slots from closes and volumes; open, high and low lie a known way off the close. NaN is a slot without a row. */
const slotsOf = (sessionSlots: number[], closes: number[], volumes = closes.map((c) => (Number.isNaN(c) ? 0 : 10))): TickerSlots => ({
	sessionSlots,
	open: Float64Array.from(closes, (c) => c - 0.5),
	high: Float64Array.from(closes, (c) => c + 1),
	low: Float64Array.from(closes, (c) => c - 1),
	close: Float64Array.from(closes),
	volume: Float64Array.from(volumes),
});
const count = (length: number, from = 1): number[] => Array.from({ length }, (_, i) => from + i);
const row = (bars: BarSeries, b: number) => ({
	o: bars.open[b],
	h: bars.high[b],
	l: bars.low[b],
	c: bars.close[b],
	v: bars.volume[b],
	q: bars.q[b],
	empty: bars.empty[b],
});

describe('aggregateBars', () => {
	it('folds slots into session-aligned bars, short ones at the close', () => {
		const bars = aggregateBars(3, slotsOf([26, 14], [...count(26), ...count(14, 101)]), options);
		expect(bars.count).toBe(3);
		expect(row(bars, 0)).toEqual({ o: 0.5, h: 17, l: 0, c: 16, v: 160, q: 24, empty: 0 });
		expect(row(bars, 1)).toEqual({ o: 16.5, h: 27, l: 16, c: 26, v: 100, q: 10, empty: 0 });
		expect(row(bars, 2)).toEqual({ o: 100.5, h: 115, l: 100, c: 114, v: 140, q: 22, empty: 0 });
		expect([[...bars.session], [...bars.from], bars.developing]).toEqual([[0, 0, 1], [0, 16, 0], false]);
	});

	it('carries the close over an empty bar and ignores prices of a row without volume', () => {
		const closes = [5, 6, Number.NaN, 99, 7, 8, ...new Array(20).fill(Number.NaN)];
		const volumes = closes.map((c) => (Number.isNaN(c) || c === 99 ? 0 : 10));
		const bars = aggregateBars(1, slotsOf([26], closes, volumes), { profile, elapsed: 5 });
		expect(bars.count).toBe(3);
		expect(row(bars, 1)).toEqual({ o: 6, h: 6, l: 6, c: 6, v: 0, q: 2, empty: 1 });
		expect(row(bars, 2)).toEqual({ o: 6.5, h: 8, l: 6, c: 7, v: 10, q: 1, empty: 0 });
		expect(bars.developing).toBe(true);
		expect(row(aggregateBars(1, slotsOf([26], closes, volumes), { profile, elapsed: 5, withoutVolume: true }), 1).c).toBe(99);
	});

	it('begins with the bar of the first trade, whose Q counts the slots before it', () => {
		const closes = [...new Array(26).fill(Number.NaN), ...new Array(3).fill(Number.NaN), ...count(23)];
		const hours = aggregateBars(2, slotsOf([26, 26], closes), options);
		expect([hours.count, hours.session[0], hours.from[0]]).toEqual([7, 1, 0]);
		expect(row(hours, 0)).toEqual({ o: 0.5, h: 2, l: 0, c: 1, v: 10, q: 12, empty: 0 });
		expect(aggregateBars(0, slotsOf([26], new Array(26).fill(Number.NaN)), options).count).toBe(0);
	});

	const price = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 500 }) }, { weight: 1, arbitrary: fc.constant(Number.NaN) });
	const history = fc
		.array(fc.constantFrom<number[]>(26, 14), { minLength: 1, maxLength: 4 })
		.chain((sessions) =>
			fc.tuple(
				fc.constant(sessions),
				fc.array(price, { minLength: sessions.reduce((a, b) => a + b), maxLength: sessions.reduce((a, b) => a + b) }),
			),
		);

	it('keeps volume, extremes and the last close on every timeframe', () => {
		fc.assert(
			fc.property(history, fc.constantFrom<TimeframeIndex[]>(0, 1, 2, 3, 4), ([sessions, closes], timeframe) => {
				const slots = slotsOf(sessions, closes);
				const bars = aggregateBars(timeframe, slots, options);
				const live = closes.filter((c) => !Number.isNaN(c));
				expect(bars.volume.reduce((a, b) => a + b, 0)).toBe(live.length * 10);
				if (live.length === 0) return;
				expect(Math.max(...bars.high)).toBe(Math.max(...live) + 1);
				expect(bars.close.at(-1)).toBe(live.at(-1));
				const first = closes.findIndex((_, at) => traded(slots, at, false));
				expect(bars.from[0]).toBeLessThanOrEqual(first);
				expect(bars.empty[0]).toBe(0);
			}),
		);
	});

	it('never looks ahead: a prefix gives the same bars', () => {
		fc.assert(
			fc.property(
				history,
				fc.constantFrom<TimeframeIndex[]>(0, 1, 2, 3, 4),
				fc.integer({ min: 1, max: 26 }),
				([sessions, closes], timeframe, upTo) => {
					const last = sessions.at(-1) as number;
					const elapsed = Math.min(upTo, last);
					const known = closes.slice(0, closes.length - last + elapsed);
					const cut = aggregateBars(timeframe, slotsOf(sessions, known), { profile, elapsed });
					const same = aggregateBars(timeframe, slotsOf(sessions, closes), { profile, elapsed });
					expect(cut).toEqual(same);
					expect(cut.developing).toBe(cut.count > 0 && elapsed < last && elapsed % TIMEFRAMES[timeframe].slots !== 0);
				},
			),
		);
	});
});
