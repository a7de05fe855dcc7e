import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hashedText, signedText } from '@sw/domain/billing/signed-text';
import { orderTime } from '@sw/domain/billing/testing/payment-provider';
import { DAY, HOUR, MINUTE } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, PASSWORD } from '../areas/accounts/testing/account-app.ts';
import { type BillingApp, billingApp } from './testing/billing-app.ts';

const KEYS = { validation: 'validation-key', secret: 'secret-key' };
const ACCOUNT = 4711;
type Fields = Record<string, string>;
/** All fields that the provider documents, as they come of a first payment. */
const recorded = JSON.parse(readFileSync(new URL('testing/paypro-notice.json', import.meta.url), 'utf8')) as Fields;

const hex = (name: string, text: string): string => createHash(name).update(text).digest('hex');
const signed = (fields: Fields): Fields => ({
	...fields,
	HASH: hex('md5', hashedText(fields, KEYS.secret)),
	SIGNATURE: hex('sha256', signedText(fields, KEYS.validation)),
});

/** PayPro Global's API: what it knows of orders, and what it was asked. */
const provider = {
	orders: new Map<string, { state: number; code: string | null; product: number }>(),
	asked: [] as { path: string; body: Record<string, unknown> }[],
	away: false,
};
let server: Server;
let at: BillingApp;
let number = 10_000;

beforeAll(async () => {
	server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
			provider.asked.push({ path: request.url ?? '', body });
			const order = provider.orders.get(String(body.orderId));
			const details = order && {
				orderStatusId: order.state,
				orderStatusName: 'Processed',
				mainProductId: order.product,
				customFields: order.code === null ? [] : [{ customFieldKey: 'x-order', customFieldValue: order.code }],
			};
			const isOrder = request.url === '/api/Orders/GetOrderDetails';
			if (provider.away) return response.writeHead(503).end();
			const isSuccess = body.vendorAccountId === ACCOUNT && body.apiSecretKey === 'api-secret' && (!isOrder || details !== undefined);
			response.end(
				JSON.stringify({
					request: body,
					isSuccess,
					...(isSuccess && isOrder ? { response: details } : {}),
					errors: isSuccess ? [] : [{ message: 'no' }],
				}),
			);
			return undefined;
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	at = await billingApp({ name: 'payproglobal', account: ACCOUNT, apiSecret: 'api-secret', keys: KEYS }, address);
	const { body } = await at.admin.send('GET', '/api/products');
	const { id } = (body as { items: { id: string; license: string; period: string }[] }).items.find(
		({ license, period }) => license === 'premium' && period === 'month',
	) as { id: string };
	expect((await at.admin.send('PUT', `/api/products/${id}`, { provider_product_id: '81' })).status).toBe(200);
	product = id;
});
afterAll(async () => {
	await at?.[Symbol.asyncDispose]();
	await new Promise((resolve) => server?.close(resolve));
});
let product: string;

/** Sessions end while time passes. */
const signIn = async (browser: Browser, email = ''): Promise<void> => {
	if ((await browser.send('GET', '/api/me')).status === 200) return;
	expect((await browser.send('POST', '/api/auth/login', { email, password: PASSWORD })).status).toBe(200);
};

interface Notices {
	items: { id: string; state: string; type: string; reason: string | null; attempts: number; copies: number; order_id: string | null }[];
	total_count: number;
	turned_away: { hook: string; reason: string; count: number }[];
}
const notices = async (query = ''): Promise<Notices> => {
	await signIn(at.admin, 'admin@example.test');
	const { status, body } = await at.admin.send('GET', `/api/payment-notices?${query}`);
	expect(status).toBe(200);
	return body as Notices;
};
const licence = async (browser: Browser) => ((await browser.send('GET', '/api/me')).body as { license: string | null }).license;

/** Somebody who has ordered, and the fields of the notice that it was paid, which the provider knows of. */
const ordering = async () => {
	const { browser, user } = await at.signedIn({ license: null });
	const { status, body } = await browser.send('POST', '/api/orders', { product_id: product });
	expect(status).toBe(201);
	const order = body as { id: string; code: string; checkout_url: string };
	const id = String(++number);
	provider.orders.set(id, { state: 5, code: order.code, product: 81 });
	const charged: Fields = {
		...recorded,
		ORDER_ID: id,
		ORDER_ITEM_ID: id,
		SUBSCRIPTION_ID: String(number + 500_000),
		CUSTOMER_EMAIL: user.email,
		ORDER_CUSTOM_FIELDS: `x-order=${order.code}`,
		ORDER_PLACED_TIME_UTC: orderTime(at.clock.now()),
	};
	const told = (typeId: string, name: string, more: Fields = {}): Fields =>
		signed({ ...charged, IPN_TYPE_ID: typeId, IPN_TYPE_NAME: name, ...more });
	return { browser, user, order, id, charged: signed(charged), told, find: async () => notices(`q=${id}`) };
};

