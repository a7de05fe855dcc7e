import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createProfile } from '../../testing/accounts.ts';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { ConfirmPanel } from './confirm-panel.tsx';

type Complete = NonNullable<NonNullable<Answers['accounts']>['completeConfirmation']>;

const NEEDS_PROOF = [
	{ field: 'password', message: 'Enter the password' },
	{ field: 'new_password', message: 'Or choose a new one' },
];
const button = page.getByRole('button', { name: 'Confirm', exact: true });

function open(completeConfirmation: Complete) {
	return show(<ConfirmPanel id="1" code="secret" redirectTo="/top" />, {
		accounts: { completeConfirmation, profile: () => createProfile() },
	});
}

describe('the link that confirms an address', () => {
	it('is enough in the browser that asked for it', async () => {
		await open(() => ({ email: 'ann@example.com' }));
		await expect.element(page.getByText('ann@example.com is confirmed.')).toBeVisible();
		await expect.element(page.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/top');
	});

	it('asks for the password elsewhere, and says when it is wrong', async () => {
		const { calls } = await open(({ body }) =>
			body.password === 'correct horse'
				? { email: 'ann@example.com' }
				: rejectCall(422, 'Unprocessable Content', body.password ? [{ field: 'password', message: 'It is another one' }] : NEEDS_PROOF),
		);
		await expect.element(button).toBeEnabled();
		await userEvent.keyboard('wrong horse{Enter}');
		const field = page.getByLabelText('The password you chose');
		await expect.element(field).toHaveAccessibleDescription('It is another one');
		await field.fill('correct horse');
		await userEvent.keyboard('{Enter}');
		await expect.element(page.getByText('ann@example.com is confirmed.')).toBeVisible();
		expect(calls.filter(({ call }) => call === 'accounts.completeConfirmation')).toHaveLength(3);
	});

	it('lets a user without a password choose one', async () => {
		const { calls } = await open(({ body }) =>
			body.new_password ? { email: 'ann@example.com' } : rejectCall(422, 'Unprocessable', NEEDS_PROOF),
		);
		await page.getByRole('button', { name: 'I didn’t choose a password' }).click();
		await page.getByLabelText('New password').fill('correct horse');
		await userEvent.keyboard('{Enter}');
		await expect.element(page.getByText('ann@example.com is confirmed.')).toBeVisible();
		expect(calls.findLast(({ call }) => call === 'accounts.completeConfirmation')?.input).toEqual({
			params: { id: '1' },
			body: { code: 'secret', new_password: 'correct horse' },
		});
	});

	it('says why it cannot be used', async () => {
		await open(() => rejectCall(400, 'This link was used already'));
		await expect.element(page.getByText(/This link was used already/)).toBeVisible();
		await expect.element(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
	});
});
