import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import type { User } from './queries.ts';
import { AdminUsers } from './users.tsx';

function user(overrides: Partial<User> = {}): User {
	return {
		user_id: '0197b3a2-0000-7000-8000-000000000002',
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
		...overrides,
	};
}

async function open(answers: NonNullable<Answers['accounts']> = {}) {
	const shown = await show(<AdminUsers search={{}} />, {
		accounts: {
			users: () => ({ items: [user()], total_count: 1 }),
			...answers,
		},
	});
	await expect.element(page.getByRole('heading', { name: 'Users' })).toBeVisible();
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === `accounts.${call}`).map((one) => one.input);
	return { ...shown, given: inputsOf };
}

const dialog = page.getByRole('dialog').first();
const email = dialog.getByLabelText('E-mail address');
const save = dialog.getByRole('button', { name: 'Save' });

function alertWith(text: string) {
	return page.getByRole('alert').filter({ hasText: text });
}

describe('an administrator', () => {
	it('makes a user with a licence until the end of a day', async () => {
		const { given } = await open({ createUser: ({ body }) => user({ email: body.email }) });
		await page.getByRole('button', { name: 'New user' }).click();
		await email.fill('carol@example.com');
		await dialog.getByRole('combobox', { name: 'Role' }).selectOptions('admin');
		await expect.element(dialog.getByLabelText('Last day of the licence')).not.toBeInTheDocument();
		await dialog.getByRole('combobox', { name: 'Licence' }).selectOptions('pro');
		await dialog.getByLabelText('Last day of the licence').fill('2026-12-31');
		await save.click();
		await expect.element(alertWith('Invitation sent to carol@example.com.')).toBeVisible();
		await expect.element(dialog).not.toBeInTheDocument();
		expect(given('createUser')).toEqual([
			{
				body: {
					email: 'carol@example.com',
					name: '',
					role: 'admin',
					status: 'active',
					license: 'pro',
					license_expires: '2027-01-01T00:00:00.000Z',
				},
			},
		]);
	});

	it('sees at the address field that it is taken, and keeps the input', async () => {
		await open({ createUser: () => rejectCall(409, 'Conflict', [{ field: 'email', message: 'This address has an account' }]) });
		await page.getByRole('button', { name: 'New user' }).click();
		await save.click();
		await expect.element(email).toHaveAccessibleDescription('Required to fill in');
		await email.fill('bob@example.com');
		await userEvent.keyboard('{Enter}');
		await expect.element(email).toHaveFocus();
		await expect.element(email).toHaveAccessibleDescription('This address has an account');
		await expect.element(dialog).toBeVisible();
	});

	it('changes a user, whose last day with the licence is shown', async () => {
		const { given } = await open({ changeUser: () => user() });
		await page.getByRole('button', { name: 'Edit bob@example.com' }).click();
		await expect.element(dialog.getByLabelText('Last day of the licence')).toHaveValue('2026-07-15');
		await dialog.getByRole('combobox', { name: 'Licence' }).selectOptions('none');
		await save.click();
		await expect.element(alertWith('bob@example.com updated.')).toBeVisible();
		expect(given('changeUser')).toMatchObject([{ body: { license: null, license_expires: null } }]);
	});

	it('has the ways out of the form side by side', async () => {
		await open();
		await page.getByRole('button', { name: 'New user' }).click();
		const cancel = dialog.getByRole('button', { name: 'Cancel' });
		const top = (button: typeof save) => button.element().getBoundingClientRect().top;
		await expect.element(cancel).toBeVisible();
		expect(top(cancel)).toBe(top(save));
		await cancel.click();
		await expect.element(dialog).not.toBeInTheDocument();
	});

	it('gives up by Escape, which gives the focus back', async () => {
		const { given } = await open();
		const edit = page.getByRole('button', { name: 'Edit bob@example.com' });
		await edit.click();
		await email.fill('else@example.com');
		await userEvent.keyboard('{Escape}');
		await expect.element(dialog).not.toBeInTheDocument();
		await expect.element(edit).toHaveFocus();
		expect(given('changeUser')).toEqual([]);
		await edit.click();
		await expect.element(email).toHaveValue('bob@example.com');
	});

	it('deletes a user after a second question, whose Escape leaves the first dialog open', async () => {
		const { given } = await open({ deleteUser: () => undefined });
		await page.getByRole('button', { name: 'Edit bob@example.com' }).click();
		const sure = page.getByRole('dialog', { name: 'Delete user' });
		await dialog.getByRole('button', { name: 'Delete user' }).click();
		await expect.element(sure).toBeVisible();
		await userEvent.keyboard('{Escape}');
		await expect.element(sure).not.toBeInTheDocument();
		await expect.element(email).toBeVisible();
		await dialog.getByRole('button', { name: 'Delete user' }).click();
		await sure.getByRole('button', { name: 'Delete permanently' }).click();
		await expect.element(alertWith('bob@example.com deleted.')).toBeVisible();
		await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
		expect(given('deleteUser')).toMatchObject([{ params: { id: user().user_id } }]);
	});

	it('finds users by part of a name, status and role, which the address keeps', async () => {
		const { getUrl } = await open();
		await page.getByLabelText('E-mail or name contains').fill(' bob ');
		await page.getByRole('combobox', { name: 'Role' }).selectOptions('admin');
		await page.getByLabelText('E-mail or name contains').click();
		await userEvent.keyboard('{Enter}');
		await expect.poll(getUrl).toBe('/admin/users?q=bob&role=admin');
	});

	it('sees the licence that is in force, and what was given where that is something else', async () => {
		const boss = user({
			user_id: '0197b3a2-0000-7000-8000-000000000003',
			email: 'boss@example.com',
			role: 'admin',
			license: null,
			license_expires: null,
			license_in_force: 'pro',
		});
		const late = user({ user_id: '0197b3a2-0000-7000-8000-000000000004', email: 'late@example.com', license_in_force: null });
		await open({ users: () => ({ items: [user(), boss, late], total_count: 3 }) });
		await expect.element(page.getByRole('cell', { name: 'basic', exact: true })).toBeVisible();
		await expect.element(page.getByRole('cell', { name: 'pro (granted: none)' })).toBeVisible();
		await expect.element(page.getByRole('cell', { name: 'none (granted: basic)' })).toBeVisible();
	});
});
