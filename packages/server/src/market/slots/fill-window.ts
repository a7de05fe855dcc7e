import type { Session } from '@sw/domain/time/calendar';
import { lastElapsed, lastElapsedSlot } from '@sw/domain/time/slots';
import type { ExchangeDate, UtcMs } from '@sw/domain/time/units';
import { sessionMatrices } from '@sw/store/clickhouse/session-matrices';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import type { MarketParts } from '../parts.ts';
import { DAILY_SESSIONS } from '../window/price-window.ts';
import { fillExtended } from './fill-extended.ts';

/** Appends sessions to the window as they are stored up to `until`. */
export async function fillSessions(parts: MarketParts, sessions: readonly Session[], until: UtcMs): Promise<void> {
	const { stores, universe, actions, window, yieldToEventLoop } = parts;
	await sessionMatrices(stores.series, sessions, universe.ids, await visibleBatches(stores.records.db), async (session, matrix) => {
		window.open(session, matrix, actions.adjustmentsOn(session.date).splits ?? [], lastElapsedSlot(session, until) + 1);
		await yieldToEventLoop();
	});
}

/** Fills the window from the store alone, up to `until`, from `from` on if given: for a market with a stopped clock, or one that another process leads. */
export async function fillWindow(parts: MarketParts, until: UtcMs, from?: ExchangeDate): Promise<void> {
	const { universe, calendar } = parts;
	const last = lastElapsed(calendar, until);
	if (!last || universe.ids.length === 0) return;
	const first = calendar.sessionNumber(Math.max(0, last.session.ordinal - DAILY_SESSIONS + 1)) ?? last.session;
	await fillSessions(parts, calendar.sessionsBetween(from && from > first.date ? from : first.date, last.session.date), until);
	await fillExtended(parts, last.session, until);
}
