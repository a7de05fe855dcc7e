import { DAY, HOUR, MINUTE, utcMs } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BillingApp, billingApp, read } from '../../compose/testing/billing-app.ts';
import type { Browser } from '../accounts/testing/account-app.ts';
import { PASSWORD } from '../accounts/testing/account-app.ts';

interface Order {
	id: string;
	code: string;
	status: string;
	amount: number;
	checkout_url: string | null;
	charges: { provider_order_id: string; status: string; amount: number }[];
}
interface Subscription {
	id: string;
	status: string;
	paid_until: string;
	licence_until: string | null;
	renewal_type: string;
}

let at: BillingApp;
beforeAll(async () => {
	at = await billingApp({ name: 'simulated' });
});
afterAll(() => at?.[Symbol.asyncDispose]());

async function ordered(browser: Browser, license: string, period = 'month'): Promise<Order> {
	const { status, body } = await browser.send('POST', '/api/orders', { product_id: (await at.findPlan(license, period)).id });
	expect(status).toBe(201);
	return body as Order;
}

/** What is done at the provider's page. */
async function act(browser: Browser, order: Order, name: string): Promise<void> {
	const headers = { 'content-type': 'application/x-www-form-urlencoded' };
	const { status } = await browser.send('POST', `/simulated-checkout/${order.code}`, `act=${name}`, headers);
	expect(status).toBe(303);
	await at.runJobs();
}

async function own(browser: Browser): Promise<Subscription> {
	return (await read<{ subscription: Subscription }>(browser, '/api/subscription')).subscription;
}

async function licence(browser: Browser): Promise<string | null> {
	return (await read<{ license: string | null }>(browser, '/api/me')).license;
}

function orderOf(browser: Browser, { code }: Order): Promise<Order> {
	return read<Order>(browser, `/api/orders/${code}`);
}

async function retry(browser: Browser, email: string): Promise<void> {
	expect((await browser.send('POST', '/api/auth/login', { email, password: PASSWORD })).status).toBe(200);
}

