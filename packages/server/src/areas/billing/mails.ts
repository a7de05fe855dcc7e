import { createHash } from 'node:crypto';
import { formatAmount } from '@sw/domain/billing/currency';
import type { BillingMail, Grant } from '@sw/domain/billing/licence-state';
import type { Order } from '@sw/domain/billing/order';
import type { PaymentEvent } from '@sw/domain/billing/payment-event';
import { amountOf } from '@sw/domain/billing/plan';
import type { Licence } from '@sw/domain/reports/licence';
import { formatEt } from '@sw/domain/time/format';
import { HOUR, MINUTE, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Mail } from '../../outside/mail/mail.ts';
import type { MailContent } from '../../outside/mail/mail-layout.ts';
import type { BillingParts } from './ports.ts';

/** Builds mails and inbox messages about orders. `origin` is the URL that users open. */
export function createBillingMails(origin: string) {
	const profileButton = { label: 'See my plan', url: `${origin}/profile` };
	const pricesButton = { label: 'See all plans', url: `${origin}/prices` };
	return {
		toQueuedMail: (key: string, mail: Mail): BillingMail => toQueuedMail(key, mail, origin),

		buildReceipt: (order: Pick<Order, 'productName' | 'code'>, event: PaymentEvent, paidUntil: UtcMs | null): MailContent => ({
			subject: event.isTrial ? `Your trial of ${order.productName} has begun` : `Receipt: ${order.productName}`,
			before: [
				event.isTrial
					? `Your trial of ${order.productName} has begun.`
					: `Thank you. We received your payment${formatAmountSuffix(event.cents, event.currency)} for ${order.productName}.`,
				`Order ${order.code}, payment ${event.providerOrderId}, ${formatDay(event.at)}.`,
			],
			button: profileButton,
			after: [
				...(paidUntil === null ? [] : [`${event.isTrial ? 'The trial ends on' : 'Paid until'} ${formatDay(paidUntil)}.`]),
				...(event.invoice === null ? [] : [`Invoice: ${event.invoice}`]),
			],
		}),

		buildChargeFailed: (order: Pick<Order, 'productName' | 'code'>, paidUntil: UtcMs | null, nextTryAt: UtcMs | null): MailContent => ({
			subject: 'A payment failed',
			before: [
				`The payment for ${order.productName} (order ${order.code}) failed.`,
				nextTryAt === null
					? 'Check that your card is still valid.'
					: `The next attempt is on ${formatDay(nextTryAt)}. Check that your card is still valid.`,
			],
			button: profileButton,
			after: paidUntil === null ? [] : [`Your licence is paid until ${formatDay(paidUntil)}.`],
		}),

		buildEndsSoon: (license: Licence, endsAt: UtcMs): MailContent => ({
			subject: `Your ${license} licence ends on ${formatDay(endsAt)}`,
			before: [
				`Your ${license} licence ends on ${formatEt(endsAt, 'datetime')} ET and isn't renewed automatically.`,
				'None of your data is deleted: your filters and favourites are there when you renew.',
			],
			button: pricesButton,
			after: [],
		}),

		buildEnded: ({ license }: Grant, currentGrant: Grant | null): MailContent => ({
			subject: `Your ${license} licence has ended`,
			before: [
				`Your ${license} licence has ended.`,
				currentGrant === null
					? 'None of your data was deleted; it is there when you renew.'
					: `You now have the ${currentGrant.license} licence. None of your data was deleted.`,
			],
			button: pricesButton,
			after: [],
		}),
	};
}

function formatDay(at: UtcMs): string {
	return formatEt(at, 'date');
}

/** Returns a text such as ' of $20.00'; empty if the provider didn't report the amount. */
function formatAmountSuffix(cents: number | null, currency: string | null): string {
	return cents === null || currency === null ? '' : ` of ${formatAmount(amountOf(cents), currency)}`;
}

export type BillingMails = ReturnType<typeof createBillingMails>;

/** Maximum mails claimed by one query. */
const BATCH_SIZE = 20;
/** During this time, only the process that claimed a mail sends it. If that process crashes, another one sends the mail afterwards. */
const CLAIM_LIFE_MS = 2 * MINUTE;
/** Sending is given up after this many attempts, which take more than two days. */
const MAX_ATTEMPTS = 60;
const MAX_PAUSE_MS = HOUR;

/** Prepares a mail for the queue. The message id is derived from `key`, so it is the same for every attempt. */
function toQueuedMail(key: string, { to, subject, text, html }: Mail, origin: string): BillingMail {
	return {
		to,
		subject,
		text,
		html,
		messageId: `${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${new URL(origin).hostname}`,
	};
}

/**
 * Sends the mails queued by billing transactions, at least once. After a crash between sending a mail and recording the success, the mail is sent again with
 * the same message id, so that mail clients show only one.
 */
export function createMailSender({
	records,
	clock,
	backgroundMail,
	onError,
}: Pick<BillingParts, 'records' | 'clock' | 'backgroundMail' | 'onError'>) {
	const sendMail = async ({ key, mail, attempts }: { key: string; mail: BillingMail; attempts: number }): Promise<void> => {
		try {
			await backgroundMail.deliver(mail);
			await records.markMailSent(key);
		} catch (error) {
			const pauseMs = Math.min(MINUTE * 2 ** Math.min(attempts, 10), MAX_PAUSE_MS);
			if (attempts >= MAX_ATTEMPTS) await records.markMailSent(key);
			else await records.postponeMail(key, utcMs(clock.now() + pauseMs));
			onError(attempts >= MAX_ATTEMPTS ? 'gave up sending a billing mail' : 'failed to send a billing mail', error);
		}
	};
	const sendDue = async (): Promise<void> => {
		for (;;) {
			const now = clock.now();
			const claimedMails = await records.claimMails(now, utcMs(now + CLAIM_LIFE_MS), BATCH_SIZE);
			for (const mail of claimedMails) await sendMail(mail);
			if (claimedMails.length < BATCH_SIZE) return;
		}
	};
	let [isSending, isRequested] = [false, false];
	const sendAll = async (): Promise<void> => {
		try {
			while (isRequested) {
				isRequested = false;
				await sendDue();
			}
		} finally {
			isSending = false;
		}
	};
	return {
		/** Starts sending in the background. A process sends one mail at a time. */
		startSending: (): void => {
			isRequested = true;
			if (isSending) return;
			isSending = true;
			backgroundMail.defer('send billing mails', sendAll);
		},
	};
}

export type MailSender = ReturnType<typeof createMailSender>;
