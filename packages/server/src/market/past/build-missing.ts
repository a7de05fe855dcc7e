import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Session } from '@sw/domain/time/calendar';
import { reportTimes } from '@sw/store/postgres/records/reports/reports';
import type { MarketParts } from '../parts.ts';
import type { MissingReports } from '../slots/bring-up-to-date.ts';
import { catchUp } from '../slots/catch-up.ts';
import { newestFirst } from './build-pending.ts';
import { openPastWalk, walkedSessions } from './past-walk.ts';

/**
 * Builds missing reports of past sessions, newest first, with an engine of its own, while the live market goes on: the newest ranking is
 * there at once and the past fills up behind it. What is published stays published, so that a crash repeats at most one walk.
 */
export async function buildMissing(parts: MarketParts, parameters: ParameterSet, { sessions, times }: MissingReports): Promise<void> {
	for (const walk of newestFirst(sessions)) {
		const [first, last] = [walk[0] as Session, walk.at(-1) as Session];
		// A walk that is tried again has published a part of them.
		const existing = new Set(await reportTimes(parts.stores.records.db, first.open, last.close, 'reverse'));
		const wanted = new Set([...times].filter((time) => time > first.open && time <= last.close && !existing.has(time)));
		if (wanted.size === 0) continue;
		const walked = walkedSessions(parts, first, last);
		const { universe, actions, market } = await openPastWalk(parts, parameters, walked[0] ?? first);
		await catchUp(
			{ ...parts, universe, actions },
			{
				market,
				sessions: walked,
				storedUntil: last.close,
				now: last.close,
				wanted,
				fillWindow: false,
				words: 'Building past reports',
			},
		);
	}
}
