import { type CloseGrid, createCloseGrids } from '@sw/domain/research/walk/bar-grid';
import type { Session } from '@sw/domain/time/calendar';
import { barCount, FULL_SLOTS, lastElapsedSlot } from '@sw/domain/time/slots';
import type { TimeframeIndex } from '@sw/domain/time/timeframe';
import type { UtcMs } from '@sw/domain/time/units';
import { createUniverse } from '../market/engine/universe.ts';
import type { ResearchParts } from './ports.ts';

/** Returns the sessions that contain the last `bars` bars of a timeframe, up to the session at `until`. */
export function findSessionsBefore({ calendar }: ResearchParts, timeframe: TimeframeIndex, bars: number, until: UtcMs): Session[] {
	const last = calendar.lastOpened(until - 1);
	if (!last) return [];
	const count = Math.ceil(bars / barCount(timeframe, FULL_SLOTS)) + 1;
	const first = calendar.sessionByOrdinal(Math.max(0, last.ordinal - count));
	return first ? calendar.sessionsBetween(first.date, last.date) : [];
}

export interface ClosesRequest {
	readonly timeframe: TimeframeIndex;
	readonly sessions: readonly Session[];
}

/**
 * Loads the stored closes of some tickers up to an instant: one grid per element of `requests`, in which row r is tickerIds[r].
 * Reads the store once, for the longest list of sessions: all lists must end with the same session.
 */
export async function loadCloses(
	parts: ResearchParts,
	tickerIds: Uint32Array,
	requests: readonly ClosesRequest[],
	until: UtcMs,
): Promise<readonly CloseGrid[]> {
	const { store, provider, parameters } = parts;
	const ids = new Set(tickerIds);
	const universe = createUniverse((await provider.universe(until)).filter(({ id }) => ids.has(id)));
	const actions = await store.prices.loadCorporateActions(universe);
	// Each grid is adjusted to the share basis of its own first session.
	const collectors = requests.map(({ timeframe, sessions }) => ({
		first: sessions[0]?.ordinal ?? Number.POSITIVE_INFINITY,
		...createCloseGrids(tickerIds.length, [timeframe], parameters().clock),
	}));
	const longestSessions = requests.reduce<readonly Session[]>(
		(longest, { sessions }) => (sessions.length > longest.length ? sessions : longest),
		[],
	);
	await store.prices.readSessions(longestSessions, universe.ids, async (session, matrix) => {
		const elapsedSlots = Math.min(session.slots, lastElapsedSlot(session, until) + 1);
		const adjustments = actions.adjustmentsOn(session.date);
		for (const { first, addSession } of collectors)
			if (elapsedSlots > 0 && session.ordinal >= first) addSession(matrix, session.open, elapsedSlots, adjustments);
		await new Promise(setImmediate);
	});
	return collectors.flatMap(({ grids }) => grids);
}
