import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { TickerAlert } from '../../entities/alerts/alert-view.ts';
import { rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { AlertsPage } from './alerts-page.tsx';

const ALERT: TickerAlert = {
	id: 3,
	ticker_id: 11,
	ticker: 'DELAR',
	watchlist_id: null,
	watchlist: null,
	condition: { kind: 'price', level: 110, side: 'above' },
	repeat: 'once',
	cool_down: 60,
	expires: null,
	note: 'Sell half',
	created: '2026-06-30T15:45:00Z',
	fired: 1,
	last: { report: '2026-06-30T15:45:00Z', ticker_id: 11, ticker: 'DELAR' },
	state: 'over',
	now: 100,
	nearest: null,
};

describe('the alerts page', () => {
	it('lists alerts with how close they are and the report in which they fired, and deletes them', async () => {
		let items = [ALERT];
		const { calls } = await show(<AlertsPage start={{}} />, {
			inbox: {
				alerts: () => ({ items, allowed: 10 }),
				deleteAlert: () => {
					items = [];
				},
			},
		});
		await expect.element(page.getByText(/price rises to/)).toBeVisible();
		await expect.element(page.getByText(/10\.0.*away/)).toBeVisible();
		await expect
			.element(page.getByRole('link', { name: /^DELAR, report/ }))
			.toHaveAttribute('href', expect.stringContaining('/ticker/11?report='));
		await page.getByRole('button', { name: 'Links' }).click();
		const elsewhere = page.getByRole('dialog', { name: 'DELAR on other sites' });
		await expect.element(elsewhere.getByRole('link', { name: 'Finviz' })).toHaveAttribute('href', 'https://finviz.com/quote.ashx?t=DELAR');
		await userEvent.keyboard('{Escape}');
		await page.getByRole('button', { name: /^Delete alert: DELAR/ }).click();
		await expect.element(page.getByText('You have no alerts yet.')).toBeVisible();
		expect(calls.filter(({ call }) => call === 'inbox.deleteAlert').map(({ input }) => input)).toEqual([{ params: { id: 3 }, body: {} }]);
	});

	it('leads to the watchlist of an alert, and says when it was deleted', async () => {
		const on: TickerAlert = { ...ALERT, ticker_id: null, ticker: null, watchlist_id: 4, watchlist: 'Oil', state: 'waiting', now: null };
		await show(<AlertsPage start={{}} />, {
			inbox: { alerts: () => ({ items: [on, { ...on, id: 5, watchlist_id: null, watchlist: 'Gas', state: 'stopped' }], allowed: 10 }) },
		});
		await expect.element(page.getByRole('link', { name: 'Oil', exact: true })).toHaveAttribute('href', '/watchlists?id=4');
		await expect.element(page.getByRole('rowheader', { name: 'Gas Stopped: this watchlist was deleted.' })).toBeVisible();
		await expect.element(page.getByRole('button', { name: /^Delete alert: Gas, price/ })).toBeVisible();
	});

	it('names the filter whose list is meant, and says when it was deleted', async () => {
		const list = { kind: 'enters', tab: 'free', strategy: 'first' } as const;
		const on: TickerAlert = { ...ALERT, condition: { ...list, filter_id: 4, filter: 'Deep' }, state: 'waiting', now: 0 };
		const gone: TickerAlert = { ...on, id: 5, condition: { ...list, kind: 'leaves', filter_id: null, filter: 'Old' }, state: 'stopped' };
		await show(<AlertsPage start={{}} />, { inbox: { alerts: () => ({ items: [on, gone], allowed: 10 }) } });
		await expect.element(page.getByText(/enters the list of your filter Deep/)).toBeVisible();
		await expect.element(page.getByText('not in the list')).toBeVisible();
		const stopped = page.getByRole('row', { name: /leaves the list of your filter Old/ });
		await expect.element(stopped.getByText('Stopped: this filter was deleted.')).toBeVisible();
		await expect.element(stopped.getByRole('rowheader', { name: 'DELAR' })).toBeVisible();
	});

	it('names the ticker of several that is nearest to firing, with its value and distance', async () => {
		const several: TickerAlert = { ...ALERT, ticker_id: null, ticker: null, state: 'waiting' };
		const rate = { kind: 'rate', tab: 'free', strategy: 'first', value: 90 } as const;
		const volume = { kind: 'volume', timeframe: 'one_hour', value: 4 } as const;
		const nearest = { ticker_id: 12, ticker: 'LON' };
		const items: TickerAlert[] = [
			{ ...several, id: 5, condition: rate, now: 84, nearest },
			{ ...several, id: 6, condition: volume, now: 2.71, nearest },
			{ ...several, id: 7, condition: { ...rate, falls: true }, now: null },
			{ ...several, id: 8, condition: { kind: 'filing' }, now: null },
		];
		await show(<AlertsPage start={{}} />, { inbox: { alerts: () => ({ items, allowed: 10 }) } });
		await expect.element(page.getByText('nearest LON: 84, 6 away')).toBeVisible();
		await expect.element(page.getByText('nearest LON: 2.7, 1.3 away')).toBeVisible();
		const cells = page
			.getByRole('row')
			.elements()
			.map((row) => row.querySelector('[data-label="Now"]')?.textContent);
		expect(cells.slice(3)).toEqual(['n/a', '']);
	});

	it('says that alerts could not be loaded', async () => {
		await show(<AlertsPage start={{}} />, { inbox: { alerts: () => rejectCall(503, 'Unavailable') } });
		await expect.element(page.getByText('Couldn’t load your alerts.')).toBeVisible();
	});
});
