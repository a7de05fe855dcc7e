import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { AdminAnnouncements, type Announcement, endOfLastDay } from './announcements.tsx';

function announcement(overrides: Partial<Announcement> = {}): Announcement {
	return {
		id: 3,
		subject: 'Early close on 07/03',
		text: 'The market closes at 13:00 ET.',
		audience: 'everybody',
		created: '2026-06-30T13:02:00Z',
		ends: '2026-07-04T04:00:00Z',
		shown: 120,
		read: 40,
		...overrides,
	};
}

async function open(items: Announcement[], answers: NonNullable<Answers['inbox']> = {}) {
	const shown = await show(<AdminAnnouncements search={{}} />, {
		inbox: { announcements: () => ({ items, total_count: items.length }), ...answers },
	});
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === `inbox.${call}`).map((one) => one.input);
	return { ...shown, given: inputsOf };
}

it('announces to those whom it is for, until the end of a New York day', async () => {
	const { given } = await open([], { announce: ({ body }) => announcement({ subject: body.subject }) });
	await page.getByRole('button', { name: 'New announcement' }).click();
	const dialog = page.getByRole('dialog', { name: 'New announcement' });
	await dialog.getByRole('button', { name: 'Publish' }).click();
	await expect.element(dialog.getByLabelText('Subject')).toHaveAccessibleDescription('Required to fill in');
	await dialog.getByLabelText('Subject').fill('Early close on 07/03');
	await dialog.getByLabelText(/^Text/).fill('The market closes at 13:00 ET.');
	await dialog.getByRole('combobox').selectOptions('pro users');
	await dialog.getByLabelText(/^Expires/).fill('2026-07-03');
	await dialog.getByRole('button', { name: 'Publish' }).click();
	await expect.element(page.getByRole('alert').filter({ hasText: 'Shown to pro users until 07/03/2026.' })).toBeVisible();
	expect(given('announce')).toEqual([
		{ body: { subject: 'Early close on 07/03', text: 'The market closes at 13:00 ET.', audience: 'pro', ends: '2026-07-04T04:00:00Z' } },
	]);
	expect(endOfLastDay('2026-01-05')).toBe('2026-01-06T05:00:00Z');
	// Daylight saving begins and ends on these days, which last 23 and 25 hours.
	expect(endOfLastDay('2026-03-08')).toBe('2026-03-09T04:00:00Z');
	expect(endOfLastDay('2026-11-01')).toBe('2026-11-02T05:00:00Z');
});

it('says at the end what the service has against it', async () => {
	const { given } = await open([], {
		announce: () => rejectCall(400, 'Bad Request', [{ field: 'ends', message: 'It has to end within 89 days.' }]),
	});
	await page.getByRole('button', { name: 'New announcement' }).click();
	const dialog = page.getByRole('dialog', { name: 'New announcement' });
	await dialog.getByLabelText('Subject').fill('A');
	await dialog.getByLabelText(/^Text/).fill('B');
	await dialog.getByLabelText(/^Expires/).fill('2030-01-01');
	await dialog.getByRole('button', { name: 'Publish' }).click();
	await expect.element(dialog.getByLabelText(/^Expires/)).toHaveAccessibleDescription('It has to end within 89 days.');
	expect(given('announce')).toHaveLength(1);
});

it('shows how many were shown and have read it, and takes it back after a question', async () => {
	const { given } = await open([announcement()], { deleteAnnouncement: () => undefined });
	await expect.element(page.getByRole('row', { name: /Early close on 07\/03.*all users.*120.*40/ })).toBeVisible();
	await page.getByRole('button', { name: 'Withdraw: Early close on 07/03' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Withdraw announcement' }).click();
	await expect.element(page.getByRole('alert').filter({ hasText: 'was removed from all inboxes' })).toBeVisible();
	expect(given('deleteAnnouncement')).toEqual([{ params: { id: 3 }, body: {} }]);
});

it('says where there is none, and where they could not be read', async () => {
	await open([]);
	await expect.element(page.getByText('No announcements yet.')).toBeVisible();
	await open([], { announcements: () => rejectCall(503, 'Away') });
	await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
