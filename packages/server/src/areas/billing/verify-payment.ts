import { isPayment } from '@sw/domain/billing/compute-state';
import { amountText } from '@sw/domain/billing/currency';
import { orderCodeOf, type PaymentEvent } from '@sw/domain/billing/payment-event';
import type { StoredNotification } from '@sw/domain/billing/payment-notification';
import { amountOf } from '@sw/domain/billing/plan';
import type { Payments } from '../../outside/payments/payments.ts';
import type { OrderRow } from './ports.ts';

/** A notification that may count later; the message is for administrators. */
export class UnconfirmedPayment extends Error {
	override readonly name = 'NotYet';
}

/** Events that can grant or restore a licence. */
const GRANTS: readonly PaymentEvent['type'][] = [
	'OrderCharged',
	'SubscriptionChargeSucceed',
	'TrialCharge',
	'SubscriptionRenewed',
	'OrderChargebackIsWon',
];

/**
 * Why a signed notification cannot count for an order; null where nothing contradicts it. The signature covers neither product nor subscription, so
 * the order is read from the provider. Throws where it cannot be read, or is not paid there (yet).
 */
export async function whyNot(
	payments: Payments,
	notification: StoredNotification,
	event: PaymentEvent,
	order: OrderRow,
): Promise<string | null> {
	if (!GRANTS.includes(event.type)) return null;
	if (isPayment(event) && notification.fields.ORDER_STATUS !== 'Processed')
		return `The notification reports a payment, but the order status is ${notification.fields.ORDER_STATUS}.`;
	if (isFirst(event) && order.providerProductId !== null && notification.fields.PRODUCT_ID !== order.providerProductId)
		return `The notification is for product ${notification.fields.PRODUCT_ID}, but ${order.providerProductId} was ordered.`;
	if (paidOtherwise(event, order))
		return `The payment is in ${event.currency ?? 'an unknown currency'}, but the price is ${amountText(amountOf(order.cents), order.currency)}.`;
	if (paidTooLittle(notification, event, order))
		return `The payment is ${amountText(amountOf(event.cents ?? 0), order.currency)}, but the price is ${amountText(amountOf(order.cents), order.currency)}.`;
	const known = await payments.order(event.providerOrderId);
	// A later payment is an order of its own at the provider, which need not carry our code.
	const code = known.code ?? (isFirst(event) ? null : order.code);
	if (code !== order.code) return "The provider's order belongs to another order here, or to none.";
	if (isFirst(event) && known.productId !== null && order.providerProductId !== null && known.productId !== order.providerProductId)
		return `The provider sold product ${known.productId}, but ${order.providerProductId} was ordered.`;
	if (known.state !== 'processed') throw new UnconfirmedPayment(`The provider reports the order as ${known.state}.`);
	return null;
}

/** Less was paid than the order's price, without a coupon or discount in the notification. */
function paidTooLittle({ fields }: StoredNotification, event: PaymentEvent, order: OrderRow): boolean {
	const isGiven = (fields.COUPON_CODE ?? '').trim() !== '' || Number(fields.ORDER_ITEM_TOTAL_DISCOUNT ?? 0) > 0;
	return event.type === 'OrderCharged' && !event.isTrial && !isGiven && (event.cents ?? 0) < order.cents;
}

/** A price in one currency cannot be compared with a payment in another. */
function paidOtherwise(event: PaymentEvent, order: OrderRow): boolean {
	return isPayment(event) && !event.isTrial && event.currency !== order.currency;
}

function isFirst({ type }: PaymentEvent): boolean {
	return type === 'OrderCharged' || type === 'TrialCharge';
}

export function codeOf({ fields }: StoredNotification): string | null {
	return orderCodeOf(fields)?.toUpperCase() ?? null;
}
