/** What every page does besides its content, on pages with and without a framework, in a browser that has answered nothing yet. */
import { type BrowserContext, type BrowserContextOptions, devices, expect, type Page, test } from '@playwright/test';
import { PUBLIC_PAGES } from '@sw/domain/prices/public-pages';
import { findSmallTargets, findViolations } from '../accessibility-rules.ts';
import { FEW_TICKERS, type RunningProduct, startProduct } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

const PUBLIC = PUBLIC_PAGES[0]?.path ?? '';
const COUNTER = 'https://count.example/script.js';
const SIZES = [
	{ width: 1280, height: 900 },
	{ width: 390, height: 844 },
] as const;

let running: RunningProduct & { close(): Promise<void> };
test.beforeAll(async () => {
	running = await startProduct({ SIGNALWHEEL_TRACKING: COUNTER }, undefined, { tickers: FEW_TICKERS });
});
test.afterAll(() => running.close());

const contexts: BrowserContext[] = [];
test.afterEach(async () => {
	for (const context of contexts.splice(0)) await context.close();
});

function banner(page: Page) {
	return page.getByRole('region', { name: 'Cookies' });
}

function kept(page: Page, key: string) {
	return page.evaluate((name) => localStorage.getItem(name), key);
}

/** Controls smaller than a fingertip. */
async function smallOwn(page: Page) {
	return (await findSmallTargets(page, 44)).filter((target) => target.includes('consent'));
}

function press(page: Page, name: string) {
	return page.getByRole('button', { name, exact: true }).click();
}

for (const viewport of SIZES) {
	const phone = viewport.width < 640;
	const accept = phone ? 'Ok' : 'Accept All Cookies';

	test.describe(`at ${viewport.width} px`, () => {
		let fresh: (options?: BrowserContextOptions) => Promise<Page>;
		test.beforeEach(({ browser }) => {
			fresh = async (options = {}) => {
				const context = await browser.newContext({ baseURL: running.url, viewport, reducedMotion: 'reduce', ...options });
				contexts.push(context);
				await context.route(COUNTER, (route) => route.fulfill({ contentType: 'text/javascript', body: 'window.counted = true;' }));
				return context.newPage();
			};
		});

		for (const path of ['/main', PUBLIC]) {
			test(`${path}: the banner of cookies is answered, put off, and opened again`, async () => {
				const page = await fresh();
				await page.goto(path);
				await expect(page.getByRole('button', { name: accept, exact: true })).toBeVisible();
				await expect(page.getByRole('button', { name: phone ? 'Accept All Cookies' : 'Ok', exact: true })).toBeHidden();
				for (const colorScheme of ['dark', 'light'] as const) {
					await page.emulateMedia({ colorScheme });
					expect(await findViolations(page)).toEqual([]);
				}
				for (const link of ['icon', 'apple-touch-icon', 'manifest']) await expect(page.locator(`head link[rel="${link}"]`)).toHaveCount(1);
				// Closing stores nothing: the next page asks again.
				await banner(page).getByRole('button', { name: 'Close' }).click();
				await expect(banner(page)).toBeHidden();
				expect(await kept(page, 'cookiesPolicy')).toBeNull();
				await page.reload();
				await press(page, accept);
				expect(JSON.parse((await kept(page, 'cookiesPolicy')) ?? '')).toEqual({ security: true, identification: true, functional: true });
				await page.waitForFunction(() => 'counted' in window);
				await page.reload();
				// The page's script, which the footer's buttons need, has loaded once it counts the view.
				await page.waitForFunction(() => 'counted' in window);
				// The footer reopens it.
				await press(page, 'Cookies');
				await expect(page.getByRole('switch', { name: 'Security' })).toBeFocused();
				expect(await findViolations(page)).toEqual([]);
				if (phone) expect(await smallOwn(page)).toEqual([]);
				await press(page, 'Reject All');
				expect(JSON.parse((await kept(page, 'cookiesPolicy')) ?? '')).toEqual({
					security: false,
					identification: false,
					functional: false,
				});
				await press(page, 'Cookies');
				await page.getByRole('switch', { name: 'Functional' }).click();
				await press(page, 'Confirm My Choices');
				expect(JSON.parse((await kept(page, 'cookiesPolicy')) ?? '')).toEqual({ security: false, identification: false, functional: true });
				await expect(banner(page)).toBeHidden();
			});

			test(`${path}: the footer opens the letter to the operator`, async () => {
				const page = await fresh();
				await page.goto(path);
				await press(page, accept);
				await press(page, 'Contact');
				const dialog = page.getByRole('dialog', { name: 'Contact us' });
				await expect(dialog.getByLabel('E-mail address')).toBeFocused();
				expect(await findViolations(page)).toEqual([]);
				await page.keyboard.press('Escape');
				await expect(dialog).toBeHidden();
				await expect(page.getByRole('button', { name: 'Contact', exact: true })).toBeFocused();
				await page.keyboard.press('Enter');
				await dialog.getByLabel('E-mail address').fill('ann@example.test');
				await dialog.getByLabel('Message').fill('When does it begin?');
				await dialog.getByRole('button', { name: 'Send' }).click();
				await expect(page.getByText('Message sent.')).toBeVisible();
				await running.product.stores.records.pool.query('delete from attempts');
			});
		}

		test('the popup of the wait-list opens by grl, on any page', async () => {
			const page = await fresh();
			await page.goto(`${PUBLIC}?grl=true`);
			const dialog = page.getByRole('dialog');
			const send = dialog.getByRole('button', { name: 'Send' });
			await expect(send).toBeDisabled();
			expect(await findViolations(page)).toEqual([]);
			await dialog.getByLabel('E-mail address').fill('eager@');
			await page.keyboard.press('Tab');
			await expect(dialog.getByText('Invalid email address')).toBeVisible();
			await expect(send).toBeDisabled();
			const address = `eager${viewport.width}@example.test`;
			await dialog.getByLabel('E-mail address').fill(address);
			expect(page.url()).toContain('grl=true');
			await send.click();
			await expect(dialog.getByRole('heading', { name: 'Thank you' })).toBeVisible();
			await dialog.getByText('Close', { exact: true }).click();
			await expect(dialog).toBeHidden();
			await expect(page).not.toHaveURL(/grl/);

			await page.goto('/main?grl=true');
			await dialog.getByLabel('E-mail address').fill(address);
			await send.click();
			await expect(dialog.getByText('This address is already on the list')).toBeVisible();
			await page.keyboard.press('Escape');
			await expect(dialog).toBeHidden();

			await page.goto('/main?grl=false');
			await dialog.getByLabel('E-mail address').fill(address);
			await send.click();
			await expect(dialog.getByRole('heading', { name: 'Thank you' })).toBeVisible();
			await page.goto(`${PUBLIC}?grl=perhaps`);
			await expect(dialog.getByText('The link has grl=perhaps')).toBeVisible();
			expect(await findViolations(page)).toEqual([]);
		});

		test('the install prompt comes with the offer, on mobile widths, until it is dismissed', async () => {
			const page = await fresh();
			await page.goto(PUBLIC);
			await press(page, accept);
			const offer = () =>
				page.evaluate(() => {
					const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
						prompt: async () => Object.assign(window, { prompted: true }),
						userChoice: Promise.resolve({ outcome: 'accepted' }),
					});
					dispatchEvent(event);
					dispatchEvent(event);
					return event.defaultPrevented;
				});
			expect(await offer()).toBe(true);
			const place = page.getByRole('region', { name: 'Install the app' });
			if (!phone) {
				// Production, on a desktop.
				await page.goto(running.url.replace('localhost', 'test.localhost') + PUBLIC);
				await press(page, accept);
				await offer();
			}
			await expect(place).toHaveCount(1);
			expect(await findViolations(page)).toEqual([]);
			if (phone) expect(await smallOwn(page)).toEqual([]);
			await place.getByRole('button', { name: 'Install', exact: true }).click();
			await expect(place).toBeHidden();
			expect(await page.evaluate(() => 'prompted' in window)).toBe(true);
			await page.reload();
			await settledLoader(page);
			await offer();
			await place.getByRole('button', { name: 'Cancel' }).click();
			expect(await kept(page, 'hideToastPWA')).toBe('true');
			await page.reload();
			await settledLoader(page);
			await offer();
			await expect(place).toBeHidden();
		});
	});
}