describe('a notice at the hook', () => {
	it('of a payment is kept whole, read back from the provider, and brings the licence', async () => {
		const { browser, order, charged, id, find } = await ordering();
		expect(order.checkout_url).toContain('/checkout?products%5B1%5D%5Bid%5D=81');
		expect(order.checkout_url).toContain(`x-order=${order.code}`);
		expect(await at.send('webhook', charged)).toBe(200);
		expect(await licence(browser)).toBeNull();
		await at.work();
		expect(await licence(browser)).toBe('premium');
		expect(provider.asked.at(-1)).toEqual({
			path: '/api/Orders/GetOrderDetails',
			body: { orderId: Number(id), vendorAccountId: ACCOUNT, apiSecretKey: 'api-secret' },
		});
		const { items } = await find();
		expect(items).toMatchObject([{ state: 'worked', type: 'OrderCharged', order_id: order.id, copies: 1 }]);
		const { body } = await at.admin.send('GET', `/api/payment-notices/${items[0]?.id}`);
		expect((body as { fields: Fields }).fields).toEqual(charged);
	});

	it('comes as multipart too, with all its fields, those that nobody knows as well', async () => {
		const { browser, charged, find } = await ordering();
		const form = new FormData();
		for (const [name, value] of Object.entries({ ...charged, A_NEW_FIELD: 'ä\r\n&=' })) form.append(name, value);
		const request = new Request('http://localhost/', { method: 'POST', body: form });
		const { statusCode } = await at.app.inject({
			method: 'POST',
			url: '/api/payproglobal/webhook',
			headers: { 'content-type': request.headers.get('content-type') ?? '' },
			payload: Buffer.from(await request.arrayBuffer()),
		});
		expect(statusCode).toBe(200);
		await at.work();
		expect(await licence(browser)).toBe('premium');
		const { body } = await at.admin.send('GET', `/api/payment-notices/${(await find()).items[0]?.id}`);
		expect((body as { fields: Fields }).fields).toEqual({ ...charged, A_NEW_FIELD: 'ä\r\n&=' });
	});

	it('has no body in its answer', async () => {
		const { charged } = await ordering();
		const headers = { 'content-type': 'application/x-www-form-urlencoded' };
		const answer = await at.app.inject({
			method: 'POST',
			url: '/api/payproglobal/webhook',
			headers,
			payload: new URLSearchParams(charged).toString(),
		});
		expect([answer.statusCode, answer.body]).toEqual([200, '']);
	});

	it('counts once, however often it is sent', async () => {
		const { browser, user, charged, find, id } = await ordering();
		for (const fields of [charged, charged, { ...charged, IS_RESENT: '1' }]) expect(await at.send('webhook', fields)).toBe(200);
		await at.work();
		expect(await at.send('webhook', charged)).toBe(200);
		await at.work();
		expect((await find()).items).toMatchObject([{ state: 'worked', copies: 4, attempts: 1 }]);
		const { body } = await browser.send('GET', '/api/orders');
		expect(
			(body as { items: { charges: { provider_order_id: string }[] }[] }).items[0]?.charges.map((one) => one.provider_order_id),
		).toEqual([id]);
		expect((await at.mailsTo(user.email)).map(({ subject }) => subject)).toEqual(['Receipt: Premium']);
	});

	it.each<[string, (charged: Fields) => Fields]>([
		['signed with another key', (charged) => ({ ...charged, SIGNATURE: hex('sha256', signedText(charged, 'another')) })],
		['changed on its way', (charged) => ({ ...charged, ORDER_TOTAL_AMOUNT: '0.01' })],
		['with a hash that is not ours', (charged) => ({ ...charged, HASH: hex('md5', '1') })],
		['without a signature', ({ SIGNATURE: _, ...rest }) => rest],
		['with a cut signature', (charged) => ({ ...charged, SIGNATURE: charged.SIGNATURE?.slice(0, 10) ?? '' })],
		['empty', () => ({})],
	])('%s is answered 400 without a name, counted and not kept', async (_, forge) => {
		const { browser, charged, find } = await ordering();
		const before = (await notices()).total_count;
		const headers = { 'content-type': 'application/x-www-form-urlencoded' };
		const payload = new URLSearchParams(forge(charged)).toString();
		const answer = await at.app.inject({ method: 'POST', url: '/api/payproglobal/webhook', headers, payload });
		expect(answer.statusCode).toBe(400);
		expect(answer.json()).toMatchObject({ title: 'Bad Request', detail: 'This is no notice for us.', errors: [] });
		await at.billing.look();
		expect((await notices()).total_count).toBe(before);
		expect((await find()).items).toEqual([]);
		expect((await notices()).turned_away).toContainEqual(expect.objectContaining({ hook: 'live', reason: 'not signed with our keys' }));
		expect(await licence(browser)).toBeNull();
	});

	it('that is signed and lacks what it must have is told the field', async () => {
		const { charged } = await ordering();
		const { PRODUCT_ID: _, ...cut } = charged;
		const headers = { 'content-type': 'application/x-www-form-urlencoded' };
		const answer = await at.app.inject({
			method: 'POST',
			url: '/api/payproglobal/webhook',
			headers,
			payload: new URLSearchParams(signed(cut)).toString(),
		});
		expect(answer.json()).toMatchObject({
			status: 400,
			errors: [{ field: 'PRODUCT_ID', message: 'The parameter PRODUCT_ID must be defined and cannot be null.' }],
		});
	});

	it('that is no form, or a broken one, is answered 400', async () => {
		for (const [type, payload] of [
			['application/json', '{"ORDER_ID":"1"}'],
			['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="ORDER_ID"\r\n\r\n1'],
		] as const) {
			const { statusCode } = await at.app.inject({
				method: 'POST',
				url: '/api/payproglobal/webhook',
				headers: { 'content-type': type },
				payload,
			});
			expect(statusCode).toBe(400);
		}
	});

	it('of a test is refused at the live hook, and at the test hook changes no licence', async () => {
		const { browser, charged, find, told } = await ordering();
		const test = told('1', 'OrderCharged', { TEST_MODE: '1', ORDER_TOTAL_AMOUNT: '0' });
		expect(await at.send('webhook', test)).toBe(400);
		expect(await at.send('webhook/test', test)).toBe(200);
		// Signed as a live one, at the wrong hook.
		expect(await at.send('webhook/test', charged)).toBe(200);
		await at.work();
		const { items } = await find();
		expect(items.map(({ state }) => state)).toEqual(['test', 'test']);
		expect((await at.admin.send('POST', `/api/payment-notices/${items[0]?.id}/work`, {})).body).toMatchObject({ state: 'test' });
		await at.work();
		expect(await licence(browser)).toBeNull();
		expect(await at.send('webhook/test', { ...test, SIGNATURE: 'x' })).toBe(400);
	});
});

