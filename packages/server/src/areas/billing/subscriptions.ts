import type { CallerAccount } from '@sw/domain/access/caller';
import type { RenewalType } from '@sw/domain/billing/order';
import type { Payments } from '../../outside/payments/payments.ts';
import { malformed, notFound } from '../../platform/errors.ts';
import { throwProviderRefusal } from './orders.ts';
import type { BillingParts, SubscriptionOfUser } from './ports.ts';
import type { NotificationProcessor } from './process-notifications.ts';

const NO_SUBSCRIPTION = 'There is no subscription';
const ALREADY_ENDED = 'The subscription has already ended';
const DEFAULT_REASON = 'Requested by its owner';

/** Maximum subscriptions finished per run of `finishUnneeded`. */
const BATCH_SIZE = 20;

/**
 * Changes subscriptions for owners and administrators. The provider carries out each change. An accepted change applies here until the provider's notifications
 * arrive.
 */
export function createSubscriptions({
	records,
	payments,
	clock,
	processor,
	onError,
}: Pick<BillingParts, 'records' | 'payments' | 'clock' | 'onError'> & { processor: Pick<NotificationProcessor, 'recomputeOrder'> }) {
	const requireProvider = (): Payments => {
		if (payments === null) throw malformed('payments', 'No payment provider is configured: ask the administrator');
		return payments;
	};
	const requireOwnSubscription = async (account: CallerAccount): Promise<SubscriptionOfUser> => {
		const subscription = await records.subscriptionOf(account.id);
		if (!subscription) throw malformed('subscription', NO_SUBSCRIPTION);
		return subscription;
	};
	const requireSubscription = async (id: string): Promise<SubscriptionOfUser> => {
		const subscription = await records.subscriptionById(id);
		if (!subscription) throw notFound(NO_SUBSCRIPTION);
		return subscription;
	};
	const reload = async (subscription: SubscriptionOfUser): Promise<SubscriptionOfUser> => {
		await processor.recomputeOrder(subscription.orderId);
		return (await records.subscriptionById(subscription.id)) ?? subscription;
	};
	const isRunning = ({ state }: Pick<SubscriptionOfUser, 'state'>): boolean => state === 'active' || state === 'suspended';

	const changeRenewal = async (subscription: SubscriptionOfUser, type: RenewalType): Promise<SubscriptionOfUser> => {
		const { changeRenewal: requestRenewalChange } = requireProvider();
		if (!isRunning(subscription)) throw malformed('subscription', ALREADY_ENDED);
		if (subscription.renewal === type) return subscription;
		await requestRenewalChange(subscription.providerId, type).catch(throwProviderRefusal);
		await records.changeSubscription(subscription.id, { askedRenewal: type, askedRenewalAt: clock.now() });
		return reload(subscription);
	};
	const endSubscription = async (
		subscription: SubscriptionOfUser,
		state: 'finished' | 'terminated',
		reason: string | undefined,
	): Promise<SubscriptionOfUser> => {
		const { finish, terminate } = requireProvider();
		// A finished subscription, which runs until the end of its paid period, can still be terminated.
		if (subscription.state === 'terminated' || (subscription.state === 'finished' && state === 'finished'))
			throw malformed('subscription', ALREADY_ENDED);
		const isCharged = isRunning(subscription);
		if (isCharged)
			await (state === 'finished' ? finish : terminate)(subscription.providerId, reason ?? DEFAULT_REASON).catch(throwProviderRefusal);
		await records.changeSubscription(subscription.id, { askedState: state });
		return reload(subscription);
	};
	return {
		findOwn: (account: CallerAccount): Promise<SubscriptionOfUser | undefined> => records.subscriptionOf(account.id),
		changeOwnRenewal: async (account: CallerAccount, type: RenewalType) => changeRenewal(await requireOwnSubscription(account), type),
		endOwn: async (account: CallerAccount, state: 'finished' | 'terminated', reason: string | undefined) =>
			endSubscription(await requireOwnSubscription(account), state, reason),
		changeRenewalOf: async (id: string, type: RenewalType) => {
			const before = await requireSubscription(id);
			return { before, after: await changeRenewal(before, type) };
		},
		terminate: async (id: string, reason: string | undefined) => {
			const before = await requireSubscription(id);
			return { before, after: await endSubscription(before, 'terminated', reason) };
		},

		/** Finishes subscriptions of deleted accounts and replaced plans, so that they aren't charged again. Retries refusals in the next run. */
		finishUnneeded: async (): Promise<void> => {
			if (payments === null) return;
			for (const subscription of await records.subscriptionsToFinish(BATCH_SIZE)) {
				const reason = subscription.userId === null ? 'The account was deleted' : 'Another plan was ordered';
				try {
					await payments.finish(subscription.providerId, reason);
					await records.changeSubscription(subscription.id, { askedState: 'finished' });
					await processor.recomputeOrder(subscription.orderId);
				} catch (error) {
					onError('failed to finish a replaced subscription', error);
				}
			}
		},
	};
}
