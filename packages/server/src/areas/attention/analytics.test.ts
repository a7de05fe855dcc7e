import { analyticsCalls } from '@sw/contract/attention/attention';
import { median } from '@sw/domain/statistics/median';
import { HOUR, type UtcMs, utcMs } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AttentionSource, type AttentionWindow, createAttentionSource } from '../../market/window/attention-window.ts';
import { NOW, priceAt, sessions, smallWorld, tickers } from '../../market/window/testing/fixture.ts';
import {
	COUNTED_UNTIL,
	createAttention,
	createEmptyAttention,
	createMentions,
	createSpan,
	type MentionRow,
} from '../../market/window/testing/mentions.ts';
import { createAfterSpikes } from '../../research/attention/after-spikes.ts';
import { implement } from '../handlers.ts';
import { type CallerKind, headersOf } from '../testing/callers.ts';
import { guardedApp } from '../testing/workspace-app.ts';
import { createAnalyticsHandlers } from './handlers.ts';

/** 10:00 to 11:00, the last counted hour. */
const LAST = utcMs(COUNTED_UNTIL - HOUR);

/**
 * AAA: two posts an hour with one repost each, and thirty more in the last hour. BBB: four on Reddit, by three people. CCC: quiet but for one post in the last
 * hour. DDD: as AAA without the thirty, on both sources. EEE, FFF: nothing.
 */
function notify(ms: number): MentionRow[] {
	return [
		{ row: 0, source: 'twitter', mentions: ms === LAST ? 32 : 2, retweets: 1 },
		{ row: 1, source: 'reddit', mentions: 4, authors: 3 },
		...(ms === LAST ? [{ row: 2, source: 'reddit', mentions: 1, authors: 1 } as const] : []),
		{ row: 3, source: 'twitter', mentions: 2, retweets: 1 },
		{ row: 3, source: 'reddit', mentions: 1, authors: 1 },
	];
}

/** 24 April, 10:00 in New York: so much is said of AAA in the store alone. */
const SPIKE = Date.UTC(2024, 3, 24, 14);

const world = smallWorld();
const favorites = new Set([20, 40]);

async function appOf(window: AttentionWindow, attention: AttentionSource = createAttentionSource(window), now = NOW) {
	const handlers = createAnalyticsHandlers({
		...world,
		window,
		attention,
		now: () => utcMs(now),
		afterSpikes: createAfterSpikes({
			...world,
			readMentions: async (_id, from, to) => stored(from, to),
		}),
		ownTickers: async () => ({ favorites, hiddenEverywhere: () => new Set([40, 50]) }),
	});
	const app = await guardedApp([implement(analyticsCalls, handlers)]);
	return {
		get: async (url: string, kind: CallerKind = 'basic') => {
			const answer = await app.inject({ url, headers: headersOf(kind) });
			return { status: answer.statusCode, body: answer.json() };
		},
		close: () => app.close(),
	};
}

/** The rows of all tickers as the store would give them. */
function stored(from: UtcMs, to: UtcMs) {
	const block = createMentions(from, to, (ms) => [
		...notify(ms),
		...(ms === SPIKE ? [{ row: 0, source: 'reddit', mentions: 50 } as const] : []),
	]);
	return { block, spans: block.spans };
}

type App = Awaited<ReturnType<typeof appOf>>;

let app: App;
let silent: App;
beforeAll(async () => {
	app = await appOf(createAttention(notify));
	silent = await appOf(createEmptyAttention());
});
afterAll(async () => {
	await app?.close();
	await silent?.close();
});

function symbols(body: { items: { ticker: string }[] }): string[] {
	return body.items.map(({ ticker }) => ticker);
}

