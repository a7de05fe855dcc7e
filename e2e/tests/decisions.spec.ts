/** The decision log: noted from a ticker's page, open at first, deleted, exported. */
import type { Locator } from '@playwright/test';
import { findSmallTargets, findUnmarkedScrollers, findViolations } from '../accessibility-rules.ts';
import { expect, test } from '../fixtures.ts';
import { measureSidewaysScroll, waitUntilSettled } from '../open-screen.ts';
import { clearAccount, signIn } from '../readers.ts';

const FINGERTIP = 44;

test('a decision is noted from the page of a ticker, listed as open, exported and deleted', async ({ page, context, running }) => {
	await signIn(context, running, 'premium');
	await clearAccount(context, running);
	const { items } = await (await context.request.get('/api/sector-charts?tab_type=free')).json();
	const { ticker, ticker_id: id } = items[0] as { ticker: string; ticker_id: number };
	await page.goto(`/ticker/${id}`);
	await waitUntilSettled(page);
	await page.getByRole('region', { name: 'On other sites' }).getByRole('link', { name: 'Log a decision' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Decisions');
	await waitUntilSettled(page);
	const field = (label: string): Locator => page.getByLabel(label, { exact: true });
	await expect(field('Ticker')).toHaveValue(ticker);
	await field('Decision').selectOption('Passed');
	await field('Planned exit, in bars').fill('99');
	const save = page.getByRole('button', { name: 'Log decision' });
	await save.click();
	await expect(field('Planned exit, in bars')).toHaveAccessibleDescription(/whole number from 1 to 40/);
	await field('Planned exit, in bars').fill('3');
	await field('Tags').fill('Earnings, gap');
	await field('Why').fill('Too wide a spread');
	// By keyboard alone.
	await page.keyboard.press('Enter');
	await expect(page.getByText('Decision logged.')).toBeVisible();
	const list = page.getByRole('region', { name: 'Your decisions' });
	const row = list.getByRole('row').filter({ hasText: ticker });
	await expect(row.getByText('Passed, to rise')).toBeVisible();
	await expect(row.getByText('earnings, gap')).toBeVisible();
	await expect(row.getByText(/^open/)).toBeVisible();
	const record = page.getByRole('region', { name: 'Outcomes', exact: true });
	await expect(record.getByRole('row').filter({ hasText: /^Passed/ })).toContainText('n/a, 0 of at least 30');
	await expect(record.getByText('If you had taken the trades you passed on')).toBeVisible();

	for (const size of [
		{ width: 390, height: 844 },
		{ width: 1440, height: 900 },
	]) {
		await page.setViewportSize(size);
		expect(await findViolations(page)).toEqual([]);
		expect(await measureSidewaysScroll(page)).toBe(0);
		expect(await findUnmarkedScrollers(page)).toEqual([]);
		if (size.width === 390) expect(await findSmallTargets(page, FINGERTIP)).toEqual([]);
	}

	const file = await context.request.get('/api/decisions/export');
	expect(await file.text()).toContain('Too wide a spread');
	await row.getByRole('button', { name: `Delete decision: ${ticker}, Passed, to rise` }).click();
	await expect(page.getByText('No decisions logged yet.')).toBeVisible();
});
