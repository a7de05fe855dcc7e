import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Profile } from '../../../entities/session/session-query.ts';
import { type Answers, rejectCall } from '../../../testing/api.ts';
import { show } from '../../../testing/page.tsx';
import type { PersonalKeys } from '../queries.ts';
import { ProfileKeys } from './profile-keys.tsx';

type Key = PersonalKeys['items'][number];

const KEY: Key = {
	id: 'k-1',
	name: 'notebook',
	tail: 'x7Qz',
	scopes: ['lists:read'],
	created: '2026-06-01T15:45:00Z',
	expires: '2026-08-30T15:45:00Z',
	used: '2026-06-30T15:40:00Z',
};
const NOW = '2026-06-30T15:45:00Z';
const SECRET = 'swk_abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG';
const OWNER = { status: 'active', has_password: true } as Profile;

/** The keys of an account; a revoked one is removed, a new one comes first. */
function open(stored: Key[], answers: NonNullable<Answers['accounts']> = {}, profile: Profile = OWNER) {
	let items = stored;
	return show(<ProfileKeys profile={profile} />, {
		accounts: {
			keys: () => ({ items, now: NOW }),
			createKey: ({ body: { name, scopes } }) => {
				const made = { ...KEY, id: 'k-new', name, scopes, used: null };
				items = [made, ...items];
				return { ...made, key: SECRET };
			},
			revokeKey: ({ params: { id } }) => {
				items = items.filter((one) => one.id !== id);
				return undefined;
			},
			...answers,
		},
	});
}

function row(name: string) {
	return page.getByRole('row').filter({ hasText: name });
}

async function form() {
	await page.getByText('Create key').first().click();
	return page.getByRole('textbox', { name: 'Name' });
}

describe('the keys of an account', () => {
	it('are listed with their scopes, their last use and their expiry', async () => {
		await open([KEY, { ...KEY, id: 'k-2', name: 'old', expires: '2026-06-30T15:45:00Z', used: null }]);
		await expect.element(row('notebook')).toMatchTextContent(/…x7Qz.*read lists, tickers.*06\/30\/2026.*08\/30\/2026/);
		await expect.element(row('notebook')).not.toMatchTextContent(/expired/);
		await expect.element(row('old')).toMatchTextContent(/never.*\(expired\)/);
	});

	it('are made with a name, scopes, an end and the password, and shown until they are kept', async () => {
		const { calls } = await open([]);
		await expect.element(page.getByText('No API keys yet.')).toBeVisible();
		await (await form()).fill('my script');
		await page.getByRole('checkbox', { name: 'change filters, frozen list and favourites' }).click();
		await page.getByRole('combobox', { name: 'Expires after' }).selectOptions('1 year');
		await page.getByLabelText('Current password', { exact: true }).fill('correct horse battery');
		await userEvent.keyboard('{Enter}');
		await expect.element(page.getByText(SECRET)).toBeVisible();
		expect(calls.find(({ call }) => call === 'accounts.createKey')?.input).toEqual({
			body: { name: 'my script', scopes: ['lists:read', 'filters:write'], days: 365, password: 'correct horse battery' },
		});
		await expect.element(row('my script')).toBeVisible();
		await page.getByRole('button', { name: 'I have saved it' }).click();
		await expect.element(page.getByText(SECRET)).not.toBeInTheDocument();
	});

	it('need something that they may do, and say what else was refused', async () => {
		await open([], { createKey: () => rejectCall(422, 'no', [{ field: 'password', message: 'The present password is not right' }]) });
		const name = await form();
		await page.getByRole('checkbox', { name: 'read lists, tickers and history' }).click();
		await name.fill('x');
		await page.getByLabelText('Current password', { exact: true }).fill('wrong');
		await page.getByRole('button', { name: 'Create key' }).click();
		await expect.element(page.getByRole('group', { name: 'Permissions' })).toMatchTextContent('Required to fill in');
		await page.getByRole('checkbox', { name: 'read your filters, searches, messages and orders' }).click();
		await page.getByRole('button', { name: 'Create key' }).click();
		await expect.element(page.getByText('The present password is not right')).toBeVisible();
	});

	it('are revoked after a question', async () => {
		const { calls } = await open([KEY]);
		await page.getByRole('button', { name: 'Revoke key notebook' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
		await expect.element(page.getByText('No API keys yet.')).toBeVisible();
		expect(calls.find(({ call }) => call === 'accounts.revokeKey')?.input).toEqual({ params: { id: 'k-1' }, body: {} });
	});

	it('are not offered before the address is confirmed, nor asked for a password that is not there', async () => {
		await open([], {}, { ...OWNER, status: 'unconfirmed' });
		await expect.element(page.getByText('Confirm your e-mail address first.')).toBeVisible();
		await open([], {}, { ...OWNER, has_password: false });
		await form();
		await expect.element(page.getByLabelText('Current password', { exact: true })).not.toBeInTheDocument();
	});

	it("show that they couldn't be loaded, and retry", async () => {
		let tries = 0;
		await open([], { keys: () => (tries++ === 0 ? rejectCall(503, 'Not now') : { items: [KEY], now: NOW }) });
		await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
		await expect.element(row('notebook')).toBeVisible();
	});
});
