import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { AdminOrders } from './orders.tsx';
import type { Order, PaymentNotification } from './queries.ts';

const ORDER: Order = {
	id: '0197b3a2-0000-7000-8000-000000000011',
	code: 'ABCDEFGHJKMN',
	status: 'processed',
	product_id: '0197b3a2-0000-7000-8000-000000000001',
	name: 'Pro',
	license: 'pro',
	period: 'month',
	currency: 'USD',
	amount: 99,
	coupon: null,
	payment_method: 'Card',
	checkout_url: null,
	charges: [
		{
			provider_order_id: '1003',
			status: 'processed',
			time: '2026-07-30T15:45:00Z',
			amount: 99,
			currency: 'USD',
			invoice_url: 'https://store.example/1003',
		},
		{ provider_order_id: '1001', status: 'refunded', time: '2026-06-30T15:45:00Z', amount: 99, currency: 'USD', invoice_url: null },
	],
	created: '2026-06-30T15:40:00Z',
	updated: '2026-07-30T15:45:00Z',
	paid: '2026-06-30T15:45:00Z',
	email: 'ann@example.com',
	provider_order_id: '1001',
};
const WAITING: Order = { ...ORDER, status: 'waiting', charges: [], paid: null, payment_method: null, provider_order_id: null };
const NOTICE: PaymentNotification = {
	id: '0197b3a2-0000-7000-8000-000000000021',
	state: 'worked',
	type: 'OrderCharged',
	provider_order_id: '1001',
	provider_subscription_id: '1002',
	order_id: ORDER.id,
	received: '2026-06-30T15:45:00Z',
	worked: '2026-06-30T15:45:01Z',
	attempts: 1,
	copies: 1,
	reason: null,
};

async function open(search: Record<string, string> = {}, answers: NonNullable<Answers['billing']> = {}) {
	const shown = await show(<AdminOrders search={search} />, {
		billing: {
			orders: () => ({ items: [ORDER], total_count: 1 }),
			order: () => ORDER,
			paymentNotices: () => ({ items: [NOTICE], total_count: 1, turned_away: [] }),
			...answers,
		},
	});
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === `billing.${call}`).map((one) => one.input);
	return { ...shown, given: inputsOf };
}

it('lists orders by what its address asks for, in words, and is searched', async () => {
	const { given, getUrl } = await open({
		q: 'ABC',
		status: 'chargeback',
		payment_method: 'Card',
		from: '2026-06-01',
		to: '2026-06-30',
		page: '2',
	});
	const row = page.getByRole('row', { name: /^ABCDEFGHJKMN/ });
	for (const text of ['paid', 'Pro, Monthly', '$99', 'ann@example.com', 'Card'])
		await expect.element(row.getByText(text, { exact: true })).toBeVisible();
	expect(given('orders')).toEqual([
		{ query: { q: 'ABC', status: 'chargeback', payment_method: 'Card', from: '2026-06-01', to: '2026-06-30', skip: 20, max: 20 } },
	]);
	await page.getByRole('combobox', { name: 'Status' }).selectOptions('refunded');
	await page.getByRole('button', { name: 'Find' }).click();
	await expect.poll(getUrl).toBe('/admin/orders?q=ABC&status=refunded&payment_method=Card&from=2026-06-01&to=2026-06-30');
});

