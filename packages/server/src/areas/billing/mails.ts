import { createHash } from 'node:crypto';
import { amountText } from '@sw/domain/billing/currency';
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

/** Builds mails and inbox messages about orders. `origin` is the address that users open. */
export function createBillingMails(origin: string) {
	const toProfile = { label: 'See my plan', url: `${origin}/profile` };
	const toPrices = { label: 'See all plans', url: `${origin}/prices` };
	return {
		toQueuedMail: (key: string, mail: Mail): BillingMail => toQueuedMail(key, mail, origin),

		receipt: (order: Pick<Order, 'productName' | 'code'>, event: PaymentEvent, until: UtcMs | null): MailContent => ({
			subject: event.isTrial ? `Your trial of ${order.productName} has begun` : `Receipt: ${order.productName}`,
			before: [
				event.isTrial
					? `Your trial of ${order.productName} has begun.`
					: `Thank you. We received your payment${ofAmount(event.cents, event.currency)} for ${order.productName}.`,
				`Order ${order.code}, payment ${event.providerOrderId}, ${day(event.at)}.`,
			],
			button: toProfile,
			after: [
				...(until === null ? [] : [`${event.isTrial ? 'The trial ends on' : 'Paid until'} ${day(until)}.`]),
				...(event.invoice === null ? [] : [`Invoice: ${event.invoice}`]),
			],
		}),

		chargeFailed: (order: Pick<Order, 'productName' | 'code'>, paidUntil: UtcMs | null, nextTry: UtcMs | null): MailContent => ({
			subject: 'A payment failed',
			before: [
				`The payment for ${order.productName} (order ${order.code}) failed.`,
				nextTry === null
					? 'Check that your card is still valid.'
					: `The next attempt is on ${day(nextTry)}. Check that your card is still valid.`,
			],
			button: toProfile,
			after: paidUntil === null ? [] : [`Your licence is paid until ${day(paidUntil)}.`],
		}),

		ending: (license: Licence, until: UtcMs): MailContent => ({
			subject: `Your ${license} licence ends on ${day(until)}`,
			before: [
				`Your ${license} licence ends on ${formatEt(until, 'datetime')} ET and isn't renewed automatically.`,
				'None of your data is deleted: your filters and favourites are there when you renew.',
			],
			button: toPrices,
			after: [],
		}),

		ended: ({ license }: Grant, next: Grant | null): MailContent => ({
			subject: `Your ${license} licence has ended`,
			before: [
				`Your ${license} licence has ended.`,
				next === null
					? 'None of your data was deleted; it is there when you renew.'
					: `You now have the ${next.license} licence. None of your data was deleted.`,
			],
			button: toPrices,
			after: [],
		}),
	};
}

function day(at: UtcMs): string {
	return formatEt(at, 'date');
}

/** Returns the amount as text; empty if the provider didn't report the amount. */
function ofAmount(cents: number | null, currency: string | null): string {
	return cents === null || currency === null ? '' : ` of ${amountText(amountOf(cents), currency)}`;
}

export type BillingMails = ReturnType<typeof createBillingMails>;

/** Maximum mails claimed by one query. */
const BATCH = 20;
/** During this time, only the process that claimed a mail sends it. If that process crashes, another one sends the mail afterwards. */
const CLAIM_LIFE = 2 * MINUTE;
/** Sending is given up after this many attempts, which take more than two days. */
const MAX_ATTEMPTS = 60;
const MAX_PAUSE = HOUR;

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
	const sendOne = async ({ key, mail, attempts }: { key: string; mail: BillingMail; attempts: number }): Promise<void> => {
		try {
			await backgroundMail.deliver(mail);
			await records.markMailSent(key);
		} catch (error) {
			const pause = Math.min(MINUTE * 2 ** Math.min(attempts, 10), MAX_PAUSE);
			if (attempts >= MAX_ATTEMPTS) await records.markMailSent(key);
			else await records.postponeMail(key, utcMs(clock.now() + pause));
			onError(attempts >= MAX_ATTEMPTS ? 'gave up sending a billing mail' : 'failed to send a billing mail', error);
		}
	};
	const sendDue = async (): Promise<void> => {
		for (;;) {
			const now = clock.now();
			const waiting = await records.claimMails(now, utcMs(now + CLAIM_LIFE), BATCH);
			for (const mail of waiting) await sendOne(mail);
			if (waiting.length < BATCH) return;
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
		sendSoon: (): void => {
			isRequested = true;
			if (isSending) return;
			isSending = true;
			backgroundMail.defer('send billing mails', sendAll);
		},
	};
}

export type MailSender = ReturnType<typeof createMailSender>;
