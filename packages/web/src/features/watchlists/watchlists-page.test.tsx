import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import type { Watchlist } from './queries.ts';
import { WatchlistsPage } from './watchlists-page.tsx';

const HEAD = { id: 1, name: 'Mine', count: 2, token: null, created: '2026-06-30T15:45:00Z' };
const ENTRIES = [
	{ ticker_id: 10, ticker: 'AAA', exchange: 'NASDAQ', section: null },
	{ ticker_id: 20, ticker: 'BBB', exchange: null, section: null },
];

function watchlist(overrides: Partial<Watchlist> = {}): Watchlist {
	return { ...HEAD, entries: ENTRIES, unknown: [], ...overrides };
}

async function open(filters: NonNullable<Answers['filters']>, { id, shared }: { id?: number; shared?: string } = {}) {
	const shown = await show(<WatchlistsPage id={id} shareToken={shared} />, { filters });
	return (call: string) => shown.calls.filter((one) => one.call === `filters.${call}`).map(({ input }) => input);
}

describe('watchlists', () => {
	it('say that there are none, and why they could not be loaded', async () => {
		let away = true;
		await open({ watchlists: () => (away ? rejectCall(503, 'Away') : { items: [], allowed: 3 }) });
		await expect.element(page.getByText('Couldn’t load your watchlists.')).toBeVisible();
		away = false;
		await page.getByRole('link', { name: 'Try again' }).click();
		await expect.element(page.getByText('You have no watchlists yet.')).toBeVisible();
		await expect.element(page.getByRole('button', { name: 'Create' })).toBeDisabled();
	});

	it('are created from text, and refused with the reason', async () => {
		const inputsOf = await open({
			watchlists: () => ({ items: [], allowed: 3 }),
			addWatchlist: () => rejectCall(403, 'Your basic licence includes 3 watchlists. Delete one first.'),
		});
		await page.getByRole('textbox', { name: 'Name' }).fill(' Mine ');
		await page.getByRole('textbox', { name: /^Symbols/ }).fill('NASDAQ:AAA,BBB');
		await page.getByRole('button', { name: 'Create' }).click();
		await expect.element(page.getByRole('alert').filter({ hasText: 'Delete one first.' })).toBeVisible();
		expect(inputsOf('addWatchlist')).toEqual([{ body: { name: 'Mine', text: 'NASDAQ:AAA,BBB' } }]);
	});

	it('are ordered', async () => {
		let items = [HEAD, { ...HEAD, id: 2, name: 'Other' }];
		await open({
			watchlists: () => ({ items, allowed: 3 }),
			orderWatchlists: ({ body }) => {
				items = body.ids.map((id) => items.find((item) => item.id === id) as typeof HEAD);
				return undefined;
			},
		});
		await expect.element(page.getByRole('button', { name: 'Move Mine up' })).toBeDisabled();
		await page.getByRole('button', { name: 'Move Mine down' }).click();
		await expect.element(page.getByRole('button', { name: 'Move Other up' })).toBeDisabled();
	});

	it('lose and move tickers, are renamed and shared', async () => {
		let stored = watchlist();
		const inputsOf = await open(
			{
				watchlists: () => ({ items: [HEAD], allowed: 3 }),
				watchlist: () => stored,
				changeWatchlist: ({ body }) => {
					const entries = body.entries?.map(
						({ ticker_id }) => ENTRIES.find((entry) => entry.ticker_id === ticker_id) as (typeof ENTRIES)[0],
					);
					stored = {
						...stored,
						...(entries ? { entries } : {}),
						...(body.name === undefined ? {} : { name: body.name }),
						...(body.shared === undefined ? {} : { token: body.shared ? 'secret' : null }),
					};
					return stored;
				},
			},
			{ id: 1 },
		);
		await page.getByRole('button', { name: 'Move BBB up' }).click();
		await expect.element(page.getByRole('button', { name: 'Move BBB up' })).toBeDisabled();
		await page.getByRole('button', { name: 'Remove AAA' }).click();
		await expect.element(page.getByRole('link', { name: 'AAA' })).not.toBeInTheDocument();
		await page.getByRole('textbox', { name: 'Name' }).fill('Yours');
		await userEvent.keyboard('{Enter}');
		await expect.element(page.getByRole('heading', { name: 'Yours' })).toBeVisible();
		await page.getByRole('button', { name: 'Share by link' }).click();
		await expect.element(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
		expect(inputsOf('changeWatchlist').map((one) => (one as { body: object }).body)).toEqual([
			{
				entries: [
					{ ticker_id: 20, exchange: null, section: null },
					{ ticker_id: 10, exchange: 'NASDAQ', section: null },
				],
			},
			{ entries: [{ ticker_id: 20, exchange: null, section: null }] },
			{ name: 'Yours' },
			{ shared: true },
		]);
	});

	it('of others are read-only, and gone when they are no longer shared', async () => {
		await open({ sharedWatchlist: () => ({ name: 'Theirs', entries: ENTRIES }) }, { shared: 'secret' });
		await expect.element(page.getByRole('heading', { name: 'Shared watchlist: Theirs' })).toBeVisible();
		await expect.element(page.getByRole('button', { name: 'Remove AAA' })).not.toBeInTheDocument();
		await open({ sharedWatchlist: () => rejectCall(404, 'Gone') }, { shared: 'other' });
		await expect.element(page.getByText('This watchlist is no longer shared.')).toBeVisible();
	});
});
