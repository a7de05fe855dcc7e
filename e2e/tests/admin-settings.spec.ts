import { findViolations } from '../accessibility-rules.ts';
import { expect, test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';
import { tabTo } from '../tab-to.ts';

test('a site setting is changed and reset by keyboard, caches are cleared, and the audit log records each action', async ({
	page,
	context,
	running,
}) => {
	await signIn(context, running, 'admin');
	const sessions = async (): Promise<unknown> => {
		const { items } = await (await page.request.get('/api/settings')).json();
		return items.find(({ name }: { name: string }) => name === 'daily_gap_sessions').value;
	};
	const act = async (name: string): Promise<void> => {
		await tabTo(page, page.getByRole('button', { name, exact: true }));
		await page.keyboard.press('Enter');
		await tabTo(page, page.getByRole('dialog', { name }).getByRole('button', { name: 'Confirm' }));
		await page.keyboard.press('Enter');
		await expect(page.getByRole('dialog', { name })).toHaveCount(0);
	};
	await page.goto('/admin/settings');
	await waitUntilSettled(page);
	expect(await findViolations(page)).toEqual([]);
	const field = page.getByLabel('Sessions in the daily gap check', { exact: true });
	await field.fill('20');
	await act('Save: Sessions in the daily gap check');
	await expect(page.getByText('Set to 20.')).toBeVisible();
	expect(await sessions()).toBe(20);

	await page.reload();
	await waitUntilSettled(page);
	await expect(field).toHaveValue('20');
	await act('Reset: Sessions in the daily gap check');
	await expect(page.getByText('Set to 5.')).toBeVisible();
	await expect(field).toHaveValue('5');
	expect(await sessions()).toBe(5);

	await act('Clear cache');
	await expect(page.getByText('Cleared: answers, pages.')).toBeVisible();
	await page.getByLabel('Name or description').fill('address of the site');
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/\/admin\/settings\?q=address/);
	await expect(page.getByRole('row', { name: /^SIGNALWHEEL_ORIGIN/ })).toBeVisible();

	await page.goto('/admin/audit');
	await waitUntilSettled(page);
	await expect(page.getByRole('cell', { name: 'settings.change' })).toHaveCount(2);
	await expect(page.getByRole('cell', { name: 'cache.reset' }).first()).toBeVisible();
});
