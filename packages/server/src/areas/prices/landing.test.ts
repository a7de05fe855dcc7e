import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOURCE, smallWorld } from '../../market/window/testing/fixture.ts';
import { publicApp } from '../testing/public-app.ts';

describe('top tables', () => {
	let app: Awaited<ReturnType<typeof publicApp>>;
	beforeAll(async () => {
		app = await publicApp();
	});
	afterAll(() => app.close());
	const table = async (query = '') => (await app.inject(`/api/landing/table${query}`)).json();
	const symbols = async (query: string) => (await table(query)).items.map((i: { ticker: string }) => i.ticker);

	it('ranks stocks that traded today by dollars unless told', async () => {
		const { items, ...head } = await table();
		expect(head).toEqual({
			category: 'active',
			interval: 'day',
			time: '2024-05-01T15:45:00Z',
			simulated: true,
			provider: 'Simulated market',
			total_count: 4,
		});
		expect(items.map((i: { ticker: string }) => i.ticker)).toEqual(['DDD', 'CCC', 'BBB', 'AAA']);
		expect(items[3]).toMatchObject({
			ticker_id: 10,
			name: 'Alpha Mega',
			volume: 9000,
			marketcap: 'mega_cap',
			time: '2024-05-01T15:45:00Z',
		});
		expect(items[3].price_change).toBeCloseTo(0.9 / 129.9, 1);
	});

	it('takes category, interval, capitalisation, size, one symbol', async () => {
		expect(await symbols('?category=gainers&interval=week')).toContain('AAA');
		expect(await symbols('?category=losers')).toContain('BBB');
		expect(await symbols('?marketcap=mega_cap,large_cap')).toEqual(['BBB', 'AAA']);
		expect(await symbols('?size=1')).toEqual(['DDD']);
		expect(await symbols('?ticker=eee')).toEqual(['EEE']);
		expect((await table('?category=high')).interval).toBe('ytd');
		expect(await symbols('?interval=premarket')).toEqual([]);
	});

	it('shows an earlier date, never a later one', async () => {
		expect((await table('?date=2024-04-30')).time).toBe('2024-04-30T20:00:00Z');
		expect((await table('?date=2024-04-30T15:00:00Z')).time).toBe('2024-04-30T15:00:00Z');
		expect((await table('?date=2030-01-02')).time).toBe('2024-05-01T15:45:00Z');
		expect((await table('?date=2020-01-02')).items).toEqual([]);
	});

	it.each([
		['category=up', 'category'],
		['interval=year', 'interval'],
		['size=101', 'size'],
		['size=', 'size'],
		['ticker=', 'ticker'],
		['ticker=ABCDEFGHIJKLMNOPQ', 'ticker'],
		['date=yesterday', 'date'],
		['date=2024-02-30', 'date'],
		['marketcap=giant', 'marketcap.0'],
		['sort=up', 'sort'],
	])('answers 400 to %s', async (query, field) => {
		const answer = await app.inject(`/api/landing/table?${query}`);
		expect([answer.statusCode, answer.json().errors[0].field]).toEqual([400, field]);
	});

	it('gives the closes of every ticker in the default tables', async () => {
		const { items, from, to } = (await app.inject('/api/landing/charts')).json();
		expect(items.map((i: { ticker: string }) => i.ticker).sort()).toEqual(['AAA', 'BBB', 'CCC', 'DDD']);
		expect([from, to, items[0].closes.length]).toEqual(['2024-05-01T13:30:00Z', '2024-05-01T15:45:00Z', 26]);
		expect((await app.inject('/api/landing/charts?x=1')).statusCode).toBe(400);
	});

	it('gives the closes of the tickers of other tables, when those are asked for', async () => {
		const shown = async (query: string): Promise<string[]> => {
			const rows = ['active', 'gainers', 'losers', 'unusual_volume'].map(
				async (category) => (await app.inject(`/api/landing/table?category=${category}&${query}`)).json().items,
			);
			return [...new Set((await Promise.all(rows)).flat().map((row: { ticker: string }) => row.ticker))].sort();
		};
		for (const query of ['interval=hour&size=1', 'marketcap=mega_cap&size=20', 'interval=week&size=2']) {
			const { items } = (await app.inject(`/api/landing/charts?${query}`)).json();
			expect(items.map((i: { ticker: string }) => i.ticker).sort()).toEqual(await shown(query));
		}
		expect((await app.inject('/api/landing/charts?interval=decade')).statusCode).toBe(400);
	});

	it('shows nothing where the source may not be shown', async () => {
		const hidden = await publicApp({ world: smallWorld({ source: { ...SOURCE, isPublic: false } }) });
		expect((await hidden.inject('/api/landing/table')).json()).toMatchObject({ time: null, total_count: 0, items: [] });
		expect((await hidden.inject('/api/landing/charts')).json()).toMatchObject({ from: null, items: [] });
		await hidden.close();
	});
});
