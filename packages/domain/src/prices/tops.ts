import type { Calendar, Session } from '../time/calendar.ts';
import { findLastElapsed, SLOT_MS, slotEnd, slotStart } from '../time/slots.ts';
import type { ExchangeDate, UtcMs } from '../time/units.ts';
import { addDays, dateOfDay } from '../time/zone.ts';
import { postClose, preOpen } from './bar-session.ts';
import { POST, PRE, REGULAR } from './blocks.ts';
import type { SessionMatrix } from './session-matrix.ts';
import { findInterval, type TopCategory, type TopInterval, type TopSession } from './top-lists.ts';

/** Short intervals exclude gains from this one on (a tenfold price), according to the specification. */
const GAIN_LIMIT = 9;
/** Larger losses are excluded, according to the specification. */
const LOSS_LIMIT = -0.9;

/** The first rows of a ranking. */
export interface TopRanking {
	/** The first rows, in order. */
	rows: Uint32Array;
	/** The ranking value of each of `rows`. */
	values: Float64Array;
	/** Number of ranked rows, including those not in `rows`. */
	total: number;
}

/** Price change over the interval as a fraction (9 is +900 %); NaN without trades. */
export function priceChange(columns: TopColumns, row: number): number {
	const base = columns.base[row]!;
	return columns.last[row]! / (Number.isNaN(base) ? columns.open[row]! : base) - 1;
}

/** The ranking value of each category; NaN excludes the row. */
const RANKING_VALUES: Record<TopCategory, (columns: TopColumns, row: number, isShortInterval: boolean) => number> = {
	active: (c, row) => c.dollars[row]! || Number.NaN,
	gainers: (c, row, isShortInterval) => {
		const change = priceChange(c, row);
		return change > 0 && !(isShortInterval && change >= GAIN_LIMIT) ? change : Number.NaN;
	},
	losers: (c, row) => {
		const change = priceChange(c, row);
		return change < 0 && change >= LOSS_LIMIT ? change : Number.NaN;
	},
	unusual_volume: (c, row) => (c.usualVolume[row]! > 0 && c.volume[row]! > 0 ? c.volume[row]! / c.usualVolume[row]! : Number.NaN),
	deviation: (c, row, isShortInterval) => {
		const rise = c.last[row]! / c.low[row]! - 1;
		return priceChange(c, row) > 0 && !(isShortInterval && rise >= GAIN_LIMIT) ? rise : Number.NaN;
	},
	high: (c, row) => c.last[row]! / c.high[row]! - 1,
	low: (c, row) => c.last[row]! / c.low[row]! - 1,
};

/** Categories that start with the lowest value; all others start with the highest. */
const ASCENDING: ReadonlySet<TopCategory> = new Set(['losers', 'low']);

/**
 * Returns the first `size` rows by the category's value. `include` is 0 for rows to leave out; default: all rows are ranked. Equal values keep the order of
 * rows, so that successive pages never overlap.
 */
export function rankTops(
	columns: TopColumns,
	category: TopCategory,
	interval: TopInterval,
	size: number,
	include?: Uint8Array,
): TopRanking {
	const rankingValue = RANKING_VALUES[category];
	const { short: isShortInterval } = findInterval(interval);
	const values = new Float64Array(columns.rows);
	const rankedRows = new Uint32Array(columns.rows);
	let total = 0;
	for (let row = 0; row < columns.rows; row++) {
		if (include && include[row] === 0) continue;
		const v = rankingValue(columns, row, isShortInterval);
		if (!Number.isFinite(v)) continue;
		values[row] = v;
		rankedRows[total++] = row;
	}
	const sign = ASCENDING.has(category) ? 1 : -1;
	const rows = rankedRows
		.subarray(0, total)
		.sort((a, b) => sign * (values[a]! - values[b]!) || a - b)
		.slice(0, size);
	return { rows, values: Float64Array.from(rows, (row) => values[row]!), total };
}

/**
 * The data of a top table over its interval, by row of the directory. Prices are in dollars; prices and shares of earlier sessions are on the share
 * basis of the newest session.
 */
export interface TopColumns {
	readonly rows: number;
	/** Last regular close before the interval; NaN if there is none. The first open is used in place of NaN. */
	base: Float64Array;
	/** First open, highest, lowest and last price of the interval; NaN without trades. */
	open: Float64Array;
	high: Float64Array;
	low: Float64Array;
	last: Float64Array;
	/** Shares and dollars traded in the interval. */
	volume: Float64Array;
	dollars: Float64Array;
	/** Shares the ticker usually trades in the same slots; 0 or NaN if there is no comparison. */
	usualVolume: Float64Array;
	/** End of the last traded bar, UTC milliseconds; 0 without trades. */
	time: Float64Array;
}

export function createTopColumns(rows: number): TopColumns {
	return {
		rows,
		base: new Float64Array(rows).fill(Number.NaN),
		open: new Float64Array(rows).fill(Number.NaN),
		high: new Float64Array(rows).fill(Number.NaN),
		low: new Float64Array(rows).fill(Number.NaN),
		last: new Float64Array(rows).fill(Number.NaN),
		volume: new Float64Array(rows),
		dollars: new Float64Array(rows),
		usualVolume: new Float64Array(rows),
		time: new Float64Array(rows),
	};
}

/** One bar, with prices and shares as printed. */
export interface TopBar {
	open: number;
	high: number;
	low: number;
	close: number;
	shares: number;
	/** UTC ms. */
	end: number;
}

