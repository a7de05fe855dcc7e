/** Signing in: a mail opened on another device, a second factor that is set up, used, lost and reset, and passkeys. */
import { type Browser, devices, type Page } from '@playwright/test';
import { createTotpCode } from '@sw/server/areas/accounts/testing/totp-code';
import { createAdminCommand } from '@sw/server/areas/accounts/users/admin-command';
import { openAccounts } from '@sw/server/compose/areas/accounts';
import { findViolations } from '../accessibility-rules.ts';
import { getLinkPath, openHydrated, typeCredentials, waitForMail } from '../account-steps.ts';
import { expect, type RunningProduct, test } from '../fixtures.ts';

const PASSWORD = 'correct horse battery';
const OTHER_PASSWORD = 'a quite different one';

/** The path of the link in the newest mail to an address with the given subject, once it has arrived. */
async function linkTo(folder: string, to: string, subject: string): Promise<string> {
	return getLinkPath(await waitForMail(folder, to, subject));
}

async function expectNoViolations(page: Page): Promise<void> {
	return expect(await findViolations(page)).toEqual([]);
}

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
	await openHydrated(page, '/auth/signin?redirectTo=/profile');
	await typeCredentials(page, email, password);
}

async function phoneOf(browser: Browser, { url }: RunningProduct): Promise<Page> {
	return (await browser.newContext({ ...devices['Pixel 7'], baseURL: url })).newPage();
}

/** An account with a confirmed address, signed in on its profile. */
async function confirmedAccount(page: Page, { folder }: RunningProduct, email: string): Promise<void> {
	await openHydrated(page, '/auth/signup?redirectTo=/profile');
	await page.getByLabel('E-mail address').fill(email);
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
	await page.keyboard.press('Enter');
	await expect(page.getByText('Check your e-mail')).toBeVisible();
	await openHydrated(page, await linkTo(folder, email, 'Confirm your address'));
	await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();
	await signIn(page, email);
	await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
}

test('signs up on a laptop and confirms on a phone, where the link leads on to what was wanted', async ({ browser, page, running }) => {
	const email = 'traveller@example.test';
	await openHydrated(page, '/auth/signup?redirectTo=/favourites');
	await page.getByLabel('E-mail address').fill(email);
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
	await page.keyboard.press('Enter');
	await expect(page.getByText('Check your e-mail')).toBeVisible();

	const phone = await phoneOf(browser, running);
	await openHydrated(phone, await linkTo(running.folder, email, 'Confirm your address'));
	await expect(phone.getByText('You requested this link in another browser')).toBeVisible();
	await expectNoViolations(phone);
	await expect(phone.getByLabel('The password you chose')).toBeFocused();
	await phone.keyboard.type('not what I chose');
	await phone.keyboard.press('Enter');
	await expect(phone.getByText("This isn't the password chosen with this link")).toBeVisible();
	await phone.getByLabel('The password you chose').fill(PASSWORD);
	await phone.keyboard.press('Enter');
	await expect(phone.getByText(`${email} is confirmed.`)).toBeVisible();
	await phone.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
	await expect(phone).toHaveURL(/redirectTo=%2Ffavourites/);
	await phone.context().close();
});

test('a password that a stranger prepared is replaced by the one who reads the mail', async ({ browser, page, running }) => {
	const email = 'victim@example.test';
	const stranger = await browser.newContext({ baseURL: running.url });
	await stranger.request.post('/api/auth/signup', { data: { email, password: PASSWORD } });
	await openHydrated(page, await linkTo(running.folder, email, 'Confirm your address'));
	await page.getByRole('button', { name: 'I didn’t choose a password' }).click();
	await expectNoViolations(page);
	await page.getByLabel('New password').fill(OTHER_PASSWORD);
	await page.keyboard.press('Enter');
	await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();
	const tried = await stranger.request.post('/api/auth/login', { data: { email, password: PASSWORD } });
	expect(tried.status()).toBe(401);
	await stranger.close();
});