describe('GET /api/analytics', () => {
	it('counts the running day beside the same hours of the thirty days before, and says of what', async () => {
		const { body } = await app.get('/api/analytics?is_approximated=false');
		expect(body).toMatchObject({
			simulated: true,
			time: '2024-05-01T15:00:00Z',
			age: 45 * 60,
			from: '2024-05-01T04:00:00Z',
			until: '2024-05-01T15:00:00Z',
			to: '2024-05-02T04:00:00Z',
			source: null,
			with_retweets: false,
			timeframe: 'day',
			// Every ticker is counted, also those without mentions.
			total_count: 6,
		});
		expect(body.sources).toEqual([
			{ source: 'twitter', counter: 'simulated', time: '2024-05-01T15:00:00Z', age: 2700, tickers: 6, authors: false },
			{ source: 'reddit', counter: 'simulated', time: '2024-05-01T15:00:00Z', age: 2700, tickers: 6, authors: true },
		]);
		expect(symbols(body)).toEqual(['AAA', 'BBB', 'DDD', 'CCC', 'EEE', 'FFF']);
		// Eleven hours of two, and thirty more; on the days before eleven of two.
		expect(body.items[0]).toMatchObject({
			counted: 52,
			mentions: 52,
			error: null,
			mean: 22,
			sd: 0,
			days: 30,
			authors: null,
			bucket: 'one_hundred',
		});
		expect(body.items[0].change).toBeCloseTo(52 / 22 - 1, 6);
		expect(body.items[0].lift).toBeCloseTo(57 / 27, 6);
		expect(body.items[1]).toMatchObject({ counted: 44, authors: 33, sources: ['twitter', 'reddit'] });
		expect(body.items[3]).toMatchObject({ ticker: 'CCC', counted: 1, mean: 0, change: null, bucket: 'less_than_zero' });
	});

	it('scales the unfinished day by its usual shape, and says how sure that is', async () => {
		const { body } = await app.get('/api/analytics?is_approximated=true&source=twitter');
		// The same in every hour: eleven of twenty-four.
		expect(body.share).toBeCloseTo(11 / 24, 6);
		// 1 May 2024 is a Wednesday: 1 April to 30 April have 22 weekdays.
		expect(body.share_days).toBe(22);
		const [first] = body.items;
		expect(first).toMatchObject({ ticker: 'AAA', counted: 52, mean: 48, days: 30 });
		expect(first.mentions).toBeCloseTo((52 * 24) / 11, 3);
		// Chance alone: sqrt(E (1 - R) / R).
		expect(first.error).toBeCloseTo(Math.sqrt((((52 * 24) / 11) * 13) / 11), 5);
	});

	it('reads pe_ticker_range and the other parameters of analytics', async () => {
		const ask = async (query: string) => symbols((await app.get(`/api/analytics?is_approximated=false&${query}`)).body);
		expect(await ask('source=reddit&timeframe=one_hour')).toEqual(['BBB', 'CCC', 'DDD', 'AAA', 'EEE', 'FFF']);
		expect(await ask('source=twitter&with_retweets=true&pe_ticker_range=fifty,one_hundred&sort_by=ticker&sort_dir=asc')).toEqual([
			'AAA',
			'DDD',
		]);
		expect(await ask('pe_ticker_range=more_than_one_thousand')).toEqual([]);
		expect(await ask('group=favorites')).toEqual(['BBB', 'DDD']);
		expect(await ask('group=black_list')).toEqual(['DDD', 'EEE']);
		expect(await ask('group=white_list&max=2&skip=1')).toEqual(['BBB', 'CCC']);
		// Unknown capitalisations fail every bound, and are last either way.
		expect(await ask('capitalization_from=1000000000&sort_by=capitalization')).not.toContain('DDD');
		for (const dir of ['asc', 'desc']) expect((await ask(`sort_by=capitalization&sort_dir=${dir}`)).slice(0, 4)).not.toContain('DDD');
		const four = (await app.get('/api/analytics?is_approximated=false&timeframe=240')).body;
		expect([four.from, four.until, four.to]).toEqual(['2024-05-01T12:00:00Z', '2024-05-01T15:00:00Z', '2024-05-01T16:00:00Z']);
	});

	it.each([
		['', 'is_approximated', 'The parameter is_approximated must be defined and cannot be null.'],
		['is_approximated=perhaps', 'is_approximated', ''],
		['is_approximated=false&timeframe=fifteen_minutes', 'timeframe', 'counted by the hour'],
		['is_approximated=false&source=facebook', 'source', ''],
		['is_approximated=false&capitalization_from=5&capitalization_to=1', 'capitalization_from', 'greater'],
		['is_approximated=false&capitalization_from=-5', 'capitalization_from', ''],
		['is_approximated=false&pe_ticker_range=many', 'pe_ticker_range', ''],
		['is_approximated=false&max=101', 'max', ''],
		['is_approximated=false&colour=red', 'colour', 'unknown'],
	])('refuses %s', async (query, field, words) => {
		const { status, body } = await app.get(`/api/analytics?${query}`);
		expect(status).toBe(400);
		expect(body.errors[0].field).toContain(field);
		expect(body.errors[0].message).toContain(words);
	});

	it('has no data source where mentions are not counted, and never shows zero', async () => {
		const { body } = await silent.get('/api/analytics?is_approximated=true');
		expect(body).toMatchObject({ time: null, from: null, share: null, total_count: 0, items: [] });
		expect(body.sources.every(({ counter, time }: { counter: null; time: null }) => counter === null && time === null)).toBe(true);
		// One source alone, and that for two tickers.
		const from = COUNTED_UNTIL - 34 * 24 * HOUR;
		const few = await appOf(
			createAttention(notify, [createSpan('twitter', from, COUNTED_UNTIL, 10), createSpan('twitter', from, COUNTED_UNTIL, 30)]),
		);
		const { body: part } = await few.get('/api/analytics?is_approximated=false');
		expect(
			part.items.map(({ ticker, counted, sources }: { ticker: string; counted: number; sources: string[] }) => [ticker, counted, sources]),
		).toEqual([
			['AAA', 52, ['twitter']],
			['CCC', 0, ['twitter']],
		]);
		expect((await few.get('/api/analytics?is_approximated=false&source=reddit')).body.total_count).toBe(0);
		await few.close();
	});

	it('answers as of a past hour the same before and after later hours come', async () => {
		const window = createAttention(notify);
		const early = await appOf(window);
		const before = await early.get('/api/analytics?is_approximated=true');
		const urgent = await early.get('/api/analytics_urgent');
		const leaders = await early.get('/api/analytics_leaders?is_approximated=true');
		const later = utcMs(COUNTED_UNTIL + 5 * HOUR);
		window.add(
			createMentions(COUNTED_UNTIL, later, () => [{ row: 4, source: 'twitter', mentions: 900 }]),
			COUNTED_UNTIL,
			later,
		);
		expect((await early.get('/api/analytics?is_approximated=true')).body).toEqual(before.body);
		expect((await early.get('/api/analytics_urgent')).body).toEqual(urgent.body);
		expect((await early.get('/api/analytics_leaders?is_approximated=true')).body).toEqual(leaders.body);
		await early.close();
	});

	it('includes counts that arrived during an answer in the next one', async () => {
		const window = createAttention(notify);
		const source = createAttentionSource(window);
		const corrected = () =>
			window.add(
				createMentions(LAST, COUNTED_UNTIL, () => [{ row: 0, source: 'twitter', mentions: 500 }]),
				LAST,
				COUNTED_UNTIL,
			);
		let calls = 0;
		const columns: AttentionSource['columns'] = (...question) => {
			const working = source.columns(...question);
			if (calls++ === 0) corrected();
			return working;
		};
		const busy = await appOf(window, { ...source, columns });
		const query = '/api/analytics?is_approximated=false';
		expect((await busy.get(query)).body.items[0]).toMatchObject({ ticker: 'AAA', mentions: 52 });
		expect((await busy.get(query)).body.items[0]).toMatchObject({ ticker: 'AAA', mentions: 520 });
		await busy.close();
	});
});

