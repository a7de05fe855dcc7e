import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Session } from '@sw/domain/time/calendar';
import { DAY, type ReportTime, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { newestFirst } from '../build-pending.ts';
import { catchUp } from '../catch-up.ts';
import { createCorporateActions } from '../corporate-actions.ts';
import { createMarketEngine, LOOKBACK_SESSIONS } from '../market-engine.ts';
import { createMentionWindow } from '../mention-window.ts';
import type { PipelineParts } from '../parts.ts';
import { createUniverse } from '../universe.ts';
import { onlyChanged } from './changed-reports.ts';

export interface Rebuilt {
	looked: number;
	/** Reports that came out otherwise, or did not exist: each is a new version. */
	changed: number;
}

/**
 * Builds the reports of these times anew from what is stored, newest first, with an engine of its own beside the running market; `done` hears which
 * sessions are finished. The same again changes nothing.
 */
export const rebuildReports = async (
	parts: PipelineParts,
	parameters: ParameterSet,
	times: ReadonlySet<ReportTime>,
	done: (sessions: readonly Session[]) => Promise<void> = async () => {},
): Promise<Rebuilt> => {
	const { stores, provider, calendar } = parts;
	const rebuilt: Rebuilt = { looked: 0, changed: 0 };
	const dates = [...new Set([...times].map((time) => newYorkDate(time)))].sort();
	const sessions = dates.flatMap((date) => calendar.sessionOn(date) ?? []);
	for (const walk of newestFirst(sessions)) {
		const [first, last] = [walk[0] as Session, walk.at(-1) as Session];
		const wanted = new Set([...times].filter((time) => time > first.open && time <= last.close));
		const until = utcMs(Math.max(...wanted));
		const earliest = calendar.sessionNumber(Math.max(0, first.ordinal - LOOKBACK_SESSIONS)) ?? first;
		const from = provider.history && provider.history.slotsFrom > earliest.date ? provider.history.slotsFrom : earliest.date;
		const walked = calendar.sessionsBetween(from, last.date);
		// Shares of the day before the walk, which applies every split from then on.
		const universe = createUniverse(await provider.universe(utcMs((walked[0] ?? first).open - DAY)));
		universe.refresh(parts.universe.tickers);
		const actions = await createCorporateActions(stores, provider, universe);
		const market = createMarketEngine(parameters, universe, createMentionWindow(universe.ids.length, universe.rowOf), actions);
		await catchUp(
			{
				...parts,
				universe,
				actions,
				publish: async (built) => {
					const changed = await onlyChanged(stores, built);
					rebuilt.looked += built.length;
					rebuilt.changed += changed.length;
					return changed.length > 0 ? parts.publish(changed) : [];
				},
			},
			{ market, sessions: walked, storedUntil: until, now: until, wanted, feedWindow: false, words: 'Building reports anew' },
		);
		await done(walk);
	}
	return rebuilt;
};
