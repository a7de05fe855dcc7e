import { DAY, HOUR, MINUTE } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingApp } from '../../compose/testing/billing-app.ts';
import {
	documentedFields,
	type Fields,
	type NotificationsPage,
	type PayProApp,
	payProApp,
	readLicence,
	signFields,
	signIn,
} from '../../compose/testing/paypro-app.ts';

let on: PayProApp;
let at: PayProApp['at'];
beforeAll(async () => {
	on = await payProApp();
	({ at } = on);
});
afterAll(() => on?.close());

describe('a notice that is signed and cannot be believed', () => {
	const refused = async (charged: Fields, find: () => Promise<NotificationsPage>, reason: RegExp): Promise<void> => {
		expect(await at.send('webhook', charged)).toBe(200);
		await at.runJobs();
		const { items } = await find();
		expect(items).toMatchObject([{ state: 'refused' }]);
		expect(items[0]?.reason).toMatch(reason);
	};

	it('about another product than was ordered', async () => {
		const { browser, notification: reported, find, id, order } = await on.placeOrder();
		await refused(reported('1', 'OrderCharged', { PRODUCT_ID: '99' }), find, /product 99/);
		on.provider.orders.set(id, { state: 5, code: order.code, product: 99 });
		expect(await readLicence(browser)).toBeNull();
	});

	it('whose order the provider sold for another product, or for another order of ours', async () => {
		const one = await on.placeOrder();
		on.provider.orders.set(one.id, { state: 5, code: one.order.code, product: 99 });
		await refused(one.charged, one.find, /sold product 99/);
		const two = await on.placeOrder();
		on.provider.orders.set(two.id, { state: 5, code: one.order.code, product: 81 });
		await refused(two.charged, two.find, /another order here/);
		const three = await on.placeOrder();
		on.provider.orders.set(three.id, { state: 5, code: null, product: 81 });
		await refused(three.charged, three.find, /or to none/);
		expect([await readLicence(one.browser), await readLicence(two.browser), await readLicence(three.browser)]).toEqual([null, null, null]);
	});

	it('that says of a payment that too little was paid, or that the order waits', async () => {
		const one = await on.placeOrder();
		await refused(
			one.notification('1', 'OrderCharged', { ORDER_TOTAL_AMOUNT: '0.01' }),
			one.find,
			/The payment is 0.01 USD, but the price is 49.00 USD/,
		);
		const two = await on.placeOrder();
		await refused(two.notification('1', 'OrderCharged', { ORDER_STATUS: 'Waiting' }), two.find, /order status is Waiting/);
		const foreign = await on.placeOrder();
		const yen = { ORDER_TOTAL_AMOUNT: '49.00', ORDER_CURRENCY_CODE: 'JPY' };
		await refused(foreign.notification('1', 'OrderCharged', yen), foreign.find, /The payment is in JPY, but the price is 49.00 USD/);
		expect(await readLicence(foreign.browser)).toBeNull();
		const three = await on.placeOrder();
		expect(await at.send('webhook', three.notification('1', 'OrderCharged', { ORDER_TOTAL_AMOUNT: '24.50', COUPON_CODE: 'HALF' }))).toBe(
			200,
		);
		await at.runJobs();
		expect(await readLicence(three.browser)).toBe('premium');
	});

	it('whose number is not that of its signed name, or of no order of ours', async () => {
		const one = await on.placeOrder();
		await refused(one.notification('6', 'OrderCharged'), one.find, /type is unknown/);
		const two = await on.placeOrder();
		await refused(two.notification('1', 'OrderCharged', { ORDER_CUSTOM_FIELDS: 'x-order=NOBODYS' }), two.find, /a known order/);
	});

	it('about the subscription of another order', async () => {
		const one = await on.placeOrder();
		expect(await at.send('webhook', one.charged)).toBe(200);
		await at.runJobs();
		const two = await on.placeOrder();
		const stolen = { SUBSCRIPTION_ID: one.charged.SUBSCRIPTION_ID ?? '', ORDER_CUSTOM_FIELDS: `x-order=${two.order.code}` };
		expect(await at.send('webhook', two.notification('1', 'OrderCharged', stolen))).toBe(200);
		await at.runJobs();
		expect((await two.find()).items).toMatchObject([{ state: 'refused' }]);
		expect([await readLicence(one.browser), await readLicence(two.browser)]).toEqual(['premium', null]);
	});
});

