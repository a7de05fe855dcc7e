import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Profile } from '../../entities/session/session-query.ts';
import { createProfile } from '../../testing/accounts.ts';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { createCharge, createPendingOrder, createSubscription, OFFERS } from '../../testing/plans.ts';
import { ProfilePlan } from './profile-plan.tsx';
import type { Order, Subscription, SubscriptionAnswer } from './queries.ts';

interface Opened {
	changes?: Partial<Subscription> | null;
	payments?: SubscriptionAnswer['payments'];
	orders?: Order[];
	billing?: Answers['billing'];
	reader?: Parameters<typeof createProfile>[0];
	/** Its current state at each request. */
	license?: () => Profile['license'];
}

async function open({ changes = {}, payments = 'simulated', orders = [], billing = {}, reader = {}, license: licenseOf }: Opened = {}) {
	let stored = changes === null ? null : createSubscription(changes);
	let license: Profile['license'] = 'premium';
	const shown = await show(<ProfilePlan />, {
		accounts: { profile: () => createProfile({ license: licenseOf ? licenseOf() : license, ...reader }) },
		billing: {
			prices: () => ({ payments, items: [...OFFERS] }),
			orders: ({ query }) => ({ items: orders.filter(() => query?.max === 100), total_count: orders.length }),
			subscription: () => ({ payments, subscription: stored }),
			changeRenewalType: ({ body }) => {
				stored = createSubscription({ ...changes, renewal_type: body.renewal_type, next_charge: null });
				return stored;
			},
			finishSubscription: () => {
				stored = createSubscription({ ...changes, status: 'finished', next_charge: null, licence_until: '2026-07-12T15:45:00Z' });
				return stored;
			},
			terminateSubscription: () => {
				license = null;
				stored = createSubscription({ ...changes, status: 'terminated', next_charge: null, licence_until: null });
				return stored;
			},
			...billing,
		},
	});
	await expect.element(part).toBeVisible();
	return { ...shown, callNames: () => shown.calls.map(({ call }) => call) };
}

const part = page.getByRole('region', { name: 'Plan and payments' });
const dialog = page.getByRole('dialog');

describe('the plan in a profile', () => {
	it('says what is paid, what is charged next and how it renews', async () => {
		const { callNames } = await open();
		await expect.element(part.getByRole('term').filter({ hasText: 'Next charge' })).toBeVisible();
		await expect
			.element(part)
			.toMatchTextContent(/PlanPremium, monthlyStatus\s*activePaid until07\/12\/2026Next charge07\/12\/2026, \$49Renewal\s*automatic/);
		// Only the licence is fetched once more.
		await expect.poll(() => callNames().filter((call) => call === 'accounts.profile')).toHaveLength(2);
		expect(callNames().filter((call) => call === 'billing.subscription')).toHaveLength(1);
	});

	it('says that it did not load where an order that waits could not be shown, and asks again', async () => {
		let away = true;
		const prices = () => (away ? rejectCall(503, 'The database is away') : { payments: 'simulated' as const, items: [...OFFERS] });
		await open({ changes: null, orders: [createPendingOrder()], billing: { prices } });
		const retry = part.getByRole('button', { name: 'Try again' });
		await expect.element(retry).toBeVisible();
		away = false;
		await retry.click();
		await expect.element(part.getByRole('button', { name: 'Pay $49' })).toBeVisible();
		await expect.element(retry).not.toBeInTheDocument();
	});

	it('is no plan where there is none, with the way to one', async () => {
		await open({ changes: null, reader: { license: null } });
		await expect.element(part.getByText(/^You don’t have a paid plan\./)).toBeVisible();
		await expect.element(part.getByRole('link', { name: 'See all plans' })).toHaveAttribute('href', '/prices');
		await expect.element(part.getByText('No payments yet.')).toBeVisible();
	});

	it('that was terminated has ended', async () => {
		await open({ changes: { status: 'terminated', next_charge: null } });
		await expect.element(part.getByText(/^Your Premium subscription has ended\./)).toBeVisible();
		await expect.element(part.getByRole('button', { name: 'End now' })).not.toBeInTheDocument();
	});

	it('shows a failed charge, its next attempt, and how long the licence lasts', async () => {
		await open({ changes: { failed_attempts: 2, next_charge: { time: '2026-07-13T03:45:00Z', amount: 49, currency: 'USD' } } });
		await expect
			.element(part.getByRole('status'))
			.toMatchTextContent(/failed 2 times\. The next attempt is on 07\/12\/2026\. Your licence stays valid until 07\/15\/2026\./);
	});

	it('cannot be changed where payments are off: the operator is to be contacted', async () => {
		await open({ payments: null });
		await expect.element(part.getByRole('button', { name: 'Contact us' })).toHaveAttribute('data-subject', 'AB2CD3EF4GH5');
		await expect.element(part.getByRole('button', { name: 'End now' })).not.toBeInTheDocument();
	});
});

describe('its renewal', () => {
	it('is changed after what follows was said, and changed back', async () => {
		await open();
		await expect.element(part.getByText(/^Without automatic renewal .* ends on 07\/12\/2026 unless/)).toBeVisible();
		await part.getByRole('button', { name: 'Turn off automatic renewal' }).click();
		await expect.element(part.getByText('manual payment each period')).toBeVisible();
		await part.getByRole('button', { name: 'Turn on automatic renewal' }).click();
		await expect.element(part.getByText('automatic', { exact: true })).toBeVisible();
	});

	it('that the provider refuses stays, and says so', async () => {
		await open({
			billing: {
				changeRenewalType: () =>
					rejectCall(400, 'Bad Request', [{ field: 'payments', message: 'The payment provider cannot do it now. Try again later.' }]),
			},
		});
		await part.getByRole('button', { name: 'Turn off automatic renewal' }).click();
		await expect.element(part.getByText('The payment provider cannot do it now. Try again later.')).toBeVisible();
		await expect.element(part.getByText('automatic', { exact: true })).toBeVisible();
	});
});

