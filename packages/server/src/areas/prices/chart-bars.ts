import { preOpen } from '@sw/domain/prices/bar-session';
import { type BarBlock, type DailyBlock, type OptionBlock, POST, PRE, REGULAR } from '@sw/domain/prices/blocks';
import { type ExtendedPart, PART_SLOTS } from '@sw/domain/prices/extended-volumes';
import type { Session } from '@sw/domain/time/calendar';
import { barsOfSession, SLOT_MS, slotOf } from '@sw/domain/time/slots';
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
	/** Whether the bar is before the open or after the close. */
	readonly extended: boolean;
}

export interface ChartBars {
	readonly bars: readonly ChartBar[];
	/** Starts of regular bars without trades, in UTC milliseconds. */
	readonly gaps: readonly number[];
}

export const DAILY_TIMEFRAME = 4;

/**
 * Builds the bars of a timeframe that begin in [from, until), oldest first, from slots that had ended at `until`. `ratioOf`: how many shares of the share basis
 * one share of a date has become. An ended session without intraday trades uses the vendor's daily bar. Slots outside regular hours, if read, form bars
 * that contain no regular slots, but not on the daily timeframe.
 */
export function buildChartBars(
	charts: readonly ChartSession[],
	timeframe: TimeframeIndex,
	{ from, until }: { from: number; until: number },
	ratioOf: (date: ExchangeDate) => number,
): ChartBars {
	const bars: ChartBar[] = [];
	const gaps: number[] = [];
	for (const chart of charts) {
		const ratio = ratioOf(chart.session.date);
		for (const { start: partStartMs, extended, columns } of partsOf(chart, timeframe)) {
			const slots = columns.close.length;
			const elapsed = Math.max(0, Math.min(slots, Math.floor((until - partStartMs) / SLOT_MS)));
			for (const slotRange of barsOfSession(timeframe, slots)) {
				const start = partStartMs + slotRange.from * SLOT_MS;
				if (start < from || slotRange.from >= elapsed) continue;
				const endSlot = Math.min(slotRange.to, elapsed);
				const bar =
					combineSlots(columns, slotRange.from, endSlot) ?? (timeframe === DAILY_TIMEFRAME && elapsed === slots ? chart.daily : undefined);
				if (!bar) {
					if (!extended) gaps.push(start);
					continue;
				}
				bars.push({
					start,
					end: partStartMs + endSlot * SLOT_MS,
					open: roundPrice(bar.open / ratio),
					high: roundPrice(bar.high / ratio),
					low: roundPrice(bar.low / ratio),
					close: roundPrice(bar.close / ratio),
					volume: Math.round(bar.volume * ratio),
					calls: extended ? null : sumOf(chart.calls, slotRange.from, endSlot),
					puts: extended ? null : sumOf(chart.puts, slotRange.from, endSlot),
					extended,
				});
			}
		}
	}
	return { bars, gaps };
}

/** Returns the parts of a session that have bars of the timeframe, in order of time. */
function partsOf(chart: ChartSession, timeframe: TimeframeIndex): { start: number; extended: boolean; columns: SlotColumns }[] {
	const regular = { start: chart.session.open, extended: false, columns: chart };
	if (!chart.extended || timeframe === DAILY_TIMEFRAME) return [regular];
	const createPart = (name: ExtendedPart) => ({ start: partStart(chart.session, name), extended: true, columns: chart.extended![name] });
	return [createPart(PRE), regular, createPart(POST)];
}

function partStart(session: Session, part: ExtendedPart): number {
	return part === PRE ? preOpen(session) : session.close;
}

/** Combines the slots with trades in [from, to) into one bar; undefined without trades. */
function combineSlots(columns: SlotColumns, from: number, to: number) {
	let bar: { open: number; high: number; low: number; close: number; volume: number } | undefined;
	for (let slot = from; slot < to; slot++) {
		const close = columns.close[slot]!;
		if (Number.isNaN(close)) continue;
		const [high, low] = [columns.high[slot]!, columns.low[slot]!];
		bar = {
			open: bar?.open ?? columns.open[slot]!,
			high: Math.max(bar?.high ?? high, high),
			low: Math.min(bar?.low ?? low, low),
			close,
			volume: (bar?.volume ?? 0) + columns.volume[slot]!,
		};
	}
	return bar;
}

function sumOf(values: Float64Array, from: number, to: number): number | null {
	let sum: number | null = null;
	for (let slot = from; slot < to; slot++) if (!Number.isNaN(values[slot])) sum = (sum ?? 0) + values[slot]!;
	return sum;
}

