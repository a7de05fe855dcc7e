import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { AdminNotifications } from './notifications.tsx';
import type { PaymentNotification, RejectedRequests } from './queries.ts';

const FAILED: PaymentNotification = {
	id: '0197b3a2-0000-7000-8000-000000000021',
	state: 'failed',
	type: 'OrderCharged',
	provider_order_id: '1001',
	provider_subscription_id: null,
	order_id: null,
	received: '2026-06-30T15:45:00Z',
	worked: null,
	attempts: 60,
	copies: 3,
	reason: 'PayPro Global, Orders/GetOrderDetails: it doesn’t respond.',
};
const TEST: PaymentNotification = {
	...FAILED,
	id: '0197b3a2-0000-7000-8000-000000000022',
	state: 'test',
	type: '',
	provider_order_id: '9',
	reason: null,
};
const AWAY: RejectedRequests = { date: '2026-06-30', hook: 'live', reason: 'not signed with our keys', count: 12 };
const ONE = { ...FAILED, stripped: null, fields: { ORDER_ID: '1001', 'A NEW FIELD': '', CUSTOMER_NAME: 'Ann' } };

async function open(search: Record<string, string> = {}, answers: NonNullable<Answers['billing']> = {}, items = [FAILED, TEST]) {
	const shown = await show(<AdminNotifications search={search} />, {
		billing: {
			paymentNotices: () => ({ items, total_count: items.length, turned_away: items.length === 0 ? [] : [AWAY] }),
			paymentNoticeOf: () => ONE,
			...answers,
		},
	});
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === `billing.${call}`).map((one) => one.input);
	return { ...shown, given: inputsOf };
}

it('says of each notice what became of it and why, and how many others were turned away', async () => {
	const { given } = await open({ q: '10', state: 'failed' });
	const row = page.getByRole('row', { name: /^OrderCharged of 1001/ });
	for (const text of ['failed', '1001', '3', 'PayPro Global, Orders/GetOrderDetails: it doesn’t respond.'])
		await expect.element(row.getByText(text, { exact: true })).toBeVisible();
	const away = page.getByRole('row', { name: /^06\/30\/2026/ });
	for (const text of ['live', 'not signed with our keys', '12']) await expect.element(away.getByText(text, { exact: true })).toBeVisible();
	expect(given('paymentNotices')).toEqual([{ query: { q: '10', state: 'failed', skip: 0, max: 20 } }]);
});

it('has one worked on again, and never a test', async () => {
	const { given } = await open({}, { workOnNotice: () => ({ ...FAILED, state: 'received' as const }) });
	await expect.element(page.getByRole('button', { name: 'Process again: (no name) of 9' })).not.toBeInTheDocument();
	await page.getByRole('button', { name: 'Process again: OrderCharged of 1001' }).click();
	const question = page.getByRole('dialog', { name: 'Process again: OrderCharged of 1001' });
	await expect.element(question.getByText('Repeating this is safe', { exact: false })).toBeVisible();
	await question.getByRole('button', { name: 'Process' }).click();
	await expect.element(page.getByRole('alert').filter({ hasText: 'Processing OrderCharged of 1001...' })).toBeVisible();
	expect(given('workOnNotice')).toEqual([{ params: { id: FAILED.id }, body: {} }]);
});

it('shows every field of a payment notification, including unknown and empty ones', async () => {
	const { given } = await open({ notice: FAILED.id });
	await expect.element(page.getByRole('heading', { name: 'Notification: OrderCharged' })).toBeVisible();
	await expect.element(page.getByRole('row', { name: /^A NEW FIELD/ }).getByText('(empty)')).toBeVisible();
	await expect.element(page.getByRole('row', { name: /^CUSTOMER_NAME/ }).getByText('Ann')).toBeVisible();
	await expect.element(page.getByText('These fields contain personal data', { exact: false })).toBeVisible();
	expect(given('paymentNoticeOf')).toEqual([{ params: { id: FAILED.id } }]);
});

it('says when personal data was removed, and links to the order', async () => {
	await open(
		{ notice: FAILED.id },
		{ paymentNoticeOf: () => ({ ...ONE, order_id: TEST.id, stripped: '2028-01-02T16:00:00Z', fields: { ORDER_ID: '1001' } }) },
	);
	await expect.element(page.getByText('Personal data was deleted on 01/02/2028', { exact: false })).toBeVisible();
	await expect.element(page.getByRole('link', { name: 'View order' })).toHaveAttribute('href', `/admin/orders?order=${TEST.id}`);
});

it('says that none has come, that none is like that, that there is no such notice, and that it could not be read', async () => {
	await open({}, {}, []);
	await expect.element(page.getByText('No notifications yet.')).toBeVisible();
	await expect.element(page.getByText('No rejected requests.')).toBeVisible();
	await open({ q: 'X' }, {}, []);
	await expect.element(page.getByText('No notifications match.')).toBeVisible();
	await open({ notice: FAILED.id }, { paymentNoticeOf: () => rejectCall(404, 'Notification not found') });
	await expect.element(page.getByRole('heading', { name: 'Notification not found' })).toBeVisible();
	await open({}, { paymentNotices: () => rejectCall(503, 'Away') });
	await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
