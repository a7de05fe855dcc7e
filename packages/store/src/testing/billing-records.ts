/** Billing records for tests. Each differs by its number, and contains the fields that the caller gives. */
import type { Order, Subscription } from '@sw/domain/billing/order';
import type { Product } from '@sw/domain/billing/plan';
import { type UtcMs, utcMs } from '@sw/domain/time/units';
import type { NewNotification } from '../postgres/records/billing/notifications.ts';

export function timeAtMinute(minute: number): UtcMs {
	return utcMs(Date.UTC(2026, 5, 30) + minute * 60_000);
}

export function sampleId(n: number): string {
	return `0197b3a2-0000-7000-8000-${String(n).padStart(12, '0')}`;
}

export const ANN = sampleId(901);

export function sampleProduct(n: number, overrides: Partial<Product> = {}): Product {
	return {
		id: sampleId(n),
		name: `Plan ${n}`,
		license: 'pro',
		period: 'month',
		providerProductId: null,
		trialDays: 0,
		isActive: false,
		createdAt: timeAtMinute(n),
		updatedAt: timeAtMinute(n),
		...overrides,
	};
}

export function sampleOrder(n: number, overrides: Partial<Order> = {}): Order {
	return {
		id: sampleId(n),
		code: `CODE${n}`,
		userId: ANN,
		productId: sampleId(1),
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
		createdAt: timeAtMinute(n),
		updatedAt: timeAtMinute(n),
		paidAt: null,
		withdrawnAt: null,
		...overrides,
	};
}

export function sampleSubscription(n: number, overrides: Partial<Subscription> = {}): Subscription {
	return {
		id: sampleId(n),
		providerId: String(7_000 + n),
		orderId: sampleId(101),
		userId: ANN,
		license: 'pro',
		period: 'month',
		state: 'active',
		renewal: 'auto',
		paidUntil: timeAtMinute(500),
		licenceUntil: timeAtMinute(600),
		isOnTrial: false,
		nextChargeAt: null,
		nextChargeCents: null,
		nextChargeCurrency: null,
		failedAttempts: 0,
		createdAt: timeAtMinute(n),
		updatedAt: timeAtMinute(n),
		...overrides,
	};
}

export function sampleNotification(n: number, overrides: Partial<NewNotification> = {}): NewNotification {
	return {
		id: sampleId(n),
		key: `key ${n}`,
		state: 'received',
		typeId: 1,
		type: 'OrderCharged',
		providerOrderId: String(n),
		providerSubscriptionId: null,
		fields: { ORDER_ID: String(n), 'UNKNOWN é': '' },
		receivedAt: timeAtMinute(n),
		...overrides,
	};
}
