import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Session } from '@sw/domain/time/calendar';
import { LAST_YEAR } from '@sw/domain/time/calendar';
import { type ReportTime, utcMs } from '@sw/domain/time/units';
import type { MarketParts } from '../parts.ts';
import { catchUp } from '../slots/catch-up.ts';
import { pendingDates, removePendingDates } from '../stored/pending-dates.ts';
import { slotTimes } from '../timetable/slot-times.ts';
import { onlyChanged } from './changed-reports.ts';
import { lookBack, openPastWalk } from './past-walk.ts';

/** Sessions whose reports are built in one walk: the longer, the less is replayed; the shorter, the sooner the newest can be seen. */
const SESSIONS_PER_WALK = 80;
/** A hole of this many sessions in the dates ends a walk: nothing is gained by replaying it. */
const HOLE = 40;
const EVER = utcMs(Date.UTC(LAST_YEAR + 1, 0, 1));

/**
 * Builds the reports of every date whose bars changed, newest first, from stored bars: of a date with daily bars alone the one of its close. A
 * date that had reports gets new versions.
 * Dates leave the list when their reports are published, so that a crash repeats at most one walk, which then publishes nothing twice.
 */
export const buildPending = async (parts: MarketParts, parameters: ParameterSet): Promise<number> => {
	const { stores, provider, calendar } = parts;
	const dates = await pendingDates(stores.records.db, provider.name);
	const sessions = [...dates.keys()].map((date) => calendar.sessionOn(date)).filter((session) => session !== undefined);
	const timesOf = (session: Session): ReportTime[] => {
		const times = slotTimes(parts.slotsOn, session, EVER);
		return dates.get(session.date) === 'close' ? times.filter((time) => time === session.close) : times;
	};
	let built = 0;
	for (const walk of newestFirst(sessions)) {
		const [first, last] = [walk[0] as Session, walk.at(-1) as Session];
		const wanted = new Set(walk.flatMap(timesOf));
		const begin = lookBack(parts, first);
		const { universe, actions, market } = await openPastWalk(parts, parameters, begin);
		await catchUp(
			{
				...parts,
				universe,
				actions,
				publish: async (tables) => {
					const changed = await onlyChanged(stores, tables);
					return changed.length > 0 ? parts.publish(changed) : [];
				},
			},
			{
				market,
				sessions: calendar.sessionsBetween(begin.date, last.date),
				storedUntil: EVER,
				now: EVER,
				wanted,
				feedWindow: false,
				words: `Building reports of ${first.date} to ${last.date}`,
			},
		);
		await removePendingDates(stores.records.db, provider.name, new Set(walk.map((session) => session.date)));
		built += wanted.size;
	}
	// Dates that are no sessions hold pre- or post-market rows at most.
	await removePendingDates(stores.records.db, provider.name, new Set(dates.keys()));
	return built;
};

/** Ascending sessions cut into walks, the newest walk first. */
export const newestFirst = (sessions: readonly Session[]): Session[][] => {
	const walks: Session[][] = [];
	for (const session of [...sessions].reverse()) {
		const walk = walks.at(-1);
		const later = walk?.[0];
		if (walk && later && walk.length < SESSIONS_PER_WALK && later.ordinal - session.ordinal <= HOLE) walk.unshift(session);
		else walks.push([session]);
	}
	return walks;
};
