import type { TopCategory, TopInterval } from '@sw/domain/prices/top-lists';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { TopTable, TopTickers } from '../../lib/api/types.ts';
import { createProfile } from '../../testing/accounts.ts';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { createLeaders, createUrgentMentions } from '../../testing/mentions.ts';
import { show } from '../../testing/page.tsx';
import { TopPage } from './top-page.tsx';
import type { TopSearch } from './top-search.ts';

function table(category: TopCategory, interval: TopInterval, value = 0.05): TopTable {
	return {
		category,
		interval,
		time: '2026-06-30T15:45:00Z',
		simulated: true,
		provider: 'Simulated market',
		total_count: 1,
		items: [
			{
				ticker: category.toUpperCase(),
				ticker_id: category.length,
				name: category,
				price: 10,
				price_change: 0.02,
				volume: 1_000,
				value,
				time: '2026-06-30T15:45:00Z',
				marketcap: 'large_cap',
				capitalization: null,
			},
		],
	};
}

function beside(ids: readonly number[]): TopTickers {
	return {
		report: null,
		items: ids.map((ticker_id) => ({
			ticker: 'X',
			ticker_id,
			closes: [1, 2, 3],
			sectors: [{ key: 'price_short', sector: 'price', operation: 'short', intersections: [3, 4, 4] }],
			signal: { tab_type: 'extreme_rise', operation: 'short', rate: 96 },
		})),
	};
}

const PUBLIC: NonNullable<Answers['prices']> = {
	landingTable: ({ query }) => table(query.category ?? 'active', query.interval ?? 'day'),
	topTickers: ({ query }) => beside(query.ids),
};

function open(search: TopSearch, prices: Answers['prices'], signedIn = false) {
	localStorage.clear();
	return show(<TopPage search={search} />, {
		accounts: { profile: signedIn ? () => createProfile() : visitor },
		attention: { analyticsLeaders: () => createLeaders({ time: null, items: [] }) },
		...(prices ? { prices } : {}),
	});
}

function visitor(): never {
	return rejectCall(401, 'Sign in first');
}

function section(title: string) {
	return page.getByRole('heading', { name: title });
}

function asksOf(calls: { call: string; input: unknown }[], call: string) {
	return calls.filter((one) => one.call === call).map(({ input }) => input);
}

