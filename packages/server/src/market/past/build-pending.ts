import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Session } from '@sw/domain/time/calendar';
import type { ExchangeDate, ReportTime } from '@sw/domain/time/units';
import { reportTimes } from '@sw/store/postgres/records/reports/reports';
import type { MarketParts } from '../parts.ts';
import { catchUp } from '../slots/catch-up.ts';
import { type PendingSlots, pendingDates, removePendingDates } from '../stored/pending-dates.ts';
import { slotTimes } from '../timetable/slot-times.ts';
import { buildableReports, EVER } from './buildable-reports.ts';
import { onlyChanged } from './changed-reports.ts';
import { blockBegin, blocksOf, openPastWalk } from './past-walk.ts';

/** Sessions whose reports are built in one walk: the longer, the less is replayed; the shorter, the sooner the newest can be seen. */
const SESSIONS_PER_WALK = 80;
/** A hole of this many sessions in the dates ends a walk: nothing is gained by replaying it. */
const HOLE = 40;

/**
 * Builds the reports of every date whose bars changed, newest first, from stored bars: of a date with daily bars alone the one of its close, of a date whose bars
 * end at noon those until noon. A date that had reports gets new versions of those into which something else entered.
 * Dates leave the list when their reports are published, so that a crash repeats at most one walk, which then publishes nothing twice.
 */
export async function buildPending(parts: MarketParts, parameters: ParameterSet): Promise<number> {
	const { stores, provider, calendar } = parts;
	const dates = await pendingDates(stores.records.db, provider.name);
	const sessions = [...dates.keys()].map((date) => calendar.sessionOn(date)).filter((session) => session !== undefined);
	let built = 0;
	for (const walk of blocksOf(sessions)) {
		const [first, last] = [walk[0] as Session, walk.at(-1) as Session];
		const wanted = await wantedOf(parts, walk, dates);
		const begin = blockBegin(parts, first);
		const { universe, actions, market } = await openPastWalk(parts, parameters, begin);
		await catchUp(
			{
				...parts,
				universe,
				actions,
				publish: async (tables) => {
					const changed = await onlyChanged(stores, tables, { byInputs: true });
					return changed.length > 0 ? parts.publish(changed) : [];
				},
			},
			{
				market,
				sessions: calendar.sessionsBetween(begin.date, last.date),
				storedUntil: EVER,
				now: EVER,
				wanted,
				fillWindow: false,
				words: `Building reports from ${first.date} to ${last.date}`,
			},
		);
		await removePendingDates(stores, provider.name, new Set(walk.map((session) => session.date)));
		built += wanted.size;
	}
	// Dates that are no sessions hold pre- or post-market rows at most.
	await removePendingDates(stores, provider.name, new Set(dates.keys()));
	return built;
}

/** The reports that sessions are to have: those that bars are enough for, and those that exist already. */
async function wantedOf(
	{ stores, slotsOn }: MarketParts,
	walk: readonly Session[],
	dates: ReadonlyMap<ExchangeDate, PendingSlots>,
): Promise<Set<ReportTime>> {
	const [first, last] = [walk[0] as Session, walk.at(-1) as Session];
	const earned = await buildableReports(stores, slotsOn, walk);
	const existing = new Set(await reportTimes(stores.records.db, first.open, last.close, 'reverse'));
	return new Set(
		walk.flatMap((session) => {
			const closeOnly = dates.get(session.date) === 'close';
			return slotTimes(slotsOn, session, EVER).filter(
				(time) => (!closeOnly || time === session.close) && (earned.has(time) || existing.has(time)),
			);
		}),
	);
}

/** Ascending sessions cut into walks, the newest walk first. */
export function newestFirst(sessions: readonly Session[]): Session[][] {
	const walks: Session[][] = [];
	for (const session of [...sessions].reverse()) {
		const walk = walks.at(-1);
		const later = walk?.[0];
		if (walk && later && walk.length < SESSIONS_PER_WALK && later.ordinal - session.ordinal <= HOLE) walk.unshift(session);
		else walks.push([session]);
	}
	return walks;
}
