import type { Bars, Chart } from '../../lib/api/types.ts';
import { msOf } from '../../lib/format/times.ts';

/** One candle of the drawing library; `time` is UTC seconds of the bar's start. */
export interface Candle {
	time: number;
	open: number;
	high: number;
	low: number;
	close: number;
}

type Prices = Pick<Bars, 'time' | 'open' | 'high' | 'low' | 'close'>;

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

/** Start of the last bar that began before the report, in UTC seconds: where the report is marked. */
export function barOfReport(candles: readonly Candle[], report: number): number | undefined {
	return candles.findLast((candle) => candle.time * 1_000 < report)?.time;
}

/** First and last close and the range between them, for the description; undefined without bars. */
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

/** The public bars as a chart without any other data. */
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