it('gives a payment back, which needs a reason, with what follows from it said before', async () => {
	const { given } = await open({ order: ORDER.code }, { refundOrder: () => ORDER });
	await expect.element(page.getByRole('heading', { name: 'Order ABCDEFGHJKMN' })).toBeVisible();
	await expect.element(page.getByRole('button', { name: 'Refund payment 1001' })).not.toBeInTheDocument();
	await page.getByRole('button', { name: 'Refund payment 1003' }).click();
	const question = page.getByRole('dialog', { name: 'Refund payment 1003' });
	await expect.element(question.getByText('Refunds the full $99 to ann@example.com.', { exact: false })).toBeVisible();
	await question.getByRole('button', { name: 'Refund' }).click();
	await expect.element(question.getByText('Required to fill in')).toBeVisible();
	await question.getByLabelText('Reason, for the provider and the audit log').fill('Bought by mistake');
	await userEvent.keyboard('{Enter}');
	await expect.element(page.getByRole('alert').filter({ hasText: 'Refund of payment 1003 requested.' })).toBeVisible();
	expect(given('refundOrder')).toEqual([{ params: { idOrCode: ORDER.code }, body: { payment: '1003', reason: 'Bought by mistake' } }]);
});

it('shows why the provider refused a refund, and keeps what was typed; Escape leads back to the button', async () => {
	await open({ order: ORDER.code }, { refundOrder: () => rejectCall(400, 'The payment provider cannot do it now. Try again later.') });
	const opener = page.getByRole('button', { name: 'Refund payment 1003' });
	await opener.click();
	const question = page.getByRole('dialog');
	await question.getByLabelText('Reason, for the provider and the audit log').fill('Asked');
	await question.getByRole('button', { name: 'Refund' }).click();
	await expect.element(question.getByRole('alert').filter({ hasText: 'cannot do it now' })).toBeVisible();
	await expect.element(question.getByLabelText('Reason, for the provider and the audit log')).toHaveValue('Asked');
	await userEvent.keyboard('{Escape}');
	await expect.element(question).not.toBeInTheDocument();
	await expect.element(opener).toHaveFocus();
});

it('leads from an order to who ordered, to its subscription, its invoice and its notices', async () => {
	const { given } = await open({ order: ORDER.code });
	await expect
		.element(page.getByRole('link', { name: 'View ann@example.com' }))
		.toHaveAttribute('href', '/admin/users?q=ann%40example.com');
	await expect
		.element(page.getByRole('link', { name: 'View subscription' }))
		.toHaveAttribute('href', '/admin/subscriptions?q=ABCDEFGHJKMN');
	await expect.element(page.getByRole('link', { name: 'Invoice of payment 1003' })).toHaveAttribute('href', 'https://store.example/1003');
	await expect
		.element(page.getByRole('link', { name: /^OrderCharged of 1001/ }))
		.toHaveAttribute('href', `/admin/payment-notices?notice=${NOTICE.id}`);
	expect(given('paymentNotices')).toEqual([{ query: { order_id: ORDER.id, skip: 0, max: 100 } }]);
});

it('cancels a pending order, and says if it has no payment notification yet', async () => {
	const { given, getUrl } = await open(
		{ order: ORDER.code },
		{ order: () => WAITING, deleteOrder: () => undefined, paymentNotices: () => ({ items: [], total_count: 0, turned_away: [] }) },
	);
	await expect.element(page.getByText('No payments yet')).toBeVisible();
	await expect.element(page.getByText('No notifications for this order.')).toBeVisible();
	await page.getByRole('button', { name: 'Withdraw order ABCDEFGHJKMN' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Withdraw order' }).click();
	await expect.poll(getUrl).toBe('/admin/orders');
	expect(given('deleteOrder')).toEqual([{ params: { idOrCode: ORDER.code }, body: {} }]);
});

it('says that there is none, that none is like that, that there is no such order, and that it could not be read', async () => {
	const none = () => ({ items: [], total_count: 0 });
	await open({}, { orders: none });
	await expect.element(page.getByText('No orders yet.')).toBeVisible();
	await open({ q: 'X' }, { orders: none });
	await expect.element(page.getByText('No orders match.')).toBeVisible();
	await open({ order: 'NOBODYS' }, { order: () => rejectCall(404, 'Order not found') });
	await expect.element(page.getByRole('heading', { name: 'Order not found' })).toBeVisible();
	await open({ order: ORDER.code }, { order: () => rejectCall(503, 'Away') });
	await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
