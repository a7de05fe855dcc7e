/** Bars of one ticker built from its 15-minute slots, over typed arrays. */
import { barCount, barRange, clockVariance } from '../time/bars.ts';
import type { TimeframeIndex } from '../time/timeframe.ts';

export type Column = Float32Array | Float64Array;

/** Slots of one ticker over consecutive sessions, one after another. Prices NaN where the slot has no row; then volume is 0. */
export interface TickerSlots {
	/** Slots of each session: 26, or 14 on an early close. The columns hold their sum, or less where the last session is still open. */
	sessionSlots: ArrayLike<number>;
	open: Column;
	high: Column;
	low: Column;
	close: Column;
	volume: Column;
}

export interface AggregateOptions {
	/** Clock profile f of the 26 slots. */
	profile: ArrayLike<number>;
	/** Elapsed slots of the last session; all of them by default. */
	elapsed?: number;
	/** Indices have no volume: a row alone makes a slot traded. */
	withoutVolume?: boolean;
}

/** Bars from the one that holds the ticker's first traded slot; columns have `count` entries. */
export interface BarSeries {
	count: number;
	/** Index into sessionSlots. */
	session: Uint32Array;
	/** First slot of the bar within its session. */
	from: Uint8Array;
	/** An empty bar carries the last close in all four prices. */
	open: Float64Array;
	high: Float64Array;
	low: Float64Array;
	close: Float64Array;
	volume: Float64Array;
	/** Clock variance of its elapsed slots, empty ones and those before the first trade counted. */
	q: Float64Array;
	/** 1 where no elapsed slot traded. */
	empty: Uint8Array;
	/** Whether the last bar still has slots to come. */
	developing: boolean;
}

const series = (capacity: number): BarSeries => ({
	count: 0,
	session: new Uint32Array(capacity),
	from: new Uint8Array(capacity),
	open: new Float64Array(capacity),
	high: new Float64Array(capacity),
	low: new Float64Array(capacity),
	close: new Float64Array(capacity),
	volume: new Float64Array(capacity),
	q: new Float64Array(capacity),
	empty: new Uint8Array(capacity),
	developing: false,
});

const cut = (bars: BarSeries): BarSeries => ({
	count: bars.count,
	session: bars.session.subarray(0, bars.count),
	from: bars.from.subarray(0, bars.count),
	open: bars.open.subarray(0, bars.count),
	high: bars.high.subarray(0, bars.count),
	low: bars.low.subarray(0, bars.count),
	close: bars.close.subarray(0, bars.count),
	volume: bars.volume.subarray(0, bars.count),
	q: bars.q.subarray(0, bars.count),
	empty: bars.empty.subarray(0, bars.count),
	developing: bars.developing,
});

/** Whether the slot traded: it has a row and volume. Prices of a row without volume are ignored. */
export const traded = (slots: TickerSlots, at: number, withoutVolume: boolean): boolean =>
	!Number.isNaN(slots.close[at] as number) && (withoutVolume || (slots.volume[at] as number) > 0);

/** One bar from columns [start, end); false while the ticker has never traded. */
const fold = (slots: TickerSlots, start: number, end: number, withoutVolume: boolean, bars: BarSeries): boolean => {
	const b = bars.count;
	let open = Number.NaN;
	let high = Number.NEGATIVE_INFINITY;
	let low = Number.POSITIVE_INFINITY;
	let close = Number.NaN;
	let volume = 0;
	for (let i = start; i < end; i++) {
		if (!traded(slots, i, withoutVolume)) continue;
		if (Number.isNaN(open)) open = slots.open[i] as number;
		high = Math.max(high, slots.high[i] as number);
		low = Math.min(low, slots.low[i] as number);
		close = slots.close[i] as number;
		volume += slots.volume[i] as number;
	}
	const empty = Number.isNaN(open);
	if (empty && b === 0) return false;
	const carried = empty ? (bars.close[b - 1] as number) : close;
	bars.open[b] = empty ? carried : open;
	bars.high[b] = empty ? carried : high;
	bars.low[b] = empty ? carried : low;
	bars.close[b] = carried;
	bars.volume[b] = volume;
	bars.empty[b] = empty ? 1 : 0;
	bars.count++;
	return true;
};

export const aggregateBars = (timeframe: TimeframeIndex, slots: TickerSlots, options: AggregateOptions): BarSeries => {
	const { profile, withoutVolume = false } = options;
	const sessions = slots.sessionSlots.length;
	let capacity = 0;
	for (let s = 0; s < sessions; s++) capacity += barCount(timeframe, slots.sessionSlots[s] as number);
	const bars = series(capacity);
	let offset = 0;
	for (let s = 0; s < sessions; s++) {
		const length = slots.sessionSlots[s] as number;
		const elapsed = s === sessions - 1 ? Math.min(length, options.elapsed ?? length) : length;
		for (let index = 0; index < barCount(timeframe, elapsed); index++) {
			const { from, to } = barRange(timeframe, length, index);
			const end = Math.min(to, elapsed);
			if (!fold(slots, offset + from, offset + end, withoutVolume, bars)) continue;
			const b = bars.count - 1;
			bars.session[b] = s;
			bars.from[b] = from;
			bars.q[b] = clockVariance(profile, from, end);
			bars.developing = end < to;
		}
		offset += length;
	}
	return cut(bars);
};
