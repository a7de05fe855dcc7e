import type { User } from '@sw/domain/access/user';
import {
	type ComputedSubscription,
	collectSubscriptionIds,
	computeOrder,
	computeSubscription,
	NO_REQUESTED_CHANGE,
} from '@sw/domain/billing/compute-state';
import {
	computeLicenceState,
	findBestGrant,
	type Grant,
	isDowngrade,
	isSameGrant,
	type LicenceState,
} from '@sw/domain/billing/licence-state';
import { type PaymentEvent, parsePaymentEvent } from '@sw/domain/billing/payment-event';
import type { StoredNotification } from '@sw/domain/billing/payment-notification';
import { DAY, type UtcMs, utcMs } from '@sw/domain/time/units';
import { type MailContent, renderMail } from '../../outside/mail/mail-layout.ts';
import type { BillingMails } from './mails.ts';
import type { BillingParts, BillingRecords, LicenceOfUser, OrderRow, SubscriptionRow, UserLicenceState } from './ports.ts';

/** A failure that no retry would fix. The message is for administrators. */
export class PermanentFailure extends Error {
	override readonly name = 'PermanentFailure';
}

/** Parses the event of a notification. Undefined if the type is unknown, or if its name and number contradict each other. */
export function parseEvent({ fields, receivedAt }: StoredNotification): PaymentEvent | undefined {
	return parsePaymentEvent(fields, receivedAt);
}

/** An order as computed from all its notifications. */
export interface ComputedOrder {
	readonly order: OrderRow;
	readonly events: readonly PaymentEvent[];
	readonly subscriptions: readonly ComputedSubscription[];
	/** Null if the account was deleted. */
	readonly user: User | null;
}
export interface AppliedNotifications {
	readonly orders: readonly ComputedOrder[];
	/** Accounts whose licence has changed. */
	readonly changedUserIds: readonly string[];
}

/** Recomputes orders, subscriptions and licences from all notifications of the orders, with one read and one write for the whole batch. */
export async function applyNotifications(
	{ clock, randomSource, mails }: Pick<BillingParts, 'clock' | 'randomSource'> & { mails: BillingMails },
	tx: BillingRecords,
	ids: readonly string[],
): Promise<AppliedNotifications> {
	const now = clock.now();
	const orders = await tx.lockOrders(ids);
	if (orders.length < ids.length) throw new PermanentFailure('The order was deleted.');
	const notifications = Map.groupBy(await tx.notificationsOfOrders(ids), ({ orderId }) => orderId);
	const rows = await tx.subscriptionsOfOrders(ids);
	const rowByProviderId = new Map(rows.map((row) => [row.providerId, row]));
	const computedOrders = orders.map((order) => {
		const events = (notifications.get(order.id) ?? []).flatMap((notification) => parseEvent(notification) ?? []);
		const subscriptions = collectSubscriptionIds(events).flatMap(
			(id) => computeSubscription(id, events, order, readRequestedChange(rowByProviderId.get(id))) ?? [],
		);
		return { order: { ...order, ...computeOrder(events, order), updatedAt: now }, events, subscriptions };
	});
	await tx.changeOrders(
		computedOrders.map(({ order: { id, state, paymentMethod, providerOrderId, charges, paidAt, licenceUntil, updatedAt } }) => ({
			id,
			state,
			paymentMethod,
			providerOrderId,
			charges,
			paidAt,
			licenceUntil,
			updatedAt,
		})),
	);
	// Remove subscriptions that no valid notification mentions any longer.
	const reportedSubscriptions = new Map(computedOrders.map(({ order, events }) => [order.id, collectSubscriptionIds(events)]));
	await tx.removeSubscriptions(
		rows.filter(({ orderId, providerId }) => !reportedSubscriptions.get(orderId)?.includes(providerId)).map(({ id }) => id),
	);
	const subscriptionRows = computedOrders.flatMap(({ order: { id: orderId, userId, license, period }, subscriptions }) =>
		subscriptions.map((subscription) => {
			const row = rowByProviderId.get(subscription.providerId);
			return {
				...subscription,
				id: row?.id ?? randomSource.uuid(),
				orderId,
				userId,
				license,
				period,
				createdAt: row?.createdAt ?? now,
				updatedAt: now,
			};
		}),
	);
	if (!(await tx.saveSubscriptions(subscriptionRows))) throw new PermanentFailure('Its subscription belongs to another order.');
	const ownerIds = [...new Set(computedOrders.flatMap(({ order }) => order.userId ?? []))];
	const { users, changedUserIds } = await updateLicences(tx, ownerIds, now, mails);
	return {
		orders: computedOrders.map((computedOrder) => ({
			...computedOrder,
			user: users.find(({ id }) => id === computedOrder.order.userId) ?? null,
		})),
		changedUserIds,
	};
}

