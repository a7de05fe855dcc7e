import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createProfile, EXPIRIES } from '../../testing/accounts.ts';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { SignInForm } from './sign-in-form.tsx';

type Login = NonNullable<NonNullable<Answers['accounts']>['login']>;

const email = page.getByLabelText('E-mail address');
const password = page.getByLabelText('Password', { exact: true });
const button = page.getByRole('button', { name: 'Sign in', exact: true });
const failure = page.getByRole('alert').first();

async function open(login: Login) {
	let signedIn = false;
	const shown = await show(<SignInForm redirectTo="/favourites" linkExpired={false} />, {
		accounts: {
			profile: () => (signedIn ? createProfile() : rejectCall(401, 'Sign in first')),
			oauthProviders: () => ({ items: [], passwords: true }),
			login: async (input) => {
				const expiries = await login(input);
				signedIn = true;
				return expiries;
			},
		},
	});
	await expect.element(button).toBeEnabled();
	return { ...shown, logins: () => shown.calls.filter(({ call }) => call === 'accounts.login').map(({ input }) => input) };
}

async function fill(): Promise<void> {
	await email.fill('ann@example.com');
	await password.fill('correct horse');
}

it('offers nothing but the providers where passwords are off', async () => {
	const providers = { items: [{ provider: 'company', label: 'Company' }], passwords: false };
	await show(<SignInForm redirectTo="/favourites" linkExpired={false} />, { accounts: { oauthProviders: () => providers } });
	await expect.element(page.getByRole('button', { name: 'Continue with Company' })).toBeVisible();
	expect([email.query(), password.query(), page.getByRole('link').query()]).toEqual([null, null, null]);
	expect(page.getByText('Password sign-in is turned off here. Sign in with:').query()).not.toBeNull();
});

describe('signing in', () => {
	it('says at each field what is missing, and leads to the first', async () => {
		const { logins } = await open(() => EXPIRIES);
		await button.click();
		await expect.element(email).toHaveFocus();
		await expect.element(email).toHaveAccessibleDescription('Required to fill in');
		await expect.element(password).toBeInvalid();
		await email.fill('ann at example');
		await expect.element(email).toHaveAccessibleDescription('Format name@example.com');
		expect(logins()).toEqual([]);
	});

	it('begins at the address, sends by Enter and leads on to where the reader was going', async () => {
		const { logins, getUrl } = await open(() => EXPIRIES);
		await expect.element(email).toHaveFocus();
		await userEvent.keyboard('ann@example.com{Tab}correct horse{Enter}');
		await expect.poll(getUrl).toBe('/favourites');
		expect(logins()).toEqual([{ body: { email: 'ann@example.com', password: 'correct horse' }, headers: { captcha: undefined } }]);
	});

	it('is sent once however often Enter is pressed, and says that it is busy', async () => {
		let answer: (() => void) | undefined;
		const { logins, getUrl } = await open(() => new Promise((done) => (answer = () => done(EXPIRIES))));
		await fill();
		await userEvent.keyboard('{Enter}{Enter}{Enter}');
		await expect.element(button).toBeDisabled();
		expect(logins()).toHaveLength(1);
		answer?.();
		await expect.poll(getUrl).toBe('/favourites');
	});

	it('says what the server says of the whole, and can be sent again', async () => {
		await open(() => rejectCall(401, 'Address or password is wrong'));
		await fill();
		await button.click();
		await expect.element(failure).toHaveTextContent('Address or password is wrong');
		await expect.element(button).toBeEnabled();
		await expect.element(password).toHaveValue('correct horse');
	});

	it('says at a field what the server says of it, until it is changed', async () => {
		await open(() => rejectCall(422, 'Unprocessable Content', [{ field: 'email', message: 'This address is barred' }]));
		await fill();
		await button.click();
		await expect.element(email).toHaveFocus();
		await expect.element(email).toHaveAccessibleDescription('This address is barred');
		await email.fill('bob@example.com');
		await expect.element(email).not.toHaveAccessibleDescription();
	});

	it('asks for the code of a second factor once it is known to be needed', async () => {
		const { logins, getUrl } = await open(({ body }) =>
			body.code === '123456' ? EXPIRIES : rejectCall(422, 'Unprocessable Content', [{ field: 'code', message: 'Enter a code' }]),
		);
		await fill();
		await button.click();
		const code = page.getByLabelText('Code');
		await expect.element(code).toHaveFocus();
		await expect.element(code).toBeValid();
		await userEvent.keyboard('000000{Enter}');
		await expect.element(code).toHaveAccessibleDescription(/Enter a code$/);
		await code.fill('123456');
		await userEvent.keyboard('{Enter}');
		await expect.poll(getUrl).toBe('/favourites');
		expect(logins()).toHaveLength(3);
	});

	it('shows the password while the reader wants to see it', async () => {
		await open(() => EXPIRIES);
		await password.fill('correct horse');
		await expect.element(password).toHaveAttribute('type', 'password');
		await page.getByRole('button', { name: 'Show password' }).click();
		await expect.element(password).toHaveAttribute('type', 'text');
		await expect.element(password).toHaveValue('correct horse');
	});
});

describe('a link that is of no use any more', () => {
	beforeEach(() =>
		show(<SignInForm redirectTo={undefined} linkExpired />, { accounts: { profile: () => rejectCall(401, 'Sign in first') } }).then(
			() => {},
		),
	);

	it('is reported above the form', async () => {
		await expect.element(page.getByText(/This sign-in link was already used/)).toBeVisible();
	});
});
