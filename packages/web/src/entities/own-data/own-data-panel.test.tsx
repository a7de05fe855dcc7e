import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { RestrictedPricesPanel } from './own-data-panel.tsx';

function open(reports: number, measured: number, administrator: boolean) {
	return show(<RestrictedPricesPanel />, {
		operations: { health: () => ({ reports, last_report: { measured } }) as never, secret: () => ({ administrator }) as never },
	});
}

const first = page.getByText('There is no administrator yet. The server prints how to become one when it starts.');

it('counts reports and tickers, and leads to sign-in and back', async () => {
	await open(4876, 12, true);
	await expect.element(page.getByRole('heading', { name: 'Your data is here: 4,876 reports, 12 tickers.' })).toBeVisible();
	await expect
		.element(page.getByRole('link', { name: 'Sign in' }))
		.toHaveAttribute('href', expect.stringContaining('/auth/signin?redirectTo='));
	await expect.element(first).not.toBeInTheDocument();
});

it('says how the first administrator is made while there is none', async () => {
	await open(1, 1, false);
	await expect.element(page.getByRole('heading', { name: 'Your data is here: 1 report, 1 ticker.' })).toBeVisible();
	await expect.element(first).toBeVisible();
});
