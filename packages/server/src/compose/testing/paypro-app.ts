import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildHashedText, buildSignedText } from '@sw/domain/billing/payment-event';
import { formatOrderTime } from '@sw/domain/billing/testing/payment-provider';
import { expect } from 'vitest';
import { type Browser, PASSWORD } from '../../areas/accounts/testing/account-app.ts';
import { type BillingApp, billingApp } from './billing-app.ts';

const KEYS = { validation: 'validation-key', secret: 'secret-key' };
export const ACCOUNT = 4711;
export type Fields = Record<string, string>;
/** All fields that the provider documents, with the values of a first payment. */
export const documentedFields = JSON.parse(readFileSync(new URL('paypro-notice.json', import.meta.url), 'utf8')) as Fields;

export function signatureWith(fields: Fields, key: string): string {
	return hashHex('sha256', buildSignedText(fields, key));
}

function hashHex(name: string, text: string): string {
	return createHash(name).update(text).digest('hex');
}

export function signFields(fields: Fields): Fields {
	return {
		...fields,
		HASH: hashHex('md5', buildHashedText(fields, KEYS.secret)),
		SIGNATURE: signatureWith(fields, KEYS.validation),
	};
}

export interface NotificationsPage {
	items: { id: string; state: string; type: string; reason: string | null; attempts: number; copies: number; order_id: string | null }[];
	total_count: number;
	turned_away: { hook: string; reason: string; count: number }[];
}

/** Signs in again, because sessions expire when the clock is advanced. */
export async function signIn(browser: Browser, email = ''): Promise<void> {
	if ((await browser.send('GET', '/api/me')).status === 200) return;
	expect((await browser.send('POST', '/api/auth/login', { email, password: PASSWORD })).status).toBe(200);
}

export async function readLicence(browser: Browser): Promise<string | null> {
	return ((await browser.send('GET', '/api/me')).body as { license: string | null }).license;
}

interface KnownOrder {
	state: number;
	code: string | null;
	product: number;
}

/** The provider's API: the orders that it knows, and the requests that it received. */
async function openProvider() {
	const provider = {
		orders: new Map<string, KnownOrder>(),
		/** Responses to other calls than the one for an order, by path. */
		answers: new Map<string, unknown>(),
		requests: [] as { path: string; body: Record<string, unknown> }[],
		isDown: false,
	};
	const answerTo = (path: string, body: Record<string, unknown>): object => {
		const order = provider.orders.get(String(body.orderId));
		const isOrder = path === '/api/Orders/GetOrderDetails';
		const isSuccess = body.vendorAccountId === ACCOUNT && body.apiSecretKey === 'api-secret' && (!isOrder || order !== undefined);
		const details = order && {
			orderStatusId: order.state,
			orderStatusName: 'Processed',
			mainProductId: order.product,
			customFields: order.code === null ? [] : [{ customFieldKey: 'x-order', customFieldValue: order.code }],
		};
		return {
			request: body,
			isSuccess,
			...(isSuccess ? { response: isOrder ? details : provider.answers.get(path) } : {}),
			errors: isSuccess ? [] : [{ message: 'no' }],
		};
	};
	const server: Server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
			const path = request.url ?? '';
			provider.requests.push({ path, body });
			if (provider.isDown) response.writeHead(503).end();
			else response.end(JSON.stringify(answerTo(path, body)));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { provider, server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A user with an order, and its payment notifications, which the provider knows. */
export interface PlacedOrder {
	browser: Browser;
	user: { id: string; email: string };
	order: { id: string; code: string; checkout_url: string };
	/** The provider's order id. */
	id: string;
	/** The notification that it was paid. */
	charged: Fields;
	notification(typeId: string, name: string, more?: Fields): Fields;
	/** Its notifications, as administrators see them. */
	find(): Promise<NotificationsPage>;
}

export interface PayProApp {
	at: BillingApp;
	provider: Awaited<ReturnType<typeof openProvider>>['provider'];
	listNotifications(query?: string): Promise<NotificationsPage>;
	placeOrder(): Promise<PlacedOrder>;
	close(): Promise<void>;
}

/** Payments by PayPro Global, with a stand-in for its API on this machine. It knows one plan, number 81. */
export async function payProApp(): Promise<PayProApp> {
	const { provider, server, address } = await openProvider();
	const at = await billingApp({ name: 'payproglobal', account: ACCOUNT, apiSecret: 'api-secret', keys: KEYS }, address);
	const { id: product } = await at.findPlan('premium');
	expect((await at.admin.send('PUT', `/api/products/${product}`, { provider_product_id: '81' })).status).toBe(200);
	const prices = [{ product_id: product, currency: 'USD', amount: 49 }];
	expect((await at.admin.send('POST', '/api/prices/update', { prices })).status).toBe(200);
	let orderNumber = 10_000;

	const listNotifications = async (query = ''): Promise<NotificationsPage> => {
		await signIn(at.admin, 'admin@example.test');
		const { status, body } = await at.admin.send('GET', `/api/payment-notices?${query}`);
		expect(status).toBe(200);
		return body as NotificationsPage;
	};
	return {
		at,
		provider,
		listNotifications,
		placeOrder: async () => {
			const { browser, user } = await at.createSignedInUser({ license: null });
			const { status, body } = await browser.send('POST', '/api/orders', { product_id: product });
			expect(status).toBe(201);
			const order = body as PlacedOrder['order'];
			const id = String(++orderNumber);
			provider.orders.set(id, { state: 5, code: order.code, product: 81 });
			const charged: Fields = {
				...documentedFields,
				ORDER_ID: id,
				ORDER_ITEM_ID: id,
				SUBSCRIPTION_ID: String(orderNumber + 500_000),
				CUSTOMER_EMAIL: user.email,
				ORDER_CUSTOM_FIELDS: `x-order=${order.code}`,
				ORDER_PLACED_TIME_UTC: formatOrderTime(at.clock.now()),
			};
			return {
				browser,
				user,
				order,
				id,
				charged: signFields(charged),
				notification: (typeId, name, more = {}) => signFields({ ...charged, IPN_TYPE_ID: typeId, IPN_TYPE_NAME: name, ...more }),
				find: () => listNotifications(`q=${id}`),
			};
		},
		close: async () => {
			await at[Symbol.asyncDispose]();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
