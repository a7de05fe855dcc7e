import { firstOfEach } from '@sw/domain/billing/first-of-each';
import { isPayment, subscriptionIds } from '@sw/domain/billing/fold';
import type { StoredNotice } from '@sw/domain/billing/notice';
import type { PaymentEvent } from '@sw/domain/billing/payment-event';
import { HOUR, MINUTE, utcMs } from '@sw/domain/time/units';
import { PaymentsError } from '../../outside/payments/payments.ts';
import { settleAccounts } from './account-licence.ts';
import { type LetterTo, layLetters } from './lay-letters.ts';
import type { BillingMails } from './mails.ts';
import type { BillingParts, BillingRecords, KeptOrder, NamedOrder } from './ports.ts';
import type { RightOfWay } from './right-of-way.ts';
import type { MailSender } from './send-mails.ts';
import { eventOf, Refusal, type Settled, type SettledOrder, settleOrders } from './settle-orders.ts';
import { codeOf, NotYet, whyNot } from './verify-payment.ts';

/** Notifications read at once, and most orders per transaction. */
const BATCH = 50;
/** Orders requested from the provider in parallel. */
const ASKED_AT_ONCE = 8;
/** After this many attempts an administrator is asked to check: more than two days. */
const TRIES = 60;
const [FIRST_PAUSE, LONGEST_PAUSE] = [MINUTE, HOUR];

type Parts = Pick<BillingParts, 'records' | 'payments' | 'clock' | 'chance' | 'accountChanged' | 'onTrouble'> & {
	mails: BillingMails;
	sender: MailSender;
	rightOfWay: Pick<RightOfWay, 'clear'>;
};

/** A verified notification and its order. */
interface Sound {
	readonly notice: StoredNotice;
	readonly event: PaymentEvent;
	readonly order: KeptOrder;
}
/** A notification with the result of its verification. */
type Judged = Sound | { readonly notice: StoredNotice; readonly error: unknown };

const namedBy = (notice: StoredNotice): NamedOrder => ({
	providerOrderIds: [notice.providerOrderId, notice.fields.SUBSCRIPTION_INITIAL_ORDER_ID ?? ''].filter((id) => id !== ''),
	providerSubscriptionId: notice.providerSubscriptionId,
	code: codeOf(notice),
});

/** Notifications that share one of these may belong to one order, which only the first may identify. */
const namesOf = (notice: StoredNotice): string[] => {
	const { providerOrderIds, providerSubscriptionId, code } = namedBy(notice);
	return [
		...providerOrderIds.map((id) => `order ${id}`),
		...(providerSubscriptionId === null ? [] : [`subscription ${providerSubscriptionId}`]),
		...(code === null ? [] : [`code ${code}`]),
	];
};

/**
 * Processes notifications of many orders at once: finds the order, verifies the notification, and recomputes the order from all its notifications.
 * Those of the same order or account are processed one after another, so that the result does not depend on the batch.
 */
