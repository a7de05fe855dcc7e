import { findViolations } from '../accessibility-rules.ts';
import { expect, test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

test('strangers join the wait-list and write a letter; an administrator lets go of an entry and deals with the letter', async ({
	browser,
	page,
	context,
	running,
}) => {
	const headers = { origin: running.url };
	const stranger = await browser.newContext({ baseURL: running.url });
	const join = async (source: string): Promise<number> =>
		(await stranger.request.post('/api/wait-list', { data: { email: 'Eager@example.test', source }, headers })).status();
	await signIn(context, running, 'admin');
	expect([await join('hunter'), await join('girls'), await join('girls')]).toEqual([201, 201, 409]);
	const message = { email: 'eager@example.test', name: 'Eager', subject: 'When does it begin?', message: 'I cannot wait.\n\nTell me.' };
	expect((await stranger.request.post('/api/contact-us', { data: message, headers })).status()).toBe(200);
	await stranger.close();

	await page.goto('/admin');
	await waitUntilSettled(page);
	await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Wait-list' }).click();
	await expect(page.getByRole('heading', { name: 'Wait-list' })).toBeVisible();
	await page.getByLabel('E-mail contains').fill('eager@');
	await page.getByRole('combobox', { name: 'Source' }).selectOption('girls');
	await page.getByRole('button', { name: 'Find' }).click();
	await expect(page).toHaveURL(/email=eager%40&source=girls/);
	await expect(page.getByRole('row')).toHaveCount(2);
	expect(await findViolations(page)).toEqual([]);
	await page.getByRole('button', { name: 'eager@example.test, girls', exact: true }).click();
	await expect(page.getByRole('dialog').getByText('No account.')).toBeVisible();
	expect(await findViolations(page)).toEqual([]);
	await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
	await page.getByRole('button', { name: 'Delete eager@example.test, girls' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
	await expect(page.getByRole('alert').filter({ hasText: 'eager@example.test deleted from the girls list.' })).toBeVisible();
	await expect(page.getByText('No sign-ups match.')).toBeVisible();

	await page.goto('/admin/letters?q=eager&dealt_with=no');
	await waitUntilSettled(page);
	expect(await findViolations(page)).toEqual([]);
	await page.getByRole('button', { name: 'When does it begin?, from eager@example.test', exact: true }).click();
	await expect(page.getByRole('dialog').getByText('I cannot wait.')).toBeVisible();
	expect(await findViolations(page)).toEqual([]);
	await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
	await page.getByRole('button', { name: /^Mark as done: When does it begin/ }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Mark as done' }).click();
	await expect(page.getByText('No messages match.')).toBeVisible();

	await page.goto('/admin/outbox');
	await waitUntilSettled(page);
	await expect(page.getByRole('button', { name: 'Contact message: When does it begin? to admin@demo.test' })).toBeVisible();
	await page.goto('/admin/audit?target=eager');
	await waitUntilSettled(page);
	const entries = page.getByRole('row');
	await expect(entries.filter({ hasText: 'wait-list.delete' })).toContainText('source: girls');
	await expect(entries.filter({ hasText: 'letter.change' })).toContainText('dealt_with: false → true');
});
