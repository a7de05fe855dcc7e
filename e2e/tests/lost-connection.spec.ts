/** What a reader sees while the connection or the server is down, and how it recovers. */
import { expect, test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

const SECOND = 1_000;

test('a tab that is chosen without a network says so, and comes by itself when the network is back', async ({ page, context, running }) => {
	await signIn(context, running, 'premium');
	await page.goto('/main?tabType=free');
	await waitUntilSettled(page);
	await context.setOffline(true);
	await page.getByRole('link', { name: /^Extreme fall/ }).click();
	await expect(page.getByRole('heading', { name: 'Failed to load data' })).toBeVisible();
	await expect(page.getByRole('main').getByRole('link', { name: 'Try again' })).toBeVisible();
	await context.setOffline(false);
	await expect(page.locator('[data-card]').first()).toBeVisible();
});

test('a server that hangs is named within ten seconds and can be asked again', async ({ page, context, running }) => {
	await signIn(context, running, 'premium');
	await page.clock.install();
	await page.goto('/main?tabType=free');
	await waitUntilSettled(page);
	const lists = /\/api\/sector-charts\/history\?/;
	let requests = 0;
	let hangs = true;
	await page.route(lists, (route) => {
		requests++;
		return hangs ? undefined : route.continue();
	});
	await page.getByRole('link', { name: /^Extreme fall/ }).click();
	await expect.poll(() => requests).toBe(1);
	await expect(page.getByText(/^The server hasn’t responded\./)).toHaveCount(0);
	await page.clock.fastForward(10 * SECOND);
	await expect(page.getByText(/^The server hasn’t responded\./)).toBeVisible();
	hangs = false;
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(page.locator('[data-card]').first()).toBeVisible();
	await expect(page.getByText(/^The server hasn’t responded\./)).toHaveCount(0);
});

test('a page whose script does not load keeps its header and offers to load it again', async ({ page, context, running }) => {
	await signIn(context, running, 'premium');
	await page.goto('/main?tabType=free');
	await waitUntilSettled(page);
	await page.route(/\/assets\/.*\.js/, (route) => route.abort());
	await page.getByRole('link', { name: 'Frozen List' }).click();
	await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
	await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
	await page.unroute(/\/assets\/.*\.js/);
	await page.getByRole('link', { name: 'Reload' }).click();
	await expect(page).toHaveURL(/\/frozen-list/);
	await expect(page.getByRole('heading', { level: 1, name: 'Frozen List' })).toBeVisible();
});

test('back closes the sheet and the viewer before it leaves the page', async ({ page, context, running }) => {
	await signIn(context, running, 'premium');
	await page.goto('/search');
	await page.goto('/main?tabType=free');
	await waitUntilSettled(page);
	const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
	for (let time = 0; time < 2; time++) {
		await page.getByRole('button', { name: 'Filter', exact: true }).click();
		await expect(sheet).toBeVisible();
		await page.goBack();
		await expect(sheet).not.toBeVisible();
		await expect(page).toHaveURL(/\/main\?tabType=free$/);
	}
	await page.setViewportSize({ width: 390, height: 844 });
	await page.getByRole('article').first().click({ button: 'right' });
	const viewer = page.getByRole('dialog', { name: 'Card viewer' });
	await expect(viewer).toBeVisible();
	await page.goBack();
	await expect(viewer).not.toBeVisible();
	await expect(page).toHaveURL(/\/main\?tabType=free$/);
});

test('the way back to the list leads to its page and to where it was scrolled', async ({ page, context, running }) => {
	await signIn(context, running, 'premium');
	await page.setViewportSize({ width: 1440, height: 600 });
	await page.goto('/main?tabType=free&page=2');
	await waitUntilSettled(page);
	const card = page.locator('[data-card]').last();
	await card.scrollIntoViewIfNeeded();
	const left = await page.evaluate(() => scrollY);
	expect(left).toBeGreaterThan(0);
	const symbol = (await card.textContent()) as string;
	await card.click();
	await expect(page.getByRole('heading', { level: 1, name: symbol })).toBeVisible();
	await page.getByRole('link', { name: 'Back to the list' }).first().click();
	await expect(page.getByRole('link', { name: symbol, exact: true })).toBeFocused();
	await expect(page).toHaveURL(/page=2/);
	// To the pixel, rounded.
	expect(Math.abs((await page.evaluate(() => scrollY)) - left)).toBeLessThanOrEqual(1);
});
