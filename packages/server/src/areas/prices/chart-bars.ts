import { type BarBlock, type DailyBlock, type OptionBlock, REGULAR } from '@sw/domain/prices/blocks';
import type { Session } from '@sw/domain/time/calendar';
import { barsOfSession, slotEnd, slotOf, slotStart } from '@sw/domain/time/slots';
import type { TimeframeIndex } from '@sw/domain/time/timeframe';
import { type ExchangeDate, SECOND } from '@sw/domain/time/units';
import { dayNumber } from '@sw/domain/time/zone';
import { roundPrice } from '../../market/window/price-series.ts';
import type { PriceWindow } from '../../market/window/price-window.ts';

/** A bar with trades. Prices (dollars) and volume are on the requested share basis; option contracts are as traded. */
export interface ChartBar {
	/** UTC milliseconds. `end` is the end of the last elapsed slot in the bar. */
	readonly start: number;
	readonly end: number;
	readonly open: number;
	readonly high: number;
	readonly low: number;
	readonly close: number;
	readonly volume: number;
	/** Numbers of option contracts; null if no option data was received. */
	readonly calls: number | null;
	readonly puts: number | null;
}

export interface ChartBars {
	readonly bars: readonly ChartBar[];
	/** Starts of bars without trades, in UTC milliseconds. */
	readonly gaps: readonly number[];
}

const DAILY_TIMEFRAME = 4;

/**
 * Builds the bars of a timeframe that begin in [from, until), oldest first, from slots that had ended at `until`. `ratioOf`: how many shares of the share basis
 * one share of a date has become. An ended session without intraday trades uses the vendor's daily bar.
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
			const traded = fold(chart, range.from, to) ?? (timeframe === DAILY_TIMEFRAME && elapsed === session.slots ? chart.daily : undefined);
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

/** Combines the slots with trades in [from, to) into one bar; undefined without trades. */
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

/** One ticker in one session by slot, with unadjusted prices; NaN for slots without trades, and for missing option data. */
export interface ChartSession {
	readonly session: Session;
	readonly open: Float64Array;
	readonly high: Float64Array;
	readonly low: Float64Array;
	readonly close: Float64Array;
	readonly volume: Float64Array;
	readonly calls: Float64Array;
	readonly puts: Float64Array;
	/** The vendor's daily bar, used if no slot has trades. */
	daily: { open: number; high: number; low: number; close: number; volume: number } | null;
}

/** Reads sessions from memory; undefined unless the window contains all of them. */
export function sessionsOfWindow(window: PriceWindow, row: number, sessions: readonly Session[]): ChartSession[] | undefined {
	const windowSessions = new Map(window.sessions.map((entry) => [entry.session.date, entry]));
	const found: ChartSession[] = [];
	for (const session of sessions) {
		const matrix = windowSessions.get(session.date)?.matrix;
		if (!matrix) return undefined;
		const chart = emptySession(session);
		for (let slot = 0; slot < session.slots; slot++) {
			const cell = slot * matrix.rows + row;
			for (const field of ['calls', 'puts'] as const) chart[field][slot] = matrix[field][cell]!;
			if (!(matrix.volume[cell]! > 0)) continue;
			for (const field of ['open', 'high', 'low', 'close', 'volume'] as const) chart[field][slot] = matrix[field][cell]!;
		}
		const { daily } = matrix;
		if (daily && !Number.isNaN(daily.close[row]))
			chart.daily = {
				open: daily.open[row]!,
				high: daily.high[row]!,
				low: daily.low[row]!,
				close: daily.close[row]!,
				volume: daily.volume[row]!,
			};
		found.push(chart);
	}
	return found;
}

function emptySession(session: Session): ChartSession {
	return {
		session,
		open: nanColumn(session.slots),
		high: nanColumn(session.slots),
		low: nanColumn(session.slots),
		close: nanColumn(session.slots),
		volume: new Float64Array(session.slots),
		calls: nanColumn(session.slots),
		puts: nanColumn(session.slots),
		daily: null,
	};
}

function nanColumn(slots: number): Float64Array {
	return new Float64Array(slots).fill(Number.NaN);
}

/** Builds sessions from stored blocks, whose rows are sorted by time. */
export function sessionsOfBlocks(
	sessions: readonly Session[],
	{ bars, options, daily }: { bars: BarBlock; options: OptionBlock; daily: DailyBlock },
): ChartSession[] {
	const charts = sessions.map(emptySession);
	const byDay = new Map(charts.map((chart) => [dayNumber(chart.session.date), chart]));
	let at = 0;
	/** Finds the slot of a row. Rows are sorted by time, so the session is the current one or a later one. */
	const find = (seconds: number): { chart: ChartSession; slot: number } | undefined => {
		const ms = seconds * SECOND;
		while (at + 1 < charts.length && ms >= (charts[at + 1] as ChartSession).session.open) at++;
		const chart = charts[at];
		const slot = chart ? slotOf(chart.session, ms) : -1;
		return chart && slot >= 0 ? { chart, slot } : undefined;
	};
	for (let i = 0; i < bars.count; i++) {
		if (bars.session[i] !== REGULAR || !(bars.volume[i]! > 0)) continue;
		const place = find(bars.time[i]!);
		if (place) for (const field of ['open', 'high', 'low', 'close', 'volume'] as const) place.chart[field][place.slot] = bars[field][i]!;
	}
	at = 0;
	for (let i = 0; i < options.count; i++) {
		const place = find(options.time[i]!);
		if (place) for (const field of ['calls', 'puts'] as const) place.chart[field][place.slot] = options[field][i]!;
	}
	for (let i = 0; i < daily.count; i++) {
		const chart = byDay.get(daily.day[i]!);
		if (!chart) continue;
		const { open, high, low, close, volume } = daily;
		chart.daily = {
			open: open[i]!,
			high: high[i]!,
			low: low[i]!,
			close: close[i]!,
			volume: volume[i]!,
		};
	}
	return charts;
}

/** Counts the session's slots that had ended at the given time. */
function slotsUntil(session: Session, until: number): number {
	let slots = session.slots as number;
	while (slots > 0 && slotEnd(session, slots - 1) > until) slots--;
	return slots;
}
