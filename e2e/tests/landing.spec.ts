/** A visitor's first page: without a framework, complete without scripts, and without layout shifts. */

import { findSmallTargets, findUnmarkedScrollers, findViolations } from '../accessibility-rules.ts';
import { expect, test } from '../fixtures.ts';
import { measureSidewaysScroll, waitUntilSettled } from '../open-screen.ts';
import { reportForLandingPage, showNewReport } from '../pictures/staged.ts';

const FINGERTIP = 44;
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Bytes of script, uncompressed. */
const MOST_SCRIPT = 40_000;

for (const [name, screen, colorScheme] of [
	['wide, dark', WIDE, 'dark'],
	['on a phone, light', PHONE, 'light'],
] as const)
	test(`the first screen says what this is and leads on, ${name}`, async ({ browser, running, request }) => {
		// It is measured in the background, once all past reports exist.
		await expect(async () => {
			const { record } = await (await request.get('/api/landing/record')).json();
			expect(record?.n).toBeGreaterThan(0);
		}).toPass();
		const isPhone = screen.width < 500;
		const context = await browser.newContext({ baseURL: running.url, viewport: screen, colorScheme, hasTouch: isPhone, isMobile: isPhone });
		const page = await context.newPage();
		await page.goto('/');
		await waitUntilSettled(page);
		const inFirstScreen = async (element: ReturnType<typeof page.getByRole>) => {
			const box = await element.boundingBox();
			expect((box?.y ?? screen.height) + (box?.height ?? 0)).toBeLessThanOrEqual(screen.height);
		};
		await inFirstScreen(page.getByRole('heading', { level: 1, name: /^The whole market, measured every 15 minutes\./ }));
		await inFirstScreen(page.getByRole('link', { name: 'Create account' }));
		await inFirstScreen(page.getByRole('link', { name: 'How it works' }));
		const example = page.getByRole('region', { name: 'How to read a wheel' });
		await inFirstScreen(example.getByRole('img', { name: /, candidate to (?:fall back|recover), rate \d+ of 140(?:, top \d+ %)?: / }));
		await expect(example.getByText(/ (?:rose|fell) unusually far.*: a candidate to (?:fall back|recover)\.$/)).toBeVisible();
		await expect(
			example.getByText(
				/^Of [\d,]+ similar cases, \d+ % (?:fell|rose) further than the median stock of their size within 5 trading hours; of random stocks, \d+ %\.$/,
			),
		).toBeVisible();
		await expect(
			example.getByText(
				/95 % interval [\d.]+–[\d.]+ % · holds however often you look: [\d.]+–[\d.]+ % · after assumed costs · .*hypothetical, not advice/,
			),
		).toBeVisible();
		for (const part of ['Slice = sector', 'Ring = timeframe', 'Shade = depth, 1–5', 'Colour = candidate', 'Number = rate'])
			await expect(example.getByRole('listitem').filter({ hasText: part })).toBeVisible();
		expect(await findViolations(page)).toEqual([]);
		expect(await findUnmarkedScrollers(page)).toEqual([]);
		expect(await measureSidewaysScroll(page)).toBe(0);
		if (isPhone) expect(await findSmallTargets(page, FINGERTIP)).toEqual([]);
		await context.close();
	});

/** Breakpoints of the layout: xs starts at 0, and no screen is narrower than 320 px. */
const LAYOUT = { xs: 320, sm: 576, md: 768, lg: 1024, xl: 1440, xxl: 1640 };

test('it fits at every width of the layout: 576, 768, 1024, 1440, 1640 px, and just below', async ({ page }) => {
	await page.goto('/');
	await waitUntilSettled(page);
	for (const [name, width] of Object.entries(LAYOUT))
		for (const at of name === 'xs' ? [width] : [width - 1, width]) {
			await page.setViewportSize({ width: at, height: 900 });
			expect([at, await measureSidewaysScroll(page), await findUnmarkedScrollers(page)]).toEqual([at, 0, []]);
		}
});

test('it loads no framework: at most 40 kB of script, none before the first paint but the colours', async ({ page }) => {
	const scripts: Promise<Buffer>[] = [];
	page.on('response', (response) => {
		if (response.request().resourceType() === 'script') scripts.push(response.body());
	});
	await page.goto('/', { waitUntil: 'networkidle' });
	const inline = await page
		.locator('script:not([src]):not([type="application/ld+json"])')
		.evaluateAll((all) => all.map((one) => one.textContent ?? ''));
	const loaded = (await Promise.all(scripts)).map(({ length }) => length);
	const bytes = [...loaded, ...inline.map((text) => text.length)].reduce((sum, size) => sum + size, 0);
	expect(loaded.length).toBeGreaterThan(0);
	expect(bytes).toBeLessThanOrEqual(MOST_SCRIPT);
	const inHead = await page
		.locator('head script:not([src]):not([type="application/ld+json"])')
		.evaluateAll((all) => all.map((one) => one.textContent ?? ''));
	expect(inHead).toHaveLength(1);
	expect(inHead[0]?.length).toBeLessThan(1_000);
	expect(await page.locator('link[rel="stylesheet"]').count()).toBe(0);
});