describe('the page of the top tables', () => {
	it('fetches four tables, and beside all their rows once what stands there', async () => {
		const { calls } = await open({}, PUBLIC);
		await expect.element(page.getByRole('cell', { name: 'candidate to fall back 96' }).first()).toBeInTheDocument();
		expect(asksOf(calls, 'prices.landingTable').map((input) => (input as { query: { category: string } }).query.category)).toEqual([
			'active',
			'gainers',
			'losers',
			'unusual_volume',
		]);
		expect(asksOf(calls, 'attention.analyticsLeaders')).toEqual([]);
		const rows = ['active', 'gainers', 'losers', 'unusual_volume'].map(({ length }) => length);
		expect(asksOf(calls, 'prices.topTickers').at(-1)).toEqual({ query: { ids: [...new Set(rows)].sort((a, b) => a - b) } });
	});

	it('shows volumes, and the wheels of the close before, where it trades outside regular hours', async () => {
		const { calls } = await open({ interval: 'premarket' }, PUBLIC);
		const head = page.getByRole('columnheader', { name: 'volume', exact: true });
		await expect.element(head.first()).toBeInTheDocument();
		expect(head.elements()).toHaveLength(4);
		await expect.element(page.getByText('Change since the last close.').first()).toBeInTheDocument();
		expect(asksOf(calls, 'prices.topTickers').at(-1)).toMatchObject({ query: { until: '2026-06-30T15:45:00Z' } });
	});

	it('opens a ticker with its table and its place, by which its page walks the table', async () => {
		const { getUrl } = await open({ interval: 'week' }, PUBLIC);
		await page.getByRole('link', { name: 'GAINERS', exact: true }).click();
		await expect.poll(getUrl).toBe('/ticker/7?fromTop=true&order=1&topTable=gainers&topInterval=week');
	});

	it('leads to the others, which say how they are measured and over what', async () => {
		const { getUrl } = await open({ tables: 'high,deviation' }, PUBLIC);
		await expect.element(section('Distance from High')).toBeVisible();
		await expect.element(page.getByText('Year to date. Last price compared with the interval’s high, nearest first.')).toBeVisible();
		await expect.element(page.getByText('Rise of the last price from the interval’s low, for tickers that gained.')).toBeVisible();
		await page.getByRole('link', { name: 'Close Distance from High' }).click();
		await expect.poll(getUrl).toBe('/top?tables=deviation');
	});

	it('adds the next one to the address', async () => {
		const { getUrl } = await open({ interval: '52w', tables: 'high' }, PUBLIC);
		await page.getByRole('link', { name: '+ Distance from Low' }).click();
		await expect.poll(getUrl).toBe('/top?interval=52w&tables=high,low');
	});

	it('reads the newest bars for a licence, whose hour goes on between reports', async () => {
		const { calls } = await open(
			{ interval: 'hour' },
			{ ...PUBLIC, topsRealTime: ({ query }) => ({ items: (query.categories ?? []).map((category) => table(category, 'hour')) }) },
			true,
		);
		await expect.element(page.getByText('ACTIVE', { exact: true })).toBeVisible();
		expect(asksOf(calls, 'prices.topsRealTime')).toHaveLength(4);
		expect(asksOf(calls, 'prices.landingTable')).toEqual([]);
	});

	it('shows mentions to licence holders, with their wheels, and says where they are not counted', async () => {
		localStorage.clear();
		const attention = {
			analyticsLeaders: () => createLeaders(),
			analyticsUrgent: () => createUrgentMentions({ time: null, hour: null, items: [] }),
		};
		const analysis: NonNullable<Answers['prices']>['analysis'] = ({ query }) => table(query.category ?? 'active', 'day');
		const { calls } = await show(<TopPage search={{ tables: 'leaders,urgent' }} />, {
			accounts: { profile: () => createProfile() },
			prices: { ...PUBLIC, analysis },
			attention,
		});
		await expect.element(page.getByRole('row', { name: 'AVLN ≈ 412 ± 38 87 96 +329.00% candidate to fall back 96' })).toBeVisible();
		await expect.element(page.getByText('no data source', { exact: true })).toBeVisible();
		expect((asksOf(calls, 'prices.topTickers').at(-1) as { query: { ids: number[] } }).query.ids).toContain(7);
	});

	it('shows leading mentions without a choice where there are any, and keeps them closed once closed', async () => {
		localStorage.clear();
		const analysis: NonNullable<Answers['prices']>['analysis'] = ({ query }) => table(query.category ?? 'active', 'day');
		const answers = { accounts: { profile: () => createProfile() }, prices: { ...PUBLIC, analysis } };
		const { getUrl } = await show(<TopPage search={{}} />, { ...answers, attention: { analyticsLeaders: () => createLeaders() } });
		await expect.element(page.getByRole('row', { name: /^AVLN ≈ 412/ })).toBeVisible();
		await page.getByRole('link', { name: 'Close Mentions: leaders' }).click();
		await expect.poll(getUrl).toBe('/top?tables=none');
	});

	it('shows no mentions without a choice where none are counted', async () => {
		localStorage.clear();
		const analysis: NonNullable<Answers['prices']>['analysis'] = ({ query }) => table(query.category ?? 'active', 'day');
		const { calls } = await show(<TopPage search={{}} />, {
			accounts: { profile: () => createProfile() },
			prices: { ...PUBLIC, analysis },
			attention: { analyticsLeaders: () => createLeaders({ time: null, items: [] }) },
		});
		await expect.element(page.getByRole('link', { name: '+ Mentions: leaders' })).toBeVisible();
		expect(asksOf(calls, 'attention.analyticsLeaders')).toHaveLength(1);
		expect(section('Mentions: leaders').elements()).toEqual([]);
	});

	it("shows that mentions couldn't be loaded, and retries; says when no ticker exceeds its own hours", async () => {
		localStorage.clear();
		let away = true;
		await show(<TopPage search={{ tables: 'leaders,urgent' }} />, {
			accounts: { profile: () => createProfile() },
			prices: { ...PUBLIC, analysis: ({ query }) => table(query.category ?? 'active', 'day') },
			attention: {
				analyticsLeaders: () => (away ? rejectCall(503, 'The database is away') : createLeaders()),
				analyticsUrgent: () => createUrgentMentions({ items: [], total_count: 0 }),
			},
		});
		await expect.element(page.getByText('503 The database is away')).toBeVisible();
		await expect.element(page.getByText('No ticker is above its limit')).toBeVisible();
		away = false;
		await page.getByRole('link', { name: 'Try again' }).click();
		await expect.element(page.getByRole('row', { name: /^AVLN ≈ 412/ })).toBeVisible();
	});

	it("shows that the wheels beside the rows couldn't be loaded, and retries", async () => {
		let away = true;
		await open({}, { ...PUBLIC, topTickers: ({ query }) => (away ? rejectCall(503, 'The database is away') : beside(query.ids)) });
		await expect.element(page.getByText(/couldn’t load wheels/)).toBeVisible();
		away = false;
		await page.getByRole('link', { name: 'Try again' }).click();
		await expect.element(page.getByRole('cell', { name: 'candidate to fall back 96' }).first()).toBeInTheDocument();
	});

	it('says to a visitor that mentions are part of every licence', async () => {
		const { calls } = await open({ tables: 'leaders' }, PUBLIC);
		await expect.element(page.getByText(/^All licences include mentions\./)).toBeVisible();
		expect(asksOf(calls, 'attention.analyticsLeaders')).toEqual([]);
	});

	it('reports a failure once, with its status, and shows no more placeholders; after a retry, the table appears', async () => {
		let fails = true;
		await open(
			{ interval: 'hour' },
			{
				...PUBLIC,
				topsRealTime: ({ query }) =>
					fails ? rejectCall(500, 'Internal Server Error') : { items: (query.categories ?? []).map((category) => table(category, 'hour')) },
			},
			true,
		);
		await expect.element(page.getByText('500 Internal Server Error')).toBeVisible();
		expect(page.getByText('…', { exact: true }).elements()).toEqual([]);
		fails = false;
		await page.getByRole('link', { name: 'Try again' }).first().click();
		await expect.element(page.getByText('ACTIVE', { exact: true })).toBeVisible();
	});
});