describe('GET /api/analytics_leaders', () => {
	it('ranks by the rise of the day against the own thirty-day mean', async () => {
		const { body } = await app.get('/api/analytics_leaders?is_approximated=true');
		expect(body.compared).toBe(6);
		expect(symbols(body).slice(0, 2)).toEqual(['AAA', 'CCC']);
		// All sources are added up: 9 an hour on the days before.
		expect(body.share).toBeCloseTo(11 / 24, 6);
		expect(body.items[0].lift).toBeCloseTo(((52 * 24) / 11 + 5) / (48 + 5), 5);
		expect((await app.get('/api/analytics_leaders')).status).toBe(400);
	});
});

describe('GET /api/analytics_urgent', () => {
	it('names the tickers beyond the 99.5th percentile of their own hours, and how many are by chance', async () => {
		const { body } = await app.get('/api/analytics_urgent');
		expect(body).toMatchObject({
			hour: '2024-05-01T14:00:00Z',
			tested: 6,
			expected: 0,
			usual: { days: 30, mean: 0, most: 0 },
			total_count: 2,
		});
		expect(body.items[0]).toMatchObject({ ticker: 'AAA', mentions: 32, threshold: 2, hours: 720, authors: null });
		expect(body.items[0].lift).toBeCloseTo(37 / 7, 6);
		expect(body.items[1]).toMatchObject({ ticker: 'CCC', mentions: 1, threshold: 0, authors: 1 });
	});
});

