import { postClose } from '@sw/domain/prices/bar-session';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { type UtcMs, utcMs } from '@sw/domain/time/units';
import type { BarsBySymbol } from './bars.ts';
import type { VendorAdapter } from './vendor-adapter.ts';

/** Returns the distinct symbols of some sessions. */
export type SymbolsOver = (sessions: readonly Session[]) => Promise<string[]>;

/** Fetches bars of many sessions with one request, as vendors allow, and returns them session by session. */
export interface BarWindow {
	/** Returns at least the bars that start in [from, to), from the last window if possible, else from the vendor. */
	between(symbols: () => Promise<string[]>, from: UtcMs, to: UtcMs): Promise<BarsBySymbol>;
	/** Returns at least the bars from the previous close to the session's post-market close. Fetches as many following sessions as fit a request. */
	ofSession(symbols: SymbolsOver, session: Session, now: UtcMs): Promise<BarsBySymbol>;
}

export function createBarWindow(adapter: VendorAdapter, calendar: Calendar): BarWindow {
	let fetched: { from: number; to: number; bars: BarsBySymbol } | undefined;
	return {
		between: async (symbols, from, to) =>
			fetched && fetched.from <= from && fetched.to >= to ? fetched.bars : adapter.bars(await symbols(), from, to),
		async ofSession(symbols, session, now) {
			const before = calendar.previousSession(session.date);
			const from = utcMs(before?.close ?? session.open);
			const to = utcMs(Math.min(postClose(session), now));
			if (fetched && fetched.from <= from && fetched.to >= to) return fetched.bars;
			const sessions = [session];
			for (let n = 1; n < adapter.windowSessions; n++) {
				const next = calendar.nextSession((sessions.at(-1) as Session).date);
				if (!next || next.open >= now) break;
				sessions.push(next);
			}
			const end = utcMs(Math.min(postClose(sessions.at(-1) as Session), now));
			fetched = undefined;
			fetched = { from, to: end, bars: await adapter.bars(await symbols(before ? [before, ...sessions] : sessions), from, end) };
			return fetched.bars;
		},
	};
}
