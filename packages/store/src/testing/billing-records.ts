/** Billing records for tests. Each differs by its number, and contains the fields that the caller gives. */
import type { Order, Subscription } from '@sw/domain/billing/order';
import type { Product } from '@sw/domain/billing/plan';
import { type UtcMs, utcMs } from '@sw/domain/time/units';
import type { NewNotification } from '../postgres/records/billing/notifications.ts';

export function at(minute: number): UtcMs {
	return utcMs(Date.UTC(2026, 5, 30) + minute * 60_000);
}

export function id(n: number): string {
	return `0197b3a2-0000-7000-8000-${String(n).padStart(12, '0')}`;
}

export const ANN = id(901);

export function product(n: number, more: Partial<Product> = {}): Product {
	return {
		id: id(n),
		name: `Plan ${n}`,
		license: 'pro',
		period: 'month',
		providerProductId: null,
		trialDays: 0,
		isActive: false,
		createdAt: at(n),
		updatedAt: at(n),
		...more,
	};
}

export function order(n: number, more: Partial<Order> = {}): Order {
	return {
		id: id(n),
		code: `CODE${n}`,
		userId: ANN,
		productId: id(1),
		productName: 'Plan 1',
		providerProductId: null,
		license: 'pro',
		period: 'month',
		trialDays: 0,
		currency: 'USD',
		cents: 9_900,
		coupon: null,
		state: 'waiting',
		paymentMethod: null,
		providerOrderId: null,
		charges: [],
		createdAt: at(n),
		updatedAt: at(n),
		paidAt: null,
		withdrawnAt: null,
		...more,
	};
}

export function subscription(n: number, more: Partial<Subscription> = {}): Subscription {
	return {
		id: id(n),
		providerId: String(7_000 + n),
		orderId: id(101),
		userId: ANN,
		license: 'pro',
		period: 'month',
		state: 'active',
		renewal: 'auto',
		paidUntil: at(500),
		licenceUntil: at(600),
		isOnTrial: false,
		nextChargeAt: null,
		nextChargeCents: null,
		nextChargeCurrency: null,
		failedAttempts: 0,
		createdAt: at(n),
		updatedAt: at(n),
		...more,
	};
}

export function notification(n: number, more: Partial<NewNotification> = {}): NewNotification {
	return {
		id: id(n),
		key: `key ${n}`,
		state: 'received',
		typeId: 1,
		type: 'OrderCharged',
		providerOrderId: String(n),
		providerSubscriptionId: null,
		fields: { ORDER_ID: String(n), 'UNKNOWN é': '' },
		receivedAt: at(n),
		...more,
	};
}
