import type { Bars, Chart, Fan, Filing } from '../../lib/api/types.ts';
import { msOf } from '../../lib/format/times.ts';

/* Data of the candles and other layers of a price chart. Times are UTC seconds, as in the drawing library. */

export interface Amount {
	time: number;
	value: number;
}

/** Returns the volume of each bar. `rose`: whether the bar closed at or above its open. */
export function volumeBars({ time, volume, open, close }: Chart): (Amount & { rose: boolean })[] {
	return time.map((at, i) => ({ time: secondsOf(at), value: volume[i] ?? 0, rose: (close[i] ?? 0) >= (open[i] ?? 0) }));
}

/** Returns calls as positive values and puts as negative values; undefined if no bar has calls or puts. */
export function optionBars({ time, calls, puts }: Chart): { calls: Amount[]; puts: Amount[] } | undefined {
	const [up, down] = [amounts(time, calls), amounts(time, puts, -1)];
	return up || down ? { calls: up ?? [], puts: down ?? [] } : undefined;
}

/** Returns the known values of a column, multiplied by `sign`; undefined if all are null. */
function amounts(times: readonly string[], values: readonly (number | null)[], sign = 1): Amount[] | undefined {
	const known = values.flatMap((value, i) => (value === null ? [] : [{ time: secondsOf(times[i]!), value: sign * value }]));
	return known.length > 0 ? known : undefined;
}

export function mentionBars({ time, mentions }: Chart): Amount[] | undefined {
	return amounts(time, mentions);
}

export interface DepthMark {
	time: number;
	/** The side of a price extreme: short after a rise, long after a fall. */
	side: 'short' | 'long';
	depth: number;
}

/** Finds the bars with a greater price depth than the previous bar, on the same side. */
export function depthMarks({ time, depths }: Chart): DepthMark[] {
	const marks: DepthMark[] = [];
	for (let i = 0; i < time.length; i++) {
		for (const [side, column] of [['short', depths.price_short] as const, ['long', depths.price_long] as const]) {
			const depth = column[i] ?? 0;
			if (depth > (column[i - 1] ?? 0)) marks.push({ time: secondsOf(time[i]!), side, depth });
		}
	}
	return marks;
}

export interface FilingMark {
	/** Start of the bar. */
	time: number;
	/** Distinct forms, joined: '8-K, 10-Q'. */
	forms: string;
}

/**
 * Finds the bar in which each filing became known: the bar of its acceptance, or the next
 * bar. Filings before the first bar or after the last are left out.
 */
export function filingMarks(
	{ time, sessions }: Pick<Chart, 'time' | 'sessions'>,
	filings: readonly Pick<Filing, 'form' | 'accepted_at'>[],
): FilingMark[] {
	const starts = time.map(secondsOf);
	const endOf = (bar: number): number => {
		const start = starts[bar]!;
		const session = sessions.find(({ open, close }) => secondsOf(open) <= start && start < secondsOf(close));
		return Math.min(starts[bar + 1] ?? Number.POSITIVE_INFINITY, session ? secondsOf(session.close) : Number.POSITIVE_INFINITY);
	};
	const forms = new Map<number, string[]>();
	for (const { form, accepted_at } of filings.toReversed()) {
		const at = secondsOf(accepted_at);
		const bar = starts[0] === undefined || at < starts[0] ? -1 : starts.findIndex((_, i) => endOf(i) > at);
		if (bar !== -1) forms.set(bar, [...(forms.get(bar) ?? []), form]);
	}
	return [...forms].sort(([a], [b]) => a - b).map(([bar, names]) => ({ time: starts[bar]!, forms: [...new Set(names)].join(', ') }));
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
	const groups = new Map<string, Span>();
	const nameOf = (at: number): string | undefined => {
		const session = sessions.find(({ open, close }) => secondsOf(open) <= at && at < secondsOf(close));
		return timeframe === 'day' ? session?.date.slice(0, 7) : session?.date;
	};
	for (const iso of time) {
		const at = secondsOf(iso);
		const name = nameOf(at);
		if (name === undefined) continue;
		const span = groups.get(name);
		groups.set(name, { from: span?.from ?? at, to: at });
	}
	return [...groups.values()].filter((_, i, all) => (all.length - i) % 2 === 0);
}

export function gapTimes({ gaps }: Pick<Chart, 'gaps'>): number[] {
	return gaps.map(secondsOf);
}

