import { costOfSpread, SPREAD_SESSIONS } from '@sw/domain/research/walk/costs';
import { createSpreadWindow, type SpreadWindow } from '@sw/domain/research/walk/spread-window';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import type { Universe } from '../market/engine/universe.ts';
import { createAnswerCache } from '../platform/cache/answer-caches.ts';
import { createSemaphore } from '../platform/concurrency/semaphore.ts';
import type { PastPrices, ResearchParts } from './ports.ts';

type CostParts = Pick<ResearchParts, 'store' | 'calendar' | 'barsVersion'>;
type SpreadCache = ReturnType<typeof createSpreadCache>;

const caches = new WeakMap<PastPrices, SpreadCache>();
/** Maximum number of cached sessions, five years: 50 MB for 10,000 tickers. */
const MAX_CACHED_SESSIONS = 1_260;

/**
 * Estimates the round-trip costs of entries in each of the ascending sessions, by row, from the spreads over the SPREAD_SESSIONS sessions directly
 * before the session (EDGE estimator). Such costs are known before the entry. NaN if a spread can't be estimated.
 */
export async function loadSessionCosts(
	parts: CostParts,
	sessions: readonly Session[],
	universe: Universe,
): Promise<(session: Session) => Float64Array> {
	const cache = getCache(parts, universe);
	const spreads = new Map<number, Float32Array>();
	const findMissing = (): Session[] =>
		sessions.filter(({ ordinal }) => {
			const cached = spreads.get(ordinal) ?? cache.spreads.get(ordinal);
			if (cached) spreads.set(ordinal, cached);
			return cached === undefined;
		});
	// Sessions missing now may have been estimated by other calls while this one waited.
	if (findMissing().length > 0)
		await cache.runLimited(() =>
			estimateSpreads(parts, universe, cache, findMissing(), (ordinal, estimated) => spreads.set(ordinal, estimated)),
		);
	return ({ ordinal }) => Float64Array.from(spreads.get(ordinal) as Float32Array, costOfSpread);
}

/** Returns the cache for the present bars and the universe's tickers. */
function getCache({ store, barsVersion }: CostParts, { ids }: Universe): SpreadCache {
	const version = barsVersion();
	const cached = caches.get(store.prices);
	if (cached?.version === version && cached.ids.length === ids.length && cached.ids.every((id, row) => id === ids[row])) return cached;
	const cache = createSpreadCache(version, ids);
	caches.set(store.prices, cache);
	return cache;
}

function createSpreadCache(version: number, ids: Uint32Array) {
	return {
		version,
		ids,
		/** By ordinal of the session: spreads by row. */
		spreads: createAnswerCache<number, Float32Array>({ max: MAX_CACHED_SESSIONS }),
		/** One estimate at a time, so that concurrent calls don't read the same bars. */
		runLimited: createSemaphore(),
		/** Continues after the sessions read last, so that a search's next step doesn't read them again. 59 MB for 10,000 tickers. */
		window: null as SpreadWindow | null,
	};
}

/** Estimates the spreads before each of the ascending sessions, reading every session once. */
async function estimateSpreads(
	{ store, calendar }: CostParts,
	universe: Universe,
	cache: SpreadCache,
	sessions: readonly Session[],
	onEstimated: (ordinal: number, spreads: Float32Array) => void,
): Promise<void> {
	const [first] = sessions;
	if (!first) return;
	const ordinals = new Set(sessions.map(({ ordinal }) => ordinal));
	const sessionsRead = listSessionsToRead(calendar, sessions, cache.window?.next);
	const actions = await store.prices.loadCorporateActions(universe);
	let window = getWindow(sessionsRead[0] ?? first, cache.window);
	// Lets the old window be freed if another one replaces it.
	cache.window = null;
	saveSpreads();
	await store.prices.readSessions(sessionsRead, universe.ids, async (session, matrix) => {
		window = getWindow(session, window);
		window.add(session, matrix, actions.adjustmentsOn(session.date));
		saveSpreads();
		// Yields to requests and the running market.
		await new Promise(setImmediate);
	});
	cache.window = window;

	function getWindow({ ordinal }: Session, candidate: SpreadWindow | null): SpreadWindow {
		return candidate?.next === ordinal ? candidate : createSpreadWindow(universe.ids.length, ordinal);
	}

	function saveSpreads(): void {
		if (!ordinals.has(window.next)) return;
		const spreads = window.spreads();
		cache.spreads.set(window.next, spreads);
		onEstimated(window.next, spreads);
	}
}

/** Returns the SPREAD_SESSIONS sessions before each of the sessions, in order, without those already in a window that ends before the session `next`. */
function listSessionsToRead(calendar: Calendar, sessions: readonly Session[], next = Number.POSITIVE_INFINITY): Session[] {
	const missing: Session[] = [];
	let nextOrdinal = next;
	for (const { ordinal } of sessions) {
		// A window that ends later can't be used.
		if (nextOrdinal > ordinal) nextOrdinal = 0;
		for (let ordinalToRead = Math.max(nextOrdinal, ordinal - SPREAD_SESSIONS); ordinalToRead < ordinal; ordinalToRead++)
			missing.push(calendar.sessionByOrdinal(ordinalToRead) as Session);
		nextOrdinal = ordinal;
	}
	return missing;
}