describe('GET /api/analytics_ticker', () => {
	it('keeps the sources apart, with and without retweets, over thirty days', async () => {
		const { body } = await app.get('/api/analytics_ticker?ticker_id=40&is_approximated=false');
		expect(body).toMatchObject({ ticker: 'DDD', now: { counted: 33, mean: 33 }, urgent: { beyond: false, threshold: 3, mentions: 3 } });
		expect(body.starts).toHaveLength(31);
		expect(body.starts.at(-1)).toBe('2024-05-01T04:00:00Z');
		const [twitter, reddit] = body.items;
		expect([twitter.mentions.at(-2), twitter.retweets.at(-2), twitter.authors.at(-2)]).toEqual([48, 24, null]);
		expect([reddit.mentions.at(-1), reddit.retweets.at(-1), reddit.authors.at(-1)]).toEqual([11, 0, 11]);
		expect(twitter.usual).toEqual([{ hour: 0, days: 30, mean: 48, low: 48, high: 48 }]);
		const hours = (await app.get('/api/analytics_ticker?ticker_id=10&is_approximated=false&timeframe=60&source=twitter&with_retweets=true'))
			.body;
		expect(hours.items.map(({ source }: { source: string }) => source)).toEqual(['twitter']);
		expect(hours.starts.at(-1)).toBe('2024-05-01T14:00:00Z');
		expect(hours.items[0].usual).toHaveLength(24);
		expect(hours.items[0].usual[10]).toEqual({ hour: 10, days: 30, mean: 3, low: 3, high: 3 });
	});

	it('has no number where mentions are not counted, and rejects an unknown ticker', async () => {
		const { body } = await silent.get('/api/analytics_ticker?ticker_id=10&is_approximated=false');
		expect(body).toMatchObject({ now: null, urgent: null, starts: [], items: [] });
		const missing = await app.get('/api/analytics_ticker?ticker_id=11&is_approximated=false');
		expect([missing.status, missing.body.detail]).toEqual([404, 'Ticker not found']);
	});
});

describe('GET /api/analytics_ticker/followed', () => {
	it('shows what followed spikes with n, interval, base rate and costs', async () => {
		const { status, body } = await app.get('/api/analytics_ticker/followed?ticker_id=10');
		expect(status).toBe(200);
		// That of the last hour has no close behind it yet.
		expect(body).toMatchObject({ ticker: 'AAA', counted: ['twitter', 'reddit'], total_count: 1, cost: 0.0005 });
		expect(body.items[0]).toMatchObject({ hour: '2024-04-24T14:00:00Z', mentions: 52, threshold: 2, entry: '2024-04-24T20:00:00Z' });
		// By the prices of the small world; six tickers are too few for tiers, so that the middle is of all.
		const at = sessions.findIndex(({ date }) => date === '2024-04-24');
		const moveOf = (row: number, span: number): number => Math.log(priceAt(row, at + span, 25) / priceAt(row, at, 25));
		const excess = moveOf(0, 1) - (median(tickers.map((_, row) => moveOf(row, 1))) as number);
		expect(body.items[0].after[0]).toBeCloseTo(excess, 5);
		expect(body.followed[0]).toMatchObject({ sessions: 1, n: 1, rose: { hits: 1, p: 1 }, fell: { hits: 0, p: 0 } });
		expect(body.followed[0].mean).toBeCloseTo(excess, 5);
		// One episode says next to nothing, and the interval shows it.
		expect(body.followed[0].rose.low).toBeLessThan(0.2);
		expect(body.followed[0].base.rose).toBe(1);
		// Five sessions later is the one that runs: not over.
		expect(body.followed[1]).toMatchObject({ sessions: 5, n: 0, rose: { hits: 0, p: null, low: 0, high: 1 } });
		expect((await app.get('/api/analytics_ticker/followed?ticker_id=11')).status).toBe(404);
		expect((await app.get('/api/analytics_ticker/followed')).status).toBe(400);
		expect((await silent.get('/api/analytics_ticker/followed?ticker_id=10')).body).toMatchObject({ from: null, hours: 0, followed: [] });
	});
});

describe('GET /api/analytics_time', () => {
	it('gives the last counted hour of each source', async () => {
		const { body } = await app.get('/api/analytics_time');
		expect(body.now).toBe('2024-05-01T15:45:00Z');
		expect(body.items.map(({ time }: { time: string }) => time)).toEqual(['2024-05-01T15:00:00Z', '2024-05-01T15:00:00Z']);
		expect((await app.get('/api/analytics_time', 'visitor')).status).toBe(401);
		expect((await app.get('/api/analytics_time', 'none')).status).toBe(403);
	});

	it('includes what was counted after an earlier request', async () => {
		const window = createEmptyAttention();
		const one = await appOf(window);
		const times = async () => (await one.get('/api/analytics_time')).body.items.map(({ time }: { time: string | null }) => time);
		expect(await times()).toEqual([null, null]);
		window.add(
			createMentions(LAST, COUNTED_UNTIL, () => [{ row: 0, source: 'twitter', mentions: 5 }]),
			LAST,
			COUNTED_UNTIL,
		);
		expect((await times())[0]).toBe('2024-05-01T15:00:00Z');
		await one.close();
	});
});
