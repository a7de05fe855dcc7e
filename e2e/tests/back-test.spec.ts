import { expect, test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

test('a saved filter is traded by a rule, by keyboard, with one verdict, every exit and a file', async ({ page, running }) => {
	await signIn(page.context(), running, 'pro');
	const made = await page.request.post('/api/filters', {
		data: {
			tab: 'free',
			timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
			filters: [{ sector: 'volume', timeframe: 'fifteen_minutes', value: 1 }],
			name: 'Traded quarters',
		},
		headers: { origin: running.url },
	});
	expect(made.status()).toBe(200);
	await page.goto('/filter-settings-list');
	await waitUntilSettled(page);
	const card = page.locator('article', { has: page.getByRole('link', { name: 'Traded quarters' }) });
	await card.getByRole('button', { name: 'What happened next?' }).click();
	await card.getByRole('button', { name: 'Back-test this filter' }).focus();
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Back-test of Traded quarters' });
	await dialog.getByRole('spinbutton', { name: /^Target/ }).focus();
	await page.keyboard.type('0.5');
	await page.keyboard.press('Enter');
	await expect(
		dialog.getByText(/^(Better than its peers|Worse than its peers|No better than its peers|Too few closed positions)/),
	).toBeVisible();
	await expect(
		dialog.getByText(/^n \d+, effective sample [\d.]+, detects \d+ bp or more\. \d+ are still open or can’t be measured\.$/),
	).toBeVisible();
	await expect(dialog.getByRole('row', { name: /^target \d+/ })).toBeVisible();
	await expect(dialog.getByRole('row', { name: /\$[\d.]+ target/ }).first()).toBeVisible();
	const coming = page.waitForEvent('download');
	await dialog.getByRole('link', { name: 'CSV' }).click();
	expect((await coming).suggestedFilename()).toBe('signalwheel-back-test-free.csv');
	await page.keyboard.press('Escape');
	await expect(dialog).toBeHidden();
	await expect(card.getByRole('button', { name: 'Back-test this filter' })).toBeFocused();
});
