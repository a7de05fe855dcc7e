import type { StoredNotification } from '@sw/domain/billing/payment-notification';
import { amountOf, type Price, type Product } from '@sw/domain/billing/plan';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import type { Payments } from '../../outside/payments/payments.ts';
import type { OrderOfUser, SubscriptionOfUser } from './ports.ts';

export function presentPrices(prices: readonly Price[], productId: string) {
	return prices.filter((price) => price.productId === productId).map(({ currency, cents }) => ({ currency, amount: amountOf(cents) }));
}

function presentAmount(cents: number | null): number | null {
	return cents === null ? null : amountOf(cents);
}

export function presentOffer({ id, name, license, period, trialDays }: Product, prices: readonly Price[]) {
	return {
		product_id: id,
		name,
		license,
		period,
		trial_days: trialDays,
		prices: presentPrices(prices, id),
	};
}

export function presentProduct({ id, name, license, period, ...otherFields }: Product, prices: readonly Price[]) {
	return {
		id,
		name,
		license,
		period,
		provider_product_id: otherFields.providerProductId,
		trial_days: otherFields.trialDays,
		is_active: otherFields.isActive,
		prices: presentPrices(prices, id),
		created: isoSeconds(otherFields.createdAt),
		updated: isoSeconds(otherFields.updatedAt),
	};
}

export function presentOrder(order: OrderOfUser, payments: Payments | null) {
	return {
		id: order.id,
		code: order.code,
		status: order.state,
		product_id: order.productId,
		name: order.productName,
		license: order.license,
		period: order.period,
		currency: order.currency,
		amount: amountOf(order.cents),
		coupon: order.coupon,
		payment_method: order.paymentMethod,
		checkout_url: order.state === 'waiting' && payments !== null ? payments.getCheckoutUrl(order) : null,
		charges: order.charges.map(({ providerOrderId, state, at, cents, currency, invoice }) => ({
			provider_order_id: providerOrderId,
			status: state,
			time: isoSeconds(at),
			amount: presentAmount(cents),
			currency,
			invoice_url: invoice,
		})),
		created: isoSeconds(order.createdAt),
		updated: isoSeconds(order.updatedAt),
		paid: presentTime(order.paidAt),
		email: order.email,
		provider_order_id: order.providerOrderId,
	};
}

function presentTime(at: UtcMs | null): string | null {
	return at === null ? null : isoSeconds(at);
}

export function presentSubscription(subscription: SubscriptionOfUser) {
	return {
		id: subscription.id,
		status: subscription.state,
		order_id: subscription.orderId,
		order_code: subscription.orderCode,
		name: subscription.productName,
		license: subscription.license,
		period: subscription.period,
		renewal_type: subscription.renewal,
		paid_until: presentTime(subscription.paidUntil),
		licence_until: presentTime(subscription.licenceUntil),
		is_on_trial: subscription.isOnTrial,
		next_charge:
			subscription.nextChargeAt === null
				? null
				: {
						time: isoSeconds(subscription.nextChargeAt),
						amount: presentAmount(subscription.nextChargeCents),
						currency: subscription.nextChargeCurrency,
					},
		failed_attempts: subscription.failedAttempts,
		created: isoSeconds(subscription.createdAt),
		updated: isoSeconds(subscription.updatedAt),
		email: subscription.email,
		provider_subscription_id: subscription.providerId,
	};
}

export function presentNotification(notification: StoredNotification) {
	return {
		id: notification.id,
		state: notification.state,
		type: notification.type,
		provider_order_id: notification.providerOrderId,
		provider_subscription_id: notification.providerSubscriptionId,
		order_id: notification.orderId,
		received: isoSeconds(notification.receivedAt),
		worked: presentTime(notification.workedAt),
		attempts: notification.attempts,
		copies: notification.copies,
		reason: notification.reason,
	};
}