describe('a notice that cannot be worked on now', () => {
	it('waits while the provider is away, longer each time, and is worked on when it is back', async () => {
		const { browser, charged, find } = await on.placeOrder();
		on.provider.isDown = true;
		expect(await at.send('webhook', charged)).toBe(200);
		await at.runJobs();
		await at.runJobs();
		expect((await find()).items).toMatchObject([{ state: 'received', attempts: 1 }]);
		await at.advance(MINUTE);
		await at.advance(MINUTE);
		expect((await find()).items).toMatchObject([{ state: 'received', attempts: 2 }]);
		on.provider.isDown = false;
		await at.advance(HOUR);
		expect((await find()).items).toMatchObject([{ state: 'worked', reason: null }]);
		await signIn(browser, charged.CUSTOMER_EMAIL);
		expect(await readLicence(browser)).toBe('premium');
		expect(at.errors.join()).toContain('PayPro Global');
		expect(at.errors.join()).not.toContain('api-secret');
	});

	it('is not lost if no worker could be asked to process it: a check runs every minute', async () => {
		const { browser, charged } = await on.placeOrder();
		at.jobs.isDown = true;
		expect(await at.send('webhook', charged)).toBe(200);
		await expect.poll(() => at.errors.join()).toContain('The jobs are away.');
		at.jobs.isDown = false;
		const before = at.jobs.requests.length;
		await at.billing.runCheck();
		await expect.poll(() => at.jobs.requests.length).toBe(before + 1);
		await at.runJobs();
		await at.runJobs();
		expect(await readLicence(browser)).toBe('premium');
	});

	it('comes with many others at once, and all are worked on by one job', async () => {
		const { notification: reported, find } = await on.placeOrder();
		const before = at.jobs.requests.length;
		const many = Array.from({ length: 30 }, (_, n) => reported('15', 'OrderCustomerInformationChanged', { CUSTOMER_PHONE: String(n) }));
		expect(await Promise.all(many.map((fields) => at.send('webhook', fields)))).toEqual(many.map(() => 200));
		expect(at.jobs.requests.length).toBe(before + 1);
		await at.runJobs();
		expect((await on.listNotifications('state=received')).total_count).toBe(0);
		expect((await find()).total_count).toBe(many.length);
	});

	it('is given up in the end, for an administrator to have it worked on again', async () => {
		const { browser, charged, find, id, order } = await on.placeOrder();
		on.provider.orders.set(id, { state: 1, code: order.code, product: 81 });
		expect(await at.send('webhook', charged)).toBe(200);
		for (let n = 0; n < 60; n++) await at.advance(HOUR);
		const { items } = await find();
		expect(items).toMatchObject([{ state: 'failed', reason: 'The provider reports the order as waiting.' }]);
		on.provider.orders.set(id, { state: 5, code: order.code, product: 81 });
		const { status, body } = await at.admin.send('POST', `/api/payment-notices/${items[0]?.id}/work`, {});
		expect([status, body]).toMatchObject([202, { state: 'received', attempts: 0 }]);
		await at.runJobs();
		expect((await find()).items).toMatchObject([{ state: 'worked' }]);
		await signIn(browser, charged.CUSTOMER_EMAIL);
		expect(await readLicence(browser)).toBe('premium');
	});

	it('because what it follows has not come yet is taken up when it has', async () => {
		const { browser, notification: reported, charged, find } = await on.placeOrder();
		const suspended = reported('8', 'SubscriptionSuspended', { ORDER_CUSTOM_FIELDS: '' });
		expect(await at.send('webhook', suspended)).toBe(200);
		await at.runJobs();
		expect((await find()).items).toMatchObject([{ state: 'refused' }]);
		expect(await at.send('webhook', charged)).toBe(200);
		await at.runJobs();
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
			const { browser, notification: reported, charged, id } = await on.placeOrder();
			const renewed = { ORDER_ID: `${id}9`, ORDER_ITEM_ID: `${id}9`, SUBSCRIPTION_NUMBER_OF_BILLING_CYCLES: '2' };
			on.provider.orders.set(`${id}9`, { state: 5, code: null, product: 81 });
			const all = [
				charged,
				reported('8', 'SubscriptionSuspended'),
				reported('6', 'SubscriptionChargeSucceed', { ...renewed, SUBSCRIPTION_INITIAL_ORDER_ID: id }),
				reported('2', 'OrderRefunded'),
			];
			for (const n of order) {
				expect(await at.send('webhook', all[n] ?? {})).toBe(200);
				await at.runJobs();
			}
			const { body } = await browser.send('GET', '/api/subscription');
			const { subscription } = body as { subscription: { status: string; paid_until: string } };
			const orders = (await browser.send('GET', '/api/orders')).body as { items: { status: string; charges: { status: string }[] }[] };
			ends.push([
				subscription.status,
				orders.items[0]?.status,
				orders.items[0]?.charges.map(({ status }) => status),
				await readLicence(browser),
			]);
		}
		expect(ends).toEqual(Array(3).fill(['active', 'processed', ['processed', 'refunded'], 'premium']));
	});
});

