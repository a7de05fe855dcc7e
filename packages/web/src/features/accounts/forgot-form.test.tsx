import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { ForgotForm, ResetForm } from './forgot-form.tsx';

const EXPIRES = '2026-06-30T16:45:00Z';

describe('asking for a link to a new password', () => {
	it('says the same whether or not the address has an account', async () => {
		const { calls } = await show(<ForgotForm redirectTo={undefined} />, {
			accounts: { startRecovery: ({ body }) => ({ email: body.email, expires: EXPIRES }) },
		});
		await expect.element(page.getByRole('button', { name: 'Send link' })).toBeEnabled();
		await userEvent.keyboard('unknown@example.com{Enter}');
		await expect.element(page.getByRole('status')).toMatchTextContent(/If an account exists for unknown@example\.com/);
		expect(calls.filter(({ call }) => call === 'accounts.startRecovery')).toHaveLength(1);
	});

	it('says that it was asked too often', async () => {
		await show(<ForgotForm redirectTo={undefined} />, {
			accounts: { startRecovery: () => rejectCall(429, 'Too many requests, try again in 60 s') },
		});
		await expect.element(page.getByRole('button', { name: 'Send link' })).toBeEnabled();
		await userEvent.keyboard('ann@example.com{Enter}');
		await expect.element(page.getByRole('alert')).toHaveTextContent('Too many requests, try again in 60 s');
	});
});

describe('the link of the mail', () => {
	const password = page.getByLabelText('New password');

	it('sets the new password', async () => {
		const { calls } = await show(<ResetForm id="1" code="secret" redirectTo={undefined} />, {
			accounts: { verifyRecovery: () => ({ expires: EXPIRES }), completeRecovery: () => ({ email: 'ann@example.com' }) },
		});
		await expect.element(page.getByRole('button', { name: 'Set password' })).toBeEnabled();
		await password.fill('short');
		await userEvent.keyboard('{Enter}');
		await expect.element(password).toBeInvalid();
		await password.fill('correct horse');
		await userEvent.keyboard('{Enter}');
		await expect.element(page.getByRole('status')).toMatchTextContent(/Password changed/);
		expect(calls.at(-1)).toEqual({
			call: 'accounts.completeRecovery',
			input: { params: { id: '1' }, body: { code: 'secret', password: 'correct horse' } },
		});
	});

	it('says why it cannot be used, and offers another', async () => {
		await show(<ResetForm id="1" code="old" redirectTo={undefined} />, {
			accounts: { verifyRecovery: () => rejectCall(400, 'This link is too old') },
		});
		await expect.element(page.getByRole('status')).toMatchTextContent(/This link is too old/);
		await expect.element(page.getByRole('link', { name: 'Send link' })).toBeVisible();
	});
});
