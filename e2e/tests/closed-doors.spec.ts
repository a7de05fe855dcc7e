/** Sign-up by invitation, and the first administrator from the setup link. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGE_COOKIE } from '@sw/domain/outreach/languages';
import { findUnmarkedScrollers, findViolations } from '../accessibility-rules.ts';
import { getLinkPath, openHydrated, waitForMail } from '../account-steps.ts';
import { expect, FEW_TICKERS, startProduct, test, testWithOwnProduct } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

const GERMAN = JSON.parse(
	readFileSync(join(import.meta.dirname, '../../packages/web/languages/de/features/accounts.json'), 'utf8'),
) as Record<string, string>;
const PASSWORD = 'correct horse battery';

test('an administrator closes the doors, invites by link and by mail, and the invited come in', async ({
	browser,
	page,
	context,
	running,
}) => {
	await signIn(context, running, 'admin');
	const visitor = await (await browser.newContext({ baseURL: running.url })).newPage();
	await visitor.goto('/prices');
	await expect(visitor.getByRole('main').getByRole('link', { name: 'Create account' })).toBeVisible();

	await page.goto('/admin/settings');
	await waitUntilSettled(page);
	const choose = async (mode: string): Promise<void> => {
		await page.getByLabel('Sign-up', { exact: true }).selectOption(mode);
		await page.getByRole('button', { name: 'Save: Sign-up' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
		await expect(page.getByText(`Set to ${mode}.`)).toBeVisible();
	};
	await choose('invitation');
	try {
		await visitor.goto('/');
		await expect(visitor.locator('[data-part="hero"]').getByRole('link', { name: 'Sign in' })).toBeVisible();
		await visitor.goto('/prices');
		await expect(visitor.getByText('Sign-up is by invitation.').first()).toBeVisible();
		const german = await browser.newContext({ baseURL: running.url });
		await german.addCookies([{ name: LANGUAGE_COOKIE, value: 'de', url: running.url }]);
		const germanPage = await german.newPage();
		await germanPage.goto('/auth/signup');
		await expect(germanPage.getByText(GERMAN['Sign-up is by invitation'] ?? '')).toBeVisible();
		await openHydrated(visitor, '/auth/signin');
		await expect(visitor.getByText('Sign-up is by invitation')).toBeVisible();
		await openHydrated(visitor, '/auth/signup');
		await expect(visitor.getByText('Open the link of your invitation')).toBeVisible();
		expect(await findViolations(visitor)).toEqual([]);

		await page.goto('/admin/invitations');
		await waitUntilSettled(page);
		await page.getByRole('button', { name: 'New invitation' }).click();
		await page.getByRole('dialog').getByLabel('Licence').selectOption('premium');
		await page.getByRole('button', { name: 'Create invitation' }).click();
		const link = await page.getByText(/^http.*invitation=/).textContent();
		await page.getByRole('button', { name: 'New invitation' }).click();
		await page.getByRole('dialog').getByLabel('E-mail address').fill('bob@example.test');
		await page.getByRole('dialog').getByLabel('Link', { exact: true }).selectOption('mail');
		await page.getByRole('button', { name: 'Create invitation' }).click();
		await expect(page.getByRole('row', { name: /bob@example\.test.*open.*0 of 1/ })).toBeVisible();
		expect(await findViolations(page)).toEqual([]);
		expect(await findUnmarkedScrollers(page)).toEqual([]);

		await openHydrated(visitor, link ?? '');
		await visitor.getByLabel('E-mail address').fill('dora@example.test');
		await visitor.getByLabel('Password', { exact: true }).fill(PASSWORD);
		await visitor.keyboard.press('Enter');
		await expect(visitor.getByText('Check your e-mail')).toBeVisible();
		await openHydrated(visitor, getLinkPath(await waitForMail(running.folder, 'dora@example.test', 'Confirm your address')));
		await expect(visitor.getByText('dora@example.test is confirmed.')).toBeVisible();
		await openHydrated(visitor, link ?? '');
		await expect(visitor.getByText('This invitation was already used: ask for a new one.')).toBeVisible();

		await openHydrated(visitor, getLinkPath(await waitForMail(running.folder, 'bob@example.test', 'Your invitation to Signalwheel')));
		await expect(visitor.getByText('You are invited as bob@example.test.')).toBeVisible();
		await visitor.getByLabel('Password', { exact: true }).fill(PASSWORD);
		await visitor.keyboard.press('Enter');
		await visitor.waitForURL((url) => url.pathname !== '/auth/signup');
		expect((await (await visitor.request.get('/api/me')).json()).email).toBe('bob@example.test');
		await page.reload();
		await expect(page.getByRole('row', { name: /bob@example\.test.*used.*1 of 1/ })).toBeVisible();

		await page.goto('/admin/settings');
		await waitUntilSettled(page);
		await choose('closed');
		const late = await (await browser.newContext({ baseURL: running.url })).newPage();
		await late.goto('/prices');
		await expect(late.getByText('Sign-up is closed.').first()).toBeVisible();
		await openHydrated(late, '/auth/signup');
		await expect(late.getByText('New accounts are created by the operator only.')).toBeVisible();
		await expect(late.getByLabel('E-mail address')).toHaveCount(0);
		expect(await findViolations(late)).toEqual([]);
		await germanPage.reload();
		await expect(germanPage.getByText(GERMAN['Sign-up is closed'] ?? '')).toBeVisible();
	} finally {
		await page.goto('/admin/settings');
		await waitUntilSettled(page);
		await choose('open');
	}
});

testWithOwnProduct('on a fresh install the first administrator is created from the setup link', async ({ browser }) => {
	const running = await startProduct({ SIGNALWHEEL_PROVIDER: 'files', SIGNALWHEEL_PUBLIC_QUOTES: 'licensed' }, undefined, {
		tickers: FEW_TICKERS,
	});
	try {
		expect(running.product.firstSteps.join(' ')).toContain('Create the first administrator');
		const link = new URL(readFileSync(join(running.folder, 'setup-link'), 'utf8').trim());
		const page = await (await browser.newContext({ baseURL: running.url })).newPage();
		await openHydrated(page, link.pathname + link.search);
		await expect(page.getByRole('heading', { name: 'Create the first administrator' })).toBeVisible();
		expect(await findViolations(page)).toEqual([]);
		await page.getByLabel('E-mail address').fill('root@example.test');
		await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
		await page.keyboard.press('Enter');
		await page.waitForURL((url) => url.pathname !== '/auth/signup');
		await page.goto('/admin/users');
		await expect(page.getByRole('row', { name: /root@example\.test/ })).toBeVisible();
	} finally {
		await running.close();
	}
});
