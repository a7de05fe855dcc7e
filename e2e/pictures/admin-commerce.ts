/** The administration's commerce pages on a site with plans; the product of the pictures has none. */
import type { Page } from '@playwright/test';

function createId(n: number): string {
	return `0197b3a2-0000-7000-8000-${String(n).padStart(12, '0')}`;
}

const CODE = 'A2B3C4D5E6F7';

function createPlan(n: number, name: string, license: string, period: string, overrides: object) {
	return {
		id: createId(n),
		name,
		license,
		period,
		provider_product_id: String(80 + n),
		trial_days: 0,
		is_active: true,
		prices: [],
		created: '2026-06-01T00:00:00Z',
		updated: '2026-06-01T00:00:00Z',
		...overrides,
	};
}

function createUsdPrices(amount: number) {
	return [{ currency: 'USD', amount }];
}

const PLANS = [
	createPlan(1, 'Basic', 'basic', 'month', { prices: createUsdPrices(15) }),
	createPlan(2, 'Premium', 'premium', 'month', { prices: [{ currency: 'EUR', amount: 36.5 }, ...createUsdPrices(40)], trial_days: 14 }),
	createPlan(3, 'Pro', 'pro', 'month', { prices: createUsdPrices(80) }),
	createPlan(4, 'Pro', 'pro', 'year', { provider_product_id: null }),
	createPlan(5, 'Pro of 2025', 'pro', 'month', { is_active: false, prices: createUsdPrices(70) }),
];

function createCharge(number: number, status: string, time: string) {
	return {
		provider_order_id: String(number),
		status,
		time,
		amount: 80,
		currency: 'USD',
		invoice_url: 'https://store.example.com/invoice',
	};
}

const ORDER = {
	id: createId(11),
	code: CODE,
	status: 'processed',
	product_id: createId(3),
	name: 'Pro',
	license: 'pro',
	period: 'month',
	currency: 'USD',
	amount: 80,
	coupon: null,
	payment_method: 'Credit card',
	checkout_url: null,
	charges: [createCharge(5_009, 'processed', '2026-06-28T14:02:00Z'), createCharge(5_001, 'processed', '2026-05-28T14:02:00Z')],
	created: '2026-05-28T13:58:00Z',
	updated: '2026-06-28T14:02:00Z',
	paid: '2026-05-28T14:02:00Z',
	email: 'ann@example.com',
	provider_order_id: '5001',
};
const ORDERS = [
	{
		...ORDER,
		id: createId(12),
		code: 'B3C4D5E6F7G8',
		status: 'waiting',
		charges: [],
		paid: null,
		payment_method: null,
		email: 'bob@example.com',
	},
	ORDER,
	{ ...ORDER, id: createId(13), code: 'C4D5E6F7G8H9', status: 'refunded', amount: 40, name: 'Premium', email: 'eve@example.com' },
	{ ...ORDER, id: createId(14), code: 'D5E6F7G8H9J2', status: 'chargeback', email: '' },
];

const SUBSCRIPTION = {
	id: createId(31),
	status: 'active',
	order_id: ORDER.id,
	order_code: CODE,
	name: 'Pro',
	license: 'pro',
	period: 'month',
	renewal_type: 'auto',
	paid_until: '2026-07-28T14:02:00Z',
	licence_until: '2026-07-31T14:02:00Z',
	is_on_trial: false,
	next_charge: { time: '2026-07-28T14:02:00Z', amount: 80, currency: 'USD' },
	failed_attempts: 0,
	created: '2026-05-28T14:02:00Z',
	updated: '2026-06-28T14:02:00Z',
	email: 'ann@example.com',
	provider_subscription_id: '7001',
};
const SUBSCRIPTIONS = [
	SUBSCRIPTION,
	{
		...SUBSCRIPTION,
		id: createId(32),
		status: 'suspended',
		failed_attempts: 2,
		email: 'dan@example.com',
		provider_subscription_id: '7002',
	},
	{
		...SUBSCRIPTION,
		id: createId(33),
		status: 'terminated',
		next_charge: null,
		licence_until: null,
		renewal_type: 'manual',
		email: '',
		provider_subscription_id: '7003',
	},
];

const NOTIFICATION = {
	id: createId(21),
	state: 'worked',
	type: 'SubscriptionChargeSucceed',
	provider_order_id: '5009',
	provider_subscription_id: '7001',
	order_id: ORDER.id,
	received: '2026-06-28T14:02:03Z',
	worked: '2026-06-28T14:02:04Z',
	attempts: 1,
	copies: 1,
	reason: null,
};
const NOTIFICATIONS = [
	{
		...NOTIFICATION,
		id: createId(22),
		state: 'received',
		type: 'OrderCharged',
		provider_order_id: '5012',
		provider_subscription_id: null,
		order_id: null,
		worked: null,
		attempts: 3,
		reason: 'PayPro Global, Orders/GetOrderDetails: no response.',
	},
	NOTIFICATION,
	{
		...NOTIFICATION,
		id: createId(23),
		state: 'refused',
		type: 'OrderCharged',
		provider_order_id: '4711',
		order_id: null,
		copies: 3,
		reason: "It doesn't refer to a known order.",
	},
	{ ...NOTIFICATION, id: createId(24), state: 'test', type: 'OrderCharged', provider_order_id: '1' },
];
const FIELDS = {
	IPN_TYPE_ID: '6',
	IPN_TYPE_NAME: 'SubscriptionChargeSucceed',
	ORDER_ID: '5009',
	ORDER_STATUS: 'Processed',
	ORDER_TOTAL_AMOUNT: '80.00',
	ORDER_CURRENCY_CODE: 'USD',
	CUSTOMER_NAME: 'Ann Example',
	CUSTOMER_EMAIL: 'ann@example.com',
	COMPANY_NAME: '',
	SUBSCRIPTION_ID: '7001',
	CHECKOUT_QUERY_STRING:
		'products%5B1%5D%5Bid%5D=83&products%5B1%5D%5Bqty%5D=1&currency=USD&billing-email=ann%40example.com&x-order=A2B3C4D5E6F7',
	A_NEW_FIELD: 'kept as it came',
	TEST_MODE: '0',
};

const stagedResponses: readonly [pattern: RegExp, json: object][] = [
	[/\/api\/products$/, { items: PLANS }],
	[/\/api\/prices$/, { payments: 'payproglobal', items: [] }],
	[/\/api\/orders\?/, { items: ORDERS, total_count: 43 }],
	[/\/api\/orders\/[A-Z0-9]+$/, ORDER],
	[/\/api\/subscriptions\?/, { items: SUBSCRIPTIONS, total_count: SUBSCRIPTIONS.length }],
	[
		/\/api\/payment-notices\?/,
		{
			items: NOTIFICATIONS,
			total_count: NOTIFICATIONS.length,
			turned_away: [
				{ date: '2026-06-29', hook: 'live', reason: 'invalid signature', count: 112 },
				{ date: '2026-06-28', hook: 'test', reason: 'valid signature, but a required field is missing', count: 1 },
			],
		},
	],
	[/\/api\/payment-notices\/[0-9a-f-]+$/, { ...NOTIFICATION, stripped: null, fields: FIELDS }],
];

/** Gives the pages these responses. */
export async function withSales(page: Page): Promise<void> {
	for (const [pattern, json] of stagedResponses)
		await page.route(pattern, (route) => (route.request().method() === 'GET' ? route.fulfill({ json }) : route.fallback()));
}

export const ORDER_PATH = `/admin/orders?order=${CODE}`;
export const NOTIFICATION_PATH = `/admin/payment-notices?notice=${NOTIFICATION.id}`;
