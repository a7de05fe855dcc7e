import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { findViolations } from '../accessibility-rules.ts';
import { getLinkPath, openHydrated, typeCredentials, waitForMail } from '../account-steps.ts';
import { expect, test } from '../fixtures.ts';
import { openSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

const PASSWORD = 'correct horse battery';
const NEXT_PASSWORD = 'a quite different one';

async function expectNoViolations(page: Page): Promise<void> {
	return expect(await findViolations(page)).toEqual([]);
}

function demoPassword(folder: string): string {
	return readFileSync(join(folder, 'demo-password'), 'utf8').trim();
}

test('a form is not submitted before scripts are loaded, and no password appears in a URL', async ({ browser, running }) => {
	const context = await browser.newContext({ javaScriptEnabled: false });
	const page = await context.newPage();
	for (const path of ['/auth/signin', '/auth/signup']) {
		await page.goto(`${running.url}${path}`);
		const opened: string[] = [];
		page.on('request', (request) => request.isNavigationRequest() && opened.push(request.url()));
		await page.getByLabel('E-mail address').fill('ann@example.test');
		await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
		await page.keyboard.press('Enter');
		await expect(page.getByRole('button', { name: /^(Sign in|Create account)$/ })).toBeDisabled();
		await expect(page.locator('main form')).toHaveAttribute('method', 'post');
		expect(page.url()).toBe(`${running.url}${path}`);
		expect(opened).toEqual([]);
	}
	await context.close();
});

test('an account from sign-up to a changed password, by keyboard alone', async ({ page, running }) => {
	const email = 'ann@example.test';
	await openHydrated(page, '/auth/signup?redirectTo=/profile');
	await expectNoViolations(page);
	await expect(page.getByLabel('E-mail address')).toBeFocused();
	await page.keyboard.type('ann');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Format name@example.com')).toBeVisible();
	await expect(page.getByLabel('E-mail address')).toBeFocused();
	await page.keyboard.type('@example.test');
	await page.keyboard.press('Tab');
	await page.keyboard.type('short');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Should not be less than 10 characters')).toBeVisible();
	await page.keyboard.press('ControlOrMeta+a');
	await page.keyboard.type('password123');
	await page.keyboard.press('Enter');
	await expect(page.getByText('This password is too common')).toBeVisible();
	await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
	await page.keyboard.press('ControlOrMeta+a');
	await page.keyboard.type(PASSWORD);
	await page.keyboard.press('Enter');
	await expect(page.getByText('Check your e-mail')).toBeVisible();

	await openHydrated(page, getLinkPath(await waitForMail(running.folder, email, 'Confirm your address')));
	await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();
	await expectNoViolations(page);

	// A protected page redirects to sign-in and back.
	await openHydrated(page, '/profile');
	await expect(page).toHaveURL(/\/auth\/signin\?redirectTo=%2Fprofile/);
	await expectNoViolations(page);
	await expect(page.getByLabel('E-mail address')).toBeFocused();
	await page.keyboard.type(email);
	await page.keyboard.press('Tab');
	await page.keyboard.type('not the password');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Wrong e-mail address or password')).toBeVisible();
	await page.getByLabel('Password', { exact: true }).focus();
	await page.keyboard.press('ControlOrMeta+a');
	await page.keyboard.type(PASSWORD);
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/\/profile$/);
	await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
	await expect(page.getByText(/basic until/)).toBeVisible();
	await expectNoViolations(page);

	await page.getByLabel('Current password').fill(PASSWORD);
	await page.getByLabel('New password').fill(NEXT_PASSWORD);
	await page.keyboard.press('Enter');
	await expect(page.getByText('Password changed.')).toBeVisible();
	await waitForMail(running.folder, email, 'Your password was changed');

	await page.getByRole('button', { name: 'Sign out' }).click();
	await page.getByRole('link', { name: 'Sign out' }).focus();
	await page.keyboard.press('Enter');
	// The landing page needs a full navigation.
	await expect(page.getByRole('link', { name: 'Create account' })).toBeVisible();
	await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();

	await openHydrated(page, '/auth/forgot-password');
	await expectNoViolations(page);
	await page.keyboard.type(email);
	await page.keyboard.press('Enter');
	await expect(page.getByText(/we sent it a link/)).toBeVisible();
	await openHydrated(page, getLinkPath(await waitForMail(running.folder, email, 'Set a new password')));
	await page.getByLabel('New password').fill(PASSWORD);
	await page.keyboard.press('Enter');
	await expect(page.getByText('Password changed.')).toBeVisible();
	await openHydrated(page, '/auth/signin');
	await typeCredentials(page, email, PASSWORD);
	await expect(page.getByRole('link', { name: 'Profile' })).toBeVisible();
});

