import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createProfile, EXPIRIES } from '../../testing/accounts.ts';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { InvitationForm } from './sign-up-form.tsx';

const GRANT = { email: null, role: 'user' as const, license: null, license_expires: null, expires: '2026-07-01T15:45:00Z', setup: false };

function open(answers: NonNullable<Answers['accounts']>) {
	return show(<InvitationForm id="1" code="2" redirectTo="/top" />, { accounts: answers });
}

it('asks for an address where the invitation names none, and says where the link went', async () => {
	const { calls } = await open({ verifyInvitation: () => GRANT, acceptInvitation: () => ({ email: 'ann@example.com', session: null }) });
	await expect.element(page.getByLabelText('E-mail address')).toHaveFocus();
	await userEvent.keyboard('ann@example.com{Tab}correct horse{Enter}');
	await expect.element(page.getByRole('status')).toMatchTextContent(/We sent a link to ann@example\.com\./);
	expect(calls.find(({ call }) => call === 'accounts.acceptInvitation')?.input).toEqual({
		params: { id: '1' },
		body: { code: '2', email: 'ann@example.com', password: 'correct horse', name: '', redirect_to: '/top', language: 'en' },
	});
});

it('signs in at once where it names the address', async () => {
	const { calls } = await open({
		verifyInvitation: () => ({ ...GRANT, email: 'ann@example.com' }),
		acceptInvitation: () => ({ email: 'ann@example.com', session: EXPIRIES }),
		profile: () => createProfile(),
	});
	await expect.element(page.getByText('You are invited as ann@example.com.')).toBeVisible();
	await expect.element(page.getByLabelText('E-mail address')).not.toBeInTheDocument();
	await page.getByLabelText('Password', { exact: true }).fill('correct horse');
	await userEvent.keyboard('{Enter}');
	await expect.poll(() => calls.filter(({ call }) => call === 'accounts.profile').length).toBeGreaterThan(0);
});

it('creates the first administrator by the setup link', async () => {
	await open({ verifyInvitation: () => ({ ...GRANT, role: 'admin', setup: true }) });
	await expect.element(page.getByRole('heading', { name: 'Create the first administrator' })).toBeVisible();
});

it('says why it can not be used', async () => {
	await open({
		verifyInvitation: () =>
			rejectCall(400, 'This invitation has expired: ask for a new one', [
				{ field: 'code', message: 'This invitation has expired: ask for a new one' },
			]),
	});
	await expect.element(page.getByText('This invitation has expired: ask for a new one.')).toBeVisible();
});