export interface FanPoint {
	time: number;
	centre: number;
	/** [low, high] of the 50, 80 and 95 % bands, in the order of the API response. */
	bands: readonly (readonly [low: number, high: number])[];
}

/** Returns the points of the fan, all bands starting at the price of the last bar. Empty without a last bar. */
export function fanPoints({ price, time, centre, bands }: Fan, lastBar: number | undefined): FanPoint[] {
	if (lastBar === undefined) return [];
	const start: FanPoint = { time: lastBar, centre: price, bands: bands.map(() => [price, price]) };
	const ahead = time.map((at, i) => ({
		time: secondsOf(at),
		centre: centre[i] ?? price,
		bands: bands.map(({ low, high }): [number, number] => [low[i] ?? price, high[i] ?? price]),
	}));
	return [start, ...ahead.filter((point) => point.time > lastBar)];
}

/** Returns the ascending times on the axis that have no candle: gaps and forecast bars. */
export function emptyTimes(candles: readonly { time: number }[], gaps: readonly number[], fan: readonly FanPoint[]): number[] {
	const taken = new Set(candles.map(({ time }) => time));
	const wanted = new Set([...gaps, ...fan.map(({ time }) => time)].filter((time) => !taken.has(time)));
	return [...wanted].sort((a, b) => a - b);
}

/** One candle of the drawing library. `time`: start of the bar, in UTC seconds. */
interface Candle {
	time: number;
	open: number;
	high: number;
	low: number;
	close: number;
}

type Prices = Pick<Bars, 'time' | 'open' | 'high' | 'low' | 'close'>;

/** Converts an ISO 8601 instant to UTC seconds. */
export function secondsOf(iso: string): number {
	return msOf(iso) / 1_000;
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

/** Returns the first and last close, the lowest low and the highest high; undefined without bars. */
export function barsSummary(bars: Prices): { first: number; last: number; low: number; high: number } | undefined {
	const first = bars.close[0];
	const last = bars.close.at(-1);
	return first === undefined || last === undefined ? undefined : { first, last, low: Math.min(...bars.low), high: Math.max(...bars.high) };
}

const NO_DEPTHS: Chart['depths'] = {
	price_short: [],
	price_long: [],
	call_with_put: [],
	volume: [],
	call_without_put_long: [],
	call_without_put_short: [],
	squeeze: [],
};

/** Converts public bars to a chart without other data. */
export function chartOfBars(bars: Bars): Chart {
	const unknown = bars.time.map(() => null);
	return {
		...bars,
		total_count: bars.time.length,
		calls: unknown,
		puts: unknown,
		mentions: unknown,
		depths: NO_DEPTHS,
		sessions: bars.sessions.map((session) => ({ ...session, pre: session.open, post: session.close })),
	};
}

/** The numbers of one bar; null if unknown. */
export interface BarReading {
	/** Start of the bar, ISO. */
	time: string;
	open: number | null;
	high: number | null;
	low: number | null;
	close: number | null;
	volume: number | null;
	/** Close relative to the previous close, as a fraction. */
	change: number | null;
}

type Columns = Pick<Chart, 'time' | 'open' | 'high' | 'low' | 'close' | 'volume'>;

/** Returns the numbers of the bar at an index; undefined if there is no such bar. */
export function readingOfBar(chart: Columns, bar: number): BarReading | undefined {
	const time = chart.time[bar];
	if (time === undefined) return undefined;
	const [close, before] = [chart.close[bar] ?? null, chart.close[bar - 1] ?? null];
	return {
		time,
		open: chart.open[bar] ?? null,
		high: chart.high[bar] ?? null,
		low: chart.low[bar] ?? null,
		close,
		volume: chart.volume[bar] ?? null,
		change: close === null || before === null || before === 0 ? null : close / before - 1,
	};
}

const STEPS: Readonly<Record<string, (bar: number, last: number) => number>> = {
	ArrowLeft: (bar) => bar - 1,
	ArrowRight: (bar) => bar + 1,
	PageUp: (bar) => bar - 10,
	PageDown: (bar) => bar + 10,
	Home: () => 0,
	End: (_, last) => last,
};

/** Returns the index of the bar that a key moves to; undefined for other keys. The first key press selects the newest bar. `count`: number of bars. */
export function barAfterKey(key: string, bar: number | undefined, count: number): number | undefined {
	const step = STEPS[key];
	if (!step || count === 0) return undefined;
	const last = count - 1;
	if (bar === undefined && key.startsWith('Arrow')) return last;
	return Math.min(last, Math.max(0, step(bar ?? last, last)));
}
