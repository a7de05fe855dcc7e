import { amountText } from '@sw/domain/billing/currency';
import type { Grant } from '@sw/domain/billing/licence-state';
import type { BillingMail } from '@sw/domain/billing/mail';
import type { Order } from '@sw/domain/billing/order';
import type { PaymentEvent } from '@sw/domain/billing/payment-event';
import { amountOf } from '@sw/domain/billing/plan';
import type { Licence } from '@sw/domain/reports/licence';
import { formatEt } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import type { Mail } from '../../outside/mail/mail.ts';
import type { MailContent } from '../../outside/mail/mail-layout.ts';
import { enqueued } from './send-mails.ts';

/** Mails and inbox messages about orders. `origin` is the address that users type. */
export function createBillingMails(origin: string) {
	const toProfile = { label: 'See my plan', url: `${origin}/profile` };
	const toPrices = { label: 'See all plans', url: `${origin}/prices` };
	return {
		enqueued: (key: string, mail: Mail): BillingMail => enqueued(key, mail, origin),

		receipt: (order: Pick<Order, 'productName' | 'code'>, event: PaymentEvent, until: UtcMs | null): MailContent => ({
			subject: event.isTrial ? `Your trial of ${order.productName} has begun` : `Receipt: ${order.productName}`,
			before: [
				event.isTrial
					? `Your trial of ${order.productName} has begun.`
					: `Thank you. We received your payment${ofSum(event.cents, event.currency)} for ${order.productName}.`,
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

/** Empty where the provider did not report the amount. */
function ofSum(cents: number | null, currency: string | null): string {
	return cents === null || currency === null ? '' : ` of ${amountText(amountOf(cents), currency)}`;
}

export type BillingMails = ReturnType<typeof createBillingMails>;
