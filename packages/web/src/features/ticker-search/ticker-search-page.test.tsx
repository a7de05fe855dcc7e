import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createProfile } from '../../testing/accounts.ts';
import { rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { TickerSearchPage } from './ticker-search-page.tsx';

const field = page.getByLabelText('Symbol or name');

describe('the page of the search', () => {
	it('begins with what the address says, and writes what is asked next into it', async () => {
		const { getUrl, calls } = await show(<TickerSearchPage search={{ q: 'am' }} />, {
			accounts: { profile: () => createProfile() },
			prices: { tickers: () => ({ items: [], total_count: 0 }) },
		});
		await expect.element(page.getByText('No symbol starts with this text and no name contains it.')).toBeVisible();
		await expect.element(field).toHaveValue('am');
		await field.fill(' nv ');
		await userEvent.keyboard('{Enter}');
		await expect.poll(getUrl).toBe('/search?q=nv');
		expect(calls.at(-1)).toEqual({ call: 'prices.tickers', input: { query: { part: 'am', max: 20, skip: 0 } } });
	});

	it('leads a visitor to the symbol', async () => {
		const { getUrl } = await show(<TickerSearchPage search={{}} />, { accounts: { profile: () => rejectCall(401, 'Sign in first') } });
		await field.fill('amd');
		await page.getByRole('button', { name: 'Search' }).click();
		await expect.poll(getUrl).toBe('/ticker/AMD');
	});

	it('shows that the search failed, and retries', async () => {
		let tries = 0;
		await show(<TickerSearchPage search={{ q: 'am' }} />, {
			accounts: { profile: () => createProfile() },
			prices: { tickers: () => (tries++ === 0 ? rejectCall(503, 'Not now') : { items: [], total_count: 0 }) },
		});
		await expect.element(page.getByText('Couldn’t load search results.')).toBeVisible();
		await page.getByRole('link', { name: 'Try again' }).click();
		await expect.element(page.getByText('No results')).toBeVisible();
	});
});
