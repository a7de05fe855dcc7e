import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { AdminDeliveries, type Delivery } from './deliveries.tsx';

function delivery(overrides: Partial<Delivery> = {}): Delivery {
	return {
		id: '0197b3a2-0000-7000-8000-000000000001',
		email: 'ann@example.com',
		channel: 'webhook',
		state: 'failed',
		messages: 2,
		attempts: 8,
		reason: 'The address answered 500.',
		due: '2026-06-30T15:45:00Z',
		created: '2026-06-30T15:45:00Z',
		delivered: null,
		...overrides,
	};
}

const COUNTS = { counts: [{ channel: 'webhook', state: 'failed', count: 3 }], late_since: null, stopped: [], stopped_count: 0 } as const;

async function open(items: Delivery[], answers: NonNullable<Answers['inbox']> = {}, search: Record<string, string> = {}) {
	const shown = await show(<AdminDeliveries search={search} />, {
		inbox: {
			deliveries: () => ({ items, total_count: items.length }),
			deliveryCounts: () => ({ ...COUNTS, counts: [...COUNTS.counts], stopped: [] }),
			...answers,
		},
	});
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === `inbox.${call}`).map((one) => one.input);
	return { ...shown, given: inputsOf };
}

it('asks with the filters of its address', async () => {
	const { given } = await open([delivery()], {}, { state: 'failed', channel: 'webhook', q: 'ann' });
	await expect.element(page.getByRole('row', { name: /ann@example\.com.*webhook.*failed.*answered 500/ })).toBeVisible();
	expect(given('deliveries')).toEqual([{ query: { state: 'failed', channel: 'webhook', q: 'ann', skip: 0, max: 20 } }]);
});

it('makes one due again after a question, and offers that for none that waits', async () => {
	const { given } = await open(
		[delivery(), delivery({ id: '0197b3a2-0000-7000-8000-000000000002', email: 'bob@example.com', state: 'waiting' })],
		{
			deliverAgain: () => delivery({ state: 'waiting' }),
		},
	);
	await page.getByRole('button', { name: 'Retry: webhook to ann@example.com' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Retry delivery' }).click();
	await expect.element(page.getByRole('alert').filter({ hasText: 'Delivery to ann@example.com queued.' })).toBeVisible();
	expect(given('deliverAgain')).toEqual([{ params: { id: delivery().id }, body: {} }]);
	await expect.element(page.getByRole('button', { name: 'Retry: webhook to bob@example.com' })).not.toBeInTheDocument();
});

it('shows what waits, since when, and which channels are stopped and why', async () => {
	await open([], {
		deliveryCounts: () => ({
			counts: [{ channel: 'mail', state: 'waiting', count: 12 }],
			late_since: '2026-06-30T15:45:00Z',
			stopped: [{ email: 'ann@example.com', channel: 'mail', why: 'The mail server refused the address.', since: '2026-06-30T15:45:00Z' }],
			stopped_count: 4,
		}),
	});
	await expect.element(page.getByRole('row', { name: /^mail 12 0 0 0$/ })).toBeVisible();
	await expect.element(page.getByText(/waiting since 06\/30\/2026 11:45 AM ET/)).toBeVisible();
	await expect.element(page.getByText(/ann@example\.com, mail, since .*: The mail server refused the address\./)).toBeVisible();
	await expect.element(page.getByText('3 more stopped.')).toBeVisible();
});

it('says where there is none, and where they could not be read', async () => {
	await open([]);
	await expect.element(page.getByText('No deliveries yet', { exact: false })).toBeVisible();
	await open([], { deliveries: () => rejectCall(503, 'Away') });
	await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
