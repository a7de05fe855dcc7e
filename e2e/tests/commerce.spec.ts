/** From a plan to its payment, its licence and its end, with the simulated provider. */
import type { BrowserContext, Page } from '@playwright/test';
import { findSmallTargets, findViolations } from '../accessibility-rules.ts';
import { expect, FEW_TICKERS, type RunningProduct, startProduct, testWithOwnProduct as test } from '../fixtures.ts';
import { measureSidewaysScroll, waitUntilSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

const FINGERTIP = 44;

let running: RunningProduct & { close(): Promise<void> };
test.beforeAll(async () => {
	running = await startProduct({ SIGNALWHEEL_PAYMENTS: 'simulated' }, undefined, { tickers: FEW_TICKERS });
});
test.afterAll(() => running.close());

async function go(page: Page, path: string): Promise<void> {
	await page.goto(path);
	await waitUntilSettled(page);
}

/** Steps at the checkout, which is another company's page. */
async function atCheckout(page: Page, act: string): Promise<void> {
	await expect(page.getByRole('heading', { name: 'Simulated checkout' })).toBeVisible();
	// The next page has the same address and the same links: following one of the old page's would abort the payment.
	await page.evaluate(() => document.body.toggleAttribute('data-stood', true));
	await page.getByRole('button', { name: act, exact: true }).click();
	await expect(page.locator('body:not([data-stood])').getByRole('heading', { name: 'Simulated checkout' })).toBeVisible();
}

function licenceIn(page: Page) {
	return page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: /^Profile/ });
}

function plan(page: Page, name: string) {
	return page.getByRole('region', { name, exact: true });
}

/** The id of a plan by licence and period. */
async function productOf(context: BrowserContext, license: string, period = 'month'): Promise<string> {
	const { items } = await (await context.request.get(`${running.url}/api/prices`)).json();
	return items.find((offer: { license: string; period: string }) => offer.license === license && offer.period === period).product_id;
}

