import { sectorCharts, tickerComparison, tickerDetail, tickerOutline } from '@sw/contract/base/report-schemas';
import { NO_SUCH_FILTER } from '@sw/domain/access/allowance';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASIC_TIME, createMatrix, lastSession, priceAt, SOURCE, sessions, smallWorld } from '../../../market/window/testing/fixture.ts';
import type { TrackRecord } from '../../../research/validation/track-records.ts';
import { publicApp } from '../../testing/public-app.ts';
import type { FindFilter } from './visitor-detail.ts';

const LIST = '/api/landing/sector-charts';

describe('the visitors ranked list', () => {
	let app: Awaited<ReturnType<typeof publicApp>>;
	beforeAll(async () => {
		app = await publicApp();
	});
	afterAll(() => app.close());
	const list = async (query = '') => {
		const answer = await app.inject(`${LIST}${query}`);
		expect(answer.statusCode).toBe(200);
		return sectorCharts.parse(answer.json());
	};

	it('shows the newest basic report, ranked, with where its numbers come from', async () => {
		const { report, time, timeframes, tabs, total_count, items } = await list();
		expect(report).toEqual({
			time: isoSeconds(BASIC_TIME),
			algo: 'reverse',
			version: 1,
			simulated: true,
			provider: 'Simulated market',
			as_of: isoSeconds(BASIC_TIME),
			delay: 12,
			measured: 6,
			reconstructed: false,
			parameters_version: 1,
		});
		expect(time).toBe(isoSeconds(BASIC_TIME));
		expect(timeframes).toEqual(['fifteen_minutes', 'thirty_minutes', 'one_hour', 'four_hours', 'day']);
		expect(tabs).toEqual([{ tab_type: 'extreme_rise', operation: 'short', total_count: 3 }]);
		expect(total_count).toBe(3);
		expect(items.map((i) => [i.ticker, i.weighted_sum])).toEqual([
			['AAA', 7 * (4 + 2 + 3 + 2)],
			['CCC', 7 * (2 + 5)],
			['DDD', 7],
		]);
	});

	it('draws the four rated sectors of each card, null where not measurable', async () => {
		const { items } = await list();
		expect(items[0]?.sectors.map((s) => [s.key, s.sector, s.operation, s.intersections])).toEqual([
			['price_short', 'price', 'short', [4, 4, 4, 4, 4]],
			['call_with_put', 'call_with_put', null, [2, 2, 2, 2, 2]],
			['volume', 'volume', null, [3, 3, 3, 3, 3]],
			['call_without_put_short', 'call_without_put', 'short', [2, 2, 2, 2, 2]],
		]);
		expect(items[2]?.sectors[1]?.intersections).toEqual([null, null, null, null, null]);
		expect(items[0]).toMatchObject({ name: 'Alpha Mega', marketcap: 'mega_cap', capitalization: 3e11, price: 100, favorite: false });
		expect(items[0]?.sparkline.length).toBe(26);
		// Of the price on the card, against the close of the session before.
		expect(items[0]?.price_change).toBeCloseTo(100 / priceAt(0, sessions.length - 2, 25) - 1, 5);
		expect(items[2]).toMatchObject({ marketcap: 'undefined', capitalization: null });
	});

	it('turns the directions, narrows by capitalisation, changes the strategy', async () => {
		const turned = await list('?operation=long&marketcap[]=mega_cap&marketcap[]=undefined&timeframes=60,240,1D');
		expect(turned.items.map((i) => i.ticker)).toEqual(['AAA', 'DDD']);
		expect(turned.items[0]?.sectors.map((s) => s.key)).toEqual(['price_short', 'call_with_put', 'volume', 'call_without_put_long']);
		expect(turned.timeframes).toEqual(['one_hour', 'four_hours', 'day', 'thirty_minutes']);
		expect((await list('?marketcap=all')).total_count).toBe(3);
		expect((await list('?marketcap=nano_cap')).items).toEqual([]);
	});

	it('shows stocks by default, and other types when asked', async () => {
		const shown = async (query: string) => (await list(`?tabs=free${query}`)).items.map(({ ticker }) => ticker).sort();
		expect(await shown('')).toEqual(['AAA', 'BBB', 'CCC', 'DDD']);
		expect(await shown('&ticker_type=etf')).toEqual(['EEE']);
		expect(await shown('&ticker_type=all')).toEqual(['AAA', 'BBB', 'CCC', 'DDD', 'EEE']);
	});

	it('answers several tabs, the spring with its squeeze in the place of price', async () => {
		const { tabs, items, total_count } = await list('?tabs=coiled_spring,extreme_fall,free&ticker_type=all');
		expect(tabs.map((t) => [t.tab_type, t.operation, t.total_count])).toEqual([
			['coiled_spring', 'short', 1],
			['extreme_fall', 'long', 1],
			['free', 'short', 5],
		]);
		expect(total_count).toBe(7);
		expect(items[0]).toMatchObject({ ticker: 'EEE', tab_type: 'coiled_spring', weighted_sum: 28 });
		expect(items[0]?.sectors[0]).toEqual({
			key: 'price_short',
			sector: 'price',
			operation: 'short',
			intersections: [4, 4, 4, 4, 4],
			measure: 'squeeze',
		});
		expect(items[1]).toMatchObject({ ticker: 'BBB', operation: 'long' });
	});

	it('answers the same bytes to the same question', async () => {
		const [one, two] = await Promise.all([app.inject(`${LIST}?tabs=free`), app.inject(`${LIST}?tabs[]=free`)]);
		expect(one.headers['etag']).toBe(two.headers['etag']);
		expect((await app.inject({ url: `${LIST}?tabs=free`, headers: { 'if-none-match': String(one.headers['etag']) } })).statusCode).toBe(
			304,
		);
	});

	it.each([
		['?tabs=', 'tabs', 'The parameter tabs cannot be null.'],
		['?tabs=extreme', 'tabs.0', undefined],
		['?operation=sideways', 'operation', undefined],
		['?operation=short&operation=long', 'operation', undefined],
		[
			'?timeframes=15,30,240',
			'timeframes',
			"These aren't the three timeframes of a strategy: use fifteen_minutes, thirty_minutes, one_hour; or fifteen_minutes, one_hour, four_hours; or one_hour, four_hours, day.",
		],
		['?marketcap=big', 'marketcap.0', undefined],
		['?page=2', 'page', 'The parameter page is unknown.'],
	])('answers 400 to %s and names the field', async (query, field, message) => {
		const answer = await app.inject(`${LIST}${query}`);
		expect([answer.statusCode, answer.json().errors[0].field]).toEqual([400, field]);
		if (message) expect(answer.json().errors[0].message).toBe(message);
	});
});