describe('an order that was taken back', () => {
	it('counts and is there again when it is paid all the same', async () => {
		const { browser, order, charged } = await on.placeOrder();
		expect((await browser.send('DELETE', `/api/orders/${order.code}`, {})).status).toBe(204);
		expect((await browser.send('GET', `/api/orders/${order.code}`)).status).toBe(404);
		expect(await at.send('webhook', charged)).toBe(200);
		await at.runJobs();
		expect((await browser.send('GET', `/api/orders/${order.code}`)).body).toMatchObject({ status: 'processed' });
		expect(await readLicence(browser)).toBe('premium');
	});
});

describe('a mail', () => {
	it('is laid down with what it follows from, and sent once when the mail server is back', async () => {
		const { charged, user } = await on.placeOrder();
		at.mail.isDown = true;
		expect(await at.send('webhook', charged)).toBe(200);
		await at.runJobs();
		expect(await at.readMailsTo(user.email)).toEqual([]);
		expect(at.errors.join()).toContain('failed to send a billing mail');
		at.mail.isDown = false;
		await at.advance(MINUTE);
		await at.advance(2 * MINUTE);
		const sent = await at.readMailsTo(user.email);
		expect(sent.map(({ subject }) => subject)).toEqual(['Receipt: Premium']);
		expect(sent[0]?.messageId).toMatch(/^[0-9a-f]{40}@localhost$/);
		await at.advance(HOUR);
		expect(await at.readMailsTo(user.email)).toHaveLength(1);
	});
});

