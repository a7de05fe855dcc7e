import { charts, priceReads } from '@sw/contract/prices/price-reads';
import { timetableCalls } from '@sw/contract/reports/reports';
import { createBarBlock, createDailyBlock, createMentionBlock, createOptionBlock, REGULAR } from '@sw/domain/prices/blocks';
import { TICKER_TYPES } from '@sw/domain/prices/ticker';
import { slotsOfDate } from '@sw/domain/reports/timetable';
import { packWord } from '@sw/domain/signals/packed';
import { SECTORS } from '@sw/domain/signals/sector';
import { nyse } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { slotEnd, slotStart } from '@sw/domain/time/slots';
import { exchangeDate, tickerId } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFacts, lastSession, NOW, priceAt, SLOT, SOURCE, sessions } from '../../market/window/testing/fixture.ts';
import { implement } from '../handlers.ts';
import { createTimetableHandlers } from '../reports/handlers.ts';
import { type CallerKind, headersOf } from '../testing/callers.ts';
import { guardedApp } from '../testing/workspace-app.ts';
import { REPORTS, workspaceWorld } from '../testing/workspace-world.ts';
import type { ChartStore } from './ports.ts';
import { createPriceReadHandlers } from './reads-handlers.ts';

const world = workspaceWorld();
const calls: string[] = [];
/** Depths as reports say by now, and the version of mentions. */
let depth: number | undefined;
let mentionsVersion = 1;

/** A store with one old bar, on a day that the window does not have, before a 4:1 split. */
const old = nyse.sessionOn(exchangeDate('2024-04-01')) as (typeof sessions)[number];
const store: ChartStore = {
	bars: async () => {
		calls.push('bars');
		const block = createBarBlock(1);
		Object.assign(block, { count: 1 });
		block.time[0] = slotStart(old, 2) / 1000;
		block.session[0] = REGULAR;
		[block.open[0], block.high[0], block.low[0], block.close[0], block.volume[0]] = [400, 408, 396, 404, 1000];
		return block;
	},
	options: async () => {
		const block = createOptionBlock(1);
		block.count = 1;
		[block.time[0], block.calls[0], block.puts[0]] = [slotStart(old, 2) / 1000, 7, 3];
		return block;
	},
	daily: async () => {
		const block = createDailyBlock(1);
		block.count = 1;
		block.day[0] = Date.UTC(2024, 3, 2) / 86_400_000;
		[block.open[0], block.high[0], block.low[0], block.close[0], block.volume[0]] = [1, 4, 1, 2, 50];
		return block;
	},
	mentions: async () => {
		const block = createMentionBlock(2);
		block.count = 2;
		block.time.set([lastSession.open / 1000 + 1800, lastSession.open / 1000 + 1800]);
		block.source.set([0, 1]);
		block.mentions.set([5, 6]);
		return block;
	},
	words: async (id, span) => {
		const found = await world.history(id, { ...span, withExtras: false });
		const packedDepth = depth;
		return packedDepth === undefined
			? found
			: {
					...found,
					words: found.words.map((column) => column.map(() => packWord(Array(7).fill(packedDepth)))) as unknown as typeof found.words,
				};
	},
	splits: async () => [{ tickerId: tickerId(10), date: exchangeDate('2024-04-10'), ratio: 4 }],
};

