import type { BrowserContext, Page } from '@playwright/test';
import { findSmallTargets, findViolations } from '../accessibility-rules.ts';
import { expect, FEW_TICKERS, startProduct, testWithOwnProduct as test } from '../fixtures.ts';
import { measureSidewaysScroll, waitUntilSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

const BUYER = 'basic@demo.test';
const FINGERTIP = 44;

type Running = Awaited<ReturnType<typeof startProduct>>;
let running: Running;
test.beforeAll(async () => {
	test.setTimeout(600_000);
	running = await startProduct({ SIGNALWHEEL_PAYMENTS: 'simulated' }, undefined, { tickers: FEW_TICKERS });
});
test.afterAll(() => running?.close());

/** Confirms an action's question, and waits for its result. */
async function sure(page: Page, button: string, outcome: string): Promise<void> {
	await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
	await expect(page.getByRole('alert').filter({ hasText: outcome })).toBeVisible();
}

/** A trader who has ordered a plan and paid for it at the simulated provider; returns the order's code. */
async function bought({ request }: BrowserContext, { url }: Running, license: string): Promise<string> {
	const headers = { origin: url };
	const { items } = await (await request.get(`${url}/api/prices`)).json();
	const plan = items.find((one: { license: string; period: string }) => one.license === license && one.period === 'month');
	const { code } = await (await request.post(`${url}/api/orders`, { data: { product_id: plan.product_id }, headers })).json();
	const paid = await request.post(`${url}/simulated-checkout/${code}`, { form: { act: 'pay' }, headers, maxRedirects: 0 });
	expect(paid.status()).toBe(303);
	return code;
}

test('a payment is given back from the screen: the licence is gone for the reader, on a phone, and every act is in the audit log', async ({
	browser,
}) => {
	const trader = await browser.newContext({ baseURL: running.url, viewport: { width: 390, height: 844 }, hasTouch: true });
	await signIn(trader, running, 'basic');
	const licence = async (): Promise<string> => (await (await trader.request.get(`${running.url}/api/me`)).json()).license;
	const context = await browser.newContext({ baseURL: running.url });
	await signIn(context, running, 'admin');
	const page = await context.newPage();

	await page.goto('/admin/plans');
	await waitUntilSettled(page);
	await expect(page.getByText('Payments are handled by Simulated provider.')).toBeVisible();
	expect(await findViolations(page)).toEqual([]);
	await page.getByRole('button', { name: 'Prices of Pro, Monthly' }).click();
	await page.getByLabel('Price in USD').fill('79.50');
	expect(await findViolations(page)).toEqual([]);
	await sure(page, 'Save', 'Prices of Pro, Monthly updated.');
	await expect(page.getByRole('row', { name: /^Pro, Monthly/ })).toContainText('$79.50');

	const code = await bought(trader, running, 'pro');
	await expect.poll(licence).toBe('pro');
	const phone = await trader.newPage();
	await phone.goto('/profile');
	await waitUntilSettled(phone);
	const own = phone.getByRole('region', { name: 'Plan and payments' });
	await expect(own).toContainText('automatic');

	await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Orders' }).click();
	await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
	await page.getByLabel('Code, number or e-mail starts with').fill(BUYER);
	await page.getByRole('button', { name: 'Find' }).click();
	await page.getByRole('link', { name: code }).click();
	await expect(page.getByRole('heading', { name: `Order ${code}` })).toBeVisible();
	await expect(page.getByRole('row', { name: /OrderCharged/ })).toContainText('processed');
	expect(await findViolations(page)).toEqual([]);
	await page.getByRole('button', { name: /^Refund payment/ }).click();
	expect(await findViolations(page)).toEqual([]);
	await page.getByRole('dialog').getByLabel('Reason, for the provider and the audit log').fill('Bought by mistake');
	await sure(page, 'Refund', 'Refund of payment');
	expect(await licence()).toBe('basic');
	await expect
		.poll(async () => {
			await page.reload();
			await waitUntilSettled(page);
			return page.getByRole('region', { name: 'Payments', exact: true }).getByText('refunded', { exact: true }).count();
		})
		.toBe(1);
	await expect(page.getByRole('button', { name: /^Refund payment/ })).toHaveCount(0);
	// A user who returns to the open page sees it, signed in as before.
	await phone.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
	await expect(own.getByText(/^Your Pro subscription has ended\./)).toBeVisible();
	await expect(own.getByRole('row', { name: new RegExp(code) })).toContainText('refunded');
	await expect(phone.getByText('You have the basic licence now.')).toBeVisible();
	expect(await measureSidewaysScroll(phone)).toBe(0);
	expect(await findViolations(phone)).toEqual([]);
	expect(await findSmallTargets(phone, FINGERTIP)).toEqual([]);

	await page.getByRole('link', { name: 'View subscription' }).click();
	await expect(page.getByRole('row').filter({ hasText: code })).toContainText('terminated');
	expect(await findViolations(page)).toEqual([]);
	await page.goto('/admin/payment-notices?state=worked');
	await waitUntilSettled(page);
	await page.getByRole('link', { name: /^OrderRefunded of/ }).click();
	await expect(page.getByRole('row', { name: /^REFUND_ISSUED_BY/ })).toContainText('Vendor');
	expect(await findViolations(page)).toEqual([]);
	await page.getByRole('button', { name: /^Process again: OrderRefunded/ }).click();
	await sure(page, 'Process', 'Processing');

	await page.goto('/admin/audit');
	await waitUntilSettled(page);
	const entries = page.getByRole('row');
	await expect(entries.filter({ hasText: 'notice.work' })).toContainText('OrderRefunded');
	await expect(entries.filter({ hasText: 'order.refund' })).toContainText('amount: 79.50 USD, reason: Bought by mistake');
	await expect(entries.filter({ hasText: 'price.change' })).toContainText('Pro, Monthly, USD: 99 → 79.5');
	await context.close();
	await trader.close();
});