describe('orders', () => {
	it('keep their currency when they change to another plan, and are paid on the page at once', async () => {
		const { browser } = await at.createSignedInUser();
		const euro = (license: string, amount: number | null) => async () =>
			at.admin.send('POST', '/api/prices/update', { prices: [{ product_id: (await at.findPlan(license)).id, currency: 'EUR', amount }] });
		await euro('premium', 45)();
		const { body } = await browser.send('POST', '/api/orders', { product_id: (await at.findPlan('premium')).id, currency: 'EUR' });
		const order = body as Order;
		const toPro = { product_id: (await at.findPlan('pro')).id };
		expect(await browser.send('PUT', `/api/orders/${order.code}`, toPro)).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'currency', message: "This plan isn't sold in EUR." }] },
		});
		const kept = await orderOf(browser, order);
		expect(kept).toMatchObject({ currency: 'EUR', amount: 45 });
		expect(await browser.send('PUT', `/api/orders/${order.code}`, kept)).toMatchObject({
			status: 200,
			body: { currency: 'EUR', amount: 45 },
		});
		expect((await browser.send('PUT', `/api/orders/${order.code}`, { ...toPro, currency: 'USD' })).body).toMatchObject({ currency: 'USD' });
		const page = async () => String((await browser.send('GET', `/simulated-checkout/${order.code}`)).body);
		expect(await page()).toContain(`Order ${order.code}: waiting`);
		const headers = { 'content-type': 'application/x-www-form-urlencoded' };
		await browser.send('POST', `/simulated-checkout/${order.code}`, 'act=pay', headers);
		// The notice of it has not been worked on yet.
		expect(await page()).toContain(`Order ${order.code}: paid`);
		await at.runJobs();
		expect(await page()).toContain(`Order ${order.code}: paid`);
		await euro('premium', null)();
	});

	it('wait with the address of their checkout, and are read by id or by code', async () => {
		const { browser, user } = await at.createSignedInUser();
		const order = await ordered(browser, 'premium');
		expect(order).toMatchObject({ status: 'waiting', amount: 49, checkout_url: `http://localhost:8080/simulated-checkout/${order.code}` });
		expect(await orderOf(browser, order)).toEqual(order);
		expect(await read<Order>(browser, `/api/orders/${order.id}`)).toEqual(order);
		expect((await browser.send('POST', '/api/orders/charge', { order: order.code.toLowerCase() })).body).toMatchObject({ id: order.id });
		expect((await browser.send('GET', `/simulated-checkout/${order.code}`)).status).toBe(200);
		expect((await at.admin.send('GET', `/api/orders/${order.code}`)).body).toMatchObject({ email: user.email });
	});

	it('of another user are not found, for any call', async () => {
		const { browser } = await at.createSignedInUser();
		const order = await ordered(browser, 'premium');
		const { browser: stranger } = await at.createSignedInUser();
		for (const name of [order.id, order.code, 'NOBODYS', '00000000-0000-4000-8000-000000000000']) {
			expect((await stranger.send('GET', `/api/orders/${name}`)).status).toBe(404);
			expect((await stranger.send('PUT', `/api/orders/${name}`, {})).status).toBe(404);
			expect((await stranger.send('DELETE', `/api/orders/${name}`, {})).status).toBe(404);
			expect((await stranger.send('POST', '/api/orders/charge', { order: name })).body).toMatchObject({
				status: 400,
				errors: [{ field: 'order', message: 'Order not found' }],
			});
		}
		expect((await stranger.send('GET', `/simulated-checkout/${order.code}`)).status).toBe(404);
		expect((await at.browser().send('GET', `/simulated-checkout/${order.code}`)).status).toBe(401);
		expect((await read<{ total_count: number }>(stranger, '/api/orders')).total_count).toBe(0);
	});

	it('of what is not sold, not in that currency or not by that period are refused', async () => {
		const { browser } = await at.createSignedInUser();
		const order = async (body: object) => {
			const { status, body: answer } = await browser.send('POST', '/api/orders', body);
			return [status, (answer as { errors: { message: string }[] }).errors?.[0]?.message];
		};
		const { id: product_id } = await at.findPlan('pro');
		expect(await order({ product_id: '00000000-0000-4000-8000-000000000000' })).toEqual([400, "This plan isn't sold"]);
		expect(await order({ product_id, currency: 'EUR' })).toEqual([400, "This plan isn't sold in EUR."]);
		expect(await order({ product_id, period: 'year' })).toEqual([400, 'This plan is billed monthly.']);
		expect((await read<{ total_count: number }>(browser, '/api/orders')).total_count).toBe(0);
	});

	it('need a confirmed address, and say so', async () => {
		const { browser } = await at.createSignedInUser({ status: 'unconfirmed', confirmedAt: null });
		const { status, body } = await browser.send('POST', '/api/orders', { product_id: (await at.findPlan('pro')).id });
		expect([status, (body as { detail: string }).detail]).toEqual([
			403,
			'Confirm your address first; you can send the mail again from your profile',
		]);
	});

	it('are not charged at a price that has changed, or for a plan switched off, until they are changed', async () => {
		const { browser } = await at.createSignedInUser();
		const order = await ordered(browser, 'pro');
		const { id } = await at.findPlan('pro');
		const charge = async () => {
			const { status, body } = await browser.send('POST', '/api/orders/charge', { order: order.code });
			return [status, (body as { errors?: { message: string }[] }).errors?.[0]?.message];
		};
		await at.admin.send('POST', '/api/prices/update', { prices: [{ product_id: id, currency: 'USD', amount: 109 }] });
		expect(await charge()).toEqual([400, 'The price is now 109.00 USD. Update the order to accept it.']);
		expect((await browser.send('PUT', `/api/orders/${order.code}`, {})).body).toMatchObject({ amount: 109 });
		expect(await charge()).toEqual([200, undefined]);
		await at.admin.send('PUT', `/api/products/${id}`, { is_active: false });
		expect(await charge()).toEqual([400, "This plan isn't sold"]);
		await at.admin.send('PUT', `/api/products/${id}`, { is_active: true });
		await at.admin.send('POST', '/api/prices/update', { prices: [{ product_id: id, currency: 'USD', amount: 99 }] });
	});

	it('are changed and taken back while they wait, and no longer', async () => {
		const { browser } = await at.createSignedInUser();
		const [first, second] = [await ordered(browser, 'premium'), await ordered(browser, 'premium')];
		expect((await browser.send('DELETE', `/api/orders/${first.code}`, {})).status).toBe(204);
		expect((await browser.send('GET', `/api/orders/${first.code}`)).status).toBe(404);
		await act(browser, second, 'pay');
		expect((await browser.send('DELETE', `/api/orders/${second.code}`, {})).status).toBe(404);
		expect((await browser.send('PUT', `/api/orders/${second.code}`, {})).body).toMatchObject({ status: 409, title: 'Conflict' });
		expect((await browser.send('POST', '/api/orders/charge', { order: second.code })).status).toBe(400);
	});

	it('are listed by status, days and payment method; administrators see all', async () => {
		const { browser, user } = await at.createSignedInUser();
		const [paid, waiting] = [await ordered(browser, 'premium'), await ordered(browser, 'pro')];
		await act(browser, paid, 'pay');
		const codes = async (query: string, client = browser) =>
			(await read<{ items: Order[] }>(client, `/api/orders?${query}`)).items.map(({ code }) => code).sort();
		expect(await codes('')).toEqual([paid.code, waiting.code].sort());
		expect(await codes('status=processed')).toEqual([paid.code]);
		expect(await codes('payment_method=Simulated%20card')).toEqual([paid.code]);
		expect(await codes('from=2026-07-01')).toEqual([]);
		expect(await codes('to=2026-06-30')).toHaveLength(2);
		expect(await codes('to=2026-06-29')).toEqual([]);
		expect(await codes(`q=${encodeURIComponent(user.email)}`, at.admin)).toHaveLength(2);
		expect(await codes(`q=${paid.code.slice(0, 8).toLowerCase()}`, at.admin)).toEqual([paid.code]);
		// Their own alone, where they ask for those: they have ordered nothing.
		expect(await codes('own=true', at.admin)).toEqual([]);
		expect(await codes('own=true')).toEqual(await codes('own=false'));
		expect((await browser.send('GET', '/api/orders?own=mine')).status).toBe(400);
		expect((await browser.send('GET', '/api/orders?status=paid')).status).toBe(400);
	});
});

