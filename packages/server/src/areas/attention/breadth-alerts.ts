import { licenceAt } from '@sw/domain/access/account';
import { compareBreadth, formatKey, MIN_DEPTH, parseKey } from '@sw/domain/attention/breadth';
import { breadthMessageKey, formatBreadthMessage, isLevelReached } from '@sw/domain/attention/breadth-message';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import { formatEt, isoSeconds } from '@sw/domain/time/format';
import type { ReportTime } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { z } from 'zod';
import { type BoundJob, bindJob, defineJob } from '../../platform/jobs/definition.ts';
import { BREADTH_LANE } from '../../reports/breadth/breadth-job.ts';
import type { BreadthParts, DueRecords, DueSubscription, NotifyUser } from './ports.ts';

/** Job after each report: sends the breadth alerts that are due. */
export const SEND_BREADTH_ALERTS = defineJob({
	kind: 'breadth_notices',
	lane: BREADTH_LANE,
	payload: z.object({ report: z.number() }),
	key: ({ report }) => String(report),
	retries: 3,
});

export interface BreadthAlertParts extends Pick<BreadthParts, 'reports' | 'source' | 'book' | 'wallNow'> {
	readonly due: DueRecords;
	readonly notify: NotifyUser;
	/** Computes the breadth of a report if it is missing. */
	readonly countMissing: (time: ReportTime) => Promise<void>;
}

/** Binds the job that sends a report's breadth alerts. Repeating it sends no duplicates, because each message has a key. Forecast reports have no breadth. */
export function sendBreadthAlerts({ reports, source, book, wallNow, due, notify, countMissing }: BreadthAlertParts): BoundJob {
	return bindJob(SEND_BREADTH_ALERTS, async ({ report }, { signal }) => {
		const facts = reports.at(report);
		if (facts?.algo !== 'reverse') return { sent: 0 };
		if (!(await book.get(facts))) await countMissing(facts.time);
		const breadth = await book.get(facts);
		if (!breadth) return { sent: 0 };
		const day = newYorkDate(facts.time);
		const activeSubscriptions = await due.subscriptionsToNotify(day);
		if (activeSubscriptions.length === 0) return { sent: 0 };
		const pastBreadths = (await book.readComparisons(facts.time)).map((past) => past.breadth);
		const isOpen = ({ account }: DueSubscription): boolean => isOpenTo(licenceAt(account, wallNow()), facts, facts.first);
		let sentCount = 0;
		for (const subscriptions of Map.groupBy(activeSubscriptions.filter(isOpen), ({ key, depth }) => `${key} ${depth}`).values()) {
			const [{ key: rawKey, depth }] = subscriptions as [DueSubscription];
			const key = parseKey(rawKey);
			if (!key) continue;
			const { share, measured, usual } = compareBreadth(breadth, pastBreadths, key, depth);
			if (share === null) continue;
			const search = new URLSearchParams({ time: isoSeconds(facts.time), key: formatKey(key) });
			if (depth > MIN_DEPTH) search.set('depth', String(depth));
			const timeText = `${formatEt(facts.time, 'datetime')} ET`;
			for (const subscription of subscriptions) {
				signal.throwIfAborted();
				const { level, userId } = subscription;
				if (!isLevelReached(share, level)) continue;
				await notify(userId, {
					kind: 'breadth',
					...formatBreadthMessage({ key, depth, share, measured, usual, level, at: timeText, simulated: source.simulated }),
					link: `/breadth?${search}`,
					key: breadthMessageKey(key, facts.time),
				});
				await due.markSubscriptionNotified(subscription, day);
				sentCount++;
			}
		}
		return { sent: sentCount };
	});
}
