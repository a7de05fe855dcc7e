import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { AdminOutbox } from './outbox.tsx';

it('reads a mail of the outbox as text', async () => {
	await show(<AdminOutbox search={{}} />, {
		accounts: {
			outbox: () => ({ items: [{ id: 'm1', time: '2026-06-30T15:45:00Z', to: 'bob@example.com', subject: 'Welcome' }], total_count: 1 }),
			outboxMail: () => ({
				id: 'm1',
				time: '2026-06-30T15:45:00Z',
				to: 'bob@example.com',
				subject: 'Welcome',
				text: 'Open <b>this</b> link',
				html: '<p>Open</p>',
			}),
		},
	});
	await page.getByRole('button', { name: 'Welcome to bob@example.com' }).click();
	const mail = page.getByRole('dialog', { name: 'Welcome' });
	await expect.element(mail.getByText('Open <b>this</b> link')).toBeVisible();
	await mail.getByRole('button', { name: 'Close' }).click();
	await expect.element(mail).not.toBeInTheDocument();
});

it('says why there is none', async () => {
	await show(<AdminOutbox search={{}} />, { accounts: { outbox: () => ({ items: [], total_count: 0 }) } });
	await expect.element(page.getByText('Mails are stored here while no mail server is set up.')).toBeVisible();
});