describe('a paid order', () => {
	it('brings its licence without signing in again, a receipt, and an end when it is not charged again', async () => {
		const { browser, user } = await at.createSignedInUser({ license: null });
		const order = await ordered(browser, 'pro');
		expect(await licence(browser)).toBeNull();
		await act(browser, order, 'pay');
		expect(await licence(browser)).toBe('pro');
		expect(await orderOf(browser, order)).toMatchObject({
			status: 'processed',
			checkout_url: null,
			payment_method: 'Simulated card',
			charges: [{ amount: 99, status: 'processed' }],
		});
		expect(await own(browser)).toMatchObject({
			status: 'active',
			paid_until: '2026-07-30T15:45:00Z',
			licence_until: '2026-08-02T15:45:00Z',
		});
		expect((await at.readMailsTo(user.email)).map(({ subject }) => subject)).toEqual(['Receipt: Pro']);

		const { body } = await browser.send('POST', '/api/subscription/finish', { reason: 'Too dear' });
		expect(body).toMatchObject({ status: 'finished', licence_until: '2026-07-30T15:45:00Z', next_charge: null });
		await at.runJobs();
		expect(await own(browser)).toMatchObject({ status: 'finished' });
		expect((await browser.send('POST', '/api/subscription/finish', {})).status).toBe(400);
		await at.advance(27 * DAY);
		await at.advance(HOUR);
		expect((await at.readMailsTo(user.email)).map(({ subject }) => subject)).toEqual([
			'Receipt: Pro',
			'Your pro licence ends on 07/30/2026',
		]);
		await at.advance(3 * DAY);
		await retry(browser, user.email);
		expect(await licence(browser)).toBeNull();
		await at.advance(HOUR);
		expect((await at.readMailsTo(user.email)).map(({ subject }) => subject)).toEqual([
			'Receipt: Pro',
			'Your pro licence ends on 07/30/2026',
			'Your pro licence has ended',
		]);
		// The inbox says the same.
		const { rows } = await at.records.pool.query(
			"select subject, content ->> 'link' as link from messages where user_id = $1 and kind = 'order' order by id",
			[user.id],
		);
		expect(rows).toEqual([
			{ subject: 'Receipt: Pro', link: '/profile' },
			{ subject: 'Your pro licence ends on 07/30/2026', link: '/prices' },
			{ subject: 'Your pro licence has ended', link: '/prices' },
		]);
		await retry(at.admin, 'admin@example.test');
	});

	it('that is refunded or charged back brings nothing, and leaves what was there before', async () => {
		for (const back of ['refund', 'chargeback']) {
			const { browser } = await at.createSignedInUser({ license: 'basic', licenseExpires: utcMs(at.clock.now() + 300 * DAY) });
			const order = await ordered(browser, 'premium');
			await act(browser, order, 'pay');
			expect(await licence(browser)).toBe('premium');
			await act(browser, order, back);
			expect(await licence(browser)).toBe('basic');
			expect((await orderOf(browser, order)).status).toBe(back === 'refund' ? 'refunded' : 'chargeback');
			expect((await own(browser)).status).toBe(back === 'refund' ? 'terminated' : 'active');
		}
	});

	it('is given back by an administrator alone: its licence is gone, its subscription ended, and the reason kept', async () => {
		const { browser, user } = await at.createSignedInUser({ license: null });
		const order = await ordered(browser, 'pro');
		const url = `/api/orders/${order.code}/refund`;
		const refuses = async (body: object, expected: object) => expect((await at.admin.send('POST', url, body)).body).toMatchObject(expected);
		await refuses({ reason: 'Too early' }, { status: 400, errors: [{ field: 'order' }] });
		await act(browser, order, 'pay');
		at.clock.forward(1_000);
		await act(browser, order, 'charge');
		const { charges } = await orderOf(browser, order);
		const [newest, first] = charges.map(({ provider_order_id }) => provider_order_id);
		expect((await browser.send('POST', url, { reason: 'Mine' })).status).toBe(403);
		await refuses({}, { status: 400, errors: [{ field: 'reason' }] });
		await refuses({ reason: 'No such', payment: '1' }, { status: 400, errors: [{ field: 'payment' }] });
		expect((await at.admin.send('POST', '/api/orders/NOBODYS/refund', { reason: 'x' })).status).toBe(404);
		expect((await at.admin.send('POST', url, { reason: 'Bought by mistake', payment: first })).status).toBe(200);
		expect(await licence(browser)).toBeNull();
		await at.runJobs();
		expect((await orderOf(browser, order)).charges.map(({ status }) => status)).toEqual(['processed', 'refunded']);
		await refuses({ reason: 'Twice', payment: first }, { status: 400, errors: [{ field: 'payment' }] });
		expect((await at.admin.send('POST', url, { reason: 'The rest' })).status).toBe(200);
		await at.runJobs();
		expect(await orderOf(browser, order)).toMatchObject({ status: 'refunded' });
		expect((await own(browser)).status).toBe('terminated');
		const { items } = await read<{ items: { act: string; detail: object }[] }>(at.admin, `/api/audit?target=${user.email}`);
		expect(items.slice(0, 2)).toMatchObject([
			{ act: 'order.refund', detail: { order: order.code, payment: newest, amount: '99.00 USD', reason: 'The rest' } },
			{ act: 'order.refund', detail: { payment: first, reason: 'Bought by mistake' } },
		]);
	});

	it('is declined without any licence, and a failed charge is reported by mail', async () => {
		const { browser, user } = await at.createSignedInUser({ license: null });
		const [one, two] = [await ordered(browser, 'premium'), await ordered(browser, 'premium')];
		await act(browser, one, 'decline');
		expect([(await orderOf(browser, one)).status, await licence(browser)]).toEqual(['canceled', null]);
		await act(browser, two, 'pay');
		// Mails of one moment have no order.
		await at.advance(MINUTE);
		await act(browser, two, 'fail');
		await act(browser, two, 'suspend');
		expect(await own(browser)).toMatchObject({ status: 'suspended', failed_attempts: 1 });
		expect(await licence(browser)).toBe('premium');
		await act(browser, two, 'renew');
		expect((await own(browser)).status).toBe('active');
		await at.advance(20 * DAY);
		await retry(browser, user.email);
		await retry(at.admin, 'admin@example.test');
		await act(browser, two, 'charge');
		expect((await orderOf(browser, two)).charges).toHaveLength(2);
		const subjects = (await at.readMailsTo(user.email)).map(({ subject }) => subject);
		expect(subjects).toEqual(['Receipt: Premium', 'A payment failed', 'Receipt: Premium']);
	});

	it('for another plan ends the charges of the one before, and the better licence stays', async () => {
		const { browser } = await at.createSignedInUser({ license: null });
		const pro = await ordered(browser, 'pro');
		await act(browser, pro, 'pay');
		at.clock.forward(1_000);
		const premium = await ordered(browser, 'premium');
		await act(browser, premium, 'pay');
		await at.billing.runCheck();
		await at.runJobs();
		expect(await licence(browser)).toBe('pro');
		const { items } = await read<{ items: { order_code: string; status: string }[] }>(at.admin, `/api/subscriptions?q=${pro.code}`);
		expect(items).toMatchObject([{ status: 'finished' }]);
		expect(await own(browser)).toMatchObject({ status: 'active', order_code: premium.code });
	});
});

