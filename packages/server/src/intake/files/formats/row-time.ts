import { preOpen } from '@sw/domain/prices/bar-session';
import { POST, PRE, REGULAR } from '@sw/domain/prices/blocks';
import type { Calendar } from '@sw/domain/time/calendar';
import { DAY } from '@sw/domain/time/units';
import { newYorkDate, newYorkDay, newYorkToUtc } from '@sw/domain/time/zone';
import { type Fields, parseDecimal } from '../bytes/byte-fields.ts';
import { newYorkInstant } from '../bytes/byte-time.ts';
import type { Layout } from './layout.ts';
import { createTimeParser } from './written-time.ts';

/** Determines when a row of bars starts. */
export interface RowTimeReader {
	/** UTC ms. Daily table: day number. Hours to be merged into days: New York local time in ms since 1970. NaN if unreadable. */
	readTime(buffer: Buffer, fields: Fields): number;
}

export function createRowTimeReader(layout: Layout): RowTimeReader {
	const { time, midnightDay, shiftMs, foldsHours, dayZone, dayShift } = layout;
	const isDaily = layout.interval === 'day';
	const { out, read } = createTimeParser(layout);
	let cachedMs = Number.NaN;
	let cachedDay = Number.NaN;
	/** Cached, because all rows of a day's flat file share one stamp. */
	const getNewYorkDay = (ms: number): number => {
		if (ms !== cachedMs) {
			cachedMs = ms;
			cachedDay = newYorkDay(ms);
		}
		return cachedDay;
	};
	return {
		readTime(buffer, fields) {
			if (midnightDay !== null) {
				const ms = parseDecimal(buffer, fields.starts[time]!, fields.ends[time]!);
				return ms >= 0 && ms < DAY ? newYorkInstant(midnightDay, ms) - shiftMs : Number.NaN;
			}
			if (!read(buffer, fields)) return Number.NaN;
			if (foldsHours) return out.day * DAY + out.clockMs;
			if (!isDaily) return out.instant - shiftMs;
			const isInstant = out.isAbsolute && !Number.isNaN(out.instant);
			const day =
				isInstant && dayZone === 'new-york'
					? getNewYorkDay(out.instant)
					: isInstant && dayZone === 'utc'
						? Math.floor(out.instant / DAY)
						: out.day;
			return day - dayShift;
		},
	};
}

/** Finds the part of the trading day (04:00 to 20:00 New York time) of an instant. Caches one day, because consecutive rows usually have the same day. */
interface TradingWindow {
	/** PRE, REGULAR or POST for a row that starts at `ms`; -1 if there is no trading then. */
	sessionPartAt(ms: number): number;
}

export function createTradingWindow(calendar: Calendar): TradingWindow {
	let isTrading = false;
	let windowStart = 0;
	let open = 0;
	let close = 0;
	let windowEnd = 0;
	const loadDay = (ms: number): void => {
		const date = newYorkDate(ms);
		const session = calendar.sessionOn(date);
		isTrading = session !== undefined;
		windowStart = session ? preOpen(session) : newYorkToUtc(date, 0, 0);
		open = session?.open ?? 0;
		close = session?.close ?? 0;
		windowEnd = newYorkToUtc(date, 20, 0);
	};
	return {
		sessionPartAt(ms) {
			if (ms < windowStart || ms >= windowEnd) loadDay(ms);
			if (!isTrading || ms < windowStart || ms >= windowEnd) return -1;
			// After an early close, post-market trading ends earlier; late prints until 20:00 still count as POST.
			return ms < open ? PRE : ms < close ? REGULAR : POST;
		},
	};
}
