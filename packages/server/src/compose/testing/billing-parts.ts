/** Billing with one object of each kind, for tests of what administrators' actions write to the audit log. */
import type { Product } from '@sw/domain/billing/plan';
import { utcMs } from '@sw/domain/time/units';
import type { AuditAct } from '../../areas/audit-act.ts';
import type { BillingParts, BillingRecords, OrderOfUser, SubscriptionOfUser } from '../../areas/billing/ports.ts';

/** The id of all these objects. */
export const ID = '0197b3a2-0000-7000-8000-000000000001';
const product: Product = {
	id: ID,
	name: 'Pro',
	license: 'pro',
	period: 'month',
	providerProductId: null,
	trialDays: 0,
	isActive: true,
	createdAt: utcMs(0),
	updatedAt: utcMs(0),
};
const subscription = {
	id: ID,
	providerId: '77',
	orderId: ID,
	orderCode: 'ABC',
	productName: 'Pro',
	email: 'ann@example.test',
	license: 'pro',
	period: 'month',
	state: 'active',
	renewal: 'auto',
	paidUntil: null,
	licenceUntil: null,
	nextChargeAt: null,
	isOnTrial: false,
	failedAttempts: 0,
	createdAt: utcMs(0),
	updatedAt: utcMs(0),
} as Partial<SubscriptionOfUser> as SubscriptionOfUser;
const order = {
	id: ID,
	code: 'ABC',
	email: 'ann@example.test',
	productId: ID,
	productName: 'Pro',
	license: 'pro',
	period: 'month',
	currency: 'USD',
	cents: 9_900,
	coupon: null,
	state: 'processed',
	paymentMethod: null,
	providerOrderId: '9',
	charges: [{ providerOrderId: '9', state: 'processed', at: utcMs(0), cents: 9_900, currency: 'USD', method: null, invoice: null }],
	createdAt: utcMs(0),
	updatedAt: utcMs(0),
	paidAt: utcMs(0),
} as Partial<OrderOfUser> as OrderOfUser;
const notification = {
	id: ID,
	number: 1,
	state: 'failed',
	type: 'OrderCharged',
	providerOrderId: '9',
	receivedAt: utcMs(0),
	workedAt: null,
};
const billingRecords = {
	listProducts: async () => [product],
	productById: async () => product,
	addProduct: async (one: Product) => one,
	changeProduct: async () => product,
	removeProduct: async () => true,
	pricesOf: async () => [],
	savePrices: async () => 1,
	subscriptionById: async () => subscription,
	changeSubscription: async () => {},
	orderByName: async () => order,
	subscriptionsOfOrders: async () => [],
	notificationById: async () => notification,
	changeNotification: async () => ({
		...notification,
		state: 'received',
		providerSubscriptionId: null,
		orderId: null,
		attempts: 0,
		copies: 1,
		reason: null,
	}),
} as Partial<Record<keyof BillingRecords, unknown>> as unknown as BillingRecords;

export function billingParts(audit: AuditAct) {
	return {
		records: billingRecords,
		payments: { changeRenewal: async () => {}, terminate: async () => {}, refund: async () => {} },
		clock: { now: () => utcMs(0) },
		randomSource: { uuid: () => ID },
		wake: () => {},
		onError: () => {},
		audit,
	} as Partial<Record<keyof BillingParts, unknown>> as unknown as BillingParts;
}