/** The script of every page has started: it handles the footer. */
async function settledLoader(page: Page): Promise<void> {
	// A press before it has started goes nowhere.
	await expect(async () => {
		await press(page, 'Cookies');
		await expect(banner(page)).toBeVisible({ timeout: 1_000 });
	}).toPass();
	await banner(page).getByRole('button', { name: 'Close' }).click();
}

test('an iPhone user is asked to tap Share', async ({ browser }) => {
	const { defaultBrowserType: _, ...iphone } = devices['iPhone 15'];
	const context = await browser.newContext({ baseURL: running.url, ...iphone, reducedMotion: 'reduce' });
	contexts.push(context);
	const page = await context.newPage();
	await page.goto('/main');
	await press(page, 'Ok');
	await expect(page.getByText("Tap Share, then 'Add to Home Screen'.")).toBeVisible();
	expect(await findViolations(page)).toEqual([]);
	await press(page, 'Cancel');
	expect(await kept(page, 'hideToastPWA')).toBe('true');
});

test('before the launch who comes is invited once a session', async ({ browser }) => {
	const operator = await browser.newContext({ baseURL: running.url });
	contexts.push(operator);
	await signIn(operator, running, 'admin');
	const set = async (prelaunch: boolean) =>
		operator.request.post('/api/settings', { data: { settings: { prelaunch } }, headers: { origin: running.url } });
	expect((await set(true)).status()).toBe(200);
	const context = await browser.newContext({ baseURL: running.url });
	contexts.push(context);
	const page = await context.newPage();
	await page.goto(PUBLIC);
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled();
	await page.keyboard.press('Escape');
	await page.goto('/main');
	await waitUntilSettled(page);
	await expect(banner(page)).toBeVisible();
	await expect(dialog).toBeHidden();
	expect((await set(false)).status()).toBe(200);
});

test('without a network there is a page that says so, and built files come from the cache', async ({ browser }) => {
	const context = await browser.newContext({ baseURL: running.url, serviceWorkers: 'allow' });
	contexts.push(context);
	const page = await context.newPage();
	await page.goto('/main');
	await page.evaluate(() => navigator.serviceWorker.ready);
	// The worker takes over with the next page.
	await page.reload();
	await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
	await waitUntilSettled(page);
	const names = () =>
		page.evaluate(async () => {
			const caches_ = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
			return caches_.flat().map(({ url }) => new URL(url).pathname);
		});
	await expect.poll(async () => (await names()).length).toBeGreaterThan(1);
	expect((await names()).filter((name) => !name.startsWith('/assets/'))).toEqual(['/offline.html']);
	await context.setOffline(true);
	await page.goto('/top');
	await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
	expect(await findViolations(page)).toEqual([]);
	await context.setOffline(false);
	await page.getByRole('button', { name: 'Try again' }).click();
	await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('You are offline');
});
