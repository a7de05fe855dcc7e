import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import type { Subscription } from './queries.ts';
import { AdminSubscriptions } from './subscriptions.tsx';

const ACTIVE: Subscription = {
	id: '0197b3a2-0000-7000-8000-000000000031',
	status: 'active',
	order_id: '0197b3a2-0000-7000-8000-000000000011',
	order_code: 'ABCDEFGHJKMN',
	name: 'Pro',
	license: 'pro',
	period: 'month',
	renewal_type: 'auto',
	paid_until: '2026-07-30T15:45:00Z',
	licence_until: '2026-08-02T15:45:00Z',
	is_on_trial: false,
	next_charge: { time: '2026-07-30T15:45:00Z', amount: 99, currency: 'USD' },
	failed_attempts: 1,
	created: '2026-06-30T15:45:00Z',
	updated: '2026-06-30T15:45:00Z',
	email: 'ann@example.com',
	provider_subscription_id: '1002',
};
const ENDED: Subscription = {
	...ACTIVE,
	id: '0197b3a2-0000-7000-8000-000000000032',
	status: 'terminated',
	renewal_type: 'manual',
	licence_until: null,
	next_charge: null,
	failed_attempts: 0,
	email: '',
	provider_subscription_id: '1009',
};

async function open(answers: NonNullable<Answers['billing']> = {}, search: Record<string, string> = {}, items = [ACTIVE, ENDED]) {
	const shown = await show(<AdminSubscriptions search={search} />, {
		billing: { subscriptions: () => ({ items, total_count: items.length }), ...answers },
	});
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === `billing.${call}`).map((one) => one.input);
	return { ...shown, given: inputsOf };
}

it('says where each stands, what is charged next, and what failed', async () => {
	const { given } = await open({}, { q: '10', status: 'active' });
	const row = page.getByRole('row', { name: /^1002/ });
	for (const text of ['active', 'ann@example.com', '07/30/2026 11:45 AM ET', '08/02/2026 11:45 AM ET', '1 charge failed', 'automatic'])
		await expect.element(row.getByText(text, { exact: true }).first()).toBeVisible();
	await expect.element(row.getByText(', $99', { exact: false })).toBeVisible();
	const ended = page.getByRole('row', { name: /^1009/ });
	for (const text of ['terminated', 'account deleted', 'no licence', 'none', 'manual'])
		await expect.element(ended.getByText(text, { exact: true })).toBeVisible();
	expect(given('subscriptions')).toEqual([{ query: { q: '10', status: 'active', skip: 0, max: 20 } }]);
});

it('changes who renews it, with a reason that may be left out', async () => {
	const { given } = await open({ changeRenewalTypeOf: () => ({ ...ACTIVE, renewal_type: 'manual' as const }) });
	await page.getByRole('button', { name: 'Turn off automatic renewal: subscription 1002' }).click();
	const question = page.getByRole('dialog', { name: 'Turn off automatic renewal: subscription 1002' });
	await question.getByLabelText('Reason, for the audit log').fill(' Asked by phone ');
	await question.getByRole('button', { name: 'Change renewal' }).click();
	await expect.element(page.getByRole('alert').filter({ hasText: 'Renewal of subscription 1002 updated.' })).toBeVisible();
	expect(given('changeRenewalTypeOf')).toEqual([{ params: { id: ACTIVE.id }, body: { renewal_type: 'manual', reason: 'Asked by phone' } }]);
});

it('ends one at once, says before that nothing is given back by it, and offers neither of what has ended', async () => {
	const { given } = await open({ terminateSubscriptionOf: () => ENDED });
	await expect.element(page.getByRole('button', { name: 'End now: subscription 1009' })).not.toBeInTheDocument();
	await expect.element(page.getByRole('button', { name: /: subscription 1009/ })).not.toBeInTheDocument();
	await page.getByRole('button', { name: 'End now: subscription 1002' }).click();
	const question = page.getByRole('dialog', { name: 'End now: subscription 1002' });
	await expect.element(question.getByText('doesn’t refund payments', { exact: false })).toBeVisible();
	await question.getByRole('button', { name: 'End subscription' }).click();
	await expect.element(page.getByRole('alert').filter({ hasText: 'Subscription 1002 ended.' })).toBeVisible();
	expect(given('terminateSubscriptionOf')).toEqual([{ params: { id: ACTIVE.id }, body: {} }]);
});

it('says that there is none, that none is like that, and that it could not be read', async () => {
	await open({}, {}, []);
	await expect.element(page.getByText('No subscriptions yet.')).toBeVisible();
	await open({}, { q: 'X' }, []);
	await expect.element(page.getByText('No subscriptions match.')).toBeVisible();
	await open({ subscriptions: () => rejectCall(503, 'Away') });
	await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