describe('a ticker for visitors', () => {
	it('explains every number', async () => {
		const app = await publicApp();
		const answer = await app.inject(`${LIST}/10`);
		expect(answer.headers['cache-control']).toBe('private, no-store');
		const detail = tickerDetail.parse(answer.json());
		expect(detail).toMatchObject({
			ticker: 'AAA',
			industry: 'Technology',
			weighted_sum: 77,
			listed: true,
			status: 'ok',
			mentions: 0,
			allowance: null,
		});
		expect(detail.rate_scale).toEqual({ highest: 140, share: expect.closeTo(2 / 6) });
		expect(detail.visible_depth).toEqual({ depth: 5 * (4 + 2 + 3 + 2), not_available: 0 });
		expect(detail.sectors.map((s) => [s.key, s.rated])).toEqual([
			['price_short', true],
			['price_long', false],
			['call_with_put', true],
			['volume', true],
			['call_without_put_long', false],
			['call_without_put_short', true],
		]);
		expect(detail.sectors[0]?.z).toEqual([null, 1.25, 1.25, 1.25, 1.25]);
		expect(detail.sectors[1]?.z).toEqual([null, -1.25, -1.25, -1.25, -1.25]);
		expect(detail.why[0]).toEqual({ key: 'price_short', timeframe: 'one_hour', depth: 4, weight: 4, points: 16 });
		expect(detail.why.reduce((sum, term) => sum + term.points, 0)).toBe(detail.weighted_sum);
		expect(detail.bars.time.length).toBeGreaterThanOrEqual(60);
		expect(detail.bars.time.at(-1)).toBe('2024-05-01T14:30:00Z');
		await app.close();
	});

	it('has its prices on the share basis of the report, and says by how much later splits changed it', async () => {
		const world = smallWorld();
		const next = nyse.nextSession(lastSession.date) as Session;
		world.prices.open(next, createMatrix(sessions.length, next.slots, 2), [{ row: 1, ratio: 4 }], 2);
		await using app = await publicApp({ world });
		const barsOf = async (id: number) => tickerDetail.parse((await app.inject(`${LIST}/${id}`)).json()).bars;
		const split = await barsOf(20);
		expect([split.sessions.at(-1)?.date, split.later_splits]).toEqual([lastSession.date, 4]);
		expect(split.close.at(-1)).toBeCloseTo(priceAt(1, sessions.length - 1, 5), 3);
		expect((await barsOf(10)).later_splits).toBe(1);
	});

	it('says what keeps a ticker out of the lists, and what no source covered', async () => {
		const app = await publicApp();
		expect((await app.inject(`${LIST}/60`)).json()).toMatchObject({ status: 'stale', listed: false });
		expect((await app.inject(`${LIST}/20`)).json()).toMatchObject({ mentions: null, listed: false });
		expect((await app.inject(`${LIST}/20?tab_type=extreme_fall`)).json()).toMatchObject({ operation: 'long', listed: true });
		await app.close();
	});

	it.each([
		['/AAA', 400, 'id'],
		['/0', 400, 'id'],
		['/10?timeframes=1D', 400, 'timeframes'],
		['/10?tab_type=none', 400, 'tab_type'],
		['/10?filter=x', 400, 'filter'],
		['/10?filter=', 400, 'filter'],
		['/11', 404, 'id'],
		['/10?filter=5', 404, 'filter'],
	])('answers %s with %i', async (path, status, field) => {
		const app = await publicApp();
		const answer = await app.inject(`${LIST}${path}`);
		expect([answer.statusCode, answer.json().errors[0]?.field]).toEqual([status, field]);
		await app.close();
	});

	it('answers for a filter: its tab, timeframes and direction, and whether the ticker matches its conditions', async () => {
		const filter = { id: 5, tab: 'extreme_fall', strategy: 'second', operation: 'short' } as const;
		const filterOf: FindFilter = (account, id) => {
			const value = account ? 3 : 4;
			return id === 5 ? { ...filter, entries: [{ sector: 'price_long', timeframe: 'one_hour', value }] } : undefined;
		};
		const app = await publicApp({ filterOf });
		const read = { tab_type: 'extreme_fall', operation: 'short', timeframes: ['fifteen_minutes', 'one_hour', 'four_hours', 'day'] };
		expect((await app.inject(`${LIST}/20?filter=5`)).json()).toMatchObject({ ...read, listed: false });
		expect((await app.inject(`${LIST}/20?filter=5&operation=long`)).json()).toMatchObject({ ...read, operation: 'long' });
		expect((await app.inject(`${LIST}/10?filter=5&tab_type=free`)).json()).toMatchObject({ tab_type: 'free', listed: false });
		expect((await app.inject(`${LIST}/10?filter=6`)).statusCode).toBe(404);
		await app.close();
		const member = await publicApp({ filterOf, account: { id: '1', role: 'user', licence: 'basic', session: 's' } });
		expect((await member.inject(`${LIST}/20?filter=5`)).json()).toMatchObject({ ...read, listed: true });
		await member.close();
	});

	it('costs nothing of the allowance where the filter is unknown', async () => {
		const spent: number[] = [];
		const app = await publicApp({ allowance: (_address, id) => ({ limit: 9, left: 9 - spent.push(id) }) });
		expect((await app.inject(`${LIST}/10?filter=6`)).json().detail).toBe(NO_SUCH_FILTER);
		expect(spent).toEqual([]);
		await app.close();
	});

	it('counts what a visitor opens, never what a licence opens', async () => {
		const spent: number[] = [];
		const allowance = (_address: string, id: number) => {
			spent.push(id);
			return spent.length > 1 ? ('spent' as const) : { limit: 1, left: 0 };
		};
		const app = await publicApp({ allowance });
		expect((await app.inject(`${LIST}/10`)).json().allowance).toEqual({ limit: 1, left: 0 });
		const mistyped = await app.inject(`${LIST}/11`);
		expect([mistyped.statusCode, mistyped.json().detail]).toEqual([404, 'Ticker not found']);
		expect(spent).toEqual([10]);
		const refused = await app.inject(`${LIST}/20`);
		expect([refused.statusCode, refused.json().detail]).toEqual([404, 'Limit of free requests has been reached, purchase a license']);
		await app.close();
		const member = await publicApp({ allowance, account: { id: '1', role: 'user', licence: 'basic', session: 's' } });
		expect((await member.inject(`${LIST}/20`)).statusCode).toBe(200);
		await member.close();
	});
});