test.describe('without scripts', () => {
	test.use({ javaScriptEnabled: false, viewport: PHONE, hasTouch: true, isMobile: true });

	test('tabs, switches, pages and tables are chosen all the same', async ({ page }) => {
		await page.goto('/');
		await page.getByRole('link', { name: 'Free', exact: true }).tap();
		await expect(page).toHaveURL(/\/\?tabType=free$/);
		await expect(page.getByText('All tickers with enough trading, most unusual first')).toBeVisible();
		await expect(page.getByText('1–10 of the first 20')).toBeVisible();
		await page.getByRole('link', { name: 'Next page' }).tap();
		await expect(page).toHaveURL(/\/\?tabType=free&page=2$/);
		await expect(page.getByText('11–20 of the first 20')).toBeVisible();
		await page.getByRole('button', { name: 'Options' }).tap();
		await page.getByRole('link', { name: 'long', exact: true }).tap();
		await expect(page).toHaveURL(/operation=long/);
		await expect(page.getByText('most unusual first on 15m·30m·1h, up or down.')).toBeVisible();
		const tables = page.getByRole('table');
		await expect(tables).toHaveCount(1);
		await expect(page.getByRole('columnheader', { name: '× usual' })).toHaveCount(0);
		await page.getByText('Unusual', { exact: true }).tap();
		await expect(tables).toHaveCount(1);
		await expect(page.getByRole('columnheader', { name: '× usual' })).toBeVisible();
	});
});

test('on a phone the top tables are one, chosen by arrow keys, and the choice survives a refresh of the data', async ({ page }) => {
	await page.clock.install();
	await page.setViewportSize(PHONE);
	await page.goto('/');
	await waitUntilSettled(page);
	await page.getByRole('radio', { name: 'Gainers' }).focus();
	await page.keyboard.press('ArrowRight');
	await expect(page.getByRole('radio', { name: 'Losers' })).toBeChecked();
	await expect(page.getByRole('heading', { level: 3, name: 'Top Losers' })).toBeVisible();
	await expect(page.getByRole('table')).toHaveCount(1);
	await page.getByRole('radio', { name: 'Losers' }).blur();
	// A table other than the visible one, so that it replaces it.
	await page.route(
		(url) => url.pathname === '/',
		async (route) => {
			const response = await route.fetch();
			await route.fulfill({ response, body: (await response.text()).replaceAll('Top movers today', 'Top movers now') });
		},
	);
	await page.clock.runFor(61_000);
	await expect(page.getByRole('heading', { name: /^Top movers now/ })).toBeVisible();
	await expect(page.getByRole('radio', { name: 'Losers' })).toBeChecked();
	await expect(page.getByRole('table')).toHaveCount(1);
	await page.setViewportSize({ width: 1720, height: 900 });
	await expect(page.getByRole('table')).toHaveCount(4);
});

test('a newer report is announced and moves nothing until it is opened', async ({ page }) => {
	const staged = reportForLandingPage();
	await staged.before(page);
	await page.goto('/?tabType=free');
	await waitUntilSettled(page);
	const chip = page.getByText(/^Latest report /);
	await expect(chip).toBeVisible();
	const clock = (await chip.textContent())?.replace('Latest report ', '') ?? '';
	const shown = await page.locator('[data-card]').allTextContents();
	await staged.prepare(page);
	await expect(page.getByText(/^New report \d\d:\d\d ET: 1 entered, 1 left$/)).toBeVisible();
	await expect(page.getByText(`Report ${clock}`, { exact: true })).toBeVisible();
	expect(await page.locator('[data-card]').allTextContents()).toEqual(shown);
	expect(await findViolations(page)).toEqual([]);
	await showNewReport(page);
	await expect(page.getByText('new', { exact: true }).filter({ visible: true })).toHaveCount(1);
	await expect(page.getByText(/^New report /)).toHaveCount(0);
	await expect(page.locator('main')).toBeFocused();
});

test('a failed refresh is reported until one succeeds', async ({ page }) => {
	await page.clock.install();
	await page.goto('/');
	await waitUntilSettled(page);
	let away = true;
	await page.route(
		(url) => url.pathname === '/',
		(route) => (away ? route.fulfill({ status: 503, body: '' }) : route.continue()),
	);
	await page.clock.runFor(61_000);
	for (const subject of ['Table Tops', 'Target List'])
		await expect(page.getByText(`503 Service Unavailable: Failed to Update ${subject}`, { exact: true })).toBeVisible();
	await expect(page.getByRole('table').first()).toBeVisible();
	away = false;
	await page.clock.runFor(61_000);
	await expect(page.getByText(/Failed to Update Target List/)).toHaveCount(0);
});

test('who has no session comes to it from the application, too, and from a ticker back to its card', async ({ page }) => {
	await page.goto('/main?tabType=free');
	await waitUntilSettled(page);
	await page.getByRole('link', { name: 'Signalwheel, home' }).click();
	await expect(page.getByRole('link', { name: 'Create account' })).toBeVisible();
	await page.getByRole('link', { name: 'Free', exact: true }).click();
	const third = page.locator('[data-card]').nth(2);
	const symbol = await third.textContent();
	await third.click();
	await expect(page.getByRole('heading', { level: 1, name: symbol ?? '' })).toBeVisible();
	await waitUntilSettled(page);
	await page.keyboard.press('Escape');
	await expect(page).toHaveURL(/\/\?tabType=free$/);
	await expect(third).toBeFocused();
	await expect(third).toHaveText(symbol ?? '');
});

test('a reader whose session has expired gets the public page', async ({ request }) => {
	const bare = await request.get('/');
	const ended = await request.get('/', { headers: { cookie: 'sw_access=gone' } });
	expect([ended.status(), await ended.text()]).toEqual([200, await bare.text()]);
	expect(bare.headers()['cache-control']).toBe('no-cache');
	expect(bare.headers()['vary']).toContain('cookie');
	const revalidated = await request.get('/', { headers: { 'if-none-match': bare.headers()['etag'] ?? '' } });
	expect(revalidated.status()).toBe(304);
});
