import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DeliverySettings } from '../../../entities/inbox/delivery-settings.ts';
import type { Profile } from '../../../entities/session/session-query.ts';
import { createProfile } from '../../../testing/accounts.ts';
import { type Answers, rejectCall } from '../../../testing/api.ts';
import { createDeliverySettings } from '../../../testing/delivery.ts';
import { show } from '../../../testing/page.tsx';
import { ProfilePage } from './profile-page.tsx';

const NO_FACTOR = { since: null, required: false, totp: false, passkeys: [], recovery_codes_left: 0 };

async function open(answers: NonNullable<Answers['accounts']>, overrides: Partial<Profile> = {}, inbox: Answers['inbox'] = {}) {
	let stored = createProfile(overrides);
	const shown = await show(<ProfilePage />, {
		accounts: {
			profile: () => stored,
			changeProfile: ({ body: { email, name, ...more } }) => {
				stored = { ...stored, ...(name === undefined ? {} : { name }), ...(email ? { pending_email: email } : {}) };
				return { ...stored, ...more } as Profile;
			},
			sessions: () => ({ items: [] }),
			secondFactor: () => NO_FACTOR,
			...answers,
		},
		inbox: { deliverySettings: () => createDeliverySettings(), ...inbox },
	});
	await expect.element(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === `accounts.${call}`).map((one) => one.input);
	return { ...shown, given: inputsOf };
}

function part(name: string) {
	return page.getByRole('region', { name, exact: true });
}

it('begins with an index whose links lead to the panels of their names', async () => {
	await open({});
	const index = page.getByRole('navigation', { name: 'On this page' });
	const links = index.getByRole('link').elements();
	expect(links.map((link) => link.textContent)).toEqual([
		'Your details',
		'Password',
		'Second factor',
		'Sign-in sessions',
		'API keys',
		'Appearance',
		'Links to other sites',
		'Delete account',
	]);
	// The panel of links is loaded after the page.
	const headings = () => links.map((link) => document.querySelector(`${link.getAttribute('href')} > h2`)?.textContent);
	await expect.poll(headings).toEqual(links.map((link) => link.textContent));
});

describe('one’s own data', () => {
	const email = part('Your details').getByLabelText('E-mail address');
	const save = part('Your details').getByRole('button', { name: 'Save' });

	it('are saved, and a snackbar says so', async () => {
		const { given } = await open({});
		await part('Your details').getByLabelText('Name').fill('Ann B.');
		await userEvent.keyboard('{Enter}');
		await expect.element(page.getByText('Saved')).toBeVisible();
		expect(given('changeProfile')).toEqual([{ body: { name: 'Ann B.' } }]);
	});

	it('ask for the password before another address, and say that it waits for its confirmation', async () => {
		const { given } = await open({});
		await expect.element(page.getByLabelText(/only to change the address/)).not.toBeInTheDocument();
		await email.fill('ann@example.org');
		await page.getByLabelText(/only to change the address/).fill('correct horse');
		await save.click();
		await expect.element(page.getByText(/ann@example\.org isn’t confirmed yet/)).toBeVisible();
		expect(given('changeProfile')).toEqual([{ body: { name: 'Ann', email: 'ann@example.org', password: 'correct horse' } }]);
	});

	it('keep what was typed when the password is refused', async () => {
		await open({
			changeProfile: () => rejectCall(422, 'Unprocessable Content', [{ field: 'password', message: 'The password is wrong' }]),
		});
		await email.fill('ann@example.org');
		await page.getByLabelText(/only to change the address/).fill('wrong horse');
		await save.click();
		const password = page.getByLabelText(/only to change the address/);
		await expect.element(password).toHaveFocus();
		await expect.element(password).toHaveAccessibleDescription('The password is wrong');
		await expect.element(email).toHaveValue('ann@example.org');
	});
});

describe('another password', () => {
	const present = part('Password').getByLabelText('Current password');
	const fresh = part('Password').getByLabelText('New password');

	it('is set, the fields are empty again, and a snackbar counts the sessions that ended', async () => {
		const { given } = await open({ changePassword: () => ({ ended: 2 }) });
		await present.fill('correct horse');
		await fresh.fill('battery staple');
		await userEvent.keyboard('{Enter}');
		await expect.element(page.getByText('Password changed. Other sessions ended: 2.')).toBeVisible();
		await expect.element(present).toHaveValue('');
		await expect.element(present).toBeValid();
		expect(given('changePassword')).toEqual([{ body: { password: 'correct horse', new_password: 'battery staple' } }]);
	});

	it('is refused at the field that is wrong', async () => {
		await open({
			changePassword: () => rejectCall(422, 'Unprocessable Content', [{ field: 'password', message: 'The password is wrong' }]),
		});
		await present.fill('wrong horse');
		await fresh.fill('battery staple');
		await userEvent.keyboard('{Enter}');
		await expect.element(present).toHaveFocus();
		await expect.element(present).toHaveAccessibleDescription('The password is wrong');
	});
});

