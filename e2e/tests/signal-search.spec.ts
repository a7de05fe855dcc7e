import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { signIn } from '../readers.ts';

async function open(page: Page, path: string): Promise<void> {
	await page.goto(path);
	await page.waitForSelector('html[data-hydrated]', { state: 'attached' });
}

test('a search is stated, watched, read bar by bar, taken away, and kept as a filter', async ({ page, running }) => {
	await signIn(page.context(), running, 'premium');
	await open(page, '/filter-settings-list');
	await page.getByRole('main').getByRole('link', { name: 'Signal search' }).click();
	await expect(page.getByRole('heading', { name: 'Signal search', level: 1 })).toBeVisible();
	await page.getByRole('button', { name: 'Rose hard on busy volume' }).click();
	await expect(page).toHaveURL(/conditions=price_short\.one_hour\.4(,|%2C)volume\.one_hour\.3/);
	await page.getByRole('button', { name: 'Remove condition 1' }).click();
	const conditions = page.getByRole('list', { name: 'Conditions' });
	await conditions.getByLabel('Minimum depth').selectOption('≥ 2');
	await expect(page).toHaveURL(/conditions=volume\.one_hour\.2/);
	await page.getByText('Set all cells in a grid').click();
	await page.getByRole('spinbutton', { name: 'Volume busy on 1h, depth' }).press('1');
	await expect(page).toHaveURL(/conditions=volume\.one_hour\.1/);
	await expect(conditions.getByLabel('Minimum depth')).toHaveValue('1');
	await page.getByLabel('Name').fill('Loud hours');
	await page.getByRole('button', { name: 'Start search' }).click();
	await expect(page).toHaveURL(/task=\d+/);

	const task = page.locator('section', { has: page.getByRole('heading', { name: 'Loud hours' }) }).first();
	await expect(task.getByText('done', { exact: true })).toBeVisible();
	await expect(page.getByRole('table', { name: 'By horizon' })).toBeVisible();
	await expect(page.getByText(/Luck alone at the base rate gives at least this many hits in/)).toBeVisible();
	const parts = page.getByRole('table', { name: 'Occurrences' });
	await parts.getByRole('link', { name: 'excess' }).click();
	await expect(page).toHaveURL(/sort=excess/);
	await expect(parts.getByRole('columnheader', { name: /excess/ })).toHaveAttribute('aria-sort', 'descending');
	const path = parts.getByRole('link', { name: /path of/ }).first();
	await path.focus();
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/part=\d+/);
	await expect(page.getByRole('table', { name: /^Path of/ }).getByRole('row')).not.toHaveCount(0);
	const csv = await page.request.get((await page.getByRole('link', { name: 'CSV' }).getAttribute('href')) ?? '');
	expect((await csv.text()).split('\r\n')[0]).toContain('report,ticker,ticker_id,rate,horizon,hit,excess');

	await page.getByRole('button', { name: 'Restart search' }).click();
	await expect(page.getByText('The search already has these conditions.')).toBeVisible();

	await page.getByRole('button', { name: 'Save as filter' }).click();
	const sheet = page.getByRole('dialog', { name: 'Save as filter' });
	await expect(sheet.getByLabel('Name')).toHaveValue('Loud hours');
	await sheet.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page.getByText('Filter saved')).toBeVisible();
	await open(page, '/filter-settings-list');
	await expect(page.getByRole('link', { name: 'Loud hours' })).toBeVisible();
	const card = page.locator('article', { has: page.getByRole('link', { name: 'Loud hours' }) });
	await card.getByRole('button', { name: 'What happened next?' }).click();
	await expect(card.getByRole('row', { name: /^since 0 / })).toBeVisible();
});

test('a deleted search and a missing licence are both reported to the reader', async ({ page, running }) => {
	await open(page, '/signal-search?task=999999');
	await expect(page).toHaveURL(/\/auth\/signin\?redirectTo=/);
	await signIn(page.context(), running, 'premium');
	await open(page, '/signal-search?task=999999&tab=moon');
	await expect(page.getByText('Search not found')).toBeVisible();
	await expect(page.getByText(/moon/)).toBeVisible();
});

test('the past is searched from the footer, and for what a validation measured', async ({ page, running }) => {
	await signIn(page.context(), running, 'pro');
	await open(page, '/search');
	await page.getByRole('contentinfo').getByRole('link', { name: 'Signal search' }).click();
	await expect(page.getByRole('heading', { name: 'Signal search', level: 1 })).toBeVisible();
	const [leader] = (await (await page.request.get('/api/sector-charts?tab_type=free&max=1')).json()).items;
	await open(page, `/ticker/${leader.ticker_id}/validation?tabType=free&condition=volume.fifteen_minutes.1`);
	await page.getByRole('link', { name: 'Search past reports for this' }).click();
	await expect(page).toHaveURL(/\/signal-search\?tab=free&strategy=first&conditions=volume\.fifteen_minutes\.1/);
	const condition = page.getByRole('list', { name: 'Conditions' });
	await expect(condition.getByLabel('Sector')).toHaveValue('volume');
	await expect(condition.getByLabel('Timeframe')).toHaveValue('fifteen_minutes');
});

test('on a phone an open search stands first, and its question comes when it is asked for', async ({ page, running }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await signIn(page.context(), running, 'pro');
	await open(page, '/signal-search?conditions=volume.one_hour.2');
	await page.getByLabel('Name').fill('Louder hours');
	await page.getByRole('button', { name: 'Start search' }).click();
	await expect(page.getByRole('heading', { name: 'Louder hours' })).toBeInViewport();
	const restart = page.getByRole('button', { name: 'Restart search' });
	await expect(restart).toBeHidden();
	await page.getByRole('button', { name: 'Conditions and other searches' }).click();
	await expect(restart).toBeVisible();
	await expect(page.getByRole('link', { name: 'Louder hours' })).toBeVisible();
});