describe('reading the market', () => {
	let app: Awaited<ReturnType<typeof guardedApp>>;
	beforeAll(async () => {
		app = await guardedApp([
			implement(
				priceReads,
				createPriceReadHandlers({
					...world,
					currentParameters: () => world.parameters,
					source: { ...SOURCE, isPublic: false },
					store,
					mentionsVersion: () => mentionsVersion,
				}),
			),
			implement(timetableCalls, createTimetableHandlers({ ...world, slotsOn: (date) => slotsOfDate(nyse.sessionOn(date) ?? lastSession) })),
		]);
	});
	afterAll(() => app.close());
	const get = async (url: string, kind: CallerKind = 'pro') => {
		const answer = await app.inject({ url, headers: headersOf(kind) });
		return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
	};
	const chart = async (query: string, kind: CallerKind = 'pro') => {
		const { status, body } = await get(`/api/charts?ticker_id=10${query}`, kind);
		expect([status, body.errors]).toEqual([200, undefined]);
		return charts.parse(body);
	};

	it('asks for an account, and for licences where the specification does', async () => {
		for (const path of [
			'tickers',
			'tickers/10',
			`exchange-info?time=${isoSeconds(NOW)}`,
			'holidays?from=2024-01-01&to=2024-12-31',
			'schedule?time=2024-05-01',
		]) {
			expect([path, (await get(`/api/${path}`, 'visitor')).status]).toEqual([path, 401]);
			expect([path, (await get(`/api/${path}`, 'none')).status]).toEqual([path, 200]);
		}
		for (const path of ['charts?ticker_id=10', 'tops/real-time', 'analysis', 'analysis-all']) {
			expect([path, (await get(`/api/${path}`, 'visitor')).status]).toEqual([path, 401]);
			expect([path, (await get(`/api/${path}`, 'none')).status]).toEqual([path, 403]);
			expect([path, (await get(`/api/${path}`, 'basic')).status]).toEqual([path, 200]);
		}
	});

	describe('charts', () => {
		it('are built again when an earlier report has another version, or other mentions are known', async () => {
			const volumes = async () => (await chart('&timeframe=15&from=2024-05-01')).items[0]?.depths.volume;
			expect(await volumes()).toEqual([null, 3, null, null, null, 3, null, 3, 3]);
			const newest = world.reports.newest();
			depth = 2;
			world.reports.add(createFacts(REPORTS.early, { version: 7 }));
			expect(world.reports.newest()).toBe(newest);
			expect(await volumes()).toEqual([null, 2, null, null, null, 2, null, 2, 2]);
			depth = 1;
			mentionsVersion++;
			expect(await volumes()).toEqual([null, 1, null, null, null, 1, null, 1, 1]);
			depth = undefined;
			mentionsVersion++;
		});

		it('draw as many days as the timeframe is drawn with, from memory', async () => {
			calls.length = 0;
			const answer = await chart('&timeframe=15');
			const [bars] = answer.items as [(typeof answer.items)[number]];
			expect(calls).toEqual([]);
			expect(answer).toMatchObject({ ticker: 'AAA', algo: 'reverse', as_of: isoSeconds(NOW), delay: 0, from: '2024-04-28T04:00:00Z' });
			expect(bars.total_count).toBe(2 * 26 + SLOT + 1);
			expect(bars.time.at(-1)).toBe(isoSeconds(slotStart(lastSession, SLOT)));
			expect(bars.close.at(-1)).toBeCloseTo(priceAt(0, sessions.length - 1, SLOT), 3);
			expect(bars.sessions.at(-1)).toEqual({
				date: '2024-05-01',
				pre: '2024-05-01T08:00:00Z',
				open: '2024-05-01T13:30:00Z',
				close: '2024-05-01T20:00:00Z',
				post: '2024-05-02T00:00:00Z',
				early_close: false,
			});
		});

		it('fold the other timeframes from the same slots, developing bars included', async () => {
			const { items } = await chart('&timeframes=60,240,1D&from=2024-05-01');
			expect(items.map((i) => [i.timeframe, i.total_count])).toEqual([
				['one_hour', 3],
				['four_hours', 1],
				['day', 1],
			]);
			expect(items[0]?.volume).toEqual([4000, 4000, 1000]);
			expect(items[2]?.open[0]).toBeCloseTo(priceAt(0, sessions.length - 1, 0), 3);
			expect(items[2]?.high[0]).toBeCloseTo(priceAt(0, sessions.length - 1, SLOT) + 0.5, 3);
		});

		it('end at the requested time, without later data', async () => {
			const { items } = await chart(`&timeframe=one_hour&from=2024-05-01&to=${isoSeconds(slotEnd(lastSession, 5))}`);
			expect(items[0]?.volume).toEqual([4000, 2000]);
			expect((await chart('&to=2030-01-01')).to).toBe(isoSeconds(NOW));
		});

		it('draw the chart metrics: price, calls and puts as sum and difference, volume, by direction where they have one', async () => {
			const [bars] = (await chart('&timeframe=15&max=5')).items;
			const drawn = Object.keys(bars?.depths ?? {});
			// Short and long of price and of calls without puts; calls with puts and volume have no direction.
			expect(drawn).toEqual(expect.arrayContaining(SECTORS.map(({ key }) => key)));
			expect(SECTORS.map(({ sector, operation }) => `${sector} ${operation ?? ''}`.trim()).sort()).toEqual([
				'call_with_put',
				'call_without_put long',
				'call_without_put short',
				'price long',
				'price short',
				'volume',
			]);
			expect(bars?.close.length).toBe(bars?.volume.length);
			expect([bars?.calls.length, bars?.puts.length]).toEqual([bars?.close.length, bars?.close.length]);
		});

		it('mark the depths of the last report within each bar that the licence may open', async () => {
			const depths = async (kind: CallerKind) => (await chart('&timeframe=15&from=2024-05-01', kind)).items[0]?.depths.volume;
			expect(await depths('pro')).toEqual([null, 3, null, null, null, 3, null, 3, 3]);
			expect(await depths('basic')).toEqual([null, 3, null, null, null, 3, null, null, null]);
			const hours = (await chart('&timeframe=60&from=2024-05-01')).items[0];
			expect(hours?.depths.squeeze).toEqual([0, 0, 0]);
		});

		it('count mentions with the bar in which their hour began', async () => {
			expect((await chart('&timeframe=60&from=2024-05-01')).items[0]?.mentions).toEqual([11, null, null]);
			// The hour from 14:00 to 15:00 is known when it is over.
			const at = async (to: string) => (await chart(`&timeframe=60&from=2024-05-01&to=2024-05-01T${to}Z`)).items[0]?.mentions;
			expect(await at('14:45:00')).toEqual([null, null]);
			expect(await at('15:00:00')).toEqual([11, null]);
		});

		it('read older days from the store, as of a date on its share basis and otherwise on today’s', async () => {
			const { items, ...answer } = await chart('&timeframe=1D&from=2024-04-01&to=2024-04-03');
			expect(answer).toMatchObject({ basis: '2024-04-03', later_splits: 4 });
			const live = await chart('&timeframe=1D&from=2024-04-01');
			expect(live).toMatchObject({ basis: '2024-05-01', later_splits: 1 });
			expect([live.items[0]?.close.slice(0, 2), live.items[0]?.volume.slice(0, 2)]).toEqual([
				[101, 0.5],
				[4000, 200],
			]);
			const split = await chart('&timeframe=1D&from=2024-04-01&to=2024-04-10');
			expect(split).toMatchObject({ basis: '2024-04-10', later_splits: 1 });
			const before = await chart('&timeframe=1D&from=2024-04-01&to=2024-04-10T13:30:00Z');
			expect(before).toMatchObject({ basis: '2024-04-09', later_splits: 4 });
			expect(items[0]).toMatchObject({
				time: [isoSeconds(old.open), '2024-04-02T13:30:00Z'],
				open: [400, 1],
				high: [408, 4],
				close: [404, 2],
				volume: [1000, 50],
				calls: [7, null],
				puts: [3, null],
				gaps: ['2024-04-03T13:30:00Z'],
			});
		});

		it('come in pages and other orders', async () => {
			const { items } = await chart('&timeframe=60&from=2024-05-01&sort_by=volume&sort_dir=desc&max=1&skip=1');
			expect(items[0]).toMatchObject({ total_count: 3, volume: [4000], time: ['2024-05-01T14:30:00Z'] });
		});

		it('are of known tickers, over sound spans', async () => {
			expect((await get('/api/charts?ticker_id=99')).status).toBe(404);
			expect((await get('/api/charts')).body.errors[0].message).toBe('The parameter ticker_id must be defined and cannot be null.');
			expect((await get('/api/charts?ticker_id=10&from=2024-05-01&to=2024-04-01')).status).toBe(400);
			expect((await get('/api/charts?ticker_id=10&from=1999-01-01')).status).toBe(400);
		});

		it('are encoded once for all who see the same', async () => {
			const { headers } = await get('/api/charts?ticker_id=10');
			const revalidated = await app.inject({
				url: '/api/charts?ticker_id=10',
				headers: { ...headersOf('pro', 2), 'if-none-match': String(headers.etag) },
			});
			expect(revalidated.statusCode).toBe(304);
		});
	});

	it('finds tickers by the beginning of their symbol, then by name', async () => {
		const symbols = async (query: string) => (await get(`/api/tickers${query}`)).body.items.map((i: { ticker: string }) => i.ticker);
		expect(await symbols('')).toEqual(['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF']);
		expect(await symbols('?part=b')).toEqual(['BBB']);
		expect(await symbols('?part=EE')).toEqual(['EEE']);
		expect(await symbols('?part=et')).toEqual(['BBB', 'FFF']);
		expect(await symbols('?skip=4&max=1')).toEqual(['EEE']);
		for (const part of ['b', 'et', 'a', 'EE', 'zzz']) {
			const { total_count, items } = (await get(`/api/tickers?max=100&part=${part}`)).body;
			expect([part, total_count]).toEqual([part, items.length]);
		}
		expect((await get('/api/tickers?part=zzz')).body).toEqual({ total_count: 0, items: [] });
		expect((await get('/api/tickers/40')).body).toMatchObject({
			ticker: 'DDD',
			shares: null,
			marketcap: 'undefined',
			capitalization: null,
		});
		expect((await get('/api/tickers/10')).body).toMatchObject({ marketcap: 'mega_cap', industry: 'Technology' });
		expect((await get('/api/tickers/99')).status).toBe(404);
		expect((await get('/api/tickers/none')).status).toBe(400);
	});

	it('lists the industries of tickers, as filters name them', async () => {
		expect((await get('/api/industries')).body).toEqual({ items: [{ industry: 'Technology', ticker_count: 1 }] });
	});

	it("knows the exchange's hours and holidays", async () => {
		const info = async (time: string) => (await get(`/api/exchange-info?time=${time}`)).body;
		expect(await info('2024-05-01T14:00:00Z')).toEqual({
			time: '2024-05-01T14:00:00Z',
			session: 'regular',
			open: '2024-05-01T13:30:00Z',
			close: '2024-05-01T20:00:00Z',
			next_open: '2024-05-02T13:30:00Z',
			early_close: false,
		});
		const part = async (time: string) => (await info(time)).session;
		expect(await part('2024-05-01T07:59:59Z')).toBe('closed');
		expect(await part('2024-05-01T08:00:00Z')).toBe('pre');
		expect(await part('2024-05-01T20:00:00Z')).toBe('post');
		expect(await part('2024-05-02T00:00:00Z')).toBe('closed');
		expect(await part('2024-07-03T18:00:00Z')).toBe('post');
		expect(await part('2024-07-03T21:00:00Z')).toBe('closed');
		expect(await info('2024-05-04T15:00:00Z')).toMatchObject({ session: 'closed', open: null, next_open: '2024-05-06T13:30:00Z' });
		expect((await get('/api/exchange-info')).body.errors[0].field).toBe('time');
		expect((await get('/api/holidays?from=2024-07-01&to=2024-07-04')).body.items).toEqual([
			expect.objectContaining({ date: '2024-07-03', type: 'early-close' }),
			expect.objectContaining({ date: '2024-07-04', type: 'full' }),
		]);
		expect((await get('/api/holidays?to=2024-07-04')).body.errors[0].field).toBe('from');
		expect((await get('/api/holidays?from=2024-07-05&to=2024-07-04')).status).toBe(400);
		expect((await get('/api/holidays/2024-07-04')).body).toMatchObject({ type: 'full' });
		expect((await get('/api/holidays/2024-07-04T00:00:00Z')).body).toMatchObject({ date: '2024-07-04', type: 'full' });
		expect((await get('/api/holidays/2024-07-05')).status).toBe(404);
		expect((await get('/api/holidays/tomorrow')).status).toBe(400);
	});

	it('shows the timetable as the licence sees it', async () => {
		const { body } = await get(`/api/schedule?time=${isoSeconds(REPORTS.basic)}&algo=forecast`, 'basic');
		expect(body.items.map((i: { time: string; locked: boolean }) => [i.time, i.locked])).toEqual([
			['13:46:00', true],
			['20:01:00', true],
		]);
		const all = (await get('/api/schedule?time=2024-05-01', 'premium')).body;
		expect(all.items).toHaveLength(28);
		expect((await get('/api/schedule')).body.errors[0].field).toBe('time');
	});

	it('knows stocks (the default), ETFs and indexes, and no other type of ticker', async () => {
		const listed = async (query: string) =>
			(await get(`/api/analysis?category=active${query}`)).body.items.map(({ ticker }: { ticker: string }) => ticker);
		expect(TICKER_TYPES).toEqual(['stocks', 'etf', 'index']);
		const [stocks, funds, indexes] = await Promise.all(TICKER_TYPES.map((type) => listed(`&type=${type}`)));
		expect([funds, indexes]).toEqual([['EEE'], []]);
		expect(stocks).toContain('AAA');
		expect(stocks).not.toContain('EEE');
		expect(await listed('')).toEqual(stocks);
		expect((await get('/api/analysis?category=active&type=bonds')).body.errors).toMatchObject([{ field: 'type' }]);
	});

	it('reads midnight UTC as the date of an analysis', async () => {
		const of = async (time: string) => (await get(`/api/analysis?time=${time}&interval=day`)).body;
		expect((await of('2024-04-30')).time).toBe('2024-04-30T20:00:00Z');
		expect(await of('2024-04-30T00:00:00Z')).toEqual(await of('2024-04-30'));
		expect(await of('2024-04-30T00:00:01Z')).toEqual(await of('2024-04-29'));
	});

	it('says Internal Server Error of real-time tops alone, and no more of what failed', async () => {
		const stateAt = () => {
			throw new Error('the window is torn');
		};
		const parts = {
			...world,
			tops: { ...world.tops, stateAt },
			currentParameters: () => world.parameters,
			source: SOURCE,
			store,
			mentionsVersion: () => 1,
		};
		const torn = await guardedApp([implement(priceReads, createPriceReadHandlers(parts))]);
		const answer = async (path: string) => (await torn.inject({ url: `/api/${path}`, headers: headersOf('pro') })).json();
		const failed = { status: 500, detail: '', errors: [] };
		expect(await answer('tops/real-time')).toEqual({ ...failed, title: 'Internal Server Error' });
		expect(await answer('analysis')).toEqual({ ...failed, title: 'An unexpected server error occurred.' });
		await torn.close();
	});

	it('ranks movers for licences, whatever the public may see', async () => {
		const one = (await get('/api/analysis?category=gainers&cap=mega_cap')).body;
		expect(one).toMatchObject({ category: 'gainers', interval: 'day' });
		expect(one.items.map((i: { ticker: string }) => i.ticker)).toContain('AAA');
		expect((await get('/api/analysis?type=etf&category=active')).body.items.map((i: { ticker: string }) => i.ticker)).toEqual(['EEE']);
		expect((await get('/api/analysis?interval=fortnight')).status).toBe(400);
		const all = (await get('/api/analysis-all?category=active&size=2')).body;
		expect(all.items).toHaveLength(10);
		const day = all.items.find((i: { interval: string }) => i.interval === 'day');
		const cap = (name: string) => day.caps.find((c: { cap: string }) => c.cap === name);
		expect([cap('all').total_count, cap('all').items.length]).toEqual([4, 2]);
		for (const name of ['mega_cap', 'all']) {
			const single = (await get(`/api/analysis?category=active&size=2&cap=${name}`)).body;
			expect([cap(name).total_count, cap(name).items]).toEqual([single.total_count, single.items]);
		}
		const tops = (await get('/api/tops/real-time?categories=gainers,active')).body.items;
		expect(tops.map((t: { category: string; interval: string }) => [t.category, t.interval])).toEqual([
			['gainers', 'hour'],
			['active', 'hour'],
		]);
		expect((await get('/api/tops/real-time')).body.items).toHaveLength(4);
		expect((await get('/api/tops/real-time?categories=')).status).toBe(400);
	});
});