describe('the record of an extreme list', () => {
	const RECORD: TrackRecord = {
		tab_type: 'extreme_fall',
		operation: 'long',
		timeframe: 'one_hour',
		horizon: 5,
		n: 4120,
		hit_rate: 0.43,
		interval: [0.415, 0.445],
		sequence: [0.401, 0.462],
		detectable: 0.022,
		base_rate: 0.42,
		reconstructed: 1,
		universe: { tickers: 150, ended: 3, open: 2, hindsight: false, cases: [{ loss: 1, rate: 0.41, mean: -0.001 }] },
		first: '2024-01-02T14:45:00Z',
		last: '2024-05-01T14:30:00Z',
		hypothetical: true,
	};

	it('is null until it has been measured, and where the source may not be shown', async () => {
		const recordOf = (tab: string) => (tab === 'extreme_fall' ? RECORD : null);
		const app = await publicApp({ recordOf });
		expect((await app.inject('/api/landing/record')).json()).toEqual({ record: null });
		expect((await app.inject('/api/landing/record?tab_type=extreme_fall')).json()).toEqual({ record: RECORD });
		expect((await app.inject('/api/landing/record?tab_type=free')).statusCode).toBe(400);
		await app.close();
		const closed = await publicApp({ recordOf, world: smallWorld({ source: { ...SOURCE, simulated: false, isPublic: false } }) });
		expect((await closed.inject('/api/landing/record?tab_type=extreme_fall')).json()).toEqual({ record: null });
		await closed.close();
	});
});

