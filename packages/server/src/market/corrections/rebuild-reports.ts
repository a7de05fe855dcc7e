import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Session } from '@sw/domain/time/calendar';
import { type ReportTime, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { MarketParts } from '../parts.ts';
import { newestFirst } from '../past/build-pending.ts';
import { onlyChanged } from '../past/changed-reports.ts';
import { openPastWalk, walkedSessions } from '../past/past-walk.ts';
import { catchUp } from '../slots/catch-up.ts';

export interface Rebuilt {
	looked: number;
	/** Reports that changed or did not exist: each gets a new version. */
	changed: number;
}

interface RebuildOptions {
	/** Reports into which other bars entered are new versions too, where no cell differs: what they named as their inputs is gone. */
	byInputs?: boolean;
	done?(sessions: readonly Session[]): Promise<void>;
}

/**
 * Rebuilds the reports of these times from stored data, newest first, with an engine separate from the running market; calls `done` with each finished batch
 * of sessions. Running it again changes nothing.
 */
export async function rebuildReports(
	parts: MarketParts,
	parameters: ParameterSet,
	times: ReadonlySet<ReportTime>,
	{ byInputs = false, done = async () => {} }: RebuildOptions = {},
): Promise<Rebuilt> {
	const { stores, calendar } = parts;
	const rebuilt: Rebuilt = { looked: 0, changed: 0 };
	const dates = [...new Set([...times].map((time) => newYorkDate(time)))].sort();
	const sessions = dates.flatMap((date) => calendar.sessionOn(date) ?? []);
	for (const walk of newestFirst(sessions)) {
		const [first, last] = [walk[0] as Session, walk.at(-1) as Session];
		const wanted = new Set([...times].filter((time) => time > first.open && time <= last.close));
		const until = utcMs(Math.max(...wanted));
		const walked = walkedSessions(parts, first, last);
		const { universe, actions, market } = await openPastWalk(parts, parameters, walked[0] ?? first);
		await catchUp(
			{
				...parts,
				universe,
				actions,
				publish: async (built) => {
					const changed = await onlyChanged(stores, built, { byInputs });
					rebuilt.looked += built.length;
					rebuilt.changed += changed.length;
					return changed.length > 0 ? parts.publish(changed) : [];
				},
			},
			{ market, sessions: walked, storedUntil: until, now: until, wanted, fillWindow: false, words: 'Rebuilding reports' },
		);
		await done(walk);
	}
	return rebuilt;
}
