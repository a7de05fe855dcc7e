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
export interface RowTime {
	/** UTC milliseconds; for a daily table the day number, for hours to be folded into days local New York milliseconds since 1970. NaN if unreadable. */
	timeOf(buffer: Buffer, fields: Fields): number;
}

export function createRowTime(layout: Layout): RowTime {
	const { time, midnight, shift, foldsHours, daysIn, dayShift } = layout;
	const isDaily = layout.interval === 'day';
	const { out, read } = createTimeParser(layout);
	let cachedMs = Number.NaN;
	let cachedDay = Number.NaN;
	/** Cached, because all rows of a day's flat file share one stamp. */
	const newYorkDayOf = (ms: number): number => {
		if (ms !== cachedMs) {
			cachedMs = ms;
			cachedDay = newYorkDay(ms);
		}
		return cachedDay;
	};
	return {
		timeOf(buffer, fields) {
			if (midnight !== null) {
				const ms = parseDecimal(buffer, fields.from[time]!, fields.to[time]!);
				return ms >= 0 && ms < DAY ? newYorkInstant(midnight, ms) - shift : Number.NaN;
			}
			if (!read(buffer, fields)) return Number.NaN;
			if (foldsHours) return out.day * DAY + out.clock;
			if (!isDaily) return out.instant - shift;
			const isInstant = out.isAbsolute && !Number.isNaN(out.instant);
			const day =
				isInstant && daysIn === 'new-york'
					? newYorkDayOf(out.instant)
					: isInstant && daysIn === 'utc'
						? Math.floor(out.instant / DAY)
						: out.day;
			return day - dayShift;
		},
	};
}

/** Finds the part of the trading day (04:00 to 20:00 New York time) of an instant. Caches one day, because rows come in runs of a day. */
interface TradingWindow {
	/** PRE, REGULAR or POST for a row that starts at `ms`; -1 if there is no trading then. */
	sessionAt(ms: number): number;
}

export function createTradingWindow(calendar: Calendar): TradingWindow {
	let isTrading = false;
	let from = 0;
	let open = 0;
	let close = 0;
	let to = 0;
	const loadDay = (ms: number): void => {
		const date = newYorkDate(ms);
		const session = calendar.sessionOn(date);
		isTrading = session !== undefined;
		from = session ? preOpen(session) : newYorkToUtc(date, 0, 0);
		open = session?.open ?? 0;
		close = session?.close ?? 0;
		to = newYorkToUtc(date, 20, 0);
	};
	return {
		sessionAt(ms) {
			if (ms < from || ms >= to) loadDay(ms);
			if (!isTrading || ms < from || ms >= to) return -1;
			// After an early close, post-market trading ends earlier; late prints until 20:00 still count as POST.
			return ms < open ? PRE : ms < close ? REGULAR : POST;
		},
	};
}
