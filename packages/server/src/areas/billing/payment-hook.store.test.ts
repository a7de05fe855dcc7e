import { NOTIFICATION_FIELDS } from '@sw/contract/billing/notification-fields';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	ACCOUNT,
	documentedFields,
	type Fields,
	type PayProApp,
	payProApp,
	readLicence,
	signatureWith,
	signFields,
} from '../../compose/testing/paypro-app.ts';

let on: PayProApp;
let at: PayProApp['at'];
beforeAll(async () => {
	on = await payProApp();
	({ at } = on);
});
afterAll(() => on?.close());

const FORGERIES: [how: string, forge: (charged: Fields) => Fields][] = [
	['signed with another key', (charged) => ({ ...charged, SIGNATURE: signatureWith(charged, 'another') })],
	['changed on its way', (charged) => ({ ...charged, ORDER_TOTAL_AMOUNT: '0.01' })],
	['with a hash that is not ours', (charged) => ({ ...charged, HASH: 'c4ca4238a0b923820dcc509a6f75849b' })],
	['without a signature', ({ SIGNATURE: _, ...rest }) => rest],
	['with a cut signature', (charged) => ({ ...charged, SIGNATURE: charged.SIGNATURE?.slice(0, 10) ?? '' })],
	['empty', () => ({})],
];

it('is described with the fields that the provider documents, each of them', () => {
	expect(Object.keys(NOTIFICATION_FIELDS).sort()).toEqual(
		Object.keys(documentedFields)
			.filter((name) => name !== 'HASH' && name !== 'SIGNATURE')
			.sort(),
	);
});

