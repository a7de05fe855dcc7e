import type { Page } from '@playwright/test';
import { MINUTE, SECOND } from '@sw/domain/time/units';
import { expect, FEW_TICKERS, startProduct, testWithOwnProduct as test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { fetchNewestReportTime, passUntilReport } from '../pass-time.ts';
import { signIn } from '../readers.ts';

async function health(page: Page): Promise<{ speed: number }> {
	return (await page.request.get('/api/health')).json();
}

test('on a default start a page that is opened speeds the market up, and a report arrives within 75 seconds', async ({ browser }) => {
	const running = await startProduct({ SIGNALWHEEL_SPEED: '' }, undefined, { tickers: FEW_TICKERS });
	const context = await browser.newContext({ baseURL: running.url });
	await signIn(context, running, 'pro');
	const page = await context.newPage();
	expect((await health(page)).speed).toBe(1);
	const before = await fetchNewestReportTime(page);
	const polling = page.waitForRequest((request) => /\/api\/hubs\/notifications\?id=/.test(request.url()) && request.method() === 'POST');
	await page.goto('/main?tabType=free');
	await polling;
	await waitUntilSettled(page);
	expect((await health(page)).speed).toBe(20);
	await expect(page.getByText(/NYSE open · \d\d\/\d\d\/\d{4} \d\d:\d\d ET · 20×/)).toBeVisible();
	expect(await passUntilReport(running, before + 1, 3 * SECOND)).toBeLessThanOrEqual(75 * SECOND);
	await expect(page.getByRole('status').filter({ hasText: /^New report / })).toBeVisible();
	// The page no longer reports activity: requesting health doesn't count as activity.
	await running.wall.advance(2 * MINUTE);
	expect((await health(page)).speed).toBe(1);
	await context.close();
	await running.close();
});