function readRequestedChange(row: SubscriptionRow | undefined) {
	return row === undefined
		? NO_REQUESTED_CHANGE
		: {
				state: row.askedState,
				renewal: row.askedRenewal !== null && row.askedRenewalAt !== null ? { type: row.askedRenewal, at: row.askedRenewalAt } : null,
			};
}

/** How long before the end of a paid licence a warning is mailed. */
const WARNING_BEFORE_END_MS = 3 * DAY;
const NO_LICENCE: LicenceState = { base: null, written: null };

interface UpdatedLicences {
	readonly users: readonly User[];
	/** Accounts whose licence has changed. */
	readonly changedUserIds: readonly string[];
}

/** Within the transaction, gives accounts their paid licences and queues the resulting mails. Skips accounts that never paid. Idempotent. */
export async function updateLicences(
	tx: BillingRecords,
	userIds: readonly string[],
	now: UtcMs,
	mails: BillingMails,
): Promise<UpdatedLicences> {
	const users = await tx.lockUsers(userIds);
	const states = await tx.licenceStates(userIds);
	const grantsByUser = Map.groupBy(await tx.paidGrants(userIds, now), ({ userId }) => userId);
	const newStates: UserLicenceState[] = [];
	const licences: LicenceOfUser[] = [];
	const messages: OrderMessage[] = [];
	for (const user of users) {
		const { id: userId } = user;
		const previousState = states.get(userId);
		const grants = grantsByUser.get(userId)?.map(({ license, until }) => ({ license, until })) ?? [];
		if (!previousState && grants.length === 0) continue;
		const currentGrant = currentGrantOf(user);
		const nextState = computeLicenceState(previousState ?? NO_LICENCE, currentGrant, grants, now);
		const isPaid = !isSameGrant(nextState.written, nextState.base);
		const until = isPaid ? (nextState.written?.until ?? null) : null;
		const warningTime = until === null ? null : utcMs(until - WARNING_BEFORE_END_MS);
		newStates.push({
			userId,
			state: nextState,
			lookAt: until === null ? null : warningTime !== null && warningTime > now ? warningTime : until,
		});
		if (!isSameGrant(nextState.written, currentGrant)) licences.push({ userId, grant: nextState.written });

		const previousPaidGrant = previousState && !isSameGrant(previousState.written, previousState.base) ? previousState.written : null;
		if (previousPaidGrant !== null && isDowngrade(previousPaidGrant, nextState.written, now)) {
			const mail = mails.buildEnded(previousPaidGrant, findBestGrant(nextState.written ? [nextState.written] : [], now));
			messages.push({ user, key: `ended ${userId} ${previousPaidGrant.license} ${previousPaidGrant.until}`, mail });
		}
		if (isPaid && nextState.written && until !== null && warningTime !== null && warningTime <= now && !(await willRenew(tx, userId))) {
			const { license } = nextState.written;
			messages.push({ user, key: `ending ${userId} ${license} ${until}`, mail: mails.buildEndsSoon(license, until) });
		}
	}
	await tx.saveLicenceStates(newStates);
	await tx.giveLicences(licences);
	await enqueueOrderMessages({ tx, mails, now }, messages);
	return { users, changedUserIds: licences.map(({ userId }) => userId) };
}

/** Whether the licence will be renewed by an automatic charge. */
async function willRenew(tx: BillingRecords, userId: string): Promise<boolean> {
	const subscription = await tx.subscriptionOf(userId);
	return subscription?.state === 'active' && subscription.renewal === 'auto';
}

function currentGrantOf({ license, licenseExpires }: User): Grant | null {
	return license === null ? null : { license, until: licenseExpires };
}

/** A message to an account about its orders, sent once per key. */
export interface OrderMessage {
	readonly user: Pick<User, 'id' | 'email'>;
	readonly key: string;
	readonly mail: MailContent;
}

interface MailParts {
	tx: Pick<BillingRecords, 'enqueueMails' | 'sendMessages'>;
	mails: Pick<BillingMails, 'toQueuedMail'>;
	now: UtcMs;
}

/** Within the transaction, queues messages about orders as mails and adds them to the accounts' inboxes, once per key. */
export async function enqueueOrderMessages({ tx, mails, now }: MailParts, messages: readonly OrderMessage[]): Promise<void> {
	const queuedMails = messages.map(({ user, key, mail }) => ({ key, mail: mails.toQueuedMail(key, renderMail(user.email, mail)) }));
	const newKeys = await tx.enqueueMails(queuedMails, now);
	const newMessages = messages
		.filter(({ key }) => newKeys.has(key))
		.map(({ user, key, mail: { subject, before, after, button } }) => {
			const link = button ? new URL(button.url).pathname : null;
			return { userId: user.id, message: { kind: 'order' as const, subject, text: [...before, ...after].join('\n\n'), link, key } };
		});
	await tx.sendMessages(newMessages, now);
}
