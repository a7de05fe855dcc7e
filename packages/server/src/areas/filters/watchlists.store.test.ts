import { createPlainBook } from '@sw/domain/filings/testing/plain-book';
import type { Ticker } from '@sw/domain/prices/ticker';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { tickerId, type UtcMs } from '@sw/domain/time/units';
import { MAX_WATCHLIST_ENTRIES } from '@sw/domain/watchlists/watchlist';
import type { Stores } from '@sw/store/open';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import { users } from '@sw/store/postgres/schema/accounts';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from '../../compose/areas/workspace.ts';
import { createDirectory } from '../../market/window/directory.ts';
import { smallWorld, tickers } from '../../market/window/testing/fixture.ts';
import { headersOf, userId } from '../testing/callers.ts';
import { guardedApp } from '../testing/workspace-app.ts';

/** As many tickers as a watchlist holds. */
const MANY = Array.from(
	{ length: MAX_WATCHLIST_ENTRIES },
	(_, i): Ticker => ({
		...{ ...(tickers[0] as Ticker), id: tickerId(1_000 + i), symbol: `W${i}` },
		exchange: [null, 'NASDAQ', 'AMEX'][i % 3] as string | null,
	}),
);
/** The SEC's list has the exchange of every second of them. */
function issuerOf(id: number) {
	return id % 2 === 0 && id >= 1_000 ? { cik: 1, exchange: 'NYSE', sic: null, industry: null } : undefined;
}

let stores: Stores;
let workspace: Workspace;
let app: Awaited<ReturnType<typeof guardedApp>>;

beforeAll(async () => {
	stores = await testStores();
	const { db } = stores.records;
	await saveTickers(db, 'test', [...tickers, ...MANY]);
	for (const id of [userId(1), userId(2)])
		await db.insert(users).values({
			...{ id, email: `${id}@example.test`, emailKey: `${id}@example.test` },
			...{ role: 'user', status: 'active', createdAt: 0 as UtcMs },
		});
	const world = { ...smallWorld(), directory: createDirectory([...tickers, ...MANY]) };
	const wall = { now: () => Date.UTC(2026, 5, 30) };
	const wiring = {
		stores,
		market: world,
		source: world.source,
		tops: world.tops,
		calendar: nyse,
		currentParameters: () => PARAMETERS_V1,
		wall,
	};
	workspace = await openWorkspace({
		...wiring,
		slotsOn: () => [],
		book: { ...createPlainBook([], []), issuerOf },
		explain: async () => null,
		audit: async () => {},
	});
	app = await guardedApp(workspace.areas);
});
beforeEach(() => stores.records.pool.query('delete from watchlists'));
afterAll(async () => {
	await app?.close();
	await workspace?.close();
	await stores?.close();
});

interface List {
	id: number;
	name: string;
	count: number;
	token: string | null;
	entries: { ticker_id: number; ticker: string; exchange: string | null; section: string | null }[];
	unknown: string[];
}

async function send(method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object, user = 1) {
	const payload = body === undefined ? {} : { payload: body };
	const answer = await app.inject({ method, url: `/api/${path}`, headers: headersOf('pro', user), ...payload });
	const isJson = String(answer.headers['content-type']).includes('json');
	return { status: answer.statusCode, body: (isJson ? answer.json() : answer.body) as List & { items: List[]; detail: string } };
}

async function add(name: string, text = ''): Promise<List> {
	const { status, body } = await send('POST', 'watchlists', { name, text });
	expect(status).toBe(201);
	return body;
}

const symbols = ({ entries }: List): string[] => entries.map(({ ticker }) => ticker);

