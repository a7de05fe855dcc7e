import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { SignUpForm } from './sign-up-form.tsx';

type SignUp = NonNullable<NonNullable<Answers['accounts']>['signup']>;

const email = page.getByLabelText('E-mail address');
const password = page.getByLabelText('Password', { exact: true });
const button = page.getByRole('button', { name: 'Create account' });

async function open(signup: SignUp) {
	const shown = await show(<SignUpForm redirectTo="/top" />, {
		accounts: { signup, oauthProviders: () => ({ items: [], passwords: true }) },
	});
	await expect.element(button).toBeEnabled();
	return { ...shown, sent: () => shown.calls.filter(({ call }) => call === 'accounts.signup').map(({ input }) => input) };
}

describe('creating an account', () => {
	it('reports a short password when the field loses focus, and sends nothing', async () => {
		const { sent } = await open(() => rejectCall(500, 'Never asked'));
		await email.fill('ann@example.com');
		await password.fill('short');
		await userEvent.keyboard('{Tab}');
		await expect.element(password).toHaveAccessibleDescription(/Should not be less than 10 characters$/);
		await button.click();
		await expect.element(password).toHaveFocus();
		expect(sent()).toEqual([]);
	});

	it('shows at the field that the server finds the password too common', async () => {
		await open(() => rejectCall(400, 'Bad Request', [{ field: 'password', message: 'This password is too common' }]));
		await email.fill('ann@example.com');
		await password.fill('0123456789');
		await userEvent.keyboard('{Enter}');
		await expect.element(password).toHaveFocus();
		await expect.element(password).toHaveAccessibleDescription(/This password is too common$/);
		await expect.element(password).toHaveValue('0123456789');
	});

	it('says where the link went', async () => {
		const { sent } = await open(({ body }) => ({ email: body.email, expires: '2026-07-01T15:45:00Z' }));
		await userEvent.keyboard('ann@example.com{Tab}correct horse{Tab}{Tab}Ann{Enter}');
		await expect.element(page.getByRole('status')).toMatchTextContent(/We sent a link to ann@example\.com\./);
		expect(sent()).toEqual([
			{ body: { language: 'en', email: 'ann@example.com', password: 'correct horse', name: 'Ann', redirect_to: '/top' } },
		]);
	});
});
