import type { Locator, Page } from '@playwright/test';
import { MINUTE, SECOND } from '@sw/domain/time/units';
import { expect, test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { pauseUpdates, reportForTraders, reportForVisitors, type Staged } from '../pictures/staged.ts';
import { fetchFacts, signIn } from '../readers.ts';

const HUB = '**/api/hubs/**';

test('a lost live connection is reported discreetly after half a minute, and so is its return', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	await page.clock.install();
	const isBroken = Promise.withResolvers<void>();
	await page.route(HUB, async (route) => {
		await isBroken.promise;
		await route.abort();
	});
	const request = page.waitForRequest(HUB);
	await page.goto('/main?tabType=free');
	await waitUntilSettled(page);
	await request;
	// From here on only the test moves time: loading the page isn't part of the half minute.
	await page.clock.pauseAt(Date.now() + MINUTE);
	const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/hubs/'));
	isBroken.resolve();
	await failed;
	const away = page.getByText('Live updates are unavailable');
	await page.clock.fastForward(10 * SECOND);
	await expect(away).toHaveCount(0);
	const shows = (seen: boolean): Promise<void> =>
		expect
			.poll(
				async () => {
					await page.clock.runFor(SECOND);
					return away.isVisible();
				},
				{ intervals: [20] },
			)
			.toBe(seen);
	await shows(true);
	await page.unroute(HUB);
	await shows(false);
});

function snackbar(page: Page): Locator {
	return page.getByRole('status').filter({ hasText: /^New report/ });
}

function marks(page: Page): Locator {
	return page.getByRole('list', { name: 'Ranked tickers' }).getByText('new', { exact: true });
}

function symbols(page: Page): Promise<string[]> {
	return page.locator('[data-card]').allTextContents();
}

/** Opens a page and lets a newer report arrive. */
async function open(page: Page, path: string, staged: Staged): Promise<void> {
	await staged.before(page);
	await page.goto(path);
	await waitUntilSettled(page);
	await staged.prepare(page);
}

test('a visitor sees what a newer report changes, and new rows are marked once it is opened', async ({ page }) => {
	await open(page, '/main?tabType=free', reportForVisitors());
	await expect(snackbar(page)).toContainText(/New report \d\d:15 ET: 1 entered, 1 left/);
	const before = await symbols(page);
	await page.getByRole('button', { name: 'Show', exact: true }).click();
	await expect(snackbar(page)).toHaveCount(0);
	await expect(marks(page)).toHaveCount(1);
	expect(await symbols(page)).not.toEqual(before);
});

test('a report that changes only the order says so, to visitors and traders', async ({ page, browser, running }) => {
	await open(page, '/main?tabType=free', reportForVisitors({ onlyReordered: true }));
	await expect(snackbar(page)).toContainText('same tickers, new order');
	const trader = await browser.newContext({ baseURL: running.url });
	await signIn(trader, running, 'pro');
	const list = await trader.newPage();
	await open(list, '/main?tabType=free', reportForTraders({ onlyReordered: true }));
	await expect(snackbar(list)).toContainText('same tickers, new order');
	const before = await symbols(list);
	await list.getByRole('button', { name: 'Show', exact: true }).click();
	await expect(list.locator('[data-card]').first()).toHaveText(before.at(-1)!);
	await expect(marks(list)).toHaveCount(0);
	await trader.close();
});

test('the ticker page announces a newer report too: its rate to a visitor, the list to a trader', async ({ page, browser, running }) => {
	const trader = await browser.newContext({ baseURL: running.url });
	await signIn(trader, running, 'pro');
	const { ticker } = await fetchFacts(trader, running);
	await open(page, `/ticker/${ticker}?tabType=free`, reportForVisitors());
	await expect(snackbar(page).first()).toContainText(/rate \d+ → \d+/);
	const mine = await trader.newPage();
	await open(mine, `/ticker/${ticker}?tabType=free`, reportForTraders());
	await expect(snackbar(mine).first()).toContainText('2 entered, 3 left, 1 favourite moved');
	await pauseUpdates(mine);
	await mine.getByRole('link', { name: 'Back to the list' }).first().click();
	await expect(mine.getByText('Paused. Newer reports are available.')).toBeVisible();
	await trader.close();
});