describe('watchlists', () => {
	it('are made from text, with unknown symbols named, and exported as they were', async () => {
		const made = await add(' Mine ', 'NASDAQ:AAA,XYZW,###Big,NYSE:CCC,$bbb,AAA,Y1');
		expect(made).toMatchObject({ name: 'Mine', count: 3, token: null, unknown: ['XYZW', 'Y1'] });
		expect(made.entries).toMatchObject([
			{ ticker: 'AAA', exchange: 'NASDAQ', section: null },
			{ ticker: 'CCC', exchange: 'NYSE', section: 'Big' },
			{ ticker: 'BBB', exchange: null, section: 'Big' },
		]);
		const file = async (format: string) => (await send('GET', `watchlists/${made.id}/export?format=${format}`)).body;
		expect(await file('tradingview')).toBe('NASDAQ:AAA,###Big,NYSE:CCC,BBB\n');
		expect(await file('csv')).toBe('symbol,exchange,section\r\nAAA,NASDAQ,\r\nCCC,NYSE,Big\r\nBBB,,Big\r\n');
		expect(await file('text')).toBe('AAA\nCCC\nBBB\n');
	});

	it('of the largest size are the same after a round trip through each file', async () => {
		const places = MANY.map(({ symbol }, i) => ({
			symbol,
			exchange: i % 2 === 0 ? 'NASDAQ' : 'NYSE',
			section: i < 500 ? 'First' : 'Second',
		}));
		const text = places
			.map(({ symbol, exchange, section }, i) => `${i % 500 === 0 ? `###${section},` : ''}${exchange}:${symbol}`)
			.join(',');
		const made = await add('Whole', text);
		expect([made.count, made.unknown]).toEqual([MAX_WATCHLIST_ENTRIES, []]);
		expect(made.entries.map(({ ticker, exchange, section }) => ({ symbol: ticker, exchange, section }))).toEqual(places);
		for (const format of ['tradingview', 'csv']) {
			const file = (await send('GET', `watchlists/${made.id}/export?format=${format}`)).body as unknown as string;
			expect((await add(format, file)).entries).toEqual(made.entries);
		}
		const plain = (await send('GET', `watchlists/${made.id}/export?format=text`)).body as unknown as string;
		expect(symbols(await add('text', plain))).toEqual(symbols(made));
		expect((await send('PATCH', `watchlists/${made.id}`, { text: 'AAA' })).status).toBe(400);
	});

	it("of 1,000 plain symbols name the vendor's exchange, or the SEC's, in a file that is the same after a round trip", async () => {
		const made = await add('Plain', MANY.map(({ symbol }) => symbol).join('\n'));
		expect(made.entries.every(({ exchange }) => exchange === null)).toBe(true);
		const known = (i: number) => [i % 2 === 0 ? 'NYSE:' : '', 'NASDAQ:', 'AMEX:'][i % 3];
		const expected = `${MANY.map(({ symbol }, i) => `${known(i)}${symbol}`).join(',')}\n`;
		for (const format of ['tradingview', 'csv']) {
			const file = (await send('GET', `watchlists/${made.id}/export?format=${format}`)).body as unknown as string;
			const again = await add(format, file);
			expect([again.count, again.unknown]).toEqual([MAX_WATCHLIST_ENTRIES, []]);
			expect((await send('GET', `watchlists/${again.id}/export?format=tradingview`)).body).toBe(expected);
		}
		const own = await add('Own', 'NYSE:W1,W1');
		expect((await send('GET', `watchlists/${own.id}/export`)).body).toBe('NYSE:W1\n');
	});

	it('are renamed, ordered, extended, reordered and deleted by their owner alone', async () => {
		const [a, b] = [await add('A', 'AAA'), await add('B')];
		expect((await send('POST', 'watchlists', { name: 'A' })).status).toBe(409);
		expect((await send('PATCH', `watchlists/${b.id}`, { name: 'A' })).status).toBe(409);
		expect((await send('PUT', 'watchlists/order', { ids: [b.id, a.id] })).status).toBe(204);
		expect((await send('GET', 'watchlists')).body.items.map(({ name }) => name)).toEqual(['B', 'A']);
		expect(symbols((await send('PATCH', `watchlists/${a.id}`, { text: 'CCC BBB' })).body)).toEqual(['AAA', 'CCC', 'BBB']);
		const ids = Object.fromEntries(
			(await send('GET', `watchlists/${a.id}`)).body.entries.map(({ ticker, ticker_id }) => [ticker, ticker_id]),
		);
		const entries = [{ ticker_id: ids['BBB'], section: 'S' }, { ticker_id: ids['AAA'] }];
		expect(symbols((await send('PATCH', `watchlists/${a.id}`, { name: 'C', entries })).body)).toEqual(['AAA', 'BBB']);
		for (const [method, path, body] of [
			['GET', '', undefined],
			['PATCH', '', { name: 'X' }],
			['DELETE', '', {}],
			['GET', '/export', undefined],
		] as const)
			expect((await send(method, `watchlists/${a.id}${path}`, body, 2)).status).toBe(404);
		expect((await send('DELETE', `watchlists/${a.id}`, {})).status).toBe(204);
		expect((await send('GET', 'watchlists')).body.items.map(({ name }) => name)).toEqual(['B']);
	});

	it('refuse wrong tickers by name', async () => {
		const { id } = await add('A');
		expect(await send('PATCH', `watchlists/${id}`, { entries: [{ ticker_id: 999_999 }] })).toMatchObject({
			status: 404,
			body: { errors: [{ field: 'entries.0.ticker_id' }] },
		});
		expect((await send('POST', 'watchlists', { name: '  ' })).status).toBe(400);
	});

	it('are as many as the licence includes', async () => {
		for (let n = 0; n < 50; n++) await add(`List ${n}`);
		expect(await send('POST', 'watchlists', { name: 'One more' })).toMatchObject({
			status: 403,
			body: { detail: 'Your pro licence includes 50 watchlists. Delete one first.' },
		});
	});

	it('are shared by a link until that is withdrawn, and copied', async () => {
		const { id } = await add('Mine', 'AAA,###S,BBB');
		const { token } = (await send('PATCH', `watchlists/${id}`, { shared: true })).body;
		expect(await send('GET', `watchlists/shared/${token}`, undefined, 2)).toMatchObject({
			status: 200,
			body: { name: 'Mine', entries: [{ ticker: 'AAA' }, { ticker: 'BBB', section: 'S' }] },
		});
		const copied = await send('POST', 'watchlists', { name: 'Theirs', copy: token }, 2);
		expect(symbols(copied.body)).toEqual(['AAA', 'BBB']);
		expect((await send('PATCH', `watchlists/${id}`, { shared: false })).body.token).toBeNull();
		expect((await send('GET', `watchlists/shared/${token}`, undefined, 2)).status).toBe(404);
		expect((await send('POST', 'watchlists', { name: 'Again', copy: token }, 2)).status).toBe(404);
	});

	it('narrow a list to their tickers', async () => {
		const all = (await send('GET', 'sector-charts?tab_type=free&ticker_type=all')).body.items as unknown as { ticker: string }[];
		expect(all.length).toBeGreaterThan(1);
		const [first] = all;
		const { id } = await add('One', first?.ticker);
		const narrowed = (await send('GET', `sector-charts?tab_type=free&ticker_type=all&watchlist=${id}`)).body;
		expect(narrowed).toMatchObject({ total_count: 1, items: [{ ticker: first?.ticker }] });
		expect(await send('GET', `sector-charts?watchlist=${id}`, undefined, 2)).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'watchlist' }] },
		});
		// Without a type: all, as each ticker was chosen.
		const { time } = narrowed as unknown as { time: string };
		for (const call of ['sector-charts?tab_type=free', `sector-charts/history?tab_type=free&date=${time}`])
			expect((await send('GET', `${call}&watchlist=${id}`)).body, call).toMatchObject({ total_count: 1 });
		const file = (await send('GET', `sector-charts/export?tab_type=free&format=json&watchlist=${id}`)).body as unknown as {
			items: unknown[];
		};
		expect(JSON.stringify(file).split(`"${first?.ticker}"`)).toHaveLength(2);
		// A change counts at once.
		await send('PATCH', `watchlists/${id}`, { entries: [] });
		expect((await send('GET', `sector-charts?tab_type=free&ticker_type=all&watchlist=${id}`)).body).toMatchObject({ total_count: 0 });
	});
});