describe('a subscription', () => {
	it('is changed and ended by its owner or by an administrator, and is not found for other users', async () => {
		const { browser, user } = await at.createSignedInUser({ license: null });
		for (const [path, body] of [
			['change-renewal-type', { renewal_type: 'manual' }],
			['finish', {}],
			['terminate', {}],
		] as const)
			expect((await browser.send('POST', `/api/subscription/${path}`, body)).body).toMatchObject({
				status: 400,
				detail: 'There is no subscription',
			});
		const order = await ordered(browser, 'premium', 'year');
		await act(browser, order, 'pay');
		const { id } = await own(browser);
		expect((await browser.send('POST', '/api/subscription/change-renewal-type', { renewal_type: 'never' })).status).toBe(400);
		expect((await browser.send('POST', '/api/subscription/change-renewal-type', { renewal_type: 'manual' })).body).toMatchObject({
			renewal_type: 'manual',
		});
		await at.runJobs();
		expect(await own(browser)).toMatchObject({ renewal_type: 'manual', status: 'active' });
		const unknown = '00000000-0000-4000-8000-000000000000';
		expect((await at.admin.send('POST', `/api/subscription/terminate/${unknown}`, {})).status).toBe(404);
		expect((await browser.send('POST', `/api/subscription/terminate/${id}`, {})).status).toBe(403);
		expect(
			(await at.admin.send('POST', `/api/subscription/change-renewal-type/${id}`, { renewal_type: 'auto', reason: 'He called' })).body,
		).toMatchObject({
			renewal_type: 'auto',
		});
		expect((await at.admin.send('POST', `/api/subscription/terminate/${id}`, { reason: 'Fraud' })).body).toMatchObject({
			status: 'terminated',
			licence_until: null,
		});
		expect(await licence(browser)).toBeNull();
		expect((await at.readMailsTo(user.email)).at(-1)?.subject).toBe('Your premium licence has ended');
		const { items } = await read<{ items: { act: string; detail: object }[] }>(at.admin, `/api/audit?target=${user.email}`);
		expect(items.slice(0, 2)).toMatchObject([
			{ act: 'subscription.terminate', detail: { reason: 'Fraud', state: ['active', 'terminated'] } },
			{ act: 'subscription.renewal', detail: { reason: 'He called' } },
		]);
	});

	it('of an account that was deleted is not charged again', async () => {
		const { browser, user } = await at.createSignedInUser();
		const order = await ordered(browser, 'premium');
		await act(browser, order, 'pay');
		expect((await at.admin.send('DELETE', `/api/users/${user.id}`, {})).status).toBe(204);
		await at.billing.runCheck();
		await at.runJobs();
		const { items } = await read<{ items: unknown[] }>(at.admin, `/api/subscriptions?q=${order.code}`);
		expect(items).toMatchObject([{ status: 'finished', email: '' }]);
	});
});
