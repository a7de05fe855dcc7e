import { findViolations } from '../accessibility-rules.ts';
import { expect, test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

test('an administrator changes a built-in filter for all users, and the audit log records it', async ({
	page,
	context,
	browser,
	running,
}) => {
	await signIn(context, running, 'admin');
	await page.goto('/admin/filters');
	await waitUntilSettled(page);
	await page.getByRole('link', { name: 'Coiled spring' }).click();
	await expect(page).toHaveURL(/tab=coiled_spring/);
	expect(await findViolations(page)).toEqual([]);
	const name = page.getByLabel('Name', { exact: true });
	await expect(name).toHaveValue('Quiet with busy options');
	await name.fill('Wound up');
	await page.keyboard.press('Enter');
	await expect(
		page.getByRole('alert').filter({ hasText: 'Built-in filter saved“Wound up” is now the default of its tab for all users.' }),
	).toBeVisible();

	const trader = await browser.newContext({ baseURL: running.url });
	await signIn(trader, running, 'basic');
	const builtIn = await (await trader.request.get('/api/filters/default?tab=coiled_spring')).json();
	expect(builtIn).toMatchObject({ name: 'Wound up', is_branded: true });
	await trader.close();

	await page.goto('/admin/audit');
	await expect(page.getByRole('cell', { name: 'filter.change' }).first()).toBeVisible();
	await page.goto('/admin/filters?tab=coiled_spring');
	await waitUntilSettled(page);
	await name.fill('Quiet with busy options');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('alert').filter({ hasText: 'Quiet with busy options' })).toBeVisible();
});
