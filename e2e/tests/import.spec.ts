import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, startProduct, testWithOwnProduct as test } from '../fixtures.ts';

const DATA = process.env['SIGNALWHEEL_TEST_DATA'] ?? resolve(import.meta.dirname, '../../../shared/data');
const SETS = ['intraday/mixed-2019', 'intraday/us-1min-2024'].map((set) => resolve(DATA, set));
const present = SETS.every((set) => existsSync(set));

test('real files become a ranked list and ticker pages at a report time inside them', async ({ page }) => {
	test.skip(!present, `absent: the data sets under ${DATA}, or elsewhere by SIGNALWHEEL_TEST_DATA`);
	const running = await startProduct({ SIGNALWHEEL_PROVIDER: 'files', SIGNALWHEEL_PUBLIC_QUOTES: 'licensed' });
	try {
		const { market } = running.product;
		const lines: string[] = [];
		for (const set of SETS) expect((await market.importFiles(set, {}, (line) => lines.push(line))).failed).toBe(0);
		const second = await market.importFiles(SETS[0]!, {}, (line) => lines.push(line));
		expect([second.files, second.added, second.corrected]).toEqual([0, 0, 0]);

		await page.goto(`${running.url}/main?tabType=free`);
		await expect(page.getByText('Imported files').first()).toBeVisible();
		await expect(page.getByText('Simulated market')).toHaveCount(0);
		await expect(page.getByText('Latest report 15:00 ET')).toBeVisible();
		await expect(page.getByText('NVR').first()).toBeVisible();
		const health = await (await page.request.get(`${running.url}/api/health`)).json();
		expect(health.last_report.time).toBe('2024-09-30T20:00:00Z');

		await page.goto(`${running.url}/ticker/NVR`);
		await expect(page).toHaveURL(/\/ticker\/\d+/);
		await expect(page.getByRole('heading', { name: 'NVR' })).toBeVisible();
		await expect(page.getByText('09/30/2024 3:00 PM ET')).toBeVisible();
		await page.screenshot({ path: '.test/pictures/import-ticker.png' });

		// The reports of the older set are at their own times, and contain only its tickers.
		const old = await running.product.market.reports.at(Date.UTC(2019, 1, 15, 20, 0));
		expect(old?.tickers).toBe(19);
	} finally {
		await running.close();
	}
});
