import { type CloseGrid, createCloseGrids } from '@sw/domain/research/close-grid';
import { barCount } from '@sw/domain/time/bars';
import type { Session } from '@sw/domain/time/calendar';
import { FULL_SLOTS, lastElapsedSlot } from '@sw/domain/time/slots';
import type { TimeframeIndex } from '@sw/domain/time/timeframe';
import type { UtcMs } from '@sw/domain/time/units';
import { createUniverse } from '../market/engine/universe.ts';
import type { ResearchParts } from './parts.ts';

/** Sessions that hold so many bars of a timeframe, up to the one that runs at an instant. */
export const sessionsBefore = ({ calendar }: ResearchParts, timeframe: TimeframeIndex, bars: number, until: UtcMs): Session[] => {
	const last = calendar.lastOpened(until - 1);
	if (!last) return [];
	const count = Math.ceil(bars / barCount(timeframe, FULL_SLOTS)) + 1;
	const first = calendar.sessionNumber(Math.max(0, last.ordinal - count));
	return first ? calendar.sessionsBetween(first.date, last.date) : [];
};

/** The stored closes of some tickers on several timeframes, up to an instant; row r is tickerIds[r]. */
export const loadCloses = async (
	parts: ResearchParts,
	tickerIds: Uint32Array,
	timeframes: readonly TimeframeIndex[],
	sessions: readonly Session[],
	until: UtcMs,
): Promise<readonly CloseGrid[]> => {
	const { store, provider, parameters } = parts;
	const wanted = new Set(tickerIds);
	const universe = createUniverse((await provider.universe(until)).filter(({ id }) => wanted.has(id)));
	const actions = await store.prices.corporateActions(universe);
	const { grids, addSession } = createCloseGrids(tickerIds.length, timeframes, parameters().clock);
	await store.prices.walk(sessions, universe.ids, async (session, matrix) => {
		const elapsed = Math.min(session.slots, lastElapsedSlot(session, until) + 1);
		if (elapsed > 0) addSession(matrix, session.open, elapsed, actions.adjustmentsOn(session.date));
		await new Promise(setImmediate);
	});
	return grids;
};
