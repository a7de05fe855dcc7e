import { BROWSER_LIFE } from '@sw/domain/access/session-rules';
import { DAY, type UtcMs } from '@sw/domain/time/units';
import { addDays, newYorkDate } from '@sw/domain/time/zone';
import type { Clock } from '../../../platform/clocks/clock.ts';
import type { AccountRecords } from '../parts/ports.ts';

/** How long used and expired links are kept, to answer questions about them. */
const LINKS_KEPT = 30 * DAY;
/** How long expired keys stay in their owner's list, marked as such. */
const KEYS_KEPT = 30 * DAY;

/** Removes expired sessions, keys, links, counted attempts, pending sign-ins and visitors' allowances. Meant for once a day; harmless at any time. */
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
