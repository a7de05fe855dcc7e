import type { Chart, Fan } from '../../lib/api/types.ts';
import { extendedPart, type Prices, secondsOf, sessionAt, type TimedValue } from './chart-data.ts';

/* Data of the candles and other layers of a price chart, for the drawing code, which loads on demand. Times are UTC seconds. */

/** Returns the volume of each bar. `rose`: whether the bar closed at or above its open. */
export function volumeBars({ time, volume, open, close }: Chart): (TimedValue & { rose: boolean })[] {
	return time.map((at, i) => ({ time: secondsOf(at), value: volume[i] ?? 0, rose: (close[i] ?? 0) >= (open[i] ?? 0) }));
}

export interface DepthMark {
	time: number;
	/** The side of a price extreme: short after a rise, long after a fall. */
	side: 'short' | 'long';
	depth: number;
}

/** Finds the regular bars with a greater price depth than the previous regular bar, on the same side. */
export function depthMarks({ time, depths, sessions }: Chart): DepthMark[] {
	const marks: DepthMark[] = [];
	const regularBars = [...time.keys()].filter((i) => !extendedPart(sessions, time[i]!));
	regularBars.forEach((i, at) => {
		for (const [side, column] of [['short', depths.price_short] as const, ['long', depths.price_long] as const]) {
			const depth = column[i] ?? 0;
			if (depth > (column[regularBars[at - 1] ?? -1] ?? 0)) marks.push({ time: secondsOf(time[i]!), side, depth });
		}
	});
	return marks;
}

export interface Span {
	from: number;
	to: number;
}

/**
 * Returns the first and last bar of every other session, to shade it. The newest session is never shaded. A daily chart alternates by month,
 * because each session has only one bar.
 */
export function shadedSpans({ time, sessions, timeframe }: Pick<Chart, 'time' | 'sessions' | 'timeframe'>): Span[] {
	const nameOf = (start: string): string | undefined => sessionAt(sessions, start)?.date.slice(0, timeframe === 'day' ? 7 : undefined);
	return spansOf(time, nameOf).filter((_, i, all) => (all.length - i) % 2 === 0);
}

/** Returns the first and last bar of each stretch outside regular hours. */
export function extendedSpans({ time, sessions }: Pick<Chart, 'time' | 'sessions'>): Span[] {
	return spansOf(time, (start) => {
		const part = extendedPart(sessions, start);
		return part && `${sessionAt(sessions, start)?.date} ${part}`;
	});
}

/** Returns the first and last bar of each group, in order of time. `nameOf` returns the group of a bar; undefined for none. */
function spansOf(time: readonly string[], nameOf: (start: string) => string | undefined): Span[] {
	const groups = new Map<string, Span>();
	for (const iso of time) {
		const name = nameOf(iso);
		if (name === undefined) continue;
		const at = secondsOf(iso);
		groups.set(name, { from: groups.get(name)?.from ?? at, to: at });
	}
	return [...groups.values()];
}

export function gapTimes({ gaps }: Pick<Chart, 'gaps'>): number[] {
	return gaps.map(secondsOf);
}

/** Returns the start of the last regular bar; undefined without one. */
export function lastRegularBar({ time, sessions }: Pick<Chart, 'time' | 'sessions'>): number | undefined {
	const start = time.findLast((iso) => !extendedPart(sessions, iso));
	return start === undefined ? undefined : secondsOf(start);
}

export interface FanPoint {
	time: number;
	centre: number;
	/** [low, high] of the 50, 80 and 95 % bands, in the order of the API response. */
	bands: readonly (readonly [low: number, high: number])[];
}

/** Returns the points of the fan, all bands starting at the price of the last regular bar. Empty without such a bar. */
export function fanPoints({ price, time, centre, bands }: Fan, lastBar: number | undefined): FanPoint[] {
	if (lastBar === undefined) return [];
	const start: FanPoint = { time: lastBar, centre: price, bands: bands.map(() => [price, price]) };
	const points = time.map((at, i) => ({
		time: secondsOf(at),
		centre: centre[i] ?? price,
		bands: bands.map(({ low, high }): [number, number] => [low[i] ?? price, high[i] ?? price]),
	}));
	return [start, ...points.filter((point) => point.time > lastBar)];
}

/** Returns the ascending times on the axis that have no candle: gaps and forecast bars. */
export function emptyTimes(candles: readonly { time: number }[], gaps: readonly number[], fan: readonly FanPoint[]): number[] {
	const candleTimes = new Set(candles.map(({ time }) => time));
	const empty = new Set([...gaps, ...fan.map(({ time }) => time)].filter((time) => !candleTimes.has(time)));
	return [...empty].sort((a, b) => a - b);
}

/** One candle of the drawing library. `time`: start of the bar, in UTC seconds. */
interface Candle {
	time: number;
	open: number;
	high: number;
	low: number;
	close: number;
}

export function candlesOf(bars: Prices): Candle[] {
	return bars.time.map((time, i) => ({
		time: secondsOf(time),
		open: bars.open[i] ?? Number.NaN,
		high: bars.high[i] ?? Number.NaN,
		low: bars.low[i] ?? Number.NaN,
		close: bars.close[i] ?? Number.NaN,
	}));
}

/** Finds the bar at which to mark a report: the last bar that began before it. `report` is in UTC milliseconds, the result in UTC seconds. */
export function barOfReport(candles: readonly Candle[], report: number): number | undefined {
	return candles.findLast((candle) => candle.time * 1_000 < report)?.time;
}
