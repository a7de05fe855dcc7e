import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createProfile, EXPIRIES } from '../../testing/accounts.ts';
import { rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { SecondStep } from './second-step.tsx';

it('accepts a code, reports a wrong one at its field, and leads on', async () => {
	const { getUrl } = await show(<SecondStep redirectTo="/favourites" />, {
		accounts: {
			completeSignIn: ({ body }) =>
				body.code === '123456' ? EXPIRIES : rejectCall(422, 'Unprocessable Content', [{ field: 'code', message: 'The code is wrong' }]),
			profile: () => createProfile(),
		},
	});
	await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
	await userEvent.keyboard('000000{Enter}');
	const code = page.getByLabelText('Code');
	await expect.element(code).toHaveAccessibleDescription(/The code is wrong$/);
	await expect.element(code).toHaveFocus();
	await code.fill('123456');
	await userEvent.keyboard('{Enter}');
	await expect.poll(getUrl).toBe('/favourites');
});

it('leads an administrator without a factor of their own to the profile, to set one up', async () => {
	const { getUrl } = await show(<SecondStep redirectTo="/favourites" />, {
		accounts: { completeSignIn: () => EXPIRIES, profile: () => createProfile({ must_enrol: true }) },
	});
	await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
	await userEvent.keyboard('123456{Enter}');
	await expect.poll(getUrl).toBe('/profile');
});
