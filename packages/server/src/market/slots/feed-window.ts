import { lastElapsed } from '@sw/domain/time/slots';
import { HOUR, type UtcMs, utcMs } from '@sw/domain/time/units';
import { sessionMatrices } from '@sw/store/clickhouse/session-matrices';
import { visibleBatches } from '@sw/store/postgres/records/batches';
import type { MarketParts } from '../parts.ts';
import { extendedBars } from '../stored/extended-bars.ts';
import { DAILY_SESSIONS } from '../window/price-window.ts';

/** Fills the window from the store alone, up to `until`: for a market that stands. */
export const feedWindow = async ({ stores, universe, calendar, actions, window }: MarketParts, until: UtcMs): Promise<void> => {
	const last = lastElapsed(calendar, until);
	if (!last || universe.ids.length === 0) return;
	const first = calendar.sessionNumber(Math.max(0, last.session.ordinal - DAILY_SESSIONS + 1)) ?? last.session;
	const sessions = calendar.sessionsBetween(first.date, last.session.date);
	await sessionMatrices(stores.series, sessions, universe.ids, await visibleBatches(stores.records.db), (session, matrix) => {
		const elapsed = session === last.session ? last.slot + 1 : session.slots;
		window.open(session, matrix, actions.adjustmentsOn(session.date).splits ?? [], elapsed);
	});
	const before = calendar.previousSession(last.session.date);
	if (before) window.addExtended(await extendedBars(stores, utcMs(before.open - 6 * HOUR), until));
};
