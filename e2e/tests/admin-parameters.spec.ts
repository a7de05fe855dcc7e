import { findViolations } from '../accessibility-rules.ts';
import { expect, FEW_TICKERS, startProduct, testWithOwnProduct as test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { fetchNewestReportTime, passUntilReport } from '../pass-time.ts';
import { signIn } from '../readers.ts';

const SLOT = 15 * 60_000;

// A separate product: its parameters would affect other files.
test('a parameter is tried, saved and in force in the next report', async ({ browser }) => {
	const running = await startProduct({}, undefined, { tickers: FEW_TICKERS });
	const context = await browser.newContext({ baseURL: running.url });
	await signIn(context, running, 'admin');
	const page = await context.newPage();
	const setOf = async (time: number): Promise<number> => {
		const list = await page.request.get(`/api/sector-charts/history?date=${new Date(time).toISOString()}`);
		return (await list.json()).report.parameters_version;
	};
	const before = await fetchNewestReportTime(page);
	expect(await setOf(before)).toBe(1);

	await page.goto('/admin/parameters');
	await waitUntilSettled(page);
	await expect(page.getByText('Set 1 is active')).toBeVisible();
	await page.getByRole('link', { name: 'New change' }).click();
	const panel = page.getByRole('region', { name: 'New change' });
	await panel.getByLabel('Window, bars').fill('30');
	await panel.getByLabel('Comment').fill('quicker');
	await panel.getByRole('button', { name: 'Preview' }).click();
	await expect(panel.getByText('Window, bars 1h: 70 → 30')).toBeVisible();
	await expect(panel.getByText(/List size/)).toBeVisible();
	expect(await findViolations(page)).toEqual([]);
	// Trying saves nothing.
	expect((await (await page.request.get('/api/script-params')).json()).total_count).toBe(0);

	await panel.getByRole('button', { name: 'Save' }).click();
	await page.getByRole('dialog', { name: 'Save' }).getByRole('button', { name: 'Confirm' }).click();
	await expect(page.getByRole('alert').filter({ hasText: 'set 2 applies from the next report' })).toBeVisible();
	await expect(page.getByText('Set 2 is active')).toBeVisible();
	await passUntilReport(running, before + SLOT);
	const after = await fetchNewestReportTime(page);
	// The page signs in again: the market's quarter-hour was as long on the wall clock.
	await page.goto('/admin/parameters?view=versions');
	await waitUntilSettled(page);
	expect([await setOf(before), await setOf(after)]).toEqual([1, 2]);
	await expect(page.getByRole('row', { name: /2 · active/ })).toContainText('Window, bars 15m: 130 → 30');
	await page.goto('/admin/audit');
	await expect(page.getByRole('cell', { name: 'parameters.create' })).toBeVisible();
	await context.close();
	await running.close();
});
