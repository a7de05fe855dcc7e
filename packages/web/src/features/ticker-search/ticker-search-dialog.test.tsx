import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createProfile } from '../../testing/accounts.ts';
import { rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { TickerSearchDialog, useTickerSearch } from './ticker-search-dialog.tsx';

const NAMES = { AMD: 'Advanced Micro Devices', AMZN: 'Amazon', AMAT: 'Applied Materials' };
const TICKERS = Object.entries(NAMES).map(([ticker, name], i) => ({
	ticker,
	ticker_id: 11 + i,
	name,
	type: 'stocks' as const,
	industry: null,
	shares: null,
	marketcap: 'mega_cap' as const,
	capitalization: 250e9,
	listed: null,
	delisted: null,
}));

function Page() {
	const search = useTickerSearch();
	return (
		<>
			<button type="button" onClick={search.open}>
				Search
			</button>
			<input aria-label="Name" />
			<TickerSearchDialog state={search} />
		</>
	);
}

const dialog = page.getByRole('dialog', { name: 'Search' });
const field = dialog.getByRole('combobox', { name: 'Symbol or name' });
const chosen = dialog.getByRole('option', { selected: true });

function member() {
	return show(<Page />, {
		accounts: { profile: () => createProfile() },
		prices: {
			tickers: ({ query }) => {
				const items = TICKERS.filter(({ ticker }) => ticker.startsWith((query.part ?? '').toUpperCase()));
				return { items, total_count: items.length === 3 ? 30 : items.length };
			},
		},
	});
}

describe('the search over the page', () => {
	it('opens by Ctrl+K, finds while typing, and opens what is chosen by Enter', async () => {
		const { getUrl } = await member();
		await expect.element(page.getByRole('button', { name: 'Search' })).toBeVisible();
		await userEvent.keyboard('{Control>}k{/Control}');
		await expect.element(field).toHaveFocus();
		await userEvent.keyboard('am');
		await expect.element(chosen).toMatchTextContent(/^AMD/);
		await userEvent.keyboard('{ArrowDown}{Enter}');
		await expect.poll(getUrl).toBe('/ticker/12');
	});

	it('keeps what is typed before its field has come', async () => {
		await member();
		await expect.element(page.getByRole('button', { name: 'Search' })).toBeVisible();
		await userEvent.keyboard('{Control>}k{/Control}am');
		await expect.element(field).toHaveValue('am');
	});

	it("opens by '/', but not while something is written", async () => {
		await member();
		await page.getByLabelText('Name').click();
		await userEvent.keyboard('/');
		await expect.element(page.getByLabelText('Name')).toHaveValue('/');
		await expect.element(dialog).not.toBeInTheDocument();
		(document.activeElement as HTMLElement).blur();
		await userEvent.keyboard('/');
		await expect.element(dialog).toBeVisible();
	});

	it('says how much was found, leads to all of it, and says when nothing was', async () => {
		const { getUrl } = await member();
		await page.getByRole('button', { name: 'Search' }).click();
		await field.fill('zz');
		await expect.element(dialog.getByRole('status')).toHaveTextContent('No results');
		await field.fill('am');
		await expect.element(dialog.getByRole('status')).toHaveTextContent('30 tickers found');
		await dialog.getByRole('link', { name: 'All 30 results' }).click();
		await expect.poll(getUrl).toBe('/search?q=am');
	});

	it('takes a symbol from a visitor, who may not search by name', async () => {
		const { getUrl } = await show(<Page />, { accounts: { profile: () => rejectCall(401, 'Sign in first') } });
		await page.getByRole('button', { name: 'Search' }).click();
		await expect.element(dialog.getByRole('status')).toMatchTextContent(/Enter a symbol/);
		await field.fill('amd');
		await userEvent.keyboard('{Enter}');
		await expect.poll(getUrl).toBe('/ticker/AMD');
	});

	it('closes by Escape, which gives the focus back', async () => {
		await member();
		await page.getByRole('button', { name: 'Search' }).click();
		await field.fill('am');
		await userEvent.keyboard('{Escape}');
		await expect.element(dialog).not.toBeInTheDocument();
		await expect.element(page.getByRole('button', { name: 'Search' })).toHaveFocus();
	});
});
