import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import type { Session, User } from './queries.ts';
import { AdminUsers } from './users.tsx';

const ID = '0197b3a2-0000-7000-8000-000000000002';
const bob: User = {
	user_id: ID,
	email: 'bob@example.com',
	name: 'Bob',
	role: 'user',
	status: 'active',
	created: '2026-06-01T15:45:00Z',
	seen: null,
	license: 'basic',
	license_expires: '2026-07-16T00:00:00Z',
	license_in_force: 'basic',
	confirmed: '2026-06-01T15:50:00Z',
};

function session(n: number, current = false): Session {
	return {
		id: `0197b3a2-0000-7000-8000-00000000000${n}`,
		current,
		created: '2026-06-29T15:45:00Z',
		seen: '2026-06-30T15:45:00Z',
		expires: '2026-07-30T15:45:00Z',
		address: `192.0.2.${n}`,
		agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
	};
}

async function open(user: Partial<User> = {}, answers: NonNullable<Answers['accounts']> = {}) {
	const shown = await show(<AdminUsers search={{ user: ID }} />, {
		accounts: { user: () => ({ ...bob, ...user }), userSessions: () => ({ items: [session(3), session(4, true)] }), ...answers },
	});
	await expect.element(page.getByRole('heading', { name: 'bob@example.com' })).toBeVisible();
	return { ...shown, inputsOf: (call: string) => shown.calls.filter((one) => one.call === `accounts.${call}`).map((one) => one.input) };
}

function part(name: string) {
	return page.getByRole('region', { name, exact: true });
}

const question = page.getByRole('dialog');
const sure = question.getByRole('button', { name: 'Confirm' });

function alertWith(text: string) {
	return page.getByRole('alert').filter({ hasText: text });
}

describe('one user', () => {
	it.each([
		[{}, 'basic. Granted until'],
		[{ license_expires: null }, 'basic. Granted with no end.'],
		[{ license: null, license_expires: null, license_in_force: null }, 'none. No licence granted.'],
		[{ license_in_force: null }, 'none (granted: basic). basic ended on'],
		[{ role: 'admin', license_in_force: 'pro' }, 'pro (granted: basic). Administrators have full access.'],
		[{ status: 'blocked', license_in_force: null }, 'none (granted: basic). User blocked: no access.'],
	] as const)('of %j is shown with what the licence includes, and why', async (differs, text) => {
		await open(differs);
		await expect.element(page.getByRole('definition').filter({ hasText: text })).toBeVisible();
	});

	it('that does not exist is reported, with the way back', async () => {
		await show(<AdminUsers search={{ user: ID }} />, { accounts: { user: () => rejectCall(404, 'User not found') } });
		await expect.element(page.getByRole('heading', { name: 'User not found' })).toBeVisible();
		await expect.element(page.getByRole('link', { name: 'All users' })).toHaveAttribute('href', '/admin/users');
	});

	it('gets a licence until the end of a day, with the reason', async () => {
		const { inputsOf } = await open({}, { changeUser: () => bob });
		const licence = part('Grant licence');
		await licence.getByRole('combobox', { name: 'Licence' }).selectOptions('pro');
		await licence.getByLabelText('Last day of the licence').fill('2026-12-31');
		await licence.getByLabelText('Reason, for the audit log').fill(' won a prize ');
		await licence.getByRole('button', { name: 'Grant' }).click();
		await expect.element(question.getByText(/^Grants bob@example.com the pro licence until the end of 12\/31\/2026/)).toBeVisible();
		await sure.click();
		await expect.element(alertWith('bob@example.com now has the pro licence')).toBeVisible();
		expect(inputsOf('changeUser')).toEqual([
			{ params: { id: ID }, body: { license: 'pro', license_expires: '2027-01-01T00:00:00.000Z', reason: 'won a prize' } },
		]);
	});

	it('loses the licence', async () => {
		const { inputsOf } = await open({}, { changeUser: () => bob });
		await part('Grant licence').getByRole('button', { name: 'Revoke' }).click();
		await sure.click();
		await expect.element(alertWith('Licence of bob@example.com revoked.')).toBeVisible();
		expect(inputsOf('changeUser')).toEqual([{ params: { id: ID }, body: { license: null, license_expires: null } }]);
	});

	it('is blocked after a sentence that says what that does', async () => {
		const { inputsOf } = await open({}, { changeUser: () => bob });
		await part('Access').getByLabelText('Reason, for the audit log').fill('scraping');
		await part('Access').getByRole('button', { name: 'Block' }).click();
		await expect.element(question.getByText(/out everywhere and blocks sign-in/)).toBeVisible();
		await sure.click();
		await expect.element(alertWith('bob@example.com blocked')).toBeVisible();
		expect(inputsOf('changeUser')).toEqual([{ params: { id: ID }, body: { status: 'blocked', reason: 'scraping' } }]);
	});

	it('is unblocked, and gets no link before', async () => {
		const { inputsOf } = await open({ status: 'blocked', license_in_force: null }, { changeUser: () => bob });
		await expect.element(part('Access').getByRole('button', { name: 'Mail a sign-in link' })).toBeDisabled();
		await part('Access').getByRole('button', { name: 'Unblock' }).click();
		await sure.click();
		await expect.element(alertWith('bob@example.com unblocked.')).toBeVisible();
		expect(inputsOf('changeUser')).toEqual([{ params: { id: ID }, body: { status: 'active' } }]);
	});

	it('gets a sign-in link by mail', async () => {
		const { inputsOf } = await open({}, { mailSignInLink: () => ({ email: bob.email, expires: '2026-06-30T15:55:00Z' }) });
		await part('Access').getByRole('button', { name: 'Mail a sign-in link' }).click();
		await sure.click();
		await expect.element(alertWith('Sign-in link sent to bob@example.com')).toBeVisible();
		expect(inputsOf('mailSignInLink')).toEqual([{ params: { id: ID }, body: {} }]);
	});

	it('is signed out of one browser', async () => {
		const { inputsOf } = await open({}, { endUserSession: () => undefined });
		await expect.element(page.getByRole('row').filter({ hasText: '192.0.2.4' }).getByText('yours, in use')).toBeVisible();
		await page.getByRole('button', { name: 'End Chrome on Linux, 192.0.2.3' }).click();
		await sure.click();
		await expect.element(alertWith('1 session ended.')).toBeVisible();
		expect(inputsOf('endUserSession')).toEqual([{ params: { id: ID, session: session(3).id }, body: {} }]);
	});

	it('is signed out everywhere', async () => {
		const { inputsOf } = await open(
			{},
			{ userSessions: () => ({ items: [session(3), session(5)] }), endUserSessions: () => ({ ended: 2 }) },
		);
		await page.getByRole('button', { name: 'End all' }).click();
		await expect.element(question.getByText('Signs bob@example.com out everywhere: 2 sessions.')).toBeVisible();
		await sure.click();
		await expect.element(alertWith('2 sessions ended.')).toBeVisible();
		expect(inputsOf('endUserSessions')).toEqual([{ params: { id: ID }, body: {} }]);
	});

	it('is signed in nowhere', async () => {
		await open({}, { userSessions: () => ({ items: [] }) });
		await expect.element(page.getByText('The user isn’t signed in anywhere.')).toBeVisible();
	});
});