describe('a notice that is signed and cannot be believed', () => {
	const refused = async (charged: Fields, find: () => Promise<Notices>, reason: RegExp): Promise<void> => {
		expect(await at.send('webhook', charged)).toBe(200);
		await at.work();
		const { items } = await find();
		expect(items).toMatchObject([{ state: 'refused' }]);
		expect(items[0]?.reason).toMatch(reason);
	};

	it('about another product than was ordered', async () => {
		const { browser, told, find, id, order } = await ordering();
		await refused(told('1', 'OrderCharged', { PRODUCT_ID: '99' }), find, /product 99/);
		provider.orders.set(id, { state: 5, code: order.code, product: 99 });
		expect(await licence(browser)).toBeNull();
	});

	it('whose order the provider sold for another product, or for another order of ours', async () => {
		const one = await ordering();
		provider.orders.set(one.id, { state: 5, code: one.order.code, product: 99 });
		await refused(one.charged, one.find, /sold the product 99/);
		const two = await ordering();
		provider.orders.set(two.id, { state: 5, code: one.order.code, product: 81 });
		await refused(two.charged, two.find, /another one of ours/);
		const three = await ordering();
		provider.orders.set(three.id, { state: 5, code: null, product: 81 });
		await refused(three.charged, three.find, /or as none/);
		expect([await licence(one.browser), await licence(two.browser), await licence(three.browser)]).toEqual([null, null, null]);
	});

	it('that says of a payment that too little was paid, or that the order waits', async () => {
		const one = await ordering();
		await refused(one.told('1', 'OrderCharged', { ORDER_TOTAL_AMOUNT: '0.01' }), one.find, /Paid was 0.01, the price is 49.00 USD/);
		const two = await ordering();
		await refused(two.told('1', 'OrderCharged', { ORDER_STATUS: 'Waiting' }), two.find, /order is Waiting/);
		const three = await ordering();
		expect(await at.send('webhook', three.told('1', 'OrderCharged', { ORDER_TOTAL_AMOUNT: '24.50', COUPON_CODE: 'HALF' }))).toBe(200);
		await at.work();
		expect(await licence(three.browser)).toBe('premium');
	});

	it('whose number is not that of its signed name, or of no order of ours', async () => {
		const one = await ordering();
		await refused(one.told('6', 'OrderCharged'), one.find, /type is unknown/);
		const two = await ordering();
		await refused(two.told('1', 'OrderCharged', { ORDER_CUSTOM_FIELDS: 'x-order=NOBODYS' }), two.find, /no order of ours/);
	});

	it('about the subscription of another order', async () => {
		const one = await ordering();
		expect(await at.send('webhook', one.charged)).toBe(200);
		await at.work();
		const two = await ordering();
		const stolen = { SUBSCRIPTION_ID: one.charged.SUBSCRIPTION_ID ?? '', ORDER_CUSTOM_FIELDS: `x-order=${two.order.code}` };
		expect(await at.send('webhook', two.told('1', 'OrderCharged', stolen))).toBe(200);
		await at.work();
		expect((await two.find()).items).toMatchObject([{ state: 'refused' }]);
		expect([await licence(one.browser), await licence(two.browser)]).toEqual(['premium', null]);
	});
});