/** Trades of one ticker by slot, with unadjusted prices; NaN for slots without trades. */
interface SlotColumns {
	readonly open: Float64Array;
	readonly high: Float64Array;
	readonly low: Float64Array;
	readonly close: Float64Array;
	readonly volume: Float64Array;
}

/** One ticker in one session, by regular slot. Missing option data is NaN. */
export interface ChartSession extends SlotColumns {
	readonly session: Session;
	readonly calls: Float64Array;
	readonly puts: Float64Array;
	/** The vendor's daily bar, used if no slot has trades. */
	daily: { open: number; high: number; low: number; close: number; volume: number } | null;
	/** Slots from 04:00 to the open, and of the four hours after the close; undefined if they were not read. */
	readonly extended?: Readonly<Record<ExtendedPart, SlotColumns>> | undefined;
}

/** Reads sessions from memory; undefined unless the window contains all of them. */
export function readWindowSessions(window: PriceWindow, row: number, sessions: readonly Session[]): ChartSession[] | undefined {
	const windowSessions = new Map(window.sessions.map((entry) => [entry.session.date, entry]));
	const chartSessions: ChartSession[] = [];
	for (const session of sessions) {
		const matrix = windowSessions.get(session.date)?.matrix;
		if (!matrix) return undefined;
		const chart = createEmptySession(session);
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
		chartSessions.push(chart);
	}
	return chartSessions;
}

function createEmptySession(session: Session, extended = false): ChartSession {
	return {
		session,
		...createEmptyColumns(session.slots),
		calls: createNanColumn(session.slots),
		puts: createNanColumn(session.slots),
		daily: null,
		extended: extended ? { [PRE]: createEmptyColumns(PART_SLOTS[PRE]), [POST]: createEmptyColumns(PART_SLOTS[POST]) } : undefined,
	};
}

function createEmptyColumns(slots: number): SlotColumns {
	return {
		open: createNanColumn(slots),
		high: createNanColumn(slots),
		low: createNanColumn(slots),
		close: createNanColumn(slots),
		volume: new Float64Array(slots),
	};
}

function createNanColumn(slots: number): Float64Array {
	return new Float64Array(slots).fill(Number.NaN);
}

/** Builds sessions from stored blocks, whose rows are sorted by time. `extended`: with the bars before the open and after the close. */
export function buildBlockSessions(
	sessions: readonly Session[],
	{ bars, options, daily }: { bars: BarBlock; options: OptionBlock; daily: DailyBlock },
	extended = false,
): ChartSession[] {
	const charts = sessions.map((session) => createEmptySession(session, extended));
	const chartsByDay = new Map(charts.map((chart) => [dayNumber(chart.session.date), chart]));
	const starts = sessions.map((session) => (extended ? preOpen(session) : session.open));
	let sessionIndex = 0;
	/** Finds the session of a row. Rows are sorted by time, so it is the current one or a later one. */
	const findSession = (ms: number): ChartSession | undefined => {
		while (sessionIndex + 1 < charts.length && ms >= starts[sessionIndex + 1]!) sessionIndex++;
		return charts[sessionIndex];
	};
	for (let i = 0; i < bars.count; i++) {
		if (!(bars.volume[i]! > 0)) continue;
		const ms = bars.time[i]! * SECOND;
		const chart = findSession(ms);
		const place = chart && findBarSlot(chart, bars.session[i]!, ms);
		if (place) for (const field of ['open', 'high', 'low', 'close', 'volume'] as const) place.columns[field][place.slot] = bars[field][i]!;
	}
	sessionIndex = 0;
	for (let i = 0; i < options.count; i++) {
		const ms = options.time[i]! * SECOND;
		const chart = findSession(ms);
		const slot = chart ? slotOf(chart.session, ms) : -1;
		if (chart && slot >= 0) for (const field of ['calls', 'puts'] as const) chart[field][slot] = options[field][i]!;
	}
	for (let i = 0; i < daily.count; i++) {
		const chart = chartsByDay.get(daily.day[i]!);
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

/** Finds the columns and the slot of a bar; undefined if the chart has no place for it. */
function findBarSlot(chart: ChartSession, part: number, ms: number): { columns: SlotColumns; slot: number } | undefined {
	if (part === REGULAR) {
		const slot = slotOf(chart.session, ms);
		return slot < 0 ? undefined : { columns: chart, slot };
	}
	if (part !== PRE && part !== POST) return undefined;
	const columns = chart.extended?.[part];
	const slot = Math.floor((ms - partStart(chart.session, part)) / SLOT_MS);
	return columns && slot >= 0 && slot < PART_SLOTS[part] ? { columns, slot } : undefined;
}
