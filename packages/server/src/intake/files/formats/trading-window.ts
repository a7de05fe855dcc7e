import { preOpen } from '@sw/domain/prices/bar-session';
import { POST, PRE, REGULAR } from '@sw/domain/prices/blocks';
import type { Calendar } from '@sw/domain/time/calendar';
import { newYorkDate, newYorkToUtc } from '@sw/domain/time/zone';

/** 04:00 to 20:00 New York time of the trading day that was asked for last; rows come in runs of one day. */
export interface TradingWindow {
	/** PRE, REGULAR or POST of a row that starts at the instant; -1 when no trading is possible then. */
	sessionAt(ms: number): number;
}

export function createTradingWindow(calendar: Calendar): TradingWindow {
	let isTrading = false;
	let from = 0;
	let open = 0;
	let close = 0;
	let to = 0;
	const move = (ms: number): void => {
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
			if (ms < from || ms >= to) move(ms);
			if (!isTrading || ms < from || ms >= to) return -1;
			// Late prints after the four hours that follow an early close still belong to the evening.
			return ms < open ? PRE : ms < close ? REGULAR : POST;
		},
	};
}
