import { PRE } from '@sw/domain/prices/blocks';
import { isoSeconds } from '@sw/domain/time/format';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listPaths } from '../../http/pages/sitemap.ts';
import { addExtendedTrades, BASIC_TIME, lastSession, SOURCE, sessions, smallWorld } from '../../market/window/testing/fixture.ts';
import { userId } from '../testing/callers.ts';
import { publicApp } from '../testing/public-app.ts';

describe('top tables', () => {
	let app: Awaited<ReturnType<typeof publicApp>>;
	beforeAll(async () => {
		app = await publicApp();
	});
	afterAll(() => app.close());
	const table = async (query = '') => (await app.inject(`/api/landing/table${query}`)).json();
	const symbols = async (query: string) => (await table(query)).items.map((i: { ticker: string }) => i.ticker);

	it('rank stocks that traded today by dollar volume by default', async () => {
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

	it.each([
		['EEE', '/ticker/50'],
		['NASDAQ%3AEEE', '/ticker/50'],
		['NYSE:eee?utm_source=tv', '/ticker/50'],
		['NONE', '/ticker/NONE'],
		['NASDAQ%3ANONE', '/ticker/NASDAQ%3ANONE'],
		['..%2F..%2F%2Fevil.example', '/ticker/..%2F..%2F%2Fevil.example'],
		['50', '/ticker/0'],
	])('links in by symbol lead to the ticker, and unknown symbols to a page that says so: %s', async (symbol, location) => {
		const { statusCode, headers } = await app.inject(`/ticker/by-symbol/${symbol}`);
		expect([statusCode, headers.location]).toEqual([302, location]);
	});

	it('shows an earlier date, never a later one', async () => {
		expect((await table('?date=2024-04-30')).time).toBe('2024-04-30T20:00:00Z');
		expect((await table('?date=2024-04-30T15:00:00Z')).time).toBe('2024-04-30T15:00:00Z');
		expect((await table('?date=2024-05-01')).time).toBe('2024-05-01T15:45:00Z');
		expect((await table('?date=2020-01-02')).items).toEqual([]);
	});

	it.each([
		['category=up', 'category'],
		['interval=year', 'interval'],
		['date=2024-05-02', 'date'],
		['date=2024-05-01T15:45:01Z', 'date'],
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

describe('details of rows in top tables', () => {
	const beside = async (app: Awaited<ReturnType<typeof publicApp>>, query = 'ids=10,20,60') => {
		const answer = await app.inject(`/api/tops/tickers?${query}`);
		return { status: answer.statusCode, kept: answer.headers['cache-control'], body: answer.json() };
	};
	const trader = { id: userId(1), role: 'user', licence: 'pro', session: userId(1) } as const;

	it('is of the newest report that the caller may open, in the order asked for', async () => {
		const [visitor, member] = await Promise.all([publicApp(), publicApp({ account: trader })]);
		const [public_, own] = [await beside(visitor), await beside(member)];
		expect(public_.body.report.time).toBe(isoSeconds(BASIC_TIME));
		expect(Date.parse(own.body.report.time)).toBeGreaterThan(BASIC_TIME);
		expect([public_.kept, own.kept]).toEqual([expect.not.stringContaining('private'), 'private, no-store']);
		const [rising, falling, stale] = public_.body.items;
		expect([rising.ticker_id, falling.ticker_id, stale.ticker_id]).toEqual([10, 20, 60]);
		expect(rising.sectors.map((s: { key: string }) => s.key)).toContain('price_short');
		expect(falling.sectors.map((s: { key: string }) => s.key)).toContain('price_long');
		for (const { intersections } of rising.sectors) expect(intersections).toHaveLength(3);
		const page = (await visitor.inject('/api/landing/page?category=active&interval=day')).json().items;
		const same = page.find((item: { ticker_id: number }) => item.ticker_id === 10);
		expect([rising.signal, rising.closes, rising.sectors]).toEqual([same.signal, same.closes, same.sectors]);
		await Promise.all([visitor.close(), member.close()]);
	});

	it('is of the newest report up to an instant, as for trading outside regular hours', async () => {
		const [visitor, member] = await Promise.all([publicApp(), publicApp({ account: trader })]);
		const until = `ids=10&until=${isoSeconds(BASIC_TIME)}`;
		for (const app of [visitor, member]) expect((await beside(app, until)).body.report.time).toBe(isoSeconds(BASIC_TIME));
		expect((await beside(visitor, 'ids=10&until=2020-01-01T00:00:00Z')).body).toMatchObject({ report: null, items: [{ ticker: 'AAA' }] });
		expect((await beside(visitor, 'ids=10&until=soon')).status).toBe(400);
		await Promise.all([visitor.close(), member.close()]);
	});

	it('leaves unknown tickers out, and refuses what is no list of ids', async () => {
		const app = await publicApp();
		expect((await beside(app, 'ids=999,10')).body.items.map((i: { ticker_id: number }) => i.ticker_id)).toEqual([10]);
		for (const query of ['', 'ids=', 'ids=AAA', `ids=${Array.from({ length: 181 }, (_, i) => i + 1)}`]) {
			const { status, body } = await beside(app, query);
			expect([query, status, body.errors[0].field.split('.')[0]]).toEqual([query, 400, 'ids']);
		}
		await app.close();
	});

	it('is for licences alone where the source may not be shown', async () => {
		const world = smallWorld({ source: { ...SOURCE, isPublic: false } });
		const [visitor, member] = await Promise.all([publicApp({ world }), publicApp({ world, account: trader })]);
		expect((await beside(visitor)).body).toEqual({ report: null, items: [] });
		expect((await beside(member)).body.items).toHaveLength(3);
		await Promise.all([visitor.close(), member.close()]);
	});

	it('says nothing of a report before there is one', async () => {
		const app = await publicApp({ world: smallWorld({ empty: true }) });
		expect((await beside(app, 'ids=10')).body).toEqual({
			report: null,
			items: [{ ticker: 'AAA', ticker_id: 10, closes: [], sectors: [], signal: null }],
		});
		await app.close();
	});
});

describe('a table of a public page', () => {
	let app: Awaited<ReturnType<typeof publicApp>>;
	beforeAll(async () => {
		app = await publicApp();
	});
	afterAll(() => app.close());
	const get = async (query: string, from = app) => (await from.inject(`/api/landing/page?${query}`)).json();

	it('has the rows of the top table, and what the newest basic report says of each', async () => {
		const table = (await app.inject('/api/landing/table?category=active&interval=day')).json();
		const page = await get('category=active&interval=day');
		expect(page.items.map(({ ticker_id, value }: { ticker_id: number; value: number }) => [ticker_id, value])).toEqual(
			table.items.map(({ ticker_id, value }: { ticker_id: number; value: number }) => [ticker_id, value]),
		);
		expect(page).toMatchObject({ shown: true, from: '2024-05-01T13:30:00Z', time: table.time, total_count: 4 });
		const list = (
			await app.inject(
				'/api/landing/sector-charts?tabs=extreme_rise&tabs=extreme_fall&timeframes=fifteen_minutes&timeframes=thirty_minutes&timeframes=one_hour',
			)
		).json();
		expect(page.report.time).toBe(list.time);
		for (const item of page.items) {
			const listed = list.items.filter(({ ticker_id }: { ticker_id: number }) => ticker_id === item.ticker_id);
			const best = listed.toSorted((a: { weighted_sum: number }, b: { weighted_sum: number }) => b.weighted_sum - a.weighted_sum)[0];
			expect(item.signal).toEqual(best ? { tab_type: best.tab_type, operation: best.operation, rate: best.weighted_sum } : null);
			for (const { intersections } of item.sectors) expect(intersections).toHaveLength(3);
			expect(item.dollars).toBeGreaterThan(0);
		}
		expect(page.items.some(({ sectors }: { sectors: unknown[] }) => sectors.length === 4)).toBe(true);
	});

	it('covers 252 sessions for highs and lows, or as many as there are', async () => {
		const page = await get('category=high&interval=52w');
		expect(page.total_count).toBeGreaterThan(0);
		expect(Date.parse(page.from)).toBeLessThan(Date.parse('2023-06-01'));
	});

	it('compares volumes before the open and after the close once ten sessions are known, and says how many are', async () => {
		const world = smallWorld();
		const premarket = await publicApp({ world });
		const unusual = () => get('category=unusual_volume&interval=premarket', premarket);
		addExtendedTrades(world.prices, lastSession, [[0, PRE, 1, 150]]);
		for (const session of sessions.slice(-10, -1)) addExtendedTrades(world.prices, session, [[0, PRE, 0, 50]]);
		expect(await unusual()).toMatchObject({ usual_sessions: 9, total_count: 0, items: [] });
		expect((await get('category=active&interval=premarket', premarket)).items).toMatchObject([{ ticker: 'AAA', usual: null }]);
		for (const session of sessions.slice(-13, -10)) addExtendedTrades(world.prices, session, [[0, PRE, 0, 50]]);
		expect(await unusual()).toMatchObject({ usual_sessions: 12, total_count: 1, items: [{ ticker: 'AAA', value: 3, usual: 3 }] });
		expect((await get('category=active&interval=premarket', premarket)).items).toMatchObject([{ ticker: 'AAA', usual: 3 }]);
		expect(await get('category=unusual_volume&interval=after_hours', premarket)).toMatchObject({ usual_sessions: 0, items: [] });
		const listed = await listPaths(async ({ url }) => ({ status: 200, body: (await premarket.inject(url)).json() }), {
			tickers: [],
			time: undefined,
		});
		expect(listed).toContain('/stock-unusual-volume/premarket');
		expect(listed).not.toContain('/stock-unusual-volume/after-hours');
		await premarket.close();
	});

	it('has no rows and no report where prices may not be shown', async () => {
		const hidden = await publicApp({ world: { ...smallWorld(), source: { ...SOURCE, isPublic: false } } });
		expect(await get('category=active&interval=day', hidden)).toMatchObject({
			shown: false,
			time: null,
			from: null,
			report: null,
			items: [],
		});
		await hidden.close();
	});

	it.each(['category=active', 'interval=day', 'category=up&interval=day', 'category=active&interval=year'])('refuses %s', async (query) => {
		expect((await app.inject(`/api/landing/page?${query}`)).statusCode).toBe(400);
	});
});
