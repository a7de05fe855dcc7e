import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { AdminContactMessages, type ContactMessage } from './contact-messages.tsx';

function message(overrides: Partial<ContactMessage> = {}): ContactMessage {
	return {
		id: '0197b3a2-0000-7000-8000-000000000001',
		time: '2026-06-30T15:45:00Z',
		email: 'ann@example.com',
		name: 'Ann',
		subject: 'A question',
		message: 'First <b>line</b>',
		dealt_with_at: null,
		...overrides,
	};
}

async function open(items: ContactMessage[], answers: NonNullable<Answers['outreach']> = {}, search: Record<string, string> = {}) {
	const shown = await show(<AdminContactMessages search={search} />, {
		outreach: { contactLetters: () => ({ items, total_count: items.length === 0 ? 0 : 45 }), ...answers },
	});
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === `outreach.${call}`).map((one) => one.input);
	return { ...shown, given: inputsOf };
}

it('asks with the filters and the page of its address', async () => {
	const { given } = await open([message()], {}, { q: 'ann', dealt_with: 'no', page: '3' });
	await expect.element(page.getByRole('cell', { name: 'Ann, ann@example.com' })).toBeVisible();
	await expect.element(page.getByText('41–45 of 45')).toBeVisible();
	expect(given('contactLetters')).toEqual([{ query: { q: 'ann', dealt_with: false, skip: 40, max: 20 } }]);
});

it('is narrowed to those that are dealt with, in the address', async () => {
	const { getUrl } = await open([message()]);
	await page.getByRole('combobox', { name: 'Status' }).selectOptions('done');
	await page.getByRole('button', { name: 'Find' }).click();
	await expect.poll(getUrl).toBe('/admin/letters?dealt_with=yes');
});

it('reads a letter as text, and closes it by Escape', async () => {
	await open([message()]);
	const opener = page.getByRole('button', { name: 'A question, from ann@example.com', exact: true });
	await opener.click();
	const dialog = page.getByRole('dialog', { name: 'A question' });
	await expect.element(dialog.getByText('First <b>line</b>')).toBeVisible();
	await userEvent.keyboard('{Escape}');
	await expect.element(dialog).not.toBeInTheDocument();
	await expect.element(opener).toHaveFocus();
});

it("answers a contact message: rejects an empty answer here, shows the server's error at the field, and confirms success", async () => {
	let tries = 0;
	const { given } = await open([message()], {
		answerContactLetter: ({ body }) =>
			tries++ === 0
				? rejectCall(400, 'no', [{ field: 'text', message: 'Only printable characters' }])
				: message({ dealt_with_at: '2026-06-30T16:00:00Z', message: body.text }),
	});
	await page.getByRole('button', { name: 'A question, from ann@example.com', exact: true }).click();
	const dialog = page.getByRole('dialog', { name: 'A question' });
	await dialog.getByRole('button', { name: 'Send reply' }).click();
	await expect.element(dialog.getByText('Required to fill in')).toBeVisible();
	await dialog.getByRole('textbox').fill('It does.');
	await dialog.getByRole('button', { name: 'Send reply' }).click();
	await expect.element(dialog.getByText('Only printable characters')).toBeVisible();
	await dialog.getByRole('button', { name: 'Send reply' }).click();
	await expect.element(dialog).not.toBeInTheDocument();
	await expect.element(page.getByText('Reply to ann@example.com sent.')).toBeVisible();
	const input = { params: { id: message().id }, body: { text: 'It does.' } };
	expect(given('answerContactLetter')).toEqual([input, input]);
});

it('notes with a sentence before and after that a letter is dealt with, and opens it again', async () => {
	let now = message({ subject: '', name: '' });
	const { given } = await open([], {
		contactLetters: () => ({ items: [now], total_count: 1 }),
		changeContactLetter: ({ body }) => {
			now = { ...now, dealt_with_at: body.dealt_with ? '2026-06-30T16:00:00Z' : null };
			return now;
		},
	});
	await page.getByRole('button', { name: 'Mark as done: no subject, from ann@example.com' }).click();
	const question = page.getByRole('dialog');
	await expect.element(question.getByText('as done without sending a reply', { exact: false })).toBeVisible();
	await question.getByRole('button', { name: 'Mark as done' }).click();
	await expect.element(page.getByRole('alert').filter({ hasText: 'Message from ann@example.com marked as done.' })).toBeVisible();
	await page.getByRole('button', { name: 'Reopen: no subject, from ann@example.com' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Reopen message' }).click();
	await expect.element(page.getByRole('cell', { name: 'open', exact: true })).toBeVisible();
	expect(given('changeContactLetter')).toEqual([
		{ params: { id: now.id }, body: { dealt_with: true } },
		{ params: { id: now.id }, body: { dealt_with: false } },
	]);
});

it('says where there is none, where none matches, and where they could not be read', async () => {
	await open([]);
	await expect.element(page.getByText('No messages yet.', { exact: false })).toBeVisible();
	await open([], {}, { q: 'unknown' });
	await expect.element(page.getByText('No messages match.')).toBeVisible();
	await open([], { contactLetters: () => rejectCall(503, 'Away') });
	await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