describe('a notice that cannot be worked on now', () => {
	it('waits while the provider is away, longer each time, and is worked on when it is back', async () => {
		const { browser, charged, find } = await ordering();
		provider.away = true;
		expect(await at.send('webhook', charged)).toBe(200);
		await at.work();
		await at.work();
		expect((await find()).items).toMatchObject([{ state: 'received', attempts: 1 }]);
		await at.pass(MINUTE);
		await at.pass(MINUTE);
		expect((await find()).items).toMatchObject([{ state: 'received', attempts: 2 }]);
		provider.away = false;
		await at.pass(HOUR);
		expect((await find()).items).toMatchObject([{ state: 'worked', reason: null }]);
		await signIn(browser, charged.CUSTOMER_EMAIL);
		expect(await licence(browser)).toBe('premium');
		expect(at.troubles.join()).toContain('PayPro Global');
		expect(at.troubles.join()).not.toContain('api-secret');
	});

	it('is given up in the end, for an administrator to have it worked on again', async () => {
		const { browser, charged, find, id, order } = await ordering();
		provider.orders.set(id, { state: 1, code: order.code, product: 81 });
		expect(await at.send('webhook', charged)).toBe(200);
		for (let n = 0; n < 60; n++) await at.pass(HOUR);
		const { items } = await find();
		expect(items).toMatchObject([{ state: 'failed', reason: 'The provider says that the order is waiting.' }]);
		provider.orders.set(id, { state: 5, code: order.code, product: 81 });
		const { status, body } = await at.admin.send('POST', `/api/payment-notices/${items[0]?.id}/work`, {});
		expect([status, body]).toMatchObject([202, { state: 'received', attempts: 0 }]);
		await at.work();
		expect((await find()).items).toMatchObject([{ state: 'worked' }]);
		await signIn(browser, charged.CUSTOMER_EMAIL);
		expect(await licence(browser)).toBe('premium');
	});

	it('because what it follows has not come yet is taken up when it has', async () => {
		const { browser, told, charged, find } = await ordering();
		const suspended = told('8', 'SubscriptionSuspended', { ORDER_CUSTOM_FIELDS: '' });
		expect(await at.send('webhook', suspended)).toBe(200);
		await at.work();
		expect((await find()).items).toMatchObject([{ state: 'refused' }]);
		expect(await at.send('webhook', charged)).toBe(200);
		await at.work();
		expect((await find()).items.map(({ state }) => state)).toEqual(['worked', 'worked']);
		expect((await browser.send('GET', '/api/subscription')).body).toMatchObject({ subscription: { status: 'suspended' } });
	});
});

