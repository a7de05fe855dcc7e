import { DAY, HOUR, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { afterEach, describe, expect, it } from 'vitest';
import { pause } from '../../platform/clocks/pause.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { createOutbound } from '../outbound/outbound.ts';
import type { Provider } from '../provider.ts';
import { type Answer, createErrorResponse, type FakeVendor, startFakeVendor, type VendorRequest } from '../testing/fake-vendor.ts';
import { createImmediateClock } from '../testing/immediate-clock.ts';
import { createApeWisdomCounter } from './apewisdom.ts';
import { type MentionCounter, withMentions } from './mention-source.ts';
import { createRedditCounter, matchTickers } from './reddit.ts';
import { createXCounter } from './x.ts';

const NOON = utcMs(Date.UTC(2025, 0, 8, 17));

function hoursBefore(n: number): UtcMs {
	return utcMs(NOON - n * HOUR);
}

let vendor: FakeVendor;
afterEach(() => vendor?.close());

async function open(script: (request: VendorRequest) => Answer) {
	vendor = await startFakeVendor(script);
	const wall = createImmediateClock(NOON + 5_000, { timeoutFrom: 19_000 });
	return { wall, outbound: createOutbound({ vendor: 'fake', wall, random: () => 0, perMinute: 6_000, burst: 100 }), url: vendor.url };
}

describe('ApeWisdom', () => {
	it('becomes hours by what the day’s sum gains; it has no past', async () => {
		let sums: Record<string, number> = { GME: 48, AMC: 5 };
		const { wall, outbound, url } = await open(({ path }) => {
			const page = Number(path.split('/').at(-1));
			const [ticker, mentions] = Object.entries(sums)[page - 1] ?? [];
			return {
				json: {
					count: 2,
					pages: 2,
					current_page: page,
					results: ticker ? [{ rank: 1, ticker, name: 'x', mentions: String(mentions) }] : [],
				},
			};
		});
		const counter = createApeWisdomCounter(outbound, wall, async () => [], url);
		expect(await counter.countHours(['GME', 'AMC'], hoursBefore(100), hoursBefore(80))).toBeUndefined();
		const first = await counter.countHours(['GME', 'AMC', 'IBM'], hoursBefore(26), NOON);
		// Its sum is of one day: of the hours before that it knows nothing.
		expect(first?.since).toBe(hoursBefore(24));
		const sumOf = (symbol: string) =>
			first?.hours.filter((hour) => hour.symbol === symbol).reduce((sum, { mentions }) => sum + mentions, 0);
		expect([sumOf('GME'), sumOf('AMC'), sumOf('IBM')]).toEqual([48, 5, 0]);
		// An hour later the oldest hour (2) is gone; 51 are 5 new ones.
		wall.leap(HOUR);
		sums = { GME: 51, AMC: 5 };
		const next = await counter.countHours(['GME', 'IBM'], NOON, utcMs(NOON + HOUR));
		expect(next).toEqual({ since: NOON, hours: [{ symbol: 'GME', ms: NOON, mentions: 5, retweets: 0 }] });
	});

	it('goes on from the hours that were stored before', async () => {
		const { wall, outbound, url } = await open(() => ({
			json: { count: 1, pages: 1, current_page: 1, results: [{ ticker: 'GME', mentions: 30 }] },
		}));
		const stored = [{ symbol: 'GME', ms: hoursBefore(2), mentions: 26, retweets: 0 }];
		const counter = createApeWisdomCounter(outbound, wall, async () => stored, url);
		expect((await counter.countHours(['GME'], hoursBefore(1), NOON))?.hours).toEqual([
			{ symbol: 'GME', ms: hoursBefore(1), mentions: 4, retweets: 0 },
		]);
	});
});

describe('Reddit', () => {
	const post = (id: string, hoursAgo: number, title: string) => ({
		kind: 't3',
		data: { id, created_utc: (NOON - hoursAgo * HOUR) / 1000, title, selftext: '' },
	});
	it('counts each ticker once a post and hour, over pages and places', async () => {
		let valid = 'token';
		const { wall, outbound, url } = await open(({ path, query, headers, body }) => {
			if (path === '/api/v1/access_token')
				return headers.authorization === `Basic ${btoa('id:secret')}` && body === 'grant_type=client_credentials'
					? { json: { access_token: valid, token_type: 'bearer', expires_in: 86_400, scope: '*' } }
					: { json: { message: 'Unauthorized', error: 401 }, status: 401 };
			if (headers.authorization !== `Bearer ${valid}`) return { json: {}, status: 401 };
			const isFirst = path === '/r/wallstreetbets/new' && !query.get('after');
			const children = isFirst
				? [post('a', 0.5, '$GME to the moon, GME!'), post('b', 0.6, 'AAPL and $gme')]
				: path === '/r/wallstreetbets/new'
					? [post('c', 1.5, 'GME again'), post('d', 40, 'GME long ago')]
					: [post('a', 0.5, '$GME to the moon, GME!')];
			return { json: { kind: 'Listing', data: { after: isFirst ? 't3_b' : null, children } } };
		});
		const counter = createRedditCounter(outbound, wall, { id: 'id', secret: 'secret' }, { login: url, api: url });
		const reported = await counter.countHours(['GME', 'AAPL'], hoursBefore(2), NOON);
		expect(reported?.since).toBe(hoursBefore(2));
		expect(reported?.hours.map(({ symbol, ms, mentions }) => `${symbol} ${(NOON - ms) / HOUR} ${mentions}`).sort()).toEqual([
			'AAPL 1 1',
			'GME 1 2',
			'GME 2 1',
		]);
		expect(vendor.requests.filter(({ path }) => path.includes('access_token')).length).toBe(1);
		// Taken back before its time.
		valid = 'other';
		expect((await counter.countHours(['GME', 'AAPL'], hoursBefore(2), NOON))?.hours.length).toBe(3);
		expect(vendor.requests.filter(({ path }) => path.includes('access_token')).length).toBe(2);
		expect(await counter.countHours(['GME'], hoursBefore(72), hoursBefore(60))).toBeUndefined();
		expect((await counter.countHours(['GME'], hoursBefore(72), NOON))?.since).toBe(hoursBefore(47));
	});

	it('speaks for no hour before the last of the thousand posts that a place lists', async () => {
		const busy = Array.from({ length: 1_000 }, (_, i) => post(`p${i}`, i / 100, 'GME'));
		const { wall, outbound, url } = await open(({ path, query }) => {
			if (path === '/api/v1/access_token') return { json: { access_token: 'token', token_type: 'bearer', expires_in: 86_400, scope: '*' } };
			const from = path === '/r/stocks/new' ? Number(query.get('after') ?? 0) : busy.length;
			const after = from + 100 < busy.length ? String(from + 100) : null;
			return { json: { kind: 'Listing', data: { after, children: busy.slice(from, from + 100) } } };
		});
		const reported = await createRedditCounter(outbound, wall, { id: 'id', secret: 'secret' }, { login: url, api: url }).countHours(
			['GME'],
			hoursBefore(20),
			NOON,
		);
		// The thousandth is 9 hours and 59 minutes old: whether its hour has more is unknown.
		expect(reported?.since).toBe(hoursBefore(9));
		expect(Math.min(...(reported?.hours ?? []).map(({ ms }) => ms))).toBe(hoursBefore(9));
	});
});

describe('X', () => {
	it('distinguishes reposts, page by page, for the first tickers only', async () => {
		const { wall, outbound, url } = await open(({ query }) => {
			const isOwn = query.get('query')?.includes('-is:retweet');
			const row = (hoursAgo: number, tweet_count: number) => ({
				start: new Date(NOON - hoursAgo * HOUR).toISOString(),
				end: new Date(NOON - (hoursAgo - 1) * HOUR).toISOString(),
				tweet_count,
			});
			if (query.get('next_token')) return { json: { data: [row(1, isOwn ? 2 : 9)], meta: { total_tweet_count: 1 } } };
			return { json: { data: [row(2, isOwn ? 3 : 4)], meta: { total_tweet_count: 1, next_token: 'n' } } };
		});
		const reported = await createXCounter(outbound, wall, 'token', 1, url).countHours(['AAPL', 'MSFT'], hoursBefore(2), NOON);
		expect(reported?.since).toBe(hoursBefore(2));
		expect(reported?.hours).toEqual([
			{ symbol: 'AAPL', ms: hoursBefore(2), mentions: 3, retweets: 1 },
			{ symbol: 'AAPL', ms: hoursBefore(1), mentions: 2, retweets: 7 },
		]);
		expect(vendor.requests[0]?.query.get('query')).toBe('$AAPL -is:retweet');
	});

	it('is asked for the seven days it covers, and reports on no more', async () => {
		const { wall, outbound, url } = await open(() => ({ json: { meta: { total_tweet_count: 0 } } }));
		const x = createXCounter(outbound, wall, 'token', 1, url);
		expect(await x.countHours(['AAPL'], hoursBefore(200), NOON)).toEqual({ since: hoursBefore(165), hours: [] });
		expect(vendor.requests[0]?.query.get('start_time')).toBe(new Date(hoursBefore(165)).toISOString());
		expect(await x.countHours(['AAPL'], hoursBefore(300), hoursBefore(200))).toBeUndefined();
	});
});

describe('matching tickers', () => {
	const known = new Set(['A', 'F', 'GM', 'GME', 'AAPL', 'BRK.B', 'RH', 'SHO', 'PLAY', 'XL', 'NYT', 'CFO', 'AMC']);
	it.each([
		['GME and AMC', ['AMC', 'GME']],
		['$f, $BRK.B and $Gm?', ['BRK.B', 'F', 'GM']],
		['$brk-b, and BRK-B again', ['BRK.B']],
		['F for respects. A nice PLAY, CFO says NYT; RH halts, XL size', []],
		['gme is not a word here', []],
		['GMEX AAPL-like S&P/AMC', ['AMC']],
		['AAPLs, AAPL’s, (AAPL)', ['AAPL']],
		['WHY IS EVERYTHING IN CAPITALS GME AMC', []],
		['$1000 on $AAPL', ['AAPL']],
	])('%s', (text, tickers) => expect([...matchTickers(text, known)].sort()).toEqual(tickers));
});

describe('mentions beside prices', () => {
	// GME was another company's symbol.
	const tickers = [
		{ id: 7, symbol: 'GME', delisted: null },
		{ id: 8, symbol: 'GME', delisted: '2024-06-03' },
	];
	const prices = { name: 'alpaca', universe: async () => tickers } as unknown as Provider;
	const counter = (name: MentionCounter['name'], hours: MentionCounter['countHours'], reach = DAY): MentionCounter => ({
		name,
		source: name === 'x' ? 'twitter' : 'reddit',
		reachMs: reach,
		countHours: hours,
	});
	const one: MentionCounter['countHours'] = async (_symbols, since) => ({
		since,
		hours: [{ symbol: 'GME', ms: hoursBefore(1), mentions: 3, retweets: 1 }],
	});

	it('come from several counters, and from those that answer', async () => {
		const warnings: string[] = [];
		const failing = counter('x', async () => {
			throw new Error('down');
		});
		const wall = createImmediateClock(NOON, { timeoutFrom: 1_000 });
		const both = withMentions(prices, [counter('reddit', one), counter('x', one)], (message) => warnings.push(message), wall);
		const partly = withMentions(prices, [counter('reddit', one), failing], (message) => warnings.push(message), wall);
		const none = withMentions(prices, [failing], (message) => warnings.push(message), wall);
		expect([...((await both.mentions?.(hoursBefore(1), NOON))?.source ?? [])]).toEqual([0, 1]);
		expect((await partly.mentions?.(hoursBefore(1), NOON))?.count).toBe(1);
		expect(await none.mentions?.(hoursBefore(1), NOON)).toBeUndefined();
		expect(warnings.length).toBe(2);
		expect(withMentions(prices, [], () => {}, wall).mentions).toBeUndefined();
	});

	it('never hold a slot up: what is counted later is there when it is asked for again, and is counted once', async () => {
		const wall = createFakeWallClock(NOON);
		const ranges: [number, number][] = [];
		const slow = counter('x', async (_symbols, from, to) => {
			ranges.push([from, to]);
			await pause(wall, 4 * 60_000);
			return { since: from, hours: [{ symbol: 'GME', ms: from, mentions: 3, retweets: 1 }] };
		});
		const { mentions } = withMentions(prices, [counter('reddit', one), slow], () => {}, wall);
		const first = mentions?.(hoursBefore(1), NOON);
		await wall.advance(2_000);
		expect(await first).toBeUndefined();
		await wall.advance(15 * 60_000);
		// An hour has come since: only that is counted still.
		const second = mentions?.(hoursBefore(1), utcMs(NOON + HOUR));
		await wall.advance(2_000);
		expect(await second).toBeUndefined();
		await wall.advance(4 * 60_000);
		const third = mentions?.(hoursBefore(1), utcMs(NOON + HOUR));
		await wall.advance(0);
		expect((await third)?.count).toBeGreaterThan(2);
		expect(ranges).toEqual([
			[hoursBefore(1), NOON],
			[NOON, NOON + HOUR],
		]);
	});

	it('speak for the hours that each of them reaches back to', async () => {
		const day = counter('reddit', async () => ({ since: hoursBefore(24), hours: [] }));
		const week = counter('x', one, 7 * DAY);
		const beside = withMentions(prices, [day, week], () => {}, createImmediateClock(NOON, { timeoutFrom: 1_000 }));
		const block = await beside.mentions?.(hoursBefore(66), NOON);
		expect(block?.spans.map(({ source, from, to }) => [source, from * SECOND, to * SECOND])).toEqual([
			[1, hoursBefore(24), NOON],
			[0, hoursBefore(66), NOON],
		]);
		// Before the first of them forgets.
		expect(beside.mentionsReach).toBe(DAY);
	});

	it('continue where an interrupted answer ended', async () => {
		let reach = 24;
		const short = counter('reddit', async (symbols, from, to) => {
			const since = utcMs(Math.max(from, to - reach * HOUR));
			return { since, hours: symbols.map((symbol) => ({ symbol, ms: since, mentions: 2, retweets: 0 })) };
		});
		const slow = counter('x', async (_symbols, _from, to) => {
			if (to === NOON) await pause(wall, 60_000);
			return undefined;
		});
		const wall = createFakeWallClock(NOON);
		const { mentions } = withMentions(prices, [short, slow], () => {}, wall);
		const first = mentions?.(hoursBefore(10), NOON);
		await wall.advance(2_000);
		expect(await first).toBeUndefined();
		await wall.advance(60_000);
		reach = 1;
		// The hour between is unknown: mentions counted before it are not shown as complete.
		const second = mentions?.(hoursBefore(10), utcMs(NOON + 2 * HOUR));
		await wall.advance(0);
		const block = await second;
		expect(block?.spans.map(({ from }) => from * SECOND)).toEqual([NOON + HOUR]);
		expect(block?.count).toBe(1);
	});

	it('fail in words when a counter does', async () => {
		const { wall, outbound, url } = await open(() => createErrorResponse());
		await expect(createApeWisdomCounter(outbound, wall, async () => [], url).countHours(['A'], hoursBefore(1), NOON)).rejects.toMatchObject(
			{
				fault: 'outage',
			},
		);
	});
});
