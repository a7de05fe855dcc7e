import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { AdminWaitList, type WaitListSignUp } from './wait-list.tsx';

const ENTRY: WaitListSignUp = { email: 'ann@example.com', source: 'girls', created: '2026-06-30T15:45:00Z' };

async function open(
	answers: NonNullable<Answers['outreach']> = {},
	search: Record<string, string> = {},
	items: WaitListSignUp[] = [ENTRY],
) {
	const shown = await show(<AdminWaitList search={search} />, {
		outreach: { waitList: () => ({ items, total_count: items.length === 0 ? 0 : 45 }), ...answers },
	});
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === `outreach.${call}`).map((one) => one.input);
	return { ...shown, given: inputsOf };
}

it('asks with the filters and the page of its address', async () => {
	const { given } = await open({}, { email: 'ann', source: 'girls', from: '2026-06-01', to: '2026-06-30', page: '2' });
	await expect.element(page.getByRole('row', { name: /ann@example\.com, girls/ })).toBeVisible();
	await expect.element(page.getByText('21–40 of 45')).toBeVisible();
	expect(given('waitList')).toEqual([
		{ query: { Email: 'ann', Source: 'girls', From: '2026-06-01', To: '2026-06-30', skip: 20, max: 20 } },
	]);
});

it('is searched by the address, which it keeps in the address bar', async () => {
	const { getUrl } = await open();
	await page.getByLabelText('E-mail contains').fill(' ann ');
	await page.getByRole('combobox', { name: 'Source' }).selectOptions('hunter');
	await page.getByRole('button', { name: 'Find' }).click();
	await expect.poll(getUrl).toBe('/admin/wait-list?email=ann&source=hunter');
});

it('shows of a sign-up whether its address has an account by now', async () => {
	const { given } = await open({ waitListEntry: () => ({ ...ENTRY, has_account: true }) });
	const opener = page.getByRole('button', { name: 'ann@example.com, girls', exact: true });
	await opener.click();
	const dialog = page.getByRole('dialog', { name: 'ann@example.com' });
	await expect.element(dialog.getByText('Has an account.')).toBeVisible();
	await userEvent.keyboard('{Escape}');
	await expect.element(dialog).not.toBeInTheDocument();
	await expect.element(opener).toHaveFocus();
	expect(given('waitListEntry')).toEqual([{ params: { email: 'ann@example.com' }, query: { source: 'girls' } }]);
});

it('says that a sign-up is gone if another administrator has deleted it', async () => {
	await open({ waitListEntry: () => rejectCall(404, 'Sign-up not found') });
	await page.getByRole('button', { name: 'ann@example.com, girls', exact: true }).click();
	await expect.element(page.getByText('Sign-up not found')).toBeVisible();
});

it('deletes an entry with a sentence before and after', async () => {
	let items = [ENTRY];
	const { given } = await open({
		waitList: () => ({ items, total_count: items.length }),
		deleteWaitListEntry: () => {
			items = [];
		},
	});
	await page.getByRole('button', { name: 'Delete ann@example.com, girls' }).click();
	const question = page.getByRole('dialog', { name: 'Delete ann@example.com, girls' });
	await expect.element(question.getByText('from the girls list', { exact: false })).toBeVisible();
	await question.getByRole('button', { name: 'Delete permanently' }).click();
	await expect.element(page.getByRole('alert').filter({ hasText: 'ann@example.com deleted from the girls list.' })).toBeVisible();
	await expect.element(page.getByText('No sign-ups yet.')).toBeVisible();
	expect(given('deleteWaitListEntry')).toEqual([{ params: { email: 'ann@example.com' }, query: { source: 'girls' }, body: {} }]);
});

it('shows why a deletion was refused, and keeps the question', async () => {
	await open({ deleteWaitListEntry: () => rejectCall(404, 'Sign-up not found') });
	await page.getByRole('button', { name: 'Delete ann@example.com, girls' }).click();
	const question = page.getByRole('dialog');
	await question.getByRole('button', { name: 'Delete permanently' }).click();
	await expect.element(question.getByRole('alert').filter({ hasText: 'Sign-up not found' })).toBeVisible();
});

it("shows that no sign-up matches, or that the list couldn't be loaded", async () => {
	await open({}, { email: 'unknown' }, []);
	await expect.element(page.getByText('No sign-ups match.')).toBeVisible();
	await open({ waitList: () => rejectCall(503, 'Away') });
	await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