test('a second factor is set up, used, lost and reset', async ({ browser, page, running }) => {
	const email = 'careful@example.test';
	await confirmedAccount(page, running, email);
	await page.getByText('Authenticator app', { exact: true }).click();
	const app = page.locator('details', { hasText: 'Authenticator app' });
	await app.getByLabel('Current password').fill(PASSWORD);
	await page.keyboard.press('Enter');
	await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
	await expectNoViolations(page);
	const secret = ((await app.getByText(/^Secret:/).textContent()) ?? '').replace('Secret:', '').replaceAll(' ', '');
	const now = (): string => createTotpCode(secret, running.wall.now());
	await app.getByLabel('Code', { exact: true }).fill(now());
	await page.keyboard.press('Enter');
	const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
	await expect(codes).toHaveCount(10);
	await expectNoViolations(page);
	const [recovery = ''] = await codes.allTextContents();
	await page.getByRole('button', { name: 'I have saved them' }).click();
	await expect(codes).toHaveCount(0);
	await expect(page.getByText('Authenticator app is set up.')).toBeVisible();

	// Used, on another device; the same code no longer works.
	const phone = await phoneOf(browser, running);
	await signIn(phone, email);
	await expect(phone.getByLabel('Code', { exact: true })).toBeFocused();
	await expectNoViolations(phone);
	await phone.keyboard.type(now());
	await phone.keyboard.press('Enter');
	await expect(phone.getByText('This code is wrong or was already used')).toBeVisible();
	await running.wall.advance(31_000);
	await phone.getByLabel('Code', { exact: true }).fill(now());
	await phone.keyboard.press('Enter');
	await expect(phone.getByRole('heading', { name: 'Profile' })).toBeVisible();
	await phone.context().close();

	// The app is lost: a recovery code works once.
	const other = await phoneOf(browser, running);
	await signIn(other, email);
	await other.getByLabel('Code', { exact: true }).fill(recovery);
	await other.keyboard.press('Enter');
	await expect(other.getByRole('heading', { name: 'Profile' })).toBeVisible();
	await other.getByText('Recovery codes', { exact: true }).click();
	await expect(other.getByText('9 of 10 left.', { exact: false })).toBeVisible();

	// Everything is lost: the operator removes the second factor, and every session ends.
	const config = { origin: running.url, folder: running.folder, smtpUrl: null, mailFrom: 'x <x@localhost>', captcha: null, oauth: [] };
	const accounts = openAccounts({ records: running.product.stores.records, config, wall: running.wall, log: console });
	expect(await createAdminCommand(accounts.context)(['reset-factor', email], () => {})).toBe(0);
	await accounts.close();
	await expect.poll(async () => (await other.request.get('/api/me')).status()).toBe(401);
	await other.context().clearCookies();
	await signIn(other, email);
	await expect(other.getByText('Protect sign-in with')).toBeVisible();
	await other.context().close();
});

test('a passkey is made and signs in by itself', async ({ page, running }) => {
	const email = 'keyholder@example.test';
	await confirmedAccount(page, running, email);
	const cdp = await page.context().newCDPSession(page);
	await cdp.send('WebAuthn.enable');
	await cdp.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			protocol: 'ctap2',
			transport: 'internal',
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	await page.getByText('Passkeys', { exact: true }).click();
	const part = page.locator('details', { hasText: 'Passkeys' });
	await part.getByLabel('Passkey name').fill('Laptop');
	await part.getByLabel('Current password').fill(PASSWORD);
	await page.keyboard.press('Enter');
	await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
	await page.getByRole('button', { name: 'I have saved them' }).click();
	await expect(part.getByText(/Laptop · not used yet/)).toBeVisible();
	await expectNoViolations(page);
	await page.getByRole('button', { name: 'Sign out' }).click();
	await page.getByRole('link', { name: 'Sign out' }).click();
	// The landing page needs a full navigation.
	await expect(page.getByRole('link', { name: 'Create account' })).toBeVisible();

	await openHydrated(page, '/auth/signin?redirectTo=/profile');
	await page.getByRole('button', { name: 'Sign in with passkey' }).click();
	await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
	await page.getByText('Passkeys', { exact: true }).click();
	await expect(page.getByText(/Laptop · last used/)).toBeVisible();
});

test('a provider that is not set up has no page to come back to', async ({ page }) => {
	const answer = await page.goto('/oauth/unknown?code=c&state=s');
	expect(answer?.status()).toBe(404);
	await expect(page.getByRole('heading', { level: 1, name: 'Sign-in failed' })).toBeVisible();
	await expectNoViolations(page);
});