describe('after a while', () => {
	it('an unpaid order is hidden, and counts all the same if it is paid later', async () => {
		const { browser, order, charged } = await on.placeOrder();
		await at.advance(31 * DAY);
		await at.billing.sweep();
		await signIn(browser, charged.CUSTOMER_EMAIL);
		expect((await browser.send('GET', `/api/orders/${order.code}`)).status).toBe(404);
		expect(await at.send('webhook', charged)).toBe(200);
		await at.runJobs();
		expect((await browser.send('GET', `/api/orders/${order.code}`)).body).toMatchObject({ status: 'processed' });
	});

	it('a payment notification loses its personal data, and its order stays as it was', async () => {
		const { browser, charged, find, order } = await on.placeOrder();
		expect(await at.send('webhook', { ...charged, CREDIT_CARD_LAST4: '4242', A_NEW_FIELD: 'Ann' })).toBe(200);
		await at.runJobs();
		await signIn(browser, charged.CUSTOMER_EMAIL);
		const before = (await browser.send('GET', `/api/orders/${order.code}`)).body as object;
		const url = `/api/payment-notices/${(await find()).items[0]?.id}`;
		await at.advance(549 * DAY);
		await at.billing.sweep();
		await signIn(at.admin, 'admin@example.test');
		expect((await at.admin.send('GET', url)).body).toMatchObject({ stripped: null, fields: { CREDIT_CARD_LAST4: '4242' } });
		await at.advance(2 * DAY);
		await at.billing.sweep();
		await signIn(at.admin, 'admin@example.test');
		const { stripped, fields } = (await at.admin.send('GET', url)).body as { stripped: string; fields: Fields };
		expect(stripped).not.toBeNull();
		expect(JSON.stringify(fields)).not.toMatch(/4242|Ann|example\.test|SIGNATURE/);
		expect(fields).toMatchObject({ ORDER_TOTAL_AMOUNT: '49.00', ORDER_CUSTOM_FIELDS: `x-order=${order.code}` });
		await at.admin.send('POST', `${url}/work`, {});
		await at.runJobs();
		await signIn(browser, charged.CUSTOMER_EMAIL);
		const { updated: _, ...after } = (await browser.send('GET', `/api/orders/${order.code}`)).body as { updated: string };
		expect(before).toMatchObject(after);
	});
});

describe('what counted once and is refused when it is worked on again', () => {
	it('counts no longer at once', async () => {
		const { browser, charged, find, id, order } = await on.placeOrder();
		expect(await at.send('webhook', charged)).toBe(200);
		await at.runJobs();
		on.provider.orders.set(id, { state: 5, code: order.code, product: 99 });
		await signIn(at.admin, 'admin@example.test');
		await at.admin.send('POST', `/api/payment-notices/${(await find()).items[0]?.id}/work`, {});
		expect(await readLicence(browser)).toBe('premium');
		await at.runJobs();
		expect((await find()).items).toMatchObject([{ state: 'refused' }]);
		expect(await readLicence(browser)).toBeNull();
	});
});

