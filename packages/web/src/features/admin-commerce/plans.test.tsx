import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { AdminPlans } from './plans.tsx';
import type { Plan } from './queries.ts';

const PRO: Plan = {
	id: '0197b3a2-0000-7000-8000-000000000001',
	name: 'Pro',
	license: 'pro',
	period: 'month',
	provider_product_id: '81',
	trial_days: 14,
	is_active: true,
	prices: [
		{ currency: 'EUR', amount: 89.5 },
		{ currency: 'USD', amount: 99 },
	],
	created: '2026-06-01T00:00:00Z',
	updated: '2026-06-01T00:00:00Z',
};
const OLD: Plan = {
	...PRO,
	id: '0197b3a2-0000-7000-8000-000000000002',
	name: 'Old',
	period: 'year',
	is_active: false,
	prices: [],
	trial_days: 0,
};

async function open(answers: NonNullable<Answers['billing']> = {}, payments: 'payproglobal' | 'simulated' | null = 'payproglobal') {
	const shown = await show(<AdminPlans search={{}} />, {
		billing: { products: () => ({ items: [PRO, OLD] }), prices: () => ({ payments, items: [] }), ...answers },
	});
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === `billing.${call}`).map((one) => one.input);
	return { ...shown, given: inputsOf };
}

it('shows what each plan costs, whether it is sold, and by which number the provider knows it', async () => {
	await open();
	const row = page.getByRole('row', { name: /^Pro, Monthly/ });
	for (const text of ['€89.50, $99', '14 days', '81', 'sold']) await expect.element(row.getByText(text, { exact: true })).toBeVisible();
	const old = page.getByRole('row', { name: /^Old, Annually/ });
	await expect.element(old.getByText('not sold', { exact: true })).toBeVisible();
	await expect.element(old.getByText('none, can’t be ordered')).toBeVisible();
	await expect.element(page.getByText('Payments are handled by PayPro Global.')).toBeVisible();
});

it('says that payments are off, and then offers no prices to load', async () => {
	await open({}, null);
	await expect.element(page.getByText(/^Payments are off/)).toBeVisible();
	await expect.element(page.getByRole('button', { name: 'Import prices from provider' })).not.toBeInTheDocument();
});

it('changes a plan, by Enter, and says at its field what is refused', async () => {
	let isTaken = true;
	const { given } = await open({
		changeProduct: ({ body }) =>
			isTaken ? rejectCall(409, 'Taken', [{ field: 'license', message: 'Another plan is sold' }]) : { ...PRO, ...(body as Partial<Plan>) },
	});
	await page.getByRole('button', { name: 'Edit Pro, Monthly' }).click();
	const dialog = page.getByRole('dialog', { name: 'Edit Pro, Monthly' });
	await dialog.getByLabelText('Trial days before the first charge').fill('400');
	await userEvent.keyboard('{Enter}');
	await expect.element(dialog.getByText('A whole number from 0 to 365')).toBeVisible();
	await dialog.getByLabelText('Trial days before the first charge').fill('7');
	await dialog.getByLabelText('Provider number').fill(' ');
	await dialog.getByLabelText('Status').selectOptions('not sold');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect.element(dialog.getByText('Another plan is sold')).toBeVisible();
	isTaken = false;
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect.element(page.getByRole('alert').filter({ hasText: 'Pro, Monthly updated.' })).toBeVisible();
	expect(given('changeProduct').at(-1)).toEqual({
		params: { id: PRO.id },
		body: { name: 'Pro', license: 'pro', period: 'month', provider_product_id: null, trial_days: 7, is_active: false },
	});
});

