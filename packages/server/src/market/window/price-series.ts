import { splitRatio } from '@sw/domain/prices/adjust';
import { type BarBlock, REGULAR } from '@sw/domain/prices/blocks';
import { createSessionMatrix, type SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Split } from '@sw/domain/prices/ticker';
import type { PricedSession } from '@sw/domain/research/walk/tier-median';
import { roundChange } from '@sw/domain/statistics/clean-number';
import type { Session } from '@sw/domain/time/calendar';
import { barsOfSession, lastElapsedSlot, slotEnd, slotOf, slotStart } from '@sw/domain/time/slots';
import { timeframeIndex } from '@sw/domain/time/timeframe';
import { SECOND, type UtcMs } from '@sw/domain/time/units';
import type { PriceWindow, WindowSession } from './price-window.ts';

/** Hourly bars of one row, oldest first, on the share basis of the last session. */
export interface HourlyBars {
	time: UtcMs[];
	open: number[];
	high: number[];
	low: number[];
	close: number[];
	volume: number[];
	/** Starts of bars without a trade. */
	gaps: UtcMs[];
	/** Sessions of the bars. */
	sessions: Session[];
	/** How many shares one share of the last session has become through later splits; 1 without any. */
	laterSplits: number;
}

const HOUR_FRAME = timeframeIndex('one_hour');

/** Folds all hourly bars in the window that had begun at `until`; the last one can be incomplete. */
export function readHourlyBars(window: PriceWindow, row: number, until: number): HourlyBars {
	return foldHourlyBars(
		window.sessions.flatMap((entry, index) => {
			const elapsed = countElapsedSlots(entry, until);
			return entry.matrix && elapsed > 0
				? [{ session: entry.session, matrix: entry.matrix, elapsed, ratios: window.splitRatios(index) }]
				: [];
		}),
		row,
	);
}

/** Counts the slots of a session that had ended at an instant. */
function countElapsedSlots({ session, elapsed }: WindowSession, until: number): number {
	let slots = elapsed;
	while (slots > 0 && slotEnd(session, slots - 1) > until) slots--;
	return slots;
}

/** Folds ascending sessions into hourly bars; the last bar can be incomplete. */
export function foldHourlyBars(sessions: readonly SessionPrices[], row: number): HourlyBars {
	const basisRatio = sessions.at(-1)?.ratios?.[row] ?? 1;
	const bars: HourlyBars = {
		time: [],
		open: [],
		high: [],
		low: [],
		close: [],
		volume: [],
		gaps: [],
		sessions: [],
		laterSplits: basisRatio,
	};
	for (const { session, matrix, elapsed, ratios } of sessions) {
		if (elapsed === 0) continue;
		bars.sessions.push(session);
		const ratio = (ratios?.[row] ?? 1) / basisRatio;
		for (const { from, to } of barsOfSession(HOUR_FRAME, session.slots)) {
			if (from >= elapsed) break;
			let volume = 0;
			let [open, high, low, close] = [Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NaN];
			for (let slot = from; slot < Math.min(to, elapsed); slot++) {
				const cell = slot * matrix.rows + row;
				if (matrix.volume[cell]! <= 0 || Number.isNaN(matrix.close[cell]!)) continue;
				if (Number.isNaN(open)) open = matrix.open[cell]!;
				high = Math.max(high, matrix.high[cell]!);
				low = Math.min(low, matrix.low[cell]!);
				close = matrix.close[cell]!;
				volume += matrix.volume[cell]!;
			}
			if (Number.isNaN(open)) {
				bars.gaps.push(slotStart(session, from));
				continue;
			}
			bars.time.push(slotStart(session, from));
			bars.open.push(roundPrice(open / ratio));
			bars.high.push(roundPrice(high / ratio));
			bars.low.push(roundPrice(low / ratio));
			bars.close.push(roundPrice(close / ratio));
			bars.volume.push(volume * ratio);
		}
	}
	return bars;
}

/** A session with its prices as of an instant. */
export interface SessionPrices extends PricedSession {
	readonly session: Session;
	readonly matrix: Pick<SessionMatrix, 'rows' | 'open' | 'high' | 'low' | 'close' | 'volume'>;
}

