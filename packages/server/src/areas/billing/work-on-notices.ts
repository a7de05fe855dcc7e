import { foldOrder, foldSubscription, isPayment, NOTHING_ASKED, subscriptionIds } from '@sw/domain/billing/fold';
import type { StoredNotice } from '@sw/domain/billing/notice';
import { type PaymentEvent, paymentEvent } from '@sw/domain/billing/payment-event';
import { HOUR, MINUTE, utcMs } from '@sw/domain/time/units';
import type { Letter } from '../../outside/mail/mail-layout.ts';
import { PaymentsError } from '../../outside/payments/payments.ts';
import { settleAccount } from './account-licence.ts';
import { layLetter } from './lay-letter.ts';
import type { BillingMails } from './mails.ts';
import type { BillingParts, BillingRecords, KeptOrder, KeptSubscription } from './ports.ts';
import type { MailSender } from './send-mails.ts';
import { codeOf, NotYet, whyNot } from './verify-payment.ts';

/** Notices read at once. */
const BATCH = 50;
/** After that many tries an administrator is asked to look: more than two days. */
const TRIES = 60;
const [FIRST_PAUSE, LONGEST_PAUSE] = [MINUTE, HOUR];

type Parts = Pick<BillingParts, 'records' | 'payments' | 'clock' | 'chance' | 'accountChanged' | 'onTrouble'> & {
	mails: BillingMails;
	sender: MailSender;
};

/** What a transaction did, for those who are told once it is through. */
interface Settled {
	/** Whose account was changed. */
	readonly changed: string | null;
	readonly events: readonly PaymentEvent[];
}

const eventOf = ({ fields, receivedAt }: StoredNotice): PaymentEvent | undefined => paymentEvent(fields, receivedAt);

const numbersOf = ({ providerOrderId, fields }: StoredNotice): string[] =>
	[providerOrderId, fields.SUBSCRIPTION_INITIAL_ORDER_ID ?? ''].filter((id) => id !== '');

class Refusal extends Error {}

