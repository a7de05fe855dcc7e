import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { AdminInvitations, type Invitation } from './invitations.tsx';

function invitation(overrides: Partial<Invitation> = {}): Invitation {
	return {
		id: '0197b3a2-0000-7000-8000-000000000001',
		email: 'ann@example.com',
		role: 'user',
		license: 'pro',
		license_expires: '2026-08-01T00:00:00Z',
		expires: '2026-07-07T15:45:00Z',
		state: 'open',
		uses: 1,
		used: 0,
		setup: false,
		created: '2026-06-30T15:45:00Z',
		created_by: 'root@example.com',
		...overrides,
	};
}

async function open(items: Invitation[], answers: NonNullable<Answers['accounts']> = {}) {
	const shown = await show(<AdminInvitations search={{}} />, {
		accounts: { invitations: () => ({ items, total_count: items.length }), ...answers },
	});
	return { inputsOf: (call: string) => shown.calls.filter((one) => one.call === `accounts.${call}`).map((one) => one.input) };
}

async function begin() {
	await page.getByRole('button', { name: 'New invitation' }).click();
	return page.getByRole('dialog', { name: 'New invitation' });
}

it('shows a link for any address once, to be copied', async () => {
	const link = 'https://signals.example/auth/signup?invitation=1&code=2';
	const { inputsOf } = await open([], { createInvitation: () => ({ invitation: invitation(), link }) });
	const dialog = await begin();
	await dialog.getByLabelText('Number of accounts').fill('1001');
	await dialog.getByRole('button', { name: 'Create invitation' }).click();
	await expect.element(dialog.getByLabelText('Number of accounts')).toHaveAccessibleDescription(/Whole number, 1 to 1000$/);
	await dialog.getByLabelText('Number of accounts').fill('3');
	await dialog.getByLabelText('Licence').selectOptions('premium');
	await dialog.getByLabelText('Last day of the licence').fill('2026-12-31');
	await dialog.getByLabelText('Days until it expires').fill('30');
	await dialog.getByRole('button', { name: 'Create invitation' }).click();
	await expect.element(page.getByText(link)).toBeVisible();
	expect(inputsOf('createInvitation')).toEqual([
		{
			body: {
				email: null,
				role: 'user',
				license: 'premium',
				license_expires: '2027-01-01T00:00:00.000Z',
				uses: 3,
				days: 30,
				mail: false,
			},
		},
	]);
	await page.getByRole('button', { name: 'I have saved it' }).click();
	await expect.element(page.getByText(link)).not.toBeInTheDocument();
});

it('mails one for an address, and says at the field what the service has against it', async () => {
	let answers = 0;
	const { inputsOf } = await open([], {
		createInvitation: () =>
			answers++ === 0
				? rejectCall(409, 'Conflict', [{ field: 'email', message: 'This address already has an account' }])
				: { invitation: invitation(), link: null },
	});
	const dialog = await begin();
	await dialog.getByLabelText('E-mail address').fill('ann@example.com');
	await dialog.getByLabelText('Link', { exact: true }).selectOptions('mail to the address');
	await dialog.getByLabelText('Role').selectOptions('admin');
	await dialog.getByRole('button', { name: 'Create invitation' }).click();
	await expect.element(dialog.getByLabelText('E-mail address')).toHaveAccessibleDescription(/This address already has an account$/);
	await dialog.getByRole('button', { name: 'Create invitation' }).click();
	await expect.element(page.getByText('Invitation sent to ann@example.com.')).toBeVisible();
	expect(inputsOf('createInvitation')[1]).toMatchObject({ body: { email: 'ann@example.com', role: 'admin', uses: 1, mail: true } });
});

it('lists each with what it grants and its state, and withdraws an open one after a question', async () => {
	const { inputsOf } = await open(
		[
			invitation(),
			invitation({ id: '0197b3a2-0000-7000-8000-000000000002', email: null, license: null, uses: 20, used: 20, state: 'used' }),
			invitation({ id: '0197b3a2-0000-7000-8000-000000000003', email: null, role: 'admin', license: null, setup: true, state: 'expired' }),
		],
		{ withdrawInvitation: () => undefined },
	);
	await expect.element(page.getByRole('row', { name: /ann@example\.com.*user, pro until 07\/31\/2026.*open.*0 of 1/ })).toBeVisible();
	await expect.element(page.getByRole('row', { name: /any address.*user, trial.*used.*20 of 20/ })).toBeVisible();
	await expect.element(page.getByRole('row', { name: /setup link.*admin.*expired/ })).toBeVisible();
	expect(page.getByRole('button', { name: /^Withdraw/ }).elements()).toHaveLength(1);
	await page.getByRole('button', { name: 'Withdraw: ann@example.com' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Withdraw invitation' }).click();
	await expect.element(page.getByText('Invitation for ann@example.com withdrawn.')).toBeVisible();
	expect(inputsOf('withdrawInvitation')).toEqual([{ params: { id: '0197b3a2-0000-7000-8000-000000000001' }, body: {} }]);
});

it('says where there is none, and where they could not be read', async () => {
	await open([]);
	await expect.element(page.getByText('No invitations.')).toBeVisible();
	await open([], { invitations: () => rejectCall(503, 'Away') });
	await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
