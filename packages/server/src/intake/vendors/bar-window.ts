import { postClose } from '@sw/domain/prices/bar-session';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { type UtcMs, utcMs } from '@sw/domain/time/units';
import type { BarsBySymbol } from './bars.ts';
import type { VendorAdapter } from './vendor-adapter.ts';

/** Returns the distinct symbols of some sessions. */
export type LoadSymbols = (sessions: readonly Session[]) => Promise<string[]>;

/** Fetches bars of many sessions with one request, as vendors allow, and returns them session by session. */
export interface BarWindow {
	/** Returns at least the bars that start in [from, to), from the last window if possible, else from the vendor. */
	barsBetween(symbols: () => Promise<string[]>, from: UtcMs, to: UtcMs): Promise<BarsBySymbol>;
	/** Returns at least the bars from the previous close to the session's post-market close. Fetches as many following sessions as fit a request. */
	barsOfSession(symbols: LoadSymbols, session: Session, now: UtcMs): Promise<BarsBySymbol>;
}

export function createBarWindow(adapter: VendorAdapter, calendar: Calendar): BarWindow {
	let cachedWindow: { from: number; to: number; bars: BarsBySymbol } | undefined;
	return {
		barsBetween: async (symbols, from, to) =>
			cachedWindow && cachedWindow.from <= from && cachedWindow.to >= to ? cachedWindow.bars : adapter.bars(await symbols(), from, to),
		async barsOfSession(symbols, session, now) {
			const previous = calendar.previousSession(session.date);
			const from = utcMs(previous?.close ?? session.open);
			const to = utcMs(Math.min(postClose(session), now));
			if (cachedWindow && cachedWindow.from <= from && cachedWindow.to >= to) return cachedWindow.bars;
			const sessions = [session];
			for (let n = 1; n < adapter.windowSessions; n++) {
				const next = calendar.nextSession((sessions.at(-1) as Session).date);
				if (!next || next.open >= now) break;
				sessions.push(next);
			}
			const windowEnd = utcMs(Math.min(postClose(sessions.at(-1) as Session), now));
			cachedWindow = undefined;
			cachedWindow = {
				from,
				to: windowEnd,
				bars: await adapter.bars(await symbols(previous ? [previous, ...sessions] : sessions), from, windowEnd),
			};
			return cachedWindow.bars;
		},
	};
}
