import { BROWSER_LIFE } from '@sw/domain/access/session-rules';
import { DAY, type UtcMs } from '@sw/domain/time/units';
import { addDays, newYorkDate } from '@sw/domain/time/zone';
import type { Clock } from '../../../platform/clocks/clock.ts';
import type { AccountRecords } from '../parts/ports.ts';

/** Used and dead links stay this long for whoever asks what happened. */
const LINKS_KEPT = 30 * DAY;
/** Keys that have ended stay that long in their owner's list, which says so. */
const KEYS_KEPT = 30 * DAY;

/** Removes what has run out: sessions, keys, links, counted tries, begun sign-ins, visitors' days. Meant for once a day; at any time harmless. */
export const createSweep = (records: AccountRecords, clock: Clock) => async (): Promise<void> => {
	const now = clock.now();
	await records.sweepSessions(now);
	await records.sweepLinks((now - LINKS_KEPT) as UtcMs);
	await records.sweepAttempts(now);
	await records.sweepFlows(now);
	await records.sweepChallenges(now);
	await records.sweepBrowsers((now - BROWSER_LIFE) as UtcMs);
	await records.sweepKeys((now - KEYS_KEPT) as UtcMs);
	await records.sweepVisitorViews(addDays(newYorkDate(now), -2));
};
