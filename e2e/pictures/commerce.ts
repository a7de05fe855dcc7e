/** The plans page and the profile on a site with payments; the product of the pictures takes none. */
import type { Page } from '@playwright/test';
import type { Step } from './staged.ts';

const PLANS = [
	['basic', 19],
	['premium', 49],
	['pro', 99],
] as const;

const OFFERS = PLANS.flatMap(([license, monthlyPrice]) =>
	(['month', 'year'] as const).map((period) => ({
		product_id: `${license}-${period}`,
		name: license.charAt(0).toUpperCase() + license.slice(1),
		license,
		period,
		trial_days: 0,
		prices: [
			{ currency: 'EUR', amount: period === 'month' ? monthlyPrice - 1.5 : monthlyPrice * 9 },
			{ currency: 'USD', amount: period === 'month' ? monthlyPrice : monthlyPrice * 10 },
		],
	})),
);

const SUBSCRIPTION = {
	id: '0197b3a2-0000-7000-8000-00000000000b',
	status: 'active',
	order_id: '0197b3a2-0000-7000-8000-00000000000a',
	order_code: 'AB2CD3EF4GH5',
	name: 'Premium',
	license: 'premium',
	period: 'month',
	renewal_type: 'auto',
	paid_until: '2026-07-12T15:45:00Z',
	licence_until: '2026-07-15T15:45:00Z',
	is_on_trial: false,
	next_charge: { time: '2026-07-12T15:45:00Z', amount: 49, currency: 'USD' },
	failed_attempts: 0,
	created: '2026-05-12T15:45:00Z',
	updated: '2026-06-12T15:45:00Z',
	email: '',
	provider_subscription_id: '1005',
};

interface Account {
	email?: string;
	orders?: readonly object[];
	subscription?: object | null;
}

function stageResponses({ email = 'premium@demo.test', orders = [createOrder(email)], subscription = SUBSCRIPTION }: Account = {}): Step {
	return async (page) => {
		await page.route('**/api/prices', (route) => route.fulfill({ json: { payments: 'simulated', items: OFFERS } }));
		await page.route('**/api/subscription', (route) => route.fulfill({ json: { payments: 'simulated', subscription } }));
		await page.route(/\/api\/orders\?/, (route) => route.fulfill({ json: { items: orders, total_count: orders.length } }));
	};
}

function createOrder(email: string) {
	return {
		id: '0197b3a2-0000-7000-8000-00000000000a',
		code: 'AB2CD3EF4GH5',
		status: 'processed',
		product_id: 'premium-month',
		name: 'Premium',
		license: 'premium',
		period: 'month',
		currency: 'USD',
		amount: 49,
		coupon: null,
		payment_method: 'Simulated card',
		checkout_url: null,
		charges: [createCharge('1009', '2026-06-12T15:45:00Z', 'processed'), createCharge('1004', '2026-05-12T15:45:00Z', 'refunded')],
		created: '2026-05-12T15:40:00Z',
		updated: '2026-06-12T15:45:00Z',
		paid: '2026-05-12T15:45:00Z',
		email,
		provider_order_id: '1004',
	};
}

function createCharge(id: string, time: string, status: string) {
	return {
		provider_order_id: id,
		status,
		time,
		amount: 49,
		currency: 'USD',
		invoice_url: status === 'processed' ? `https://pay.example/${id}` : null,
	};
}

/** The page is opened from within the application, since the server renders the product's own data. */
async function openPrices(page: Page): Promise<void> {
	await page.locator('body > footer').getByRole('link', { name: 'Plans' }).click();
	await page.getByText('26 of 26').waitFor();
}

async function openProfile(page: Page): Promise<void> {
	await page
		.locator('header a[href="/profile"]')
		.first()
		.evaluate((link: HTMLElement) => link.click());
	await page.getByRole('heading', { name: 'Plan and payments' }).waitFor();
	await page.getByRole('region', { name: 'Payments and invoices' }).or(page.getByText('No payments yet.')).first().waitFor();
}

async function showAnnualPrices(page: Page): Promise<void> {
	await page.getByRole('link', { name: 'Annually' }).click();
	await page.getByText('billed annually').first().waitFor();
}

function createWaitingOrder(email: string) {
	return { ...createOrder(email), status: 'waiting', checkout_url: '#', charges: [], amount: 39, paid: null };
}

/** For a reader with a paid licence: their plan and the others; `withOrderForm` shows the order form of another plan. */
export const withPlans = {
	before: stageResponses(),
	prepare: async (page: Page) => {
		await openPrices(page);
		await showAnnualPrices(page);
	},
};
export const withOrderForm = {
	before: stageResponses(),
	prepare: async (page: Page) => {
		await openPrices(page);
		await page.getByRole('button', { name: 'Change to Pro for $99' }).click();
		await page.getByRole('dialog').waitFor();
	},
};
/** For a reader with a pending order whose price has changed. */
export const withWaitingOrder = {
	before: stageResponses({ email: 'basic@demo.test', orders: [createWaitingOrder('basic@demo.test')], subscription: null }),
	prepare: async (page: Page) => {
		await openPrices(page);
		await page.getByRole('heading', { name: /payment pending/ }).waitFor();
	},
};
export const withPlansForVisitors = { before: stageResponses(), prepare: openPrices };

export const withPayments = { before: stageResponses(), prepare: openProfile };
/** The last charge failed. */
export const withFailedPayment = {
	before: stageResponses({
		subscription: { ...SUBSCRIPTION, failed_attempts: 1, next_charge: { ...SUBSCRIPTION.next_charge, time: '2026-07-13T03:45:00Z' } },
	}),
	prepare: openProfile,
};
