import { TIMEFRAMES, timeframeIndex } from '@sw/domain/time/timeframe';
import type { Bars, Chart, Filing } from '../../lib/api/types.ts';
import { msOf } from '../../lib/format/times.ts';

/* What the page and the drawing read from a price chart. Times are UTC seconds, as in the drawing library. */

export interface TimedValue {
	time: number;
	value: number;
}

/** Returns calls as positive values and puts as negative values; undefined if no bar has calls or puts. */
export function optionBars({ time, calls, puts }: Chart): { calls: TimedValue[]; puts: TimedValue[] } | undefined {
	const [callBars, putBars] = [knownValues(time, calls), knownValues(time, puts, -1)];
	return callBars || putBars ? { calls: callBars ?? [], puts: putBars ?? [] } : undefined;
}

/** Returns the known values of a column, multiplied by `sign`; undefined if all are null. */
function knownValues(times: readonly string[], values: readonly (number | null)[], sign = 1): TimedValue[] | undefined {
	const items = values.flatMap((value, i) => (value === null ? [] : [{ time: secondsOf(times[i]!), value: sign * value }]));
	return items.length > 0 ? items : undefined;
}

export function mentionBars({ time, mentions }: Chart): TimedValue[] | undefined {
	return knownValues(time, mentions);
}

export interface FilingMark {
	/** Start of the bar. */
	time: number;
	/** Distinct forms, joined: '8-K, 10-Q'. */
	forms: string;
}

const SLOT_SECONDS = 900;

/**
 * Finds the bar in which each filing became known: the one in which it was accepted or, between two bars, the next one.
 * Filings before the first bar or after the last are left out.
 */
export function filingMarks(
	{ time, sessions, timeframe }: Pick<Chart, 'time' | 'sessions' | 'timeframe'>,
	filings: readonly Pick<Filing, 'form' | 'accepted_at'>[],
): FilingMark[] {
	const starts = time.map(secondsOf);
	const ends = time.map((start, bar) => {
		const session = sessionAt(sessions, start);
		const partEnd = session && [session.open, session.close, session.post].find((end) => end > start);
		const end = Math.min(starts[bar + 1] ?? Number.POSITIVE_INFINITY, partEnd ? secondsOf(partEnd) : Number.POSITIVE_INFINITY);
		// Outside regular hours, the next trade can be hours later.
		return extendedPart(sessions, start) ? Math.min(end, starts[bar]! + SLOT_SECONDS * TIMEFRAMES[timeframeIndex(timeframe)].slots) : end;
	});
	const forms = new Map<number, string[]>();
	for (const { form, accepted_at } of filings.toReversed()) {
		const at = secondsOf(accepted_at);
		const bar = starts[0] === undefined || at < starts[0] ? -1 : ends.findIndex((end) => end > at);
		if (bar !== -1) forms.set(bar, [...(forms.get(bar) ?? []), form]);
	}
	return [...forms].sort(([a], [b]) => a - b).map(([bar, names]) => ({ time: starts[bar]!, forms: [...new Set(names)].join(', ') }));
}

type Sessions = Chart['sessions'];

/** Returns the part of the trading day in which a bar outside regular hours starts; undefined for a regular bar. */
export function extendedPart(sessions: Sessions, start: string): 'pre' | 'post' | undefined {
	const session = sessionAt(sessions, start);
	if (!session || (session.open <= start && start < session.close)) return undefined;
	return start < session.open ? 'pre' : 'post';
}

/** Finds the session of an instant, which can be outside regular hours. Instants of the API are in order as texts. */
export function sessionAt(sessions: Sessions, at: string): Sessions[number] | undefined {
	return sessions.find(({ pre, post }) => pre <= at && at < post);
}

export type Prices = Pick<Bars, 'time' | 'open' | 'high' | 'low' | 'close'>;

/** Converts an ISO 8601 instant to UTC seconds. */
export function secondsOf(iso: string): number {
	return msOf(iso) / 1_000;
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
	const nulls = bars.time.map(() => null);
	return {
		...bars,
		total_count: bars.time.length,
		calls: nulls,
		puts: nulls,
		mentions: nulls,
		depths: NO_DEPTHS,
		sessions: bars.sessions.map((session) => ({ ...session, pre: session.open, post: session.close })),
	};
}

/** The numbers of one bar; null if unknown. */
export interface BarValues {
	/** Start of the bar, ISO. */
	time: string;
	/** The part of the trading day, if outside regular hours. */
	part: 'pre' | 'post' | undefined;
	open: number | null;
	high: number | null;
	low: number | null;
	close: number | null;
	volume: number | null;
	/** Close relative to the previous close, as a fraction. */
	change: number | null;
}

type Columns = Pick<Chart, 'time' | 'open' | 'high' | 'low' | 'close' | 'volume' | 'sessions'>;

/** Returns the numbers of the bar at an index; undefined if there is no such bar. */
export function barValues(chart: Columns, bar: number): BarValues | undefined {
	const time = chart.time[bar];
	if (time === undefined) return undefined;
	const [close, previousClose] = [chart.close[bar] ?? null, chart.close[bar - 1] ?? null];
	return {
		time,
		part: extendedPart(chart.sessions, time),
		open: chart.open[bar] ?? null,
		high: chart.high[bar] ?? null,
		low: chart.low[bar] ?? null,
		close,
		volume: chart.volume[bar] ?? null,
		change: close === null || previousClose === null || previousClose === 0 ? null : close / previousClose - 1,
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
