import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BillingApp, billingApp, type Plan, read } from '../../compose/testing/billing-app.ts';

let at: BillingApp;
beforeAll(async () => {
	at = await billingApp({ name: 'simulated' });
});
afterAll(() => at?.[Symbol.asyncDispose]());

describe('a first start', () => {
	it('offers three plans by the month and by the year, at example prices where payments are simulated', async () => {
		const { payments, items } = await read<{ payments: string; items: { license: string; period: string; prices: unknown }[] }>(
			at.browser(),
			'/api/prices',
		);
		expect(payments).toBe('simulated');
		expect(items.map(({ license, period, prices }) => [license, period, prices])).toEqual([
			['basic', 'month', [{ currency: 'USD', amount: 19 }]],
			['basic', 'year', [{ currency: 'USD', amount: 190 }]],
			['premium', 'month', [{ currency: 'USD', amount: 49 }]],
			['premium', 'year', [{ currency: 'USD', amount: 490 }]],
			['pro', 'month', [{ currency: 'USD', amount: 99 }]],
			['pro', 'year', [{ currency: 'USD', amount: 990 }]],
		]);
	});

	it('does not bring back what an administrator took away', async () => {
		const { id } = await at.findPlan('basic', 'year');
		expect((await at.admin.send('DELETE', `/api/products/${id}`, {})).status).toBe(204);
		await at.billing.begin();
		expect(await at.findPlan('basic', 'year')).toBeUndefined();
	});
});

describe('products and prices', () => {
	const TRY = { name: 'Trial of pro', license: 'pro', period: 'year', is_active: false };

	it('are added, changed and taken away by administrators, one plan of a kind for sale', async () => {
		expect((await at.admin.send('POST', '/api/products', { ...TRY, is_active: true })).status).toBe(409);
		const { status, body } = await at.admin.send('POST', '/api/products', TRY);
		expect([status, (body as Plan).is_active]).toEqual([201, false]);
		const url = `/api/products/${(body as Plan).id}`;
		expect((await at.admin.send('PUT', url, { is_active: true })).status).toBe(409);
		expect((await at.admin.send('PUT', url, { name: 'Another', provider_product_id: '81' })).body).toMatchObject({
			name: 'Another',
			provider_product_id: '81',
			license: 'pro',
		});
		expect((await at.admin.send('POST', '/api/products', { ...TRY, provider_product_id: '81' })).status).toBe(409);
		expect((await at.admin.send('DELETE', url, {})).status).toBe(204);
		expect((await at.admin.send('DELETE', url, {})).status).toBe(404);
		expect((await at.admin.send('PUT', url, { name: 'x' })).status).toBe(404);
	});

	it('that are not sold are shown to administrators only', async () => {
		const { body } = await at.admin.send('POST', '/api/products', TRY);
		const { browser } = await at.createSignedInUser();
		const url = `/api/products/${(body as Plan).id}`;
		expect([(await browser.send('GET', url)).status, (await at.admin.send('GET', url)).status]).toEqual([404, 200]);
		expect((await read<{ items: Plan[] }>(browser, '/api/products')).items.every(({ is_active }) => is_active)).toBe(true);
		expect((await browser.send('GET', `/api/products/${(await at.findPlan('pro')).id}`)).status).toBe(200);
		await at.admin.send('DELETE', url, {});
	});

	it('get their prices by currency, all of a body or none', async () => {
		const { id } = await at.findPlan('premium');
		const set = (prices: object[]) => at.admin.send('POST', '/api/prices/update', { prices });
		const unknown = '00000000-0000-4000-8000-000000000000';
		expect(
			(
				await set([
					{ product_id: id, currency: 'EUR', amount: 45 },
					{ product_id: unknown, currency: 'EUR', amount: 1 },
				])
			).status,
		).toBe(400);
		for (const amount of [-1, 0.001, 1e9]) expect((await set([{ product_id: id, currency: 'EUR', amount }])).status).toBe(400);
		expect((await set([{ product_id: id, currency: 'euro', amount: 1 }])).status).toBe(400);
		expect((await at.findPlan('premium')).prices).toEqual([{ currency: 'USD', amount: 49 }]);
		expect((await set([{ product_id: id, currency: 'EUR', amount: 45.5 }])).body).toMatchObject({ changed: 1 });
		expect((await set([{ product_id: id, currency: 'EUR', amount: 45.5 }])).body).toMatchObject({ changed: 0 });
		expect((await at.findPlan('premium')).prices).toEqual([{ currency: 'EUR', amount: 45.5 }]);
		expect(
			(
				await set([
					{ product_id: id, currency: 'EUR', amount: null },
					{ product_id: id, currency: 'USD', amount: 50 },
				])
			).body,
		).toMatchObject({ changed: 2 });
		expect((await at.findPlan('premium')).prices).toEqual([{ currency: 'USD', amount: 50 }]);
		const { items } = await read<{ items: { act: string; detail: object }[] }>(at.admin, '/api/audit?act=price.change');
		expect(items[0]).toMatchObject({ detail: { 'Premium, Monthly, EUR': [45.5, null], 'Premium, Monthly, USD': [null, 50] } });
		await set([{ product_id: id, currency: 'USD', amount: 49 }]);
	});

	it('have the decimals and bounds of their currency, and one price a currency', async () => {
		const { id } = await at.findPlan('premium');
		const set = (...prices: [string, number | null][]) =>
			at.admin.send('POST', '/api/prices/update', { prices: prices.map(([currency, amount]) => ({ product_id: id, currency, amount })) });
		for (const [currency, amount, field, message] of [
			['JPY', 148_500.55, 'prices.0.amount', 'JPY has no decimals: use a whole number.'],
			['XYZ', 1, 'prices.0.currency', 'Unknown currency XYZ: use an ISO 4217 code such as USD.'],
			['USD', 1_000_001, 'prices.0.amount', 'The highest price in USD is 1000000.'],
			['KWD', 1.0001, 'prices.0.amount', 'KWD has 3 decimals.'],
		] as const)
			expect(await set([currency, amount])).toMatchObject({ status: 400, body: { errors: [{ field, message }] } });
		expect(await set(['EUR', 45], ['EUR', 46])).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'prices.1.currency', message: 'The price of this product in EUR is given twice: give it once.' }] },
		});
		expect(await set(['KRW', 1_380_000], ['KWD', 304.125])).toMatchObject({ status: 200, body: { changed: 2 } });
		expect((await at.findPlan('premium')).prices).toEqual([
			{ currency: 'KRW', amount: 1_380_000 },
			{ currency: 'KWD', amount: 304.125 },
			{ currency: 'USD', amount: 49 },
		]);
		await set(['KRW', null], ['KWD', null]);
	});

	it('are said as they change, in the words of the call, in the audit log', async () => {
		const { id } = await at.findPlan('pro', 'year');
		await at.admin.send('PUT', `/api/products/${id}`, { provider_product_id: '7', trial_days: 14 });
		await at.admin.send('PUT', `/api/products/${id}`, { provider_product_id: null, trial_days: 0 });
		const { items } = await read<{ items: { detail: object }[] }>(at.admin, '/api/audit?act=product.change&target=Pro');
		expect(items.map(({ detail }) => detail).slice(0, 2)).toEqual([
			{ provider_product_id: ['7', null], trial_days: [14, 0] },
			{ provider_product_id: [null, '7'], trial_days: [0, 14] },
		]);
	});
});
