import { createOwned } from '../../platform/owned.ts';
import type { DueRecords, OwnSubscriptions, SubscriptionRecords } from './breadth-ports.ts';

/** The same records with a cache, which drops what they change before the change is announced: every list reads its alerts from here. */
export const rememberSubscriptions = (records: SubscriptionRecords & Pick<DueRecords, 'told'>) => {
	const own: Pick<OwnSubscriptions, 'of' | 'forget'> = createOwned(
		async (userId) => new Map((await records.subscriptionsOf(userId)).map((subscription) => [subscription.key, subscription])),
	);
	/** Drops the entry even on failure: an error can come after the commit. */
	const forgetting = async <T>(userId: string, change: Promise<T>): Promise<T> => {
		try {
			return await change;
		} finally {
			own.forget(userId);
		}
	};
	return {
		...own,
		subscribe: (userId, subscription, most) => forgetting(userId, records.subscribe(userId, subscription, most)),
		unsubscribe: (userId, key) => forgetting(userId, records.unsubscribe(userId, key)),
		told: (subscription, day) => forgetting(subscription.userId, records.told(subscription, day)),
	} satisfies OwnSubscriptions & Pick<DueRecords, 'told'>;
};
