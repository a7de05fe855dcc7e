import { test } from '../fixtures.ts';
import { open } from '../ticker-page.ts';

test('pictures', async ({ page }) => {
	const { items } = await (await page.request.get('/api/landing/sector-charts?tabs=free&timeframes=third')).json();
	const withNews = items.find((item: { information: { filing: unknown } }) => item.information.filing);
	for (const [width, scheme] of [
		[1440, 'dark'],
		[390, 'light'],
	] as const) {
		await page.setViewportSize({ width, height: 900 });
		await page.emulateMedia({ colorScheme: scheme });
		await open(page, '/main?tabType=free&strategyTimeframe=third');
		await page.waitForTimeout(1500);
		await page.screenshot({ path: `/tmp/h4pic-list-${width}.png` });
		await open(page, `/main?tabType=free&strategyTimeframe=third&view=table`);
		await page.waitForTimeout(1500);
		await page.screenshot({ path: `/tmp/h4pic-table-${width}.png` });
		if (!withNews) continue;
		await open(page, `/ticker/${withNews.ticker_id}?tabType=free&strategyTimeframe=third`);
		await page.waitForTimeout(1500);
		await page.screenshot({ path: `/tmp/h4pic-ticker-${width}.png`, fullPage: true });
	}
});