/** Adds a traded bar of a row. Add the bars of a row oldest first. `ratio` is new shares per old share since the bar. */
export function addTopBar(columns: TopColumns, row: number, bar: TopBar, ratio = 1): void {
	const { open, high, low } = columns;
	if (Number.isNaN(open[row]!)) {
		open[row] = bar.open / ratio;
		high[row] = bar.high / ratio;
		low[row] = bar.low / ratio;
	} else {
		high[row] = Math.max(high[row]!, bar.high / ratio);
		low[row] = Math.min(low[row]!, bar.low / ratio);
	}
	columns.last[row] = bar.close / ratio;
	columns.volume[row] = columns.volume[row]! + bar.shares * ratio;
	columns.dollars[row] = columns.dollars[row]! + bar.shares * bar.close;
	columns.time[row] = bar.end;
}

/** Adds the slots [from, to) of a session to all rows; bars without volume are skipped. `ratios` has one split ratio per row. */
export function addTopSlots(
	columns: TopColumns,
	matrix: SessionMatrix,
	sessionOpen: number,
	from: number,
	to: number,
	ratios?: Float64Array,
): void {
	const bar: TopBar = { open: 0, high: 0, low: 0, close: 0, shares: 0, end: 0 };
	for (let slot = from; slot < to; slot++) {
		bar.end = sessionOpen + (slot + 1) * SLOT_MS;
		for (let row = 0; row < matrix.rows; row++) {
			const cell = slot * matrix.rows + row;
			bar.shares = matrix.volume[cell]!;
			bar.close = matrix.close[cell]!;
			if (bar.shares <= 0 || Number.isNaN(bar.close)) continue;
			bar.open = matrix.open[cell]!;
			bar.high = matrix.high[cell]!;
			bar.low = matrix.low[cell]!;
			addTopBar(columns, row, bar, ratios?.[row] ?? 1);
		}
	}
}

/** The bars of a top table: bars of `session` that start in [from, to). The base price is the last regular close before `from`. */
export interface TopSpan {
	readonly session: TopSession;
	readonly from: UtcMs;
	readonly to: UtcMs;
}

/** Returns the same day of an earlier month, or the last day of a month too short for it. */
export function monthsBefore(date: ExchangeDate, months: number): ExchangeDate {
	const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 - months;
	const lastDay = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();
	return dateOfDay(Date.UTC(Math.floor(month / 12), month % 12, Math.min(Number(date.slice(8, 10)), lastDay)) / 86_400_000);
}

/** Number of sessions in 52 weeks. */
export const YEAR_SESSIONS = 252;
/** Number of calendar days that contain at least YEAR_SESSIONS sessions. */
const YEAR_DAYS = 380;

/**
 * Returns the bars that an interval covers at an instant; undefined before the first session.
 *
 * - hour, 4h: the last 4 and 16 elapsed slots
 * - day: the elapsed part of the session of the last elapsed slot
 * - longer intervals: the same part and whole sessions before it; 52 weeks are 252 sessions in total
 * - premarket, after_hours: the newest one with at least one elapsed slot
 */
export function topSpan(calendar: Calendar, interval: TopInterval, ms: number): TopSpan | undefined {
	if (interval === 'premarket') return extendedHoursSpan(calendar, PRE, ms);
	if (interval === 'after_hours') return extendedHoursSpan(calendar, POST, ms);
	const lastSlot = findLastElapsed(calendar, ms);
	if (!lastSlot) return undefined;
	const to = slotEnd(lastSlot.session, lastSlot.slot);
	if (interval === 'hour') return { session: REGULAR, from: startOfSlots(calendar, lastSlot.session, lastSlot.slot, 4), to };
	if (interval === '4h') return { session: REGULAR, from: startOfSlots(calendar, lastSlot.session, lastSlot.slot, 16), to };
	if (interval === 'day') return { session: REGULAR, from: lastSlot.session.open, to };
	if (interval === '52w') {
		const sessions = calendar.sessionsBetween(addDays(lastSlot.session.date, -YEAR_DAYS), lastSlot.session.date);
		const first = sessions.at(-YEAR_SESSIONS) ?? sessions[0];
		return first && { session: REGULAR, from: first.open, to };
	}
	const first = calendar.nextSession(dateBeforeInterval(interval, lastSlot.session.date));
	return first && { session: REGULAR, from: first.open, to };
}

function extendedHoursSpan(calendar: Calendar, session: typeof PRE | typeof POST, ms: number): TopSpan | undefined {
	const upcoming = calendar.nextToOpen(ms);
	const today = session === PRE && upcoming && ms >= preOpen(upcoming) + SLOT_MS ? upcoming : calendar.lastOpened(ms);
	if (!today) return undefined;
	if (session === PRE) return { session, from: preOpen(today), to: Math.min(ms, today.open) as UtcMs };
	const endedSession = ms >= today.close + SLOT_MS ? today : calendar.previousSession(today.date);
	return endedSession && { session, from: endedSession.close, to: Math.min(ms, postClose(endedSession)) as UtcMs };
}

/** Returns the start of the `count` slots that end with `slot`. They can begin in an earlier session. */
function startOfSlots(calendar: Calendar, session: Session, slot: number, count: number): UtcMs {
	if (slot + 1 >= count) return slotStart(session, slot + 1 - count);
	const previous = calendar.previousSession(session.date);
	return previous ? startOfSlots(calendar, previous, previous.slots - 1, count - slot - 1) : session.open;
}

/** Returns a date just before the interval: the interval begins with the first session after it. */
function dateBeforeInterval(interval: 'week' | 'month' | '6m' | 'ytd', date: ExchangeDate): ExchangeDate {
	if (interval === 'week') return addDays(date, -7);
	if (interval === 'ytd') return `${Number(date.slice(0, 4)) - 1}-12-31` as ExchangeDate;
	return monthsBefore(date, interval === 'month' ? 1 : 6);
}
