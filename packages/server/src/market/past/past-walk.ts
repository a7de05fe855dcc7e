import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { DAY, type ExchangeDate, utcMs } from '@sw/domain/time/units';
import { createCorporateActions } from '../engine/corporate-actions.ts';
import { rememberEarlier } from '../engine/find-jumps.ts';
import { LOOKBACK_SESSIONS } from '../engine/input-hash.ts';
import { createMarketEngine } from '../engine/market-engine.ts';
import { createMentionWindow } from '../engine/mention-window.ts';
import { createUniverse } from '../engine/universe.ts';
import { readInformation } from '../filings/read-information.ts';
import type { MarketParts } from '../parts.ts';

/** The session from which an engine reads before the reports of `first`. */
export function lookbackSession({ calendar }: Pick<MarketParts, 'calendar'>, first: Session): Session {
	return calendar.sessionNumber(Math.max(0, first.ordinal - LOOKBACK_SESSIONS)) ?? first;
}

/**
 * Sessions whose reports an engine builds in one walk over what was imported: blocks of fixed place in the calendar, so that where the engine begins to read follows from
 * the report alone and not from which files came together.
 */
const BLOCK = 80;

/** Ascending sessions by their blocks, the newest block first. */
export function blocksOf(sessions: readonly Session[]): Session[][] {
	return [...Map.groupBy(sessions, ({ ordinal }) => Math.floor(ordinal / BLOCK))].sort(([a], [b]) => b - a).map(([, block]) => block);
}

/** The session from which an engine reads before the reports of the block that a session lies in. */
export function blockBegin({ calendar }: Pick<MarketParts, 'calendar'>, session: Session): Session {
	return lookbackSession({ calendar }, calendar.sessionNumber(session.ordinal - (session.ordinal % BLOCK)) ?? session);
}

/** The last session whose report a bar of this one may enter. */
export function lastReached(session: Session): number {
	return Math.floor((session.ordinal + LOOKBACK_SESSIONS) / BLOCK) * BLOCK + BLOCK - 1;
}

/** The dates whose reports use bars of any of these dates: the date itself and the later sessions that look back to it. */
export function reachedByBars(calendar: Calendar, dates: readonly ExchangeDate[]): Set<ExchangeDate> {
	const reached = new Set<ExchangeDate>();
	let known = -1;
	for (const date of [...dates].sort()) {
		const session = calendar.sessionOn(date);
		if (!session) continue;
		for (let ordinal = Math.max(session.ordinal, known + 1); ordinal <= lastReached(session); ordinal++) {
			const each = calendar.sessionNumber(ordinal);
			if (each) reached.add(each.date);
		}
		known = lastReached(session);
	}
	return reached;
}

/** Sessions from where an engine reads before the reports of `first`, no earlier than the provider's data begins, up to `last`. */
export function walkedSessions({ calendar, provider }: MarketParts, first: Session, last: Session): Session[] {
	const begin = lookbackSession({ calendar }, first);
	const from = provider.history?.slotsFrom ?? begin.date;
	return calendar.sessionsBetween(from > begin.date ? from : begin.date, last.date);
}

/**
 * An engine of its own for a walk over the past that begins with a session, beside the running market. Shares are those of the day before, not the
 * running market's: the walk applies every split from then on.
 */
export async function openPastWalk(parts: MarketParts, parameters: ParameterSet, begin: Session) {
	const { stores, provider, universe: running } = parts;
	const universe = createUniverse(await provider.universe(utcMs(begin.open - DAY)));
	universe.refresh(running.tickers);
	const actions = await createCorporateActions(stores, provider, universe);
	const market = createMarketEngine(parameters, universe, createMentionWindow(universe.ids.length, universe.rowOf), actions, {
		information: readInformation(parts),
	});
	await rememberEarlier(market, parts, begin);
	return { universe, actions, market };
}
