import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentsError } from './payments.ts';
import { createPayPro } from './paypro-global.ts';

let server: Server;
let answer: { status: number; body: string } = { status: 200, body: '' };
let address = '';
beforeAll(async () => {
	server = createServer((request, response) => {
		request.resume().on('end', () => response.writeHead(answer.status, { location: 'http://localhost/' }).end(answer.body));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const SECRETS = { apiSecret: 'api-secret', keys: { validation: 'validation-key', secret: 'secret-key' } };

function order(status: number, body: string, id = '456346') {
	answer = { status, body };
	return createPayPro({ account: 4711, ...SECRETS }, { baseUrl: address }).loadOrder(id);
}

function success(response: unknown) {
	return JSON.stringify({ isSuccess: true, response });
}

describe('PayPro Global', () => {
	it('is read with whatever it leaves out', async () => {
		expect(await order(200, success({ orderStatusId: 5 }))).toEqual({ code: null, productId: null, state: 'processed' });
		expect(await order(200, success({ orderStatusName: 'Chargeback', mainProductId: null, customFields: null }))).toMatchObject({
			state: 'chargeback',
		});
		expect(await order(200, success({ orderStatusId: 99, orderStatusName: 'New', mainProductId: 81 }))).toEqual({
			code: null,
			productId: '81',
			state: 'waiting',
		});
	});

	it.each([
		['an outage', 503, ''],
		['a page', 200, '<html>'],
		['a failure with its reason', 200, JSON.stringify({ isSuccess: false, errors: [{ message: 'api-secret is wrong' }] })],
		['nothing', 200, ''],
		['another shape', 200, success([])],
		['a way elsewhere', 302, ''],
	])('that answers with %s is an error that holds no secret', async (_, status, body) => {
		const error = await order(status, body).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(PaymentsError);
		expect((error as Error).message).not.toMatch(/secret|key/);
	});

	it('is not asked for a number that is none', async () => {
		await expect(order(200, success({ orderStatusId: 5 }), '1 or 1=1')).rejects.toThrow("'1 or 1=1' isn't a PayPro Global id");
	});

	it('is given an address at which the order is paid, with nothing secret in it', () => {
		const paid = createPayPro({ account: 4711, ...SECRETS });
		const url = paid.getCheckoutUrl({ code: 'ABC', providerProductId: '81', currency: 'EUR', coupon: 'HALF', email: 'ann+b@example.com' });
		expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
			'products[1][id]': '81',
			'products[1][qty]': '1',
			currency: 'EUR',
			'billing-email': 'ann+b@example.com',
			'x-order': 'ABC',
			'coupon-code': 'HALF',
		});
		expect(url).toMatch(/^https:\/\/store\.payproglobal\.com\/checkout\?/);
		expect(url).not.toMatch(/secret|key|4711/);
	});
});