describe('notices of one order', () => {
	it('end alike in whatever order they come', async () => {
		const ends: unknown[] = [];
		for (const order of [
			[0, 1, 2, 3],
			[3, 2, 1, 0],
			[2, 0, 3, 1],
		]) {
			const { browser, told, charged, id } = await ordering();
			const renewed = { ORDER_ID: `${id}9`, ORDER_ITEM_ID: `${id}9`, SUBSCRIPTION_NUMBER_OF_BILLING_CYCLES: '2' };
			provider.orders.set(`${id}9`, { state: 5, code: null, product: 81 });
			const all = [
				charged,
				told('8', 'SubscriptionSuspended'),
				told('6', 'SubscriptionChargeSucceed', { ...renewed, SUBSCRIPTION_INITIAL_ORDER_ID: id }),
				told('2', 'OrderRefunded'),
			];
			for (const n of order) {
				expect(await at.send('webhook', all[n] ?? {})).toBe(200);
				await at.work();
			}
			const { body } = await browser.send('GET', '/api/subscription');
			const { subscription } = body as { subscription: { status: string; paid_until: string } };
			const orders = (await browser.send('GET', '/api/orders')).body as { items: { status: string; charges: { status: string }[] }[] };
			ends.push([
				subscription.status,
				orders.items[0]?.status,
				orders.items[0]?.charges.map(({ status }) => status),
				await licence(browser),
			]);
		}
		expect(ends).toEqual(Array(3).fill(['active', 'processed', ['processed', 'refunded'], 'premium']));
	});
});

describe('an order that was taken back', () => {
	it('counts and is there again when it is paid all the same', async () => {
		const { browser, order, charged } = await ordering();
		expect((await browser.send('DELETE', `/api/orders/${order.code}`, {})).status).toBe(204);
		expect((await browser.send('GET', `/api/orders/${order.code}`)).status).toBe(404);
		expect(await at.send('webhook', charged)).toBe(200);
		await at.work();
		expect((await browser.send('GET', `/api/orders/${order.code}`)).body).toMatchObject({ status: 'processed' });
		expect(await licence(browser)).toBe('premium');
	});
});

describe('what is asked of the provider', () => {
	it('is finished, terminated or renewed otherwise there, and 400 says that it cannot be done now', async () => {
		const { browser, charged } = await ordering();
		expect(await at.send('webhook', charged)).toBe(200);
		await at.work();
		const subscriptionId = Number(charged.SUBSCRIPTION_ID);
		provider.away = true;
		expect((await browser.send('POST', '/api/subscription/finish', {})).body).toMatchObject({
			status: 400,
			detail: 'The payment provider cannot do it now. Try again later.',
		});
		provider.away = false;
		expect((await browser.send('POST', '/api/subscription/change-renewal-type', { renewal_type: 'manual' })).status).toBe(200);
		expect(provider.asked.at(-1)).toMatchObject({
			path: '/api/Subscriptions/ChangeRenewalType',
			body: { subscriptionId, renewalTypeId: 1 },
		});
		expect((await browser.send('POST', '/api/subscription/finish', { reason: 'Enough' })).body).toMatchObject({ status: 'finished' });
		expect(provider.asked.at(-1)).toMatchObject({ path: '/api/Subscriptions/Finish', body: { subscriptionId, reasonText: 'Enough' } });
		expect((await browser.send('POST', '/api/subscription/terminate')).body).toMatchObject({ status: 'terminated' });
		expect(await licence(browser)).toBeNull();
	});

	it('is nothing where nobody takes payments: orders say whom to ask, and every notice is turned away', async () => {
		await using alone = await billingApp(null);
		const { browser } = await alone.signedIn();
		const { body } = await alone.browser().send('GET', '/api/prices');
		const { payments, items } = body as { payments: null; items: { product_id: string }[] };
		expect([payments, items.length]).toEqual([null, 6]);
		expect((await browser.send('POST', '/api/orders', { product_id: items[0]?.product_id })).body).toMatchObject({
			status: 400,
			detail: 'Nobody takes payments here: ask the administrator for a license',
		});
		expect(await alone.send('webhook', signed(recorded))).toBe(400);
		await alone.pass(DAY);
		await signIn(alone.admin, 'admin@example.test');
		expect((await alone.admin.send('GET', '/api/payment-notices')).body).toMatchObject({
			turned_away: [{ hook: 'live', reason: 'nobody takes payments here', count: 1 }],
		});
		expect((await alone.browser().send('GET', '/simulated-checkout/ABC')).status).toBe(404);
	});
});
