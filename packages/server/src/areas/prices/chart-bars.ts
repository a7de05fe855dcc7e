import { barsOfSession } from '@sw/domain/time/bars';
import { slotStart } from '@sw/domain/time/slots';
import type { TimeframeIndex } from '@sw/domain/time/timeframe';
import type { ExchangeDate } from '@sw/domain/time/units';
import { roundPrice } from '../../market/window/price-series.ts';
import { type ChartSession, slotsUntil } from './chart-sessions.ts';

/** A bar with trades. Prices and volume on the requested share basis, contracts as traded. */
export interface ChartBar {
	/** UTC milliseconds; `end` is that of its last elapsed slot. */
	readonly start: number;
	readonly end: number;
	readonly open: number;
	readonly high: number;
	readonly low: number;
	readonly close: number;
	readonly volume: number;
	/** null where no option data was received. */
	readonly calls: number | null;
	readonly puts: number | null;
}

export interface ChartBars {
	readonly bars: readonly ChartBar[];
	/** Starts of bars without trades. */
	readonly gaps: readonly number[];
}

const DAY_FRAME = 4;

/**
 * Bars of a timeframe that begin in [from, until), oldest first, from slots that had ended at `until`. `ratioOf` gives the number of new shares per
 * old share since a date. A vendor's daily bar is used for an ended session without intraday trades.
 */
export function chartBars(
	charts: readonly ChartSession[],
	timeframe: TimeframeIndex,
	{ from, until }: { from: number; until: number },
	ratioOf: (date: ExchangeDate) => number,
): ChartBars {
	const bars: ChartBar[] = [];
	const gaps: number[] = [];
	for (const chart of charts) {
		const { session } = chart;
		const elapsed = slotsUntil(session, until);
		const ratio = ratioOf(session.date);
		for (const range of barsOfSession(timeframe, session.slots)) {
			const start = slotStart(session, range.from);
			if (start < from || range.from >= elapsed) continue;
			const to = Math.min(range.to, elapsed);
			const traded = fold(chart, range.from, to) ?? (timeframe === DAY_FRAME && elapsed === session.slots ? chart.daily : undefined);
			if (!traded) {
				gaps.push(start);
				continue;
			}
			bars.push({
				start,
				end: slotStart(session, to),
				open: roundPrice(traded.open / ratio),
				high: roundPrice(traded.high / ratio),
				low: roundPrice(traded.low / ratio),
				close: roundPrice(traded.close / ratio),
				volume: Math.round(traded.volume * ratio),
				calls: sumOf(chart.calls, range.from, to),
				puts: sumOf(chart.puts, range.from, to),
			});
		}
	}
	return { bars, gaps };
}

/** First open, extremes, last close and total volume of the slots with trades; undefined without any. */
function fold(chart: ChartSession, from: number, to: number) {
	let found: { open: number; high: number; low: number; close: number; volume: number } | undefined;
	for (let slot = from; slot < to; slot++) {
		const close = chart.close[slot]!;
		if (Number.isNaN(close)) continue;
		const [high, low] = [chart.high[slot]!, chart.low[slot]!];
		found = {
			open: found?.open ?? chart.open[slot]!,
			high: Math.max(found?.high ?? high, high),
			low: Math.min(found?.low ?? low, low),
			close,
			volume: (found?.volume ?? 0) + chart.volume[slot]!,
		};
	}
	return found;
}

function sumOf(values: Float64Array, from: number, to: number): number | null {
	let sum: number | null = null;
	for (let slot = from; slot < to; slot++) if (!Number.isNaN(values[slot])) sum = (sum ?? 0) + values[slot]!;
	return sum;
}
