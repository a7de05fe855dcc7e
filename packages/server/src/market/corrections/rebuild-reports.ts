import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Session } from '@sw/domain/time/calendar';
import { type ReportTime, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { MarketParts } from '../parts.ts';
import { newestFirst } from '../past/build-pending.ts';
import { onlyChanged } from '../past/changed-reports.ts';
import { openPastWalk, walkedSessions } from '../past/past-walk.ts';
import { catchUp } from '../slots/catch-up.ts';
import type { Steps } from './steps.ts';

export interface Rebuilt {
	looked: number;
	/** Reports that changed or did not exist: each gets a new version. */
	changed: number;
}

interface RebuildOptions {
	/** Reports into which other bars entered are new versions too, where no cell differs: what they named as their inputs is gone. */
	byInputs?: boolean;
	done?(sessions: readonly Session[]): Promise<void>;
	/** Where other jobs wait, a walk ends after the session whose reports it is building, and goes on after them. */
	steps?: Steps;
}

/**
 * Rebuilds the reports of these times from stored data, newest first, with an engine separate from the running market; calls `done` with each finished batch
 * of sessions. Running it again changes nothing.
 */
export async function rebuildReports(
	initialParts: MarketParts,
	parameters: ParameterSet,
	times: ReadonlySet<ReportTime>,
	{ byInputs = false, done = async () => {}, steps }: RebuildOptions = {},
): Promise<Rebuilt> {
	const { stores, calendar } = initialParts;
	let parts = initialParts;
	const rebuilt: Rebuilt = { looked: 0, changed: 0 };
	const dates = [...new Set([...times].map((time) => newYorkDate(time)))].sort();
	const sessions = dates.flatMap((date) => calendar.sessionOn(date) ?? []);
	/** Builds the reports of some sessions, or of the first of them. Returns those that are left. */
	const build = async (walk: readonly Session[]): Promise<readonly Session[]> => {
		const [first, last] = [walk[0] as Session, walk.at(-1) as Session];
		const wanted = new Set([...times].filter((time) => time > first.open && time <= last.close));
		const until = utcMs(Math.max(...wanted));
		const walked = walkedSessions(parts, first, last);
		const { universe, actions, market } = await openPastWalk(parts, parameters, walked[0] ?? first);
		let reached = last.ordinal;
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
			{
				...{ market, sessions: walked, storedUntil: until, now: until, wanted, fillWindow: false, words: 'Rebuilding reports' },
				endsAfter: async ({ ordinal }) => {
					if (ordinal < first.ordinal || !(await steps?.othersWait())) return false;
					reached = ordinal;
					return true;
				},
			},
		);
		return walk.filter(({ ordinal }) => ordinal > reached);
	};
	for (const walk of newestFirst(sessions)) {
		let left: readonly Session[] = walk;
		while (left.length > 0) {
			left = await build(left);
			if (left.length === 0) await done(walk);
			parts = (await steps?.between(parts)) ?? parts;
		}
	}
	return rebuilt;
}
