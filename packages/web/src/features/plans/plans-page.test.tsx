import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Profile } from '../../entities/session/session-query.ts';
import { createProfile } from '../../testing/accounts.ts';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { createOffer, createPendingOrder, createSchedule, createSubscription, NOW, OFFERS } from '../../testing/plans.ts';
import type { PlansSearch } from './plans-page.tsx';
import { PlansPage } from './plans-page.tsx';
import type { Order, Prices } from './queries.ts';

interface Opened {
	search?: PlansSearch;
	reader?: Partial<Profile> | null;
	prices?: Partial<Prices>;
	orders?: () => Order[];
	billing?: Answers['billing'];
	now?: string;
}

async function open({ search = {}, reader = null, prices = {}, orders = () => [], billing = {}, now = NOW }: Opened = {}) {
	const shown = await show(<PlansPage search={search} />, {
		accounts: {
			profile: () => (reader ? createProfile(reader) : rejectCall(401, 'No authorization information has been supplied')),
			startConfirmation: () => ({ email: 'ann@example.com', expires: '2026-07-01T15:45:00Z' }),
		},
		operations: { health: () => ({ now }) as never },
		reports: { publicSchedule: ({ query }) => createSchedule(String(query.date)) },
		billing: {
			prices: () => ({ payments: 'simulated', items: [...OFFERS], ...prices }),
			orders: () => ({ items: orders(), total_count: orders().length }),
			subscription: () => ({ payments: 'simulated', subscription: null }),
			...billing,
		},
	});
	await expect.element(plan('Pro')).toBeVisible();
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === `billing.${call}`).map((one) => one.input);
	return { ...shown, given: inputsOf };
}

function plan(name: string) {
	return page.getByRole('region', { name, exact: true });
}

const dialog = page.getByRole('dialog');

