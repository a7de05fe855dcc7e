import type { StoredNotification } from '@sw/domain/billing/payment-notification';
import { amountOf, type Price, type Product } from '@sw/domain/billing/plan';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import type { Payments } from '../../outside/payments/payments.ts';
import type { OrderOfUser, SubscriptionOfUser } from './ports.ts';

export function presentPrices(prices: readonly Price[], productId: string) {
	return prices.filter((price) => price.productId === productId).map(({ currency, cents }) => ({ currency, amount: amountOf(cents) }));
}

function amount(cents: number | null): number | null {
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

export function presentProduct({ id, name, license, period, ...rest }: Product, prices: readonly Price[]) {
	return {
		id,
		name,
		license,
		period,
		provider_product_id: rest.providerProductId,
		trial_days: rest.trialDays,
		is_active: rest.isActive,
		prices: presentPrices(prices, id),
		created: isoSeconds(rest.createdAt),
		updated: isoSeconds(rest.updatedAt),
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
		checkout_url: order.state === 'waiting' && payments !== null ? payments.checkout(order) : null,
		charges: order.charges.map(({ providerOrderId, state, at, cents, currency, invoice }) => ({
			provider_order_id: providerOrderId,
			status: state,
			time: isoSeconds(at),
			amount: amount(cents),
			currency,
			invoice_url: invoice,
		})),
		created: isoSeconds(order.createdAt),
		updated: isoSeconds(order.updatedAt),
		paid: time(order.paidAt),
		email: order.email,
		provider_order_id: order.providerOrderId,
	};
}

function time(at: UtcMs | null): string | null {
	return at === null ? null : isoSeconds(at);
}

export function presentSubscription(of: SubscriptionOfUser) {
	return {
		id: of.id,
		status: of.state,
		order_id: of.orderId,
		order_code: of.orderCode,
		name: of.productName,
		license: of.license,
		period: of.period,
		renewal_type: of.renewal,
		paid_until: time(of.paidUntil),
		licence_until: time(of.licenceUntil),
		is_on_trial: of.isOnTrial,
		next_charge:
			of.nextChargeAt === null
				? null
				: { time: isoSeconds(of.nextChargeAt), amount: amount(of.nextChargeCents), currency: of.nextChargeCurrency },
		failed_attempts: of.failedAttempts,
		created: isoSeconds(of.createdAt),
		updated: isoSeconds(of.updatedAt),
		email: of.email,
		provider_subscription_id: of.providerId,
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
		worked: time(notification.workedAt),
		attempts: notification.attempts,
		copies: notification.copies,
		reason: notification.reason,
	};
}