test('a plan is chosen, ordered and paid; its licence counts without signing in again; it is cancelled and ended', async ({ browser }) => {
	const context = await browser.newContext({ baseURL: running.url });
	const page = await context.newPage();
	// A visitor is led to sign-up, and back to where they were.
	await go(page, '/prices');
	await page.getByRole('link', { name: 'Annually' }).click();
	await expect(plan(page, 'Pro')).toContainText('billed annually, $990');
	await expect(plan(page, 'Pro').getByRole('link', { name: 'Sign up for Pro' })).toHaveAttribute(
		'href',
		/redirectTo=%2Fprices%3Fperiod%3Dyear/,
	);

	await signIn(context, running, 'basic');
	await go(page, '/prices');
	await expect(licenceIn(page)).toContainText('basic');
	await plan(page, 'Premium').getByRole('button', { name: 'Order Premium for $49' }).click();
	await expect(page.getByRole('dialog')).toContainText('You pay $49 now and every month until you cancel.');
	expect(await findViolations(page)).toEqual([]);
	await page.getByRole('button', { name: 'Continue to payment' }).press('Enter');
	await atCheckout(page, 'Decline the card');
	await page.getByRole('link', { name: 'Back to the plans' }).click();
	await waitUntilSettled(page);
	await expect(page.getByText(/was declined and nothing was charged/)).toBeVisible();
	await plan(page, 'Premium').getByRole('button', { name: 'Order Premium for $49' }).click();
	await page.getByRole('button', { name: 'Continue to payment' }).click();
	await atCheckout(page, 'Pay');
	await page.getByRole('link', { name: 'Back to the plans' }).click();
	await expect(licenceIn(page)).toContainText('premium');
	await expect(plan(page, 'Premium').getByText('Your plan')).toBeVisible();
	await expect(plan(page, 'Premium').getByText(/^Renews 07\/30\/2026 for \$49\.$/)).toBeVisible();
	// A half-hour report is open now.
	const { items } = await (await page.request.get('/api/schedule?time=2026-06-30')).json();
	expect(items.find(({ date }: { date: string }) => date === '2026-06-30T14:30:00Z')).toMatchObject({ report: 'premium', locked: false });

	await plan(page, 'Premium').getByRole('link', { name: 'Manage subscription' }).click();
	const part = page.getByRole('region', { name: 'Plan and payments' });
	await expect(part).toContainText('07/30/2026, $49');
	await expect(part.getByRole('row', { name: /Premium · .*\$49.*paid/ })).toBeVisible();
	await part.getByRole('button', { name: 'Turn off automatic renewal' }).click();
	await expect(part.getByText('manual payment each period')).toBeVisible();
	await part.getByRole('button', { name: 'Cancel at period end' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
	await expect(part.getByText('canceled: no further charges')).toBeVisible();
	await expect(licenceIn(page)).toContainText('premium');
	expect(await findViolations(page)).toEqual([]);
	await part.getByRole('button', { name: 'End now' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'End immediately' }).click();
	// The account's other licence.
	await expect(licenceIn(page)).toContainText('basic');
	await expect(part.getByText(/^Your Premium subscription has ended\./)).toBeVisible();
	await context.close();
});

test('an order waits on a phone, is changed, meets another price and is paid elsewhere: the open page shows it by itself', async ({
	browser,
}) => {
	const context = await browser.newContext({ baseURL: running.url, viewport: { width: 390, height: 844 }, hasTouch: true });
	await signIn(context, running, 'premium');
	const page = await context.newPage();
	await go(page, '/prices?period=year');
	await plan(page, 'Basic').getByRole('button', { name: 'Order Basic for $190' }).tap();
	// A smaller plan than the current one deletes nothing.
	await expect(page.getByRole('dialog')).toContainText('None of your data is deleted.');
	await page.getByRole('button', { name: 'Continue to payment' }).tap();
	await expect(page.getByRole('heading', { name: 'Simulated checkout' })).toBeVisible();
	await page.getByRole('link', { name: 'Back to the plans' }).tap();
	await waitUntilSettled(page);
	const waiting = page.getByRole('region', { name: /payment pending$/ });
	await expect(waiting).toContainText('Basic, annually, $190');
	await plan(page, 'Pro').getByRole('button', { name: 'Change order to Pro' }).tap();
	await page.getByRole('button', { name: 'Continue to payment' }).tap();
	await expect(page.getByText('Pro, 99.00 USD')).toBeVisible();
	const operator = await browser.newContext({ baseURL: running.url });
	await signIn(operator, running, 'admin');
	const changed = await operator.request.post('/api/prices/update', {
		data: { prices: [{ product_id: await productOf(context, 'pro'), currency: 'USD', amount: 89.5 }] },
		headers: { origin: running.url },
	});
	expect(changed.status()).toBe(200);
	await go(page, '/prices');
	await expect(waiting).toContainText('The price changed from $99 to $89.50 since you ordered.');
	expect(await measureSidewaysScroll(page)).toBe(0);
	expect(await findViolations(page)).toEqual([]);
	expect(await findSmallTargets(page, FINGERTIP)).toEqual([]);
	await waiting.getByRole('button', { name: 'Accept new price and pay $89.50' }).tap();
	await expect(page.getByRole('heading', { name: 'Simulated checkout' })).toBeVisible();
	const checkout = page.url();
	await go(page, '/prices');
	await expect(waiting.getByRole('button', { name: 'Pay $89.50' })).toBeVisible();

	const other = await context.newPage();
	await other.goto(checkout);
	await atCheckout(other, 'Pay');
	await expect(page.getByText('You have the pro licence now.')).toBeVisible();
	await expect(plan(page, 'Pro').getByText('Your plan')).toBeVisible();
	await expect(waiting).toHaveCount(0);
	await operator.close();
	await context.close();
});