describe('a notice at the hook', () => {
	it('of a payment is kept whole, read back from the provider, and brings the licence', async () => {
		const { browser, order, charged, id, find } = await on.placeOrder();
		expect(order.checkout_url).toContain('/checkout?products%5B1%5D%5Bid%5D=81');
		expect(order.checkout_url).toContain(`x-order=${order.code}`);
		expect(await at.send('webhook', charged)).toBe(200);
		expect(await readLicence(browser)).toBeNull();
		await at.runJobs();
		expect(await readLicence(browser)).toBe('premium');
		expect(on.provider.requests.at(-1)).toEqual({
			path: '/api/Orders/GetOrderDetails',
			body: { orderId: Number(id), vendorAccountId: ACCOUNT, apiSecretKey: 'api-secret' },
		});
		const { items } = await find();
		expect(items).toMatchObject([{ state: 'worked', type: 'OrderCharged', order_id: order.id, copies: 1 }]);
		const { body } = await at.admin.send('GET', `/api/payment-notices/${items[0]?.id}`);
		expect((body as { fields: Fields }).fields).toEqual(charged);
	});

	it('keeps every field that the provider documents, as it was sent', async () => {
		const { charged, notification: reported } = await on.placeOrder();
		const names = Object.keys(documentedFields).filter((name) => documentedFields[name] === '');
		expect(Object.keys(charged).length).toBeGreaterThan(155);
		const filled = reported('1', 'OrderCharged', Object.fromEntries(names.map((name, n) => [name, ` ${name} ${n} "é",\t`])));
		expect(await at.send('webhook/test', filled)).toBe(200);
		const [kept] = (await on.listNotifications('state=test')).items;
		const { body } = await at.admin.send('GET', `/api/payment-notices/${kept?.id}`);
		expect((body as { fields: Fields }).fields).toEqual(filled);
	});

	it('is accepted as multipart too, with all its fields, also unknown ones', async () => {
		const { browser, charged, find } = await on.placeOrder();
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
		await at.runJobs();
		expect(await readLicence(browser)).toBe('premium');
		const { body } = await at.admin.send('GET', `/api/payment-notices/${(await find()).items[0]?.id}`);
		expect((body as { fields: Fields }).fields).toEqual({ ...charged, A_NEW_FIELD: 'ä\r\n&=' });
	});

	it.each(['constructor', 'toString'])('keeps a field that is called %s', async (name) => {
		const { charged, find } = await on.placeOrder();
		const headers = { 'content-type': 'application/x-www-form-urlencoded' };
		const payload = `${new URLSearchParams(charged)}&${name}=first&${name}=second`;
		const { statusCode } = await at.app.inject({ method: 'POST', url: '/api/payproglobal/webhook', headers, payload });
		expect(statusCode).toBe(200);
		const { body } = await at.admin.send('GET', `/api/payment-notices/${(await find()).items[0]?.id}`);
		const { fields } = body as { fields: Fields };
		expect([fields[name], fields[`${name}[2]`]]).toEqual(['first', 'second']);
	});

	it('has no body in its answer', async () => {
		const { charged } = await on.placeOrder();
		const headers = { 'content-type': 'application/x-www-form-urlencoded' };
		const answer = await at.app.inject({
			method: 'POST',
			url: '/api/payproglobal/webhook',
			headers,
			payload: new URLSearchParams(charged).toString(),
		});
		expect([answer.statusCode, answer.body]).toEqual([200, '']);
	});

	it('is kept also where a number is so long that its end falls within a letter', async () => {
		const { notification: reported, find, id } = await on.placeOrder();
		const long = `${id}${'x'.repeat(99 - id.length)}😀`;
		expect(await at.send('webhook', reported('1', 'OrderCharged', { ORDER_ID: long }))).toBe(200);
		expect((await find()).items).toMatchObject([{ state: 'received' }]);
	});

	it('counts once, however often it is sent', async () => {
		const { browser, user, charged, find, id } = await on.placeOrder();
		for (const fields of [charged, charged, { ...charged, IS_RESENT: '1' }]) expect(await at.send('webhook', fields)).toBe(200);
		await at.runJobs();
		expect(await at.send('webhook', charged)).toBe(200);
		await at.runJobs();
		expect((await find()).items).toMatchObject([{ state: 'worked', copies: 4, attempts: 1 }]);
		const { body } = await browser.send('GET', '/api/orders');
		expect(
			(body as { items: { charges: { provider_order_id: string }[] }[] }).items[0]?.charges.map((one) => one.provider_order_id),
		).toEqual([id]);
		expect((await at.readMailsTo(user.email)).map(({ subject }) => subject)).toEqual(['Receipt: Premium']);
	});

	it.each(FORGERIES)('%s is answered 400 without a name, counted and not kept', async (_, forge) => {
		const { browser, charged, find } = await on.placeOrder();
		const before = (await on.listNotifications()).total_count;
		const headers = { 'content-type': 'application/x-www-form-urlencoded' };
		const payload = new URLSearchParams(forge(charged)).toString();
		const answer = await at.app.inject({ method: 'POST', url: '/api/payproglobal/webhook', headers, payload });
		expect(answer.statusCode).toBe(400);
		expect(answer.json()).toMatchObject({ title: 'Bad Request', detail: 'Unrecognized payment notification.', errors: [] });
		await at.billing.runCheck();
		expect((await on.listNotifications()).total_count).toBe(before);
		expect((await find()).items).toEqual([]);
		expect((await on.listNotifications()).turned_away).toContainEqual(
			expect.objectContaining({ hook: 'live', reason: 'invalid signature' }),
		);
		expect(await readLicence(browser)).toBeNull();
	});

	it('that is signed but incomplete gets the name of the missing field', async () => {
		const { charged } = await on.placeOrder();
		const { PRODUCT_ID: _, ...cut } = charged;
		const headers = { 'content-type': 'application/x-www-form-urlencoded' };
		const answer = await at.app.inject({
			method: 'POST',
			url: '/api/payproglobal/webhook',
			headers,
			payload: new URLSearchParams(signFields(cut)).toString(),
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
		const { browser, charged, find, notification: reported } = await on.placeOrder();
		const test = reported('1', 'OrderCharged', { TEST_MODE: '1', ORDER_TOTAL_AMOUNT: '0' });
		expect(await at.send('webhook', test)).toBe(400);
		expect(await at.send('webhook/test', test)).toBe(200);
		// Signed as a live one, at the wrong hook.
		expect(await at.send('webhook/test', charged)).toBe(200);
		await at.runJobs();
		const { items } = await find();
		expect(items.map(({ state }) => state)).toEqual(['test', 'test']);
		expect((await at.admin.send('POST', `/api/payment-notices/${items[0]?.id}/work`, {})).body).toMatchObject({ state: 'test' });
		await at.runJobs();
		expect(await readLicence(browser)).toBeNull();
		expect(await at.send('webhook/test', { ...test, SIGNATURE: 'x' })).toBe(400);
	});
});