test('signing out in one tab signs out all, signing in too; a session that ended comes back by itself', async ({
	context,
	page,
	running,
}) => {
	await openHydrated(page, '/auth/signin');
	await typeCredentials(page, 'premium@demo.test', demoPassword(running.folder));
	await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
	const other = await context.newPage();
	await openHydrated(other, '/profile');
	await expect(other.getByRole('heading', { name: 'Profile' })).toBeVisible();
	await page.getByRole('button', { name: 'Sign out' }).click();
	await page.getByRole('link', { name: 'Sign out' }).click();
	await expect(page.getByRole('link', { name: 'Create account' })).toBeVisible();
	await expect(other).toHaveURL(/\/auth\/signin/);
	await openHydrated(page, '/auth/signin');
	await typeCredentials(page, 'premium@demo.test', demoPassword(running.folder));
	await expect(other.getByRole('heading', { name: 'Profile' })).toBeVisible();
	// Until this page has finished its own redirect, navigating elsewhere would conflict; its header shows the user before that.
	await expect(page).not.toHaveURL(/\/auth\/signin/);
	await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();

	// The access token is gone, the refresh token isn't: the page is the user's from its first byte.
	await context.clearCookies({ name: /sw_access$/ });
	await openHydrated(page, '/profile');
	await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
	await expect(page).toHaveURL(/\/profile$/);
	await context.clearCookies({ name: /sw_access$/ });
	const list = await page.request.get('/main?tabType=free', { headers: { 'sec-fetch-dest': 'document' } });
	expect(list.headers()['cache-control']).toBe('private, no-store');
	expect(await list.text()).toContain('Sign out');
	// Signed-in users don't need the sign-in pages.
	for (const path of ['/auth/signup', '/auth/signup?redirectTo=/profile']) {
		await page.goto(path);
		await expect(page).toHaveURL(path.includes('profile') ? /\/profile$/ : /\/$/);
	}
});

test('an administrator finds, makes and changes users, and reads the log and the mails', async ({ page, running }) => {
	await openHydrated(page, '/auth/signin?redirectTo=/admin/users');
	await typeCredentials(page, 'admin@demo.test', demoPassword(running.folder));
	await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
	await expect(page.getByText('pro@demo.test')).toBeVisible();
	await expectNoViolations(page);
	await page.getByRole('button', { name: 'New user' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('E-mail address').fill('invited@example.test');
	await dialog.getByLabel('Licence').selectOption('premium');
	await dialog.getByLabel('Last day of the licence').fill('2026-12-31');
	await expectNoViolations(page);
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByText('Invitation sent to invited@example.test.')).toBeVisible();
	await page.getByLabel('E-mail or name contains').fill('invited');
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/q=invited/);
	await expect(page.getByRole('row')).toHaveCount(2);
	await expect(page.getByRole('cell', { name: 'premium' })).toBeVisible();
	await page.getByRole('link', { name: 'Audit log' }).click();
	await expect(page.getByText('user.create')).toBeVisible();
	await expectNoViolations(page);
	await page.getByRole('link', { name: 'Outbox' }).click();
	await page.getByRole('button', { name: 'Your Signalwheel account to invited@example.test' }).click();
	await expect(page.getByText('An administrator created an account for this address. Set a password to start.')).toBeVisible();
	await expectNoViolations(page);
});

test('who is no administrator does not see the administration', async ({ page, running }) => {
	await openHydrated(page, '/auth/signin?redirectTo=/admin');
	await typeCredentials(page, 'basic@demo.test', demoPassword(running.folder));
	await expect(page.getByText('Access to specified resource is denied')).toBeVisible();
	await expectNoViolations(page);
});

test('sign-in leads nowhere else than to this site', async ({ page, running }) => {
	await openHydrated(page, '/auth/signin?redirectTo=https://evil.example/');
	await typeCredentials(page, 'basic@demo.test', demoPassword(running.folder));
	await expect(page).toHaveURL(`${running.url}/`);
});

test('plans list what each licence includes, also without scripts, and whom to contact where payments are off', async ({
	page,
	running,
}) => {
	const read = async (): Promise<string> => (await page.request.get('/prices?period=year')).text();
	// On a busy machine, the database may briefly be reported as unavailable.
	await expect.poll(read).toContain('How to get a licence');
	const html = await read();
	for (const part of ['7 of 26', '14 of 26', '26 of 26', '/auth/signup']) expect(html).toContain(part);
	expect(html).toContain(`<link rel="canonical" href="${new URL(running.url).origin}/prices"`);
	expect(await (await page.request.get('/sitemap.xml')).text()).toContain('/prices</loc>');
	await openHydrated(page, '/prices');
	for (const plan of ['Basic', 'Premium', 'Pro']) await expect(page.getByRole('heading', { name: plan, exact: true })).toBeVisible();
	await page.getByRole('button', { name: 'Request Premium' }).click();
	await expect(page.getByRole('dialog').getByLabel('Subject (optional)')).toHaveValue('License: Premium, monthly');
	await expectNoViolations(page);
});

test('an account is deleted with all that belongs to it', async ({ page }) => {
	const email = 'leaver@example.test';
	await page.request.post('/api/auth/signup', { data: { email, password: PASSWORD } });
	await openHydrated(page, '/auth/signin?redirectTo=/profile');
	await typeCredentials(page, email, PASSWORD);
	await expect(page.getByText('Confirm your e-mail address to get a licence.')).toBeVisible();
	await page.getByRole('button', { name: 'Delete account' }).click();
	await page.getByRole('button', { name: 'Delete permanently' }).click();
	await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
	expect((await page.request.post('/api/auth/login', { data: { email, password: PASSWORD } })).status()).toBe(401);
});

test('on a wide screen the profile has its index beside two columns of sections, which an opened section does not mix', async ({
	page,
	context,
	running,
}) => {
	await signIn(context, running, 'pro');
	await page.setViewportSize({ width: 1440, height: 900 });
	await openSettled(page, '/profile');
	const sections = page.locator('main section[id]');
	const leftEdges = () => sections.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
	const before = await leftEdges();
	expect(new Set(before).size).toBe(2);
	const index = await page.getByRole('navigation', { name: 'On this page' }).boundingBox();
	expect(Math.min(...before)).toBeGreaterThan((index?.x ?? 0) + (index?.width ?? 0));
	await page.getByText('Authenticator app', { exact: true }).click();
	await page.getByText('Create key', { exact: true }).first().click();
	expect(await leftEdges()).toEqual(before);
});
