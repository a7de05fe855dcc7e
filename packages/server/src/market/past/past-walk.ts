import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { DAY, type ExchangeDate, utcMs } from '@sw/domain/time/units';
import { createCorporateActions } from '../engine/corporate-actions.ts';
import { restoreEngineState } from '../engine/find-jumps.ts';
import { LOOKBACK_SESSIONS } from '../engine/input-hash.ts';
import { createMarketEngine } from '../engine/market-engine.ts';
import { createMentionWindow } from '../engine/mention-window.ts';
import { createUniverse } from '../engine/universe.ts';
import { createInformationReader } from '../filings/read-information.ts';
import type { MarketParts } from '../parts.ts';

/** Finds the first session that an engine must read before it can report on `first`. */
export function findFirstLookbackSession({ calendar }: Pick<MarketParts, 'calendar'>, first: Session): Session {
	return calendar.sessionByOrdinal(Math.max(0, first.ordinal - LOOKBACK_SESSIONS)) ?? first;
}

/**
 * Sessions per block of imported data. Blocks have fixed positions in the calendar, so that the first session that the engine reads depends only on the
 * report, not on which files were imported together.
 */
const BLOCK_SESSIONS = 80;

/** Groups ascending sessions by block, newest block first. */
export function groupIntoBlocks(sessions: readonly Session[]): Session[][] {
	return [...Map.groupBy(sessions, ({ ordinal }) => Math.floor(ordinal / BLOCK_SESSIONS))]
		.sort(([a], [b]) => b - a)
		.map(([, block]) => block);
}

/** Finds the first session that an engine must read before the reports of a session's block. */
export function findFirstSessionForBlock({ calendar }: Pick<MarketParts, 'calendar'>, session: Session): Session {
	return findFirstLookbackSession({ calendar }, calendar.sessionByOrdinal(session.ordinal - (session.ordinal % BLOCK_SESSIONS)) ?? session);
}

/** Returns the ordinal of the last session whose reports can use bars of this one. */
export function lastAffectedOrdinal(session: Session): number {
	return Math.floor((session.ordinal + LOOKBACK_SESSIONS) / BLOCK_SESSIONS) * BLOCK_SESSIONS + BLOCK_SESSIONS - 1;
}

/** Finds the dates whose reports can use bars of any of these dates: the dates themselves and later ones that look back to them. */
export function findDatesAffectedByBars(calendar: Calendar, dates: readonly ExchangeDate[]): Set<ExchangeDate> {
	const affected = new Set<ExchangeDate>();
	let lastAdded = -1;
	for (const date of [...dates].sort()) {
		const session = calendar.sessionOn(date);
		if (!session) continue;
		for (let ordinal = Math.max(session.ordinal, lastAdded + 1); ordinal <= lastAffectedOrdinal(session); ordinal++) {
			const laterSession = calendar.sessionByOrdinal(ordinal);
			if (laterSession) affected.add(laterSession.date);
		}
		lastAdded = lastAffectedOrdinal(session);
	}
	return affected;
}

/** Finds the sessions that an engine must read for the reports from `first` to `last`, but none before the provider's data begins. */
export function findSessionsToRead({ calendar, provider }: MarketParts, first: Session, last: Session): Session[] {
	const firstSession = findFirstLookbackSession({ calendar }, first);
	const from = provider.history?.slotsFrom ?? firstSession.date;
	return calendar.sessionsBetween(from > firstSession.date ? from : firstSession.date, last.date);
}

/**
 * Opens a separate engine for past reports, which reads `firstSession` first. Shares are as of the day before, because the engine applies every split
 * from then on.
 */
export async function openPastEngine(parts: MarketParts, parameters: ParameterSet, firstSession: Session) {
	const { stores, provider, universe: runningUniverse } = parts;
	const universe = createUniverse(await provider.universe(utcMs(firstSession.open - DAY)));
	universe.refresh(runningUniverse.tickers);
	const actions = await createCorporateActions(stores, provider, universe);
	const market = createMarketEngine(parameters, universe, createMentionWindow(universe.ids.length, universe.rowOf), actions, {
		information: createInformationReader(parts),
	});
	await restoreEngineState(market, parts, firstSession);
	return { universe, actions, market };
}