describe('what is asked of the provider', () => {
	it('is a refund, whose end of the subscription holds at once and whose money when its notice has come', async () => {
		const { browser, charged, notification: reported, id, order } = await on.placeOrder();
		expect(await at.send('webhook', charged)).toBe(200);
		await at.runJobs();
		await signIn(at.admin, 'admin@example.test');
		const refund = () => at.admin.send('POST', `/api/orders/${order.code}/refund`, { reason: 'Asked by mail' });
		for (const answer of [{ isRefundSuccessful: false, refundNotice: 'Too late' }, 'what?']) {
			on.provider.answers.set('/api/Orders/DoRefund', answer);
			expect((await refund()).status).toBe(400);
			expect(await readLicence(browser)).toBe('premium');
		}
		on.provider.answers.set('/api/Orders/DoRefund', [{ orderId: Number(id), isRefundSuccessful: true }]);
		expect((await refund()).body).toMatchObject({ status: 'processed' });
		expect(on.provider.requests.at(-1)).toMatchObject({
			path: '/api/Orders/DoRefund',
			body: { orderIds: [Number(id)], refundReason: 'Asked by mail' },
		});
		expect(await readLicence(browser)).toBeNull();
		expect(await at.send('webhook', reported('2', 'OrderRefunded', { ORDER_STATUS: 'Refunded' }))).toBe(200);
		await at.runJobs();
		expect((await browser.send('GET', `/api/orders/${order.code}`)).body).toMatchObject({ status: 'refunded' });
	});

	it('are its prices, all of them or none', async () => {
		await signIn(at.admin, 'admin@example.test');
		const ask = (body: object) => at.admin.send('POST', '/api/prices/update', body);
		const path = '/api/Products/GetProductPricing';
		on.provider.answers.set(path, { productPricings: [{ productId: 81, billingUnitPrice: 51.5, displayPrice: '51.50' }] });
		const { status, body } = await ask({ from: 'provider', currencies: ['USD', 'EUR'] });
		const { items, unknown, changed } = body as {
			items: { provider_product_id: string; prices: object[] }[];
			unknown: string[];
			changed: number;
		};
		expect([status, changed, unknown.length]).toEqual([200, 2, 5]);
		expect(items.find((one) => one.provider_product_id === '81')?.prices).toEqual([
			{ currency: 'EUR', amount: 51.5 },
			{ currency: 'USD', amount: 51.5 },
		]);
		expect(on.provider.requests.at(-1)).toMatchObject({ path, body: { products: [{ productId: 81, quantity: 1 }], currency: 'EUR' } });
		for (const answer of [
			{ productPricings: [] },
			{ productPricings: [{ productId: 99, billingUnitPrice: 1 }] },
			{ productPricings: [{ billingUnitPrice: '1' }] },
			undefined,
		]) {
			on.provider.answers.set(path, answer);
			expect((await ask({ from: 'provider' })).body).toMatchObject({
				status: 400,
				errors: [{ field: 'from', message: expect.stringContaining('no price for product 81 in USD') }],
			});
		}
		for (const wrong of [{}, { from: 'provider', prices: [] }, { from: 'unknown' }]) expect((await ask(wrong)).status).toBe(400);
		const product = items.find((one) => one.provider_product_id === '81') as { id?: string };
		const prices = [
			{ product_id: product.id, currency: 'EUR', amount: null },
			{ product_id: product.id, currency: 'USD', amount: 49 },
		];
		expect((await ask({ prices })).status).toBe(200);
	});

	it('is finished, terminated or renewed otherwise there, and 400 says that it cannot be done now', async () => {
		const { browser, charged } = await on.placeOrder();
		expect(await at.send('webhook', charged)).toBe(200);
		await at.runJobs();
		const subscriptionId = Number(charged.SUBSCRIPTION_ID);
		on.provider.isDown = true;
		expect((await browser.send('POST', '/api/subscription/finish', {})).body).toMatchObject({
			status: 400,
			detail: 'The payment provider is unavailable. Try again later.',
		});
		on.provider.isDown = false;
		expect((await browser.send('POST', '/api/subscription/change-renewal-type', { renewal_type: 'manual' })).status).toBe(200);
		expect(on.provider.requests.at(-1)).toMatchObject({
			path: '/api/Subscriptions/ChangeRenewalType',
			body: { subscriptionId, renewalTypeId: 1 },
		});
		expect((await browser.send('POST', '/api/subscription/finish', { reason: 'Enough' })).body).toMatchObject({ status: 'finished' });
		expect(on.provider.requests.at(-1)).toMatchObject({
			path: '/api/Subscriptions/Finish',
			body: { subscriptionId, reasonText: 'Enough' },
		});
		expect((await browser.send('POST', '/api/subscription/terminate')).body).toMatchObject({ status: 'terminated' });
		expect(await readLicence(browser)).toBeNull();
	});

	it('is nothing where payments are off: orders say whom to contact, and every payment notification is refused', async () => {
		await using alone = await billingApp(null);
		const { browser } = await alone.createSignedInUser();
		const { body } = await alone.browser().send('GET', '/api/prices');
		const { payments, items } = body as { payments: null; items: { product_id: string; prices: object[] }[] };
		expect([payments, items.length]).toEqual([null, 6]);
		expect(items.every(({ prices }) => prices.length === 0)).toBe(true);
		expect((await browser.send('POST', '/api/orders', { product_id: items[0]?.product_id })).body).toMatchObject({
			status: 400,
			detail: "Payments aren't available here: ask the administrator for a licence",
		});
		expect(await alone.send('webhook', signFields(documentedFields))).toBe(400);
		await alone.advance(DAY);
		await signIn(alone.admin, 'admin@example.test');
		expect((await alone.admin.send('GET', '/api/payment-notices')).body).toMatchObject({
			turned_away: [{ hook: 'live', reason: 'no payment provider is configured', count: 1 }],
		});
		expect((await alone.browser().send('GET', '/simulated-checkout/ABC')).status).toBe(404);
	});
});
