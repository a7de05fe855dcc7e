import type { BrowserContext } from '@playwright/test';
import { findViolations } from '../accessibility-rules.ts';
import { expect, test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

const EMAIL = 'found@example.test';
const PASSWORD = 'a long way to Tipperary';

test('a user is given a licence, signed out, blocked and mailed a link from the screen, and every act is in the log', async ({
	browser,
	page,
	context,
	running,
}) => {
	await signIn(context, running, 'admin');
	const made = await page.request.post('/api/users', {
		data: { email: EMAIL, password: PASSWORD, status: 'active' },
		headers: { origin: running.url },
	});
	expect(made.status()).toBe(201);
	const trader: BrowserContext = await browser.newContext({ baseURL: running.url });
	const enter = async (): Promise<number> => {
		const headers = { origin: running.url };
		return (await trader.request.post('/api/auth/login', { data: { email: EMAIL, password: PASSWORD }, headers })).status();
	};
	const me = () => trader.request.get('/api/me');
	expect(await enter()).toBe(200);

	await page.goto('/admin/users?q=found%40');
	await waitUntilSettled(page);
	await page.getByRole('link', { name: EMAIL }).click();
	await expect(page.getByRole('heading', { name: EMAIL })).toBeVisible();
	expect(await findViolations(page)).toEqual([]);

	/** Presses a button of a section and confirms its question. */
	const act = async (part: string, name: string, outcome: string): Promise<void> => {
		const region = page.getByRole('region', { name: part, exact: true });
		await region.getByRole('button', { name, exact: true }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
		await expect(page.getByRole('alert').filter({ hasText: outcome })).toBeVisible();
	};
	const licence = page.getByRole('region', { name: 'Grant licence' });
	await licence.getByRole('combobox', { name: 'Licence' }).selectOption('pro');
	await licence.getByLabel('Last day of the licence').fill('2027-12-31');
	await licence.getByLabel('Reason, for the audit log').fill('won a prize');
	await act('Grant licence', 'Grant', `${EMAIL} now has the pro licence`);
	await expect(page.getByText(/^pro\. Granted until/)).toBeVisible();
	expect(await (await me()).json()).toMatchObject({ license: 'pro' });

	await act('Sign-in sessions', 'End all', '1 session ended.');
	await expect(page.getByText('The user isn’t signed in anywhere.')).toBeVisible();
	expect((await me()).status()).toBe(401);

	await act('Access', 'Block', `${EMAIL} blocked`);
	expect(await enter()).toBe(403);
	await act('Access', 'Unblock', `${EMAIL} unblocked.`);
	expect(await enter()).toBe(200);
	await act('Access', 'Mail a sign-in link', 'Sign-in link sent');

	await page.goto('/admin/outbox');
	await waitUntilSettled(page);
	await expect(page.getByRole('button', { name: `Your sign-in link to ${EMAIL}` })).toBeVisible();
	await page.goto(`/admin/audit?target=${encodeURIComponent(EMAIL)}`);
	await waitUntilSettled(page);
	const entries = page.getByRole('row');
	await expect(entries.filter({ hasText: 'user.link' })).toHaveCount(1);
	await expect(entries.filter({ hasText: 'status: active → blocked' })).toHaveCount(1);
	await expect(entries.filter({ hasText: 'status: blocked → active' })).toHaveCount(1);
	await expect(entries.filter({ hasText: 'user.sign-out' })).toContainText('ended: 1');
	await expect(entries.filter({ hasText: 'reason: won a prize' })).toContainText('license: none → pro');
	await trader.close();
});