describe('its end', () => {
	it('is with what is paid, or now; each says before the click what follows', async () => {
		const { callNames } = await open();
		await expect
			.element(part.getByText(/^After you cancel there are no further charges\. Premium stays active until 07\/12\/2026; then/).first())
			.toBeVisible();
		await expect
			.element(
				part.getByText(/^Premium ends immediately, with no further charges and no refund, although it is paid until 07\/12\/2026/).first(),
			)
			.toBeVisible();
		await part.getByRole('button', { name: 'Cancel at period end' }).click();
		await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
		expect(callNames()).not.toContain('billing.finishSubscription');
		await part.getByRole('button', { name: 'Cancel at period end' }).click();
		await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
		await expect.element(part.getByText('canceled: no further charges')).toBeVisible();
		await expect.element(part.getByRole('button', { name: 'Turn off automatic renewal' })).not.toBeInTheDocument();
		await part.getByRole('button', { name: 'End now' }).click();
		await dialog.getByRole('button', { name: 'End immediately' }).click();
		await expect.element(part.getByText(/^Your Premium subscription has ended\./)).toBeVisible();
		await expect.element(page.getByText('Your licence has ended.')).toBeVisible();
	});

	it('that the provider refuses keeps the question open', async () => {
		await open({
			billing: {
				terminateSubscription: () =>
					rejectCall(400, 'Bad Request', [{ field: 'payments', message: 'The payment provider cannot do it now. Try again later.' }]),
			},
		});
		await part.getByRole('button', { name: 'End now' }).click();
		await dialog.getByRole('button', { name: 'End immediately' }).click();
		await expect.element(dialog.getByRole('alert')).toHaveTextContent('The payment provider cannot do it now. Try again later.');
		await expect.element(part.getByText('active', { exact: true })).toBeVisible();
	});
});

describe('what others do', () => {
	it('is seen by who comes back to the page: an administrator has ended it, and the licence is gone', async () => {
		let status: Subscription['status'] = 'active';
		const one = () => createSubscription({ status, licence_until: status === 'active' ? '2026-07-15T15:45:00Z' : null });
		await open({
			license: () => (status === 'active' ? 'premium' : null),
			billing: { subscription: () => ({ payments: 'simulated', subscription: one() }) },
		});
		await expect.element(part.getByText('automatic', { exact: true })).toBeVisible();
		status = 'terminated';
		document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
		await expect.element(part.getByText(/^Your Premium subscription has ended\./)).toBeVisible();
		await expect.element(page.getByText('Your licence has ended.')).toBeVisible();
	});

	it('is seen where it came between the reading of the session and that of the orders', async () => {
		let [sessions, subscriptions] = [0, 0];
		const { callNames } = await open({
			license: () => (sessions++ === 0 ? 'basic' : 'premium'),
			orders: [createPendingOrder({ status: 'processed', checkout_url: null, charges: [createCharge()] })],
			billing: { subscription: () => ({ payments: 'simulated', subscription: subscriptions++ === 0 ? null : createSubscription() }) },
		});
		await expect.element(page.getByText('You have the premium licence now.')).toBeVisible();
		await expect.element(part.getByText('automatic', { exact: true })).toBeVisible();
		expect(callNames().filter((call) => call === 'billing.orders')).toHaveLength(1);
	});
});

describe('payments', () => {
	it('stand with amount, state and invoice, the newest first; orders that wait are paid here, too', async () => {
		const paid = createPendingOrder({
			status: 'processed',
			checkout_url: null,
			charges: [
				createCharge({ provider_order_id: '1005', time: '2026-06-12T15:45:00Z', invoice_url: 'https://pay.example/1005' }),
				createCharge({ status: 'refunded', time: '2026-05-12T15:45:00Z', amount: 45.5, currency: 'EUR' }),
			],
		});
		const waits = createPendingOrder({ id: '0197b3a2-0000-7000-8000-00000000000c', code: 'JK6LM7NP8QR9' });
		await open({ orders: [waits, paid] });
		const rows = page.getByRole('table').getByRole('row');
		await expect.element(rows.nth(1)).toMatchTextContent(/06\/12\/2026Premium · AB2CD3EF4GH5\$49paidInvoice/);
		await expect
			.element(rows.nth(1).getByRole('link', { name: 'Invoice of 06/12/2026' }))
			.toHaveAttribute('href', 'https://pay.example/1005');
		await expect.element(rows.nth(2)).toMatchTextContent(/05\/12\/2026.*€45\.50refunded\s*receipt sent by mail/);
		await expect.element(page.getByRole('button', { name: 'Pay $49' })).toBeVisible();
	});

	it('of an administrator are their own: those of other users are not requested', async () => {
		const { calls } = await open({ changes: null, reader: { role: 'admin' } });
		await expect.element(part.getByText('No payments yet.')).toBeVisible();
		expect(calls.find(({ call }) => call === 'billing.orders')?.input).toEqual({ query: { own: true, max: 100 } });
	});
});