describe('the outline of a ticker', () => {
	it('has its name, its rate, what it is taken for and the three rated rings, and no price', async () => {
		const app = await publicApp();
		const answer = await app.inject(`${LIST}/10/outline?timeframes=15,60,240`);
		const outline = tickerOutline.parse(answer.json());
		expect(outline).toMatchObject({ ticker: 'AAA', name: 'Alpha Mega', weighted_sum: 77, date: isoSeconds(BASIC_TIME), listed: true });
		expect((await app.inject(`${LIST}/20/outline`)).json()).toMatchObject({ operation: 'short', listed: false });
		expect(outline.timeframes).toEqual(['fifteen_minutes', 'one_hour', 'four_hours']);
		expect(outline.sectors.map((s) => s.intersections)).toEqual([
			[4, 4, 4],
			[2, 2, 2],
			[3, 3, 3],
			[2, 2, 2],
		]);
		expect(answer.json()).not.toHaveProperty('price');
		await app.close();
	});

	it('counts towards no allowance and remains when that is spent', async () => {
		const app = await publicApp({ allowance: () => 'spent' });
		expect((await app.inject(`${LIST}/20`)).statusCode).toBe(404);
		const outline = await app.inject(`${LIST}/20/outline`);
		expect(outline.statusCode).toBe(200);
		// What is marked as private keeps the page that is rendered from it from being kept.
		expect(outline.headers['cache-control']).not.toContain('private');
		expect((await app.inject(`${LIST}/11/outline`)).json().detail).toBe('Ticker not found');
		await app.close();
	});
});

describe('a ticker beside the middle one of its tier, for visitors', () => {
	it('is of the newest basic report, whatever has come since, and free like the card', async () => {
		const app = await publicApp({ allowance: () => 'spent' });
		const found = tickerComparison.parse((await app.inject(`${LIST}/10/comparison`)).json());
		expect(found).toMatchObject({ ticker: 'AAA', report: { time: isoSeconds(BASIC_TIME), simulated: true }, missing: [] });
		expect(found.sessions.map(({ bars }) => bars)).toEqual([26, 26, 26, 26, 6]);
		expect([found.change.length, found.middle.length]).toEqual([110, 110]);
		expect((await app.inject(`${LIST}/11/comparison`)).json().detail).toBe('Ticker not found');
		expect((await app.inject(`${LIST}/10/comparison?date=${isoSeconds(BASIC_TIME)}`)).statusCode).toBe(400);
		await app.close();
	});
});

describe('what may not be shown', () => {
	it.each([
		['a source without a display agreement', smallWorld({ source: { ...SOURCE, simulated: false, label: 'Vendor', isPublic: false } })],
		['no report yet', smallWorld({ empty: true })],
	])('shows an empty list and no ticker: %s', async (_, world) => {
		const app = await publicApp({ world });
		expect((await app.inject(LIST)).json()).toMatchObject({ report: null, time: null, total_count: 0, items: [] });
		expect((await app.inject(`${LIST}/10`)).statusCode).toBe(404);
		expect((await app.inject(`${LIST}/10/outline`)).statusCode).toBe(404);
		expect((await app.inject(`${LIST}/10/comparison`)).statusCode).toBe(404);
		await app.close();
	});
});
