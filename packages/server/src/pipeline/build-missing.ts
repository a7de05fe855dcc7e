import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Session } from '@sw/domain/time/calendar';
import { DAY, type ReportTime, utcMs } from '@sw/domain/time/units';
import { reportTimes } from '@sw/store/postgres/records/reports';
import { newestFirst } from './build-pending.ts';
import { catchUp } from './catch-up.ts';
import { createCorporateActions } from './corporate-actions.ts';
import { createMarketEngine, LOOKBACK_SESSIONS } from './market-engine.ts';
import { createMentionWindow } from './mention-window.ts';
import type { PipelineParts } from './parts.ts';
import { createUniverse } from './universe.ts';

/** Reports of stored sessions that do not exist yet. */
export interface MissingReports {
	/** Ascending; their data is stored. */
	sessions: readonly Session[];
	times: ReadonlySet<ReportTime>;
}

/**
 * Builds missing reports of past sessions, newest first, with an engine of its own, while the live market goes on: the newest ranking is
 * there at once and the past fills up behind it. What is published stays published, so that a crash repeats at most one walk.
 */
export const buildMissing = async (parts: PipelineParts, parameters: ParameterSet, { sessions, times }: MissingReports): Promise<void> => {
	const { stores, provider, calendar } = parts;
	for (const walk of newestFirst(sessions)) {
		const [first, last] = [walk[0] as Session, walk.at(-1) as Session];
		// A walk that is tried again has published a part of them.
		const existing = new Set(await reportTimes(stores.records.db, first.open, last.close, 'reverse'));
		const wanted = new Set([...times].filter((time) => time > first.open && time <= last.close && !existing.has(time)));
		if (wanted.size === 0) continue;
		const [begin = first] = lookBack(parts, first);
		const universe = createUniverse(await provider.universe(utcMs(begin.open - DAY)));
		universe.refresh(parts.universe.tickers);
		const actions = await createCorporateActions(stores, provider, universe);
		const market = createMarketEngine(parameters, universe, createMentionWindow(universe.ids.length, universe.rowOf), actions);
		await catchUp(
			{ ...parts, universe, actions },
			{
				market,
				sessions: calendar.sessionsBetween(begin.date, last.date),
				storedUntil: last.close,
				now: last.close,
				wanted,
				feedWindow: false,
				words: 'Building past reports',
			},
		);
	}
};

/** Sessions that an engine reads before the reports of `first`, no earlier than the provider's data begins. */
const lookBack = ({ calendar, provider }: PipelineParts, first: Session): Session[] => {
	const begin = calendar.sessionNumber(Math.max(0, first.ordinal - LOOKBACK_SESSIONS)) ?? first;
	const from = provider.history?.slotsFrom ?? begin.date;
	return calendar.sessionsBetween(from > begin.date ? from : begin.date, first.date);
};