it('makes a plan', async () => {
	const { given } = await open({ createProduct: ({ body }) => ({ ...PRO, ...(body as Partial<Plan>) }) });
	await page.getByRole('button', { name: 'New plan' }).click();
	const dialog = page.getByRole('dialog', { name: 'New plan' });
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect.element(dialog.getByText('Required to fill in')).toBeVisible();
	await dialog.getByLabelText('Name').fill('Team');
	await dialog.getByLabelText('Billing').selectOptions('Annually');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect.element(page.getByRole('alert').filter({ hasText: 'Team, Annually created.' })).toBeVisible();
	expect(given('createProduct')).toEqual([
		{ body: { name: 'Team', license: 'basic', period: 'year', provider_product_id: null, trial_days: 0, is_active: false } },
	]);
});

it('sets the prices of a plan: another one, a new currency, and one that it is sold in no more', async () => {
	const { given } = await open({ updatePrices: () => ({ changed: 3, unknown: [], items: [] }) });
	await page.getByRole('button', { name: 'Prices of Pro, Monthly' }).click();
	const dialog = page.getByRole('dialog', { name: 'Prices of Pro, Monthly' });
	await dialog.getByLabelText('Price in EUR').fill('');
	await dialog.getByLabelText('Price in USD').fill('79');
	await dialog.getByRole('button', { name: 'Add currency' }).click();
	await dialog.getByLabelText('Currency of price 3').fill('us');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect.element(dialog.getByRole('alert').filter({ hasText: 'Enter a three-letter currency, such as USD.' })).toBeVisible();
	await dialog.getByLabelText('Currency of price 3').fill('chf');
	await dialog.getByLabelText('Price in CHF').fill('85,50');
	await userEvent.keyboard('{Enter}');
	await expect.element(page.getByRole('alert').filter({ hasText: 'Prices of Pro, Monthly updated.' })).toBeVisible();
	expect(given('updatePrices')).toEqual([
		{
			body: {
				prices: [
					{ product_id: PRO.id, currency: 'EUR', amount: null },
					{ product_id: PRO.id, currency: 'USD', amount: 79 },
					{ product_id: PRO.id, currency: 'CHF', amount: 85.5 },
				],
			},
		},
	]);
});

it('reads the prices of the provider after saying what that does, and shows why they could not be read', async () => {
	let isAway = true;
	const { given } = await open({
		updatePrices: () =>
			isAway
				? rejectCall(400, 'PayPro Global, Products/GetProductPricing: it answered 503.')
				: { changed: 2, unknown: [OLD.id], items: [] },
	});
	await page.getByRole('button', { name: 'Import prices from provider' }).click();
	const question = page.getByRole('dialog', { name: 'Import prices from provider' });
	await expect.element(question.getByText('in EUR, USD', { exact: false })).toBeVisible();
	await question.getByRole('button', { name: 'Import prices' }).click();
	await expect.element(question.getByRole('alert').filter({ hasText: 'it answered 503' })).toBeVisible();
	isAway = false;
	await question.getByRole('button', { name: 'Import prices' }).click();
	await expect.element(page.getByRole('alert').filter({ hasText: '2 prices updated. 1 plan has no provider number.' })).toBeVisible();
	expect(given('updatePrices').at(-1)).toEqual({ body: { from: 'provider', currencies: ['EUR', 'USD'] } });
});

it('takes a plan away with a sentence before and after', async () => {
	const { given } = await open({ deleteProduct: () => undefined });
	await page.getByRole('button', { name: 'Delete Old, Annually' }).click();
	const question = page.getByRole('dialog', { name: 'Delete Old, Annually' });
	await expect.element(question.getByText('subscriptions continue', { exact: false })).toBeVisible();
	await question.getByRole('button', { name: 'Delete plan' }).click();
	await expect.element(page.getByRole('alert').filter({ hasText: 'Old, Annually is off sale.' })).toBeVisible();
	expect(given('deleteProduct')).toEqual([{ params: { id: OLD.id }, body: {} }]);
});

it('says that there is none, and that it could not be read', async () => {
	await open({ products: () => ({ items: [] }) });
	await expect.element(page.getByText('No plans.')).toBeVisible();
	await open({ products: () => rejectCall(503, 'Away') });
	await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