export const createWork = ({ records, payments, clock, chance, accountChanged, onTrouble, mails, sender, rightOfWay }: Parts) => {
	const settling = { clock, chance, mails };

	/** Mails about the notification itself: a receipt, or a failed charge. */
	const lettersOf = ({ notice, event }: Sound, { order, subscriptions, user }: SettledOrder): LetterTo[] => {
		if (!user) return [];
		const paidUntil = subscriptions.find(({ providerId }) => providerId === event.subscription?.id)?.paidUntil ?? null;
		if (isPayment(event))
			return [{ user, key: `receipt ${event.providerOrderId}`, letter: mails.receipt(order, event, paidUntil ?? order.licenceUntil) }];
		if (event.type !== 'SubscriptionChargeFailed') return [];
		return [{ user, key: `failed ${notice.id}`, letter: mails.chargeFailed(order, paidUntil, event.subscription?.nextChargeAt ?? null) }];
	};

	/** After the commit. */
	const tell = ({ changed }: Pick<Settled, 'changed'>): void => {
		for (const userId of changed) accountChanged(userId);
		sender.soon();
	};
	const settle = async (orderId: string): Promise<void> => {
		tell(await records.transaction((tx) => settleOrders(settling, tx, [orderId])));
	};

	const judge = async (notice: StoredNotice, order: KeptOrder | undefined): Promise<Judged> => {
		try {
			const event = eventOf(notice);
			if (!event) throw new Refusal('Its type is unknown or differs from the signed one.');
			if (!order) throw new Refusal("It doesn't refer to a known order.");
			if (payments === null) throw new NotYet('No payment provider is configured.');
			const reason = await whyNot(payments, notice, event, order);
			if (reason !== null) throw new Refusal(reason);
			return { notice, event, order };
		} catch (error) {
			return { notice, error };
		}
	};

	const workIn = async (tx: BillingRecords, some: readonly Sound[]): Promise<Settled> => {
		const now = clock.now();
		const ids = some.map(({ order }) => order.id);
		await tx.lockOrders(ids);
		const worked = some.map(({ notice, order }) => ({ id: notice.id, orderId: order.id, attempts: notice.attempts + 1 }));
		await tx.noticesWorked(worked, now);
		const settled = await settleOrders(settling, tx, ids);
		const byId = new Map(settled.orders.map((one) => [one.order.id, one]));
		const letters = some.flatMap((one) => lettersOf(one, byId.get(one.order.id) as SettledOrder));
		await layLetters({ tx, mails, now }, letters);
		const events = settled.orders.flatMap((one) => one.events);
		const providerOrderIds = [...new Set(events.map(({ providerOrderId }) => providerOrderId))];
		await tx.lookAgain({ providerOrderIds, providerSubscriptionIds: subscriptionIds(events) }, now);
		return settled;
	};

	/** Recomputes the order of a notification that no longer counts. */
	const withoutIt = async ({ orderId }: StoredNotice): Promise<void> => {
		if (orderId !== null) await settle(orderId);
	};

	/** Refuses it, schedules a retry, or gives it up. */
	const putOff = async (notice: StoredNotice, error: unknown): Promise<void> => {
		const [attempts, now] = [notice.attempts + 1, clock.now()];
		// Messages of other errors may contain data of the notification.
		const isTold = error instanceof Refusal || error instanceof NotYet || error instanceof PaymentsError;
		const reason = isTold ? error.message : 'Processing failed: see the log.';
		if (error instanceof Refusal) {
			await records.changeNotice(notice.id, { state: 'refused', attempts, reason, workedAt: now });
			await withoutIt(notice);
			return;
		}
		const pause = Math.min(FIRST_PAUSE * 2 ** Math.min(notice.attempts, 10), LONGEST_PAUSE);
		const dueAt = utcMs(now + pause);
		await records.changeNotice(notice.id, { state: attempts >= TRIES ? 'failed' : 'received', attempts, reason, dueAt });
		if (attempts >= TRIES) await withoutIt(notice);
		onTrouble('failed to process a payment notification', error);
	};

	/** All in one transaction; if that fails, each in its own, so that a failing one does not block the others. */
	const workOn = async (some: readonly Sound[]): Promise<void> => {
		if (some.length === 0) return;
		try {
			tell(await records.transaction((tx) => workIn(tx, some)));
		} catch (error) {
			if (some.length > 1) for (const one of some) await workOn([one]);
			else for (const { notice } of some) await putOff(notice, error);
		}
	};

	/** Processes the first notification of each order; returns the rest for the next round. */
	const round = async (waiting: readonly StoredNotice[]): Promise<StoredNotice[]> => {
		const [apart, rest] = firstOfEach(waiting, namesOf);
		const orders = await records.ordersNamed(apart.map(namedBy));
		const [turn, others] = firstOfEach(
			apart.map((notice, at) => ({ notice, order: orders[at] })),
			({ order }) => (order ? [order.id, ...(order.userId === null ? [] : [order.userId])] : []),
		);
		const sound: Sound[] = [];
		for (let at = 0; at < turn.length; at += ASKED_AT_ONCE) {
			const judged = await Promise.all(turn.slice(at, at + ASKED_AT_ONCE).map(({ notice, order }) => judge(notice, order)));
			for (const one of judged) {
				if ('error' in one) await putOff(one.notice, one.error);
				else sound.push(one);
			}
		}
		await workOn(sound);
		return [...others.map(({ notice }) => notice), ...rest];
	};

	return {
		/** Processes all that are due; returns how many. */
		drain: async (signal?: AbortSignal): Promise<number> => {
			let count = 0;
			for (;;) {
				const batch = await records.dueNotices(clock.now(), BATCH);
				if (batch.length === 0) return count;
				for (let waiting = batch; waiting.length > 0; waiting = await round(waiting)) {
					await rightOfWay.clear();
					signal?.throwIfAborted();
				}
				count += batch.length;
			}
		},

		/** After a requested change that no notification has confirmed yet. */
		settle,

		/** Checks licences that end, or soon will. */
		lookAtAccounts: async (): Promise<number> => {
			const due = await records.standingsDue(clock.now(), BATCH);
			for (const userId of due) tell(await records.transaction((tx) => settleAccounts(tx, [userId], clock.now(), mails)));
			return due.length;
		},
	};
};

export type Work = ReturnType<typeof createWork>;