/** Works on notices one after another: what each is about, whether it can be believed, and what all of its order then amount to. */
export const createWork = ({ records, payments, clock, chance, accountChanged, onTrouble, mails, sender }: Parts) => {
	/** The order that the notice is about: the one it was bound to before, else the one whose code it brings along. */
	const orderOf = async (notice: StoredNotice): Promise<KeptOrder | undefined> => {
		const bound = await records.orderOfProvider({
			providerOrderIds: numbersOf(notice),
			providerSubscriptionId: notice.providerSubscriptionId,
		});
		if (bound !== undefined) return records.orderById(bound);
		const code = codeOf(notice);
		return code === null ? undefined : records.orderOfCode(code);
	};

	const askedOf = (row: KeptSubscription | undefined) =>
		row === undefined
			? NOTHING_ASKED
			: {
					state: row.askedState,
					renewal: row.askedRenewal !== null && row.askedRenewalAt !== null ? { type: row.askedRenewal, at: row.askedRenewalAt } : null,
				};

	/** Works out an order, its subscriptions and the account behind them anew, from all its notices. */
	const settleOrder = async (tx: BillingRecords, id: string): Promise<Settled> => {
		const now = clock.now();
		const order = await tx.lockOrder(id);
		if (!order) throw new Refusal('The order is gone.');
		const events = (await tx.noticesOfOrder(id)).flatMap((one) => eventOf(one) ?? []);
		await tx.changeOrder(id, { ...foldOrder(events, order), updatedAt: now });
		const known = new Map((await tx.subscriptionsOfOrder(id)).map((row) => [row.providerId, row]));
		const told = subscriptionIds(events);
		// What told of it counts no longer.
		for (const { id: row, providerId } of known.values()) if (!told.includes(providerId)) await tx.removeSubscription(row);
		for (const providerId of told) {
			const row = known.get(providerId);
			const folded = foldSubscription(providerId, events, order, askedOf(row));
			if (!folded) continue;
			const { license, period, userId } = order;
			const saved = await tx.saveSubscription({
				...folded,
				id: row?.id ?? chance.uuid(),
				orderId: id,
				userId,
				license,
				period,
				createdAt: row?.createdAt ?? now,
				updatedAt: now,
			});
			if (!saved) throw new Refusal('Its subscription is another order of ours.');
		}
		const hasChanged = order.userId !== null && (await settleAccount(tx, order.userId, now, mails));
		return { changed: hasChanged ? order.userId : null, events };
	};

	/** Of the notice itself: the receipt, or that a charge failed. */
	const layOwnMail = async (tx: BillingRecords, notice: StoredNotice, event: PaymentEvent, orderId: string): Promise<void> => {
		const order = await tx.lockOrder(orderId);
		const user = order?.userId == null ? undefined : await tx.userById(order.userId);
		if (!order || !user) return;
		const lay = (key: string, letter: Letter): Promise<void> => layLetter({ tx, user, mails, now: clock.now() }, key, letter);
		const subscription = (await tx.subscriptionsOfOrder(orderId)).find(({ providerId }) => providerId === event.subscription?.id);
		if (isPayment(event)) {
			const until = subscription?.paidUntil ?? order.licenceUntil;
			await lay(`receipt ${event.providerOrderId}`, mails.receipt(order, event, until));
		} else if (event.type === 'SubscriptionChargeFailed') {
			const nextTry = event.subscription?.nextChargeAt ?? null;
			await lay(`failed ${notice.id}`, mails.chargeFailed(order, subscription?.paidUntil ?? null, nextTry));
		}
	};

	/** Once the transaction is through. */
	const tell = ({ changed }: Pick<Settled, 'changed'>): void => {
		if (changed !== null) accountChanged(changed);
		sender.soon();
	};
	const settle = async (orderId: string): Promise<void> => {
		tell(await records.transaction((tx) => settleOrder(tx, orderId)));
	};

	const work = async (notice: StoredNotice): Promise<void> => {
		const event = eventOf(notice);
		if (!event) throw new Refusal('Its type is unknown, or not the one that was signed.');
		const order = await orderOf(notice);
		if (!order) throw new Refusal('It names no order of ours.');
		if (payments === null) throw new NotYet('Nobody takes payments here.');
		const reason = await whyNot(payments, notice, event, order);
		if (reason !== null) throw new Refusal(reason);
		const done = await records.transaction(async (tx) => {
			await tx.lockOrder(order.id);
			const now = clock.now();
			await tx.changeNotice(notice.id, { state: 'worked', workedAt: now, attempts: notice.attempts + 1, reason: null, orderId: order.id });
			const settled = await settleOrder(tx, order.id);
			await layOwnMail(tx, notice, event, order.id);
			await tx.lookAgain(
				{
					providerOrderIds: [...new Set(settled.events.map(({ providerOrderId }) => providerOrderId))],
					providerSubscriptionIds: subscriptionIds(settled.events),
				},
				now,
			);
			return settled;
		});
		tell(done);
	};

	/** What counted once, and does no longer after it was worked on again. */
	const withoutIt = async ({ orderId }: StoredNotice): Promise<void> => {
		if (orderId !== null) await settle(orderId);
	};

	const workAndTell = async (notice: StoredNotice): Promise<void> => {
		try {
			await work(notice);
		} catch (error) {
			const [attempts, now] = [notice.attempts + 1, clock.now()];
			// Others' messages may hold what the notice does.
			const isTold = error instanceof Refusal || error instanceof NotYet || error instanceof PaymentsError;
			const reason = isTold ? error.message : 'It could not be worked on: the log says why.';
			if (error instanceof Refusal) {
				await records.changeNotice(notice.id, { state: 'refused', attempts, reason, workedAt: now });
				await withoutIt(notice);
				return;
			}
			const pause = Math.min(FIRST_PAUSE * 2 ** Math.min(notice.attempts, 10), LONGEST_PAUSE);
			const dueAt = utcMs(now + pause);
			await records.changeNotice(notice.id, { state: attempts >= TRIES ? 'failed' : 'received', attempts, reason, dueAt });
			if (attempts >= TRIES) await withoutIt(notice);
			onTrouble('working on a notice of a payment', error);
		}
	};

	return {
		/** Works on all that wait and are due. How many. */
		drain: async (signal?: AbortSignal): Promise<number> => {
			let count = 0;
			for (;;) {
				const batch = await records.dueNotices(clock.now(), BATCH);
				if (batch.length === 0) return count;
				for (const notice of batch) {
					signal?.throwIfAborted();
					await workAndTell(notice);
					count++;
				}
			}
		},

		/** After something was asked for that no notice has told yet. */
		settle,

		/** Licences that end, or are about to. */
		lookAtAccounts: async (): Promise<number> => {
			const due = await records.standingsDue(clock.now(), BATCH);
			for (const userId of due) {
				const hasChanged = await records.transaction((tx) => settleAccount(tx, userId, clock.now(), mails));
				tell({ changed: hasChanged ? userId : null });
			}
			return due.length;
		},
	};
};

export type Work = ReturnType<typeof createWork>;
