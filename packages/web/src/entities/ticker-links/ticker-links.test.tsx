import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createProfile } from '../../testing/accounts.ts';
import { rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { LinksButton } from './ticker-links.tsx';

const panel = page.getByRole('dialog', { name: 'BRK.B on other sites' });

async function open(answer: Parameters<typeof show>[1]) {
	await show(<LinksButton ticker="BRK.B" id={7} direction="short" />, answer);
	await page.getByRole('button', { name: 'Links' }).click();
	await expect.element(panel).toBeVisible();
}

describe('links to other sites', () => {
	it('are the presets for visitors, in a new tab that learns nothing of this one', async () => {
		await open({ accounts: { profile: () => rejectCall(401, 'Unauthorized') } });
		const finviz = panel.getByRole('link', { name: 'Finviz' });
		await expect.element(finviz).toHaveAttribute('href', 'https://finviz.com/quote.ashx?t=BRK-B');
		await expect.element(finviz).toHaveAttribute('rel', 'noopener noreferrer');
		await expect.element(panel.getByRole('link', { name: 'Edit links' })).not.toBeInTheDocument();
	});

	const DETAILS = {
		...{
			ticker: 'BRK.B',
			ticker_id: 7,
			name: 'Berkshire',
			type: 'stocks' as const,
			industry: null,
			shares: null,
			marketcap: 'undefined' as const,
		},
		...{ capitalization: null, listed: null, delisted: null, ending: null },
	};

	it('know the exchange of an account’s ticker, and the end of its listing', async () => {
		const links = [{ name: 'Chart', template: 'https://charts.example/{tv}' }];
		await open({
			accounts: { profile: () => createProfile({ links }) },
			prices: { ticker: () => ({ ...DETAILS, exchange: 'NYSE', ending: '2026-11-21T21:00:00Z' }) },
		});
		await expect.element(panel.getByRole('link', { name: 'Chart' })).toHaveAttribute('href', 'https://charts.example/NYSE%3ABRK.B');
		await expect.element(panel.getByText('A filing of 11/21/2026 announced the end of this listing.')).toBeVisible();
	});

	it('are an account’s own, and name those that need the exchange', async () => {
		const links = [
			{ name: 'Broker', template: 'https://broker.example/{symbol}' },
			{ name: 'Venue', template: 'https://venue.example/{exchange}/{symbol}' },
		];
		await open({ accounts: { profile: () => createProfile({ links }) }, prices: { ticker: () => ({ ...DETAILS, exchange: null }) } });
		await expect.element(panel.getByRole('link', { name: 'Broker' })).toHaveAttribute('href', 'https://broker.example/BRK.B');
		await expect.element(panel.getByText(/^Venue: needs the exchange/)).toBeVisible();
		await expect.element(panel.getByRole('link', { name: 'Edit links' })).toHaveAttribute('href', '/profile#ticker-links');
		await expect
			.element(panel.getByRole('link', { name: 'Log a decision' }))
			.toHaveAttribute('href', '/decisions?ticker=BRK.B&operation=short');
		await expect.element(panel.getByRole('link', { name: 'Compare' })).toHaveAttribute('href', '/compare?tickers=BRK.B');
	});
});
