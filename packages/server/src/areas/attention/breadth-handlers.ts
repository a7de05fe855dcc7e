import type { sectorAnalysisCalls } from '@sw/contract/attention/sector-analysis';
import { exchangeDate } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { closedExchange, futureDate, Problem } from '../../platform/errors.ts';
import { createUserCache } from '../../platform/user-cache.ts';
import { requireAccount } from '../guard.ts';
import type { Handlers } from '../handlers.ts';
import { presentJob } from '../present-job.ts';
import { createBreadthAnswers, parseKeyOrDefault, parseRequestedKey } from './breadth-answers.ts';
import type { BreadthParts, DueRecords, OwnSubscriptions, SubscriptionRecords } from './ports.ts';

/** Maximum number of breadth alerts per account. */
export const MAX_SUBSCRIPTIONS = 50;

/** Answers calls for market breadth, for accounts with a licence. */
export function createBreadthHandlers(parts: BreadthParts) {
	const answers = createBreadthAnswers(parts);
	return {
		sectorAnalysis: (call) => answers.analysis(requireAccount(call), call.query),
		sectorAnalysisCheck: (call) => answers.state(requireAccount(call), parseRequestedKey(call.query)),
		countSectorAnalysis: async ({ body, caller }) => {
			const date = exchangeDate(body.date);
			if (date > newYorkDate(parts.now())) throw futureDate('date', 400);
			if (!parts.calendar.sessionOn(date)) throw closedExchange('date', date);
			const job = await parts.recount(date, await parts.emailOf(caller));
			await parts.audit(caller, 'breadth.count', `job ${job.id}`, { date });
			return presentJob(job);
		},
		subscribeSectorAnalysis: async ({ body: { key, depth, level, active }, ...call }) => {
			const account = requireAccount(call);
			if (!active) await parts.subscriptions.unsubscribe(account.id, key);
			else if (!(await parts.subscriptions.subscribe(account.id, { key, depth, level, since: parts.wallNow() }, MAX_SUBSCRIPTIONS)))
				throw new Problem('denied', {
					detail: `An account can have at most ${MAX_SUBSCRIPTIONS} breadth alerts: remove one first.`,
				});
			return answers.state(account, parseKeyOrDefault(key));
		},
	} satisfies Handlers<typeof sectorAnalysisCalls>;
}

/** Adds a cache per user to the records, because every list reads the user's alerts. Changes made here drop the entry immediately. */
export function cacheSubscriptions(records: Omit<SubscriptionRecords, 'subscriptionsToNotify'>) {
	const cache: Pick<OwnSubscriptions, 'get' | 'forget'> = createUserCache(
		async (userId) => new Map((await records.subscriptionsOf(userId)).map((subscription) => [subscription.key, subscription])),
	);
	/** Drops the entry even on failure: an error can come after the commit. */
	const dropEntryAfter = async <T>(userId: string, change: Promise<T>): Promise<T> => {
		try {
			return await change;
		} finally {
			cache.forget(userId);
		}
	};
	return {
		...cache,
		subscribe: (userId, subscription, limit) => dropEntryAfter(userId, records.subscribe(userId, subscription, limit)),
		unsubscribe: (userId, key) => dropEntryAfter(userId, records.unsubscribe(userId, key)),
		markSubscriptionNotified: (subscription, day) =>
			dropEntryAfter(subscription.userId, records.markSubscriptionNotified(subscription, day)),
	} satisfies OwnSubscriptions & Pick<DueRecords, 'markSubscriptionNotified'>;
}