describe('the page of plans', () => {
	it('shows Monthly and Annually, what each plan costs and which reports of the day it opens', async () => {
		await open({ search: { period: 'year' } });
		await expect.element(page.getByRole('link', { name: 'Monthly' })).toBeVisible();
		await expect.element(page.getByRole('link', { name: 'Annually' })).toHaveAttribute('aria-current', 'true');
		await expect.element(page.getByText('Save about 17 % with annual billing')).toBeVisible();
		await expect.element(plan('Basic')).toMatchTextContent(/\$15\.83a month.*billed annually, \$190 \$228/);
		await expect.element(plan('Basic').getByRole('img')).toHaveAccessibleName('Basic includes 7 of 26 reports a day');
		await expect.element(plan('Pro').getByRole('img')).toHaveAccessibleName('Pro includes 26 of 26 reports a day');
		await plan('Premium').getByText('14 of 26').click();
		await expect.element(plan('Premium').getByText(/^Included, New York time: 09:45, 10:00, 10:30, .*16:00\.$/)).toBeVisible();
		await expect.element(plan('Premium').getByText('Forecast reports: 09:46, 16:01.')).toBeVisible();
		await expect.element(plan('Basic')).toMatchTextContent(/5 saved filters/);
	});

	it('takes the day from the next session that is as long as usual', async () => {
		// The day before Independence Day of 2026 is closed, and a weekend follows.
		const { calls } = await open({ now: '2026-07-03T16:00:00Z' });
		await expect.element(plan('Basic').getByRole('img')).toHaveAccessibleName('Basic includes 7 of 26 reports a day');
		const dates = calls.filter(({ call }) => call === 'reports.publicSchedule').map(({ input }) => input);
		expect(dates.at(-1)).toEqual({ query: { date: '2026-07-06' } });
	});

	it('leads a visitor to sign up and back', async () => {
		await open({ search: { period: 'year' } });
		const href = plan('Premium').getByRole('link', { name: 'Sign up for Premium' });
		await expect.element(href).toHaveAttribute('href', '/auth/signup?redirectTo=%2Fhere');
		await expect.element(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
	});

	it('offers an account that is not confirmed its mail first', async () => {
		await open({ reader: { status: 'unconfirmed', license: null } });
		await expect
			.element(plan('Basic').getByRole('link', { name: 'Confirm your e-mail address first' }))
			.toHaveAttribute('href', '#confirm');
		await page.getByRole('button', { name: 'Resend link' }).click();
		await expect.element(page.getByText('We sent a link to ann@example.com.')).toBeVisible();
	});

	it('says how to get a licence where payments are off', async () => {
		await open({ prices: { payments: null }, reader: { license: 'basic' } });
		await expect.element(page.getByRole('heading', { name: 'How to get a licence' })).toBeVisible();
		const ask = plan('Pro').getByRole('button', { name: 'Request Pro' });
		await expect.element(ask).toHaveAttribute('data-act', 'contact');
		await expect.element(ask).toHaveAttribute('data-subject', 'License: Pro, monthly');
		await expect.element(plan('Basic').getByText('Your plan')).toBeVisible();
	});

	it('says so where no price is set', async () => {
		await open({ prices: { items: OFFERS.map((one) => ({ ...one, prices: [] })) } });
		await expect.element(page.getByRole('heading', { name: 'No plans are available at the moment.' })).toBeVisible();
		await expect.element(plan('Basic').getByText('No price set yet.')).toBeVisible();
		await expect.element(plan('Basic').getByRole('button', { name: 'Request Basic' })).toBeVisible();
	});

	it('shows every currency that is sold, and what is not sold in the chosen one', async () => {
		const items = [
			createOffer('basic', 'month', 19, {
				prices: [
					{ currency: 'EUR', amount: 17.5 },
					{ currency: 'USD', amount: 19 },
				],
			}),
			...OFFERS.slice(1),
		];
		const { getUrl } = await open({ search: { currency: 'EUR' }, prices: { items }, reader: {} });
		await expect.element(plan('Basic')).toMatchTextContent(/€17\.50/);
		await expect.element(plan('Pro').getByText('Not available in EUR, but in USD.')).toBeVisible();
		await page.getByLabelText('Currency').selectOptions('USD');
		await expect.poll(getUrl).toBe('/prices?currency=USD');
	});

	it('reports what of its address it does not know', async () => {
		await open({ search: { period: 'week', currency: 'GBP' } });
		await expect.element(page.getByText(/The address has an unknown value, period=week/)).toBeVisible();
		await expect.element(page.getByText(/^No prices in GBP/)).toBeVisible();
	});
});

describe('an order', () => {
	it('is placed after its consequences are shown, and leads to the payment', async () => {
		let orders: Order[] = [];
		const { given } = await open({
			reader: { license: 'premium', license_expires: '2026-07-12T15:45:00Z' },
			orders: () => orders,
			billing: {
				subscription: () => ({ payments: 'simulated', subscription: createSubscription() }),
				createOrder: () => {
					const placed = createPendingOrder({ product_id: 'pro-month', name: 'Pro', license: 'pro', amount: 99 });
					orders = [placed];
					return placed;
				},
			},
		});
		await expect.element(plan('Premium').getByText('Renews 07/12/2026 for $49.')).toBeVisible();
		await expect.element(plan('Premium').getByRole('link', { name: 'Manage subscription' })).toHaveAttribute('href', '/profile#plan');
		await plan('Pro').getByRole('button', { name: 'Change to Pro for $99' }).click();
		await expect.element(dialog).toHaveAccessibleName('Order Pro, monthly');
		await expect.element(dialog.getByText(/^Premium won’t renew/)).toBeVisible();
		await dialog.getByLabelText('Coupon').fill('SPRING');
		await dialog.getByRole('button', { name: 'Continue to payment' }).click();
		await expect.poll(() => location.hash).toBe('#checkout');
		location.hash = '';
		expect(given('createOrder')).toEqual([{ body: { product_id: 'pro-month', period: 'month', currency: 'USD', coupon: 'SPRING' } }]);
		await expect.element(page.getByRole('heading', { name: 'Order AB2CD3EF4GH5: payment pending' })).toBeVisible();
		await expect.element(plan('Pro').getByRole('link', { name: 'View order' })).toBeVisible();
	});

	it('that was refused says why, and the page shows what is so now', async () => {
		let sold = [...OFFERS];
		await open({
			reader: { license: null },
			billing: {
				prices: () => ({ payments: 'simulated', items: sold }),
				createOrder: () => {
					sold = OFFERS.filter(({ product_id }) => product_id !== 'premium-month');
					return rejectCall(400, 'Malformed request parameters', [{ field: 'product_id', message: 'This plan is not sold' }]);
				},
			},
		});
		await plan('Premium').getByRole('button', { name: 'Order Premium for $49' }).click();
		await dialog.getByRole('button', { name: 'Continue to payment' }).click();
		await expect.element(dialog.getByRole('alert')).toHaveTextContent('This plan is not sold');
		await dialog.getByRole('button', { name: 'Cancel' }).click();
		await expect.element(plan('Premium').getByText('Not available monthly at the moment.')).toBeVisible();
	});

	it('at another price than was shown is not paid unseen', async () => {
		await open({ reader: { license: null }, billing: { createOrder: () => createPendingOrder({ amount: 59 }) } });
		await plan('Premium').getByRole('button', { name: 'Order Premium for $49' }).click();
		await dialog.getByRole('button', { name: 'Continue to payment' }).click();
		await expect.element(dialog.getByRole('alert')).toMatchTextContent(/The price changed from \$49 to \$59\./);
		expect(location.hash).toBe('');
	});
});

describe('an order that waits', () => {
	const waiting = page.getByRole('region', { name: /payment pending$/ });

	it('is paid, changed to another plan, or taken back', async () => {
		let orders = [createPendingOrder()];
		const { given } = await open({
			reader: { license: null },
			orders: () => orders,
			billing: {
				chargeOrder: () => createPendingOrder(),
				changeOrder: () => {
					orders = [createPendingOrder({ product_id: 'pro-month', name: 'Pro', license: 'pro', amount: 99 })];
					return orders[0] as Order;
				},
				deleteOrder: () => {
					orders = [];
					return undefined;
				},
			},
		});
		await waiting.getByRole('button', { name: 'Pay $49' }).click();
		await expect.poll(() => location.hash).toBe('#checkout');
		location.hash = '';
		await plan('Pro').getByRole('button', { name: 'Change order to Pro' }).click();
		await dialog.getByRole('button', { name: 'Continue to payment' }).click();
		await expect.element(waiting.getByText(/^Pro, monthly, \$99/)).toBeVisible();
		location.hash = '';
		await waiting.getByRole('button', { name: 'Withdraw' }).click();
		await dialog.getByRole('button', { name: 'Withdraw order' }).click();
		await expect.element(waiting).not.toBeInTheDocument();
		expect([given('chargeOrder'), given('deleteOrder')]).toEqual([
			[{ body: { order: 'AB2CD3EF4GH5' } }],
			[{ params: { idOrCode: 'AB2CD3EF4GH5' }, body: {} }],
		]);
		expect(given('changeOrder')).toEqual([
			{ params: { idOrCode: 'AB2CD3EF4GH5' }, body: { product_id: 'pro-month', period: 'month', currency: 'USD', coupon: null } },
		]);
	});

	it('whose price has changed since takes the new one when its owner says so', async () => {
		let amount = 39;
		const { given } = await open({
			reader: { license: null },
			orders: () => [createPendingOrder({ amount })],
			billing: {
				changeOrder: () => {
					amount = 49;
					return createPendingOrder({ amount });
				},
				chargeOrder: () => createPendingOrder({ amount }),
			},
		});
		await expect.element(waiting.getByText('The price changed from $39 to $49 since you ordered.')).toBeVisible();
		await waiting.getByRole('button', { name: 'Accept new price and pay $49' }).click();
		await expect.poll(() => location.hash).toBe('#checkout');
		location.hash = '';
		expect(given('changeOrder')).toEqual([{ params: { idOrCode: 'AB2CD3EF4GH5' }, body: {} }]);
	});

	it('that cannot be paid any more says why, and what to do', async () => {
		let items = [...OFFERS];
		await open({
			reader: { license: null },
			orders: () => [createPendingOrder()],
			billing: {
				prices: () => ({ payments: 'simulated', items }),
				chargeOrder: () => {
					items = OFFERS.map((one) => ({ ...one, prices: [{ currency: 'EUR', amount: 45 }] }));
					return rejectCall(400, 'Malformed request parameters', [{ field: 'currency', message: 'This plan is not sold in USD.' }]);
				},
			},
		});
		await waiting.getByRole('button', { name: 'Pay $49' }).click();
		await expect.element(waiting.getByRole('alert')).toHaveTextContent('This plan is not sold in USD.');
		await expect.element(waiting.getByText(/^This plan is no longer sold in USD\. Choose it in EUR below/)).toBeVisible();
		await expect.element(waiting.getByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
	});

	it('is seen as paid without anybody doing anything, and the licence with it', async () => {
		let license: Profile['license'] = null;
		let orders = [createPendingOrder()];
		const shown = await show(<PlansPage search={{}} />, {
			accounts: { profile: () => createProfile({ license }) },
			operations: { health: () => ({ now: NOW }) as never },
			reports: { publicSchedule: ({ query }) => createSchedule(String(query.date)) },
			billing: {
				prices: () => ({ payments: 'simulated', items: [...OFFERS] }),
				orders: () => ({ items: orders, total_count: 1 }),
				subscription: () => ({ payments: 'simulated', subscription: license === null ? null : createSubscription() }),
			},
		});
		await expect.element(waiting).toBeVisible();
		license = 'premium';
		orders = [createPendingOrder({ status: 'processed', checkout_url: null })];
		await expect.element(plan('Premium').getByText('Your plan')).toBeVisible();
		await expect.element(page.getByText('You have the premium licence now.')).toBeVisible();
		await expect.element(waiting).not.toBeInTheDocument();
		expect(shown.getUrl()).toBe('/here');
	});

	it('and is paid before the page has read it brings its licence, though the session was read before', async () => {
		let sessions = 0;
		await show(<PlansPage search={{}} />, {
			accounts: { profile: () => createProfile({ license: sessions++ === 0 ? 'basic' : 'premium' }) },
			operations: { health: () => ({ now: NOW }) as never },
			reports: { publicSchedule: ({ query }) => createSchedule(String(query.date)) },
			billing: {
				prices: () => ({ payments: 'simulated', items: [...OFFERS] }),
				orders: () => ({ items: [createPendingOrder({ status: 'processed', checkout_url: null })], total_count: 1 }),
				subscription: () => ({ payments: 'simulated', subscription: createSubscription() }),
			},
		});
		await expect.element(plan('Premium').getByText('Your plan')).toBeVisible();
		await expect.element(page.getByText('You have the premium licence now.')).toBeVisible();
	});

	it('whose payment was declined says that nothing was charged', async () => {
		await open({ reader: { license: null }, orders: () => [createPendingOrder({ status: 'canceled', checkout_url: null })] });
		await expect
			.element(page.getByText(/The payment for order AB2CD3EF4GH5 \(Premium\) was declined and nothing was charged/))
			.toBeVisible();
		await expect.element(plan('Premium').getByRole('button', { name: 'Order Premium for $49' })).toBeVisible();
	});
});