describe('a second factor', () => {
	const factor = part('Second factor');

	it('is set up with an app: the secret, a code, the recovery codes', async () => {
		let totp = false;
		await open({
			secondFactor: () => ({ ...NO_FACTOR, totp, since: totp ? '2026-06-30T15:45:00Z' : null, recovery_codes_left: totp ? 2 : 0 }),
			beginTotp: ({ body }) =>
				body.password === 'correct horse'
					? { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' }
					: rejectCall(422, 'Unprocessable Content', [{ field: 'password', message: 'The password is wrong' }]),
			confirmTotp: ({ body }) => {
				if (body.code !== '123456') rejectCall(422, 'Unprocessable Content', [{ field: 'code', message: 'The code is wrong' }]);
				totp = true;
				return { recovery_codes: ['aaaa-bbbb', 'cccc-dddd'] };
			},
		});
		await factor.getByText('Authenticator app').click();
		await factor.getByLabelText('Current password').fill('wrong horse');
		await userEvent.keyboard('{Enter}');
		await expect.element(factor.getByLabelText('Current password')).toHaveAccessibleDescription('The password is wrong');
		await factor.getByLabelText('Current password').fill('correct horse');
		await userEvent.keyboard('{Enter}');
		await expect.element(factor.getByText('ABCD EFGH')).toBeVisible();
		await expect.element(factor.getByRole('img', { name: 'QR code' })).toBeVisible();
		await expect.element(factor.getByLabelText('Code')).toHaveFocus();
		await userEvent.keyboard('000000{Enter}');
		await expect.element(factor.getByText('The code is wrong')).toBeVisible();
		await factor.getByLabelText('Code').fill('123456');
		await userEvent.keyboard('{Enter}');
		await expect.element(factor.getByRole('list', { name: 'Recovery codes' })).toMatchTextContent(/aaaa-bbbbcccc-dddd/);
		await factor.getByRole('button', { name: 'I have saved them' }).click();
		await expect.element(factor.getByText('aaaa-bbbb')).not.toBeInTheDocument();
		await expect.element(factor.getByText('Authenticator app is set up.')).toBeVisible();
	});

	it('is taken away only with password and code', async () => {
		const on = { ...NO_FACTOR, since: '2026-06-30T15:45:00Z', totp: true, recovery_codes_left: 10 };
		const { given } = await open({ secondFactor: () => on, removeSecondFactor: () => undefined });
		await factor.getByText('Remove second factor').first().click();
		const button = factor.getByRole('button', { name: 'Remove second factor' });
		await button.click();
		await expect.element(factor.getByLabelText('Current password')).toHaveFocus();
		expect(given('removeSecondFactor')).toEqual([]);
		await userEvent.keyboard('correct horse');
		await factor.getByLabelText('Code from the app, or a recovery code').fill('123456');
		await button.click();
		await expect.poll(() => given('removeSecondFactor')).toEqual([{ body: { password: 'correct horse', code: '123456' } }]);
		await expect.element(factor.getByLabelText('Current password')).toHaveValue('');
	});
});

describe('how pages look', () => {
	it('changes at once, and is kept with the account', async () => {
		const { given } = await open({});
		await part('Appearance').getByLabelText('Light').click();
		expect(document.documentElement.dataset['scheme']).toBe('light');
		expect(document.cookie).toContain('theme=light');
		await part('Appearance').getByLabelText('Red up').click();
		expect(document.documentElement.dataset['palette']).toBe('red-up');
		expect(given('changeProfile')).toEqual([{ body: { theme: 'light' } }, { body: { palette: 'red-up' } }]);
	});
});

describe('notices', () => {
	it('say what the product has stopped and why; mails are off until they are asked for again', async () => {
		const since = '2026-06-30T15:45:00Z';
		let stopped: DeliverySettings['stopped'] = [
			{ channel: 'mail', why: 'The mail server refused the address.', since },
			{ channel: 'webhook', why: 'The address answered 410.', since },
		];
		const { given } = await open(
			{
				changeProfile: () => {
					stopped = stopped.slice(1);
					return createProfile({ notices: { mail: true } });
				},
			},
			{ notices: { mail: true } },
			{ deliverySettings: () => createDeliverySettings({ mail: true, stopped }) },
		);
		await expect.element(page.getByText('Mail was stopped 06/30/2026 11:45 ET: The mail server refused the address.')).toBeVisible();
		await expect.element(page.getByText('Webhook was stopped 06/30/2026 11:45 ET: The address answered 410.')).toBeVisible();
		const mail = part('Appearance').getByRole('checkbox', { name: 'By e-mail too' });
		await expect.element(mail).not.toBeChecked();
		await mail.click();
		await expect.element(mail).toBeChecked();
		await expect.element(page.getByText(/^Mail was stopped/)).not.toBeInTheDocument();
		expect(given('changeProfile')).toEqual([{ body: { notices: { mail: true } } }]);
	});
});

describe('deleting the account', () => {
	it('asks first, says what went wrong, and leads to the front page', async () => {
		let tries = 0;
		const { getUrl } = await open({
			deleteAccount: () => {
				if (tries++ === 0) rejectCall(409, 'The last administrator cannot leave');
				return undefined;
			},
		});
		await page.getByRole('button', { name: 'Delete account' }).click();
		const dialog = page.getByRole('dialog', { name: 'Delete account' });
		await dialog.getByRole('button', { name: 'Cancel' }).click();
		expect(tries).toBe(0);
		await page.getByRole('button', { name: 'Delete account' }).click();
		await dialog.getByRole('button', { name: 'Delete permanently' }).click();
		await expect.element(dialog.getByRole('alert')).toHaveTextContent('The last administrator cannot leave');
		await dialog.getByRole('button', { name: 'Delete permanently' }).click();
		await expect.poll(() => tries).toBe(2);
		await expect.element(dialog).not.toBeInTheDocument();
		expect(getUrl()).toBe('/');
	});
});