/** Finds the last `count` sessions with slots that had ended at `until`, oldest first. Undefined if slots of these sessions are not in memory. */
export function findLastSessionPrices(window: PriceWindow, until: number, count: number): SessionPrices[] | undefined {
	const last = window.sessions.findLastIndex((entry) => countElapsedSlots(entry, until) > 0);
	const newest = window.sessions[last]?.session.ordinal ?? 0;
	const prices: SessionPrices[] = [];
	for (let index = last - count + 1; index <= last; index++) {
		const entry = window.sessions[index];
		if (!entry?.matrix || entry.session.ordinal !== newest - (last - index)) return undefined;
		prices.push({
			session: entry.session,
			matrix: entry.matrix,
			elapsed: countElapsedSlots(entry, until),
			ratios: window.splitRatios(index),
		});
	}
	return prices;
}

/** Returns up to `count` 15-minute closes before `until`, oldest first, on the share basis of the last session. Slots without a trade are left out. */
export function findRecentCloses(window: PriceWindow, row: number, until: number, count: number): number[] {
	const closes: number[] = [];
	const last = window.sessions.findLastIndex((entry) => countElapsedSlots(entry, until) > 0);
	const basisRatio = last < 0 ? 1 : window.splitRatioOf(last, row);
	for (let index = window.sessions.length - 1; index >= 0 && closes.length < count; index--) {
		const entry = window.sessions[index] as WindowSession;
		if (!entry.matrix) break;
		const ratio = window.splitRatioOf(index, row) / basisRatio;
		for (let slot = countElapsedSlots(entry, until) - 1; slot >= 0 && closes.length < count; slot--) {
			const cell = slot * entry.matrix.rows + row;
			if (entry.matrix.volume[cell]! > 0) closes.push(roundPrice(entry.matrix.close[cell]! / ratio));
		}
	}
	return closes.reverse();
}

/** Computes the change, as a fraction, from the previous close to an unadjusted price at `asOf`; null if the previous close is unknown. */
export function computeChangeAt(window: PriceWindow, row: number, asOf: number, price: number): number | null {
	const index = window.sessions.findLastIndex(({ session }) => session.open < asOf);
	const previousClose = window.sessions[index - 1]?.day?.close[row];
	if (previousClose === undefined || Number.isNaN(previousClose)) return null;
	const ratio = (window.sessions[index]?.splits ?? []).reduce((product, split) => (split.row === row ? product * split.ratio : product), 1);
	return roundChange((price * ratio) / previousClose - 1);
}

/** Computes the dollars that a row traded in the session of `asOf` up to then, valued at `price`; NaN if slots of the session are not in memory. */
export function computeDollarsAt(window: PriceWindow, row: number, asOf: number, price: number): number {
	const entry = window.sessions.findLast(({ session }) => session.open < asOf);
	if (!entry?.matrix || row < 0 || row >= entry.matrix.rows) return Number.NaN;
	let shares = 0;
	for (let slot = 0; slot < countElapsedSlots(entry, asOf); slot++) {
		const cell = slot * entry.matrix.rows + row;
		const volume = entry.matrix.volume[cell]!;
		if (volume > 0 && !Number.isNaN(entry.matrix.close[cell]!)) shares += volume;
	}
	return shares * price;
}

/** Rounds to a ten-thousandth of a dollar: beyond that, 32-bit prices have only noise. */
export function roundPrice(price: number): number {
	return Math.round(price * 10_000) / 10_000;
}

/** Converts stored bars of a single ticker to sessions with one row, as of `until`. */
export function toSessionPrices(
	sessions: readonly Session[],
	{ bars, splits }: { bars: BarBlock; splits: readonly Split[] },
	until: number,
): SessionPrices[] {
	const basisDate = sessions.at(-1)?.date;
	return sessions.map((session): SessionPrices => {
		const matrix = createSessionMatrix(session.slots, 1);
		for (let i = 0; i < bars.count; i++) {
			const slot = slotOf(session, bars.time[i]! * SECOND);
			if (slot < 0 || bars.session[i] !== REGULAR) continue;
			for (const field of ['open', 'high', 'low', 'close', 'volume'] as const) matrix[field][slot] = bars[field][i]!;
		}
		const ratio = basisDate === undefined ? 1 : splitRatio(splits, session.date, basisDate);
		return { session, matrix, elapsed: lastElapsedSlot(session, until) + 1, ratios: [ratio] };
	});
}
