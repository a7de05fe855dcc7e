import { charts as chartsAnswer, priceReads } from '@sw/contract/prices/price-reads';
import { preOpen } from '@sw/domain/prices/bar-session';
import { createBarBlock, createDailyBlock, createMentionBlock, createOptionBlock, POST, PRE, REGULAR } from '@sw/domain/prices/blocks';
import { packWord } from '@sw/domain/signals/packed';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { SLOT_MS } from '@sw/domain/time/slots';
import { DAY, exchangeDate, HOUR, MINUTE, tickerId } from '@sw/domain/time/units';
import { newYorkToUtc } from '@sw/domain/time/zone';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastSession, NOW, SOURCE } from '../../market/window/testing/fixture.ts';
import { implement } from '../handlers.ts';
import { headersOf } from '../testing/callers.ts';
import { guardedApp } from '../testing/workspace-app.ts';
import { workspaceWorld } from '../testing/workspace-world.ts';
import { buildBlockSessions, buildChartBars } from './chart-bars.ts';
import { createPriceReadHandlers } from './reads-handlers.ts';

type Part = typeof PRE | typeof REGULAR | typeof POST;
/** A bar whose prices are all `price`. */
type Traded = readonly [session: Session, part: Part, slot: number, price: number, volume?: number];

function sessionOn(date: string): Session {
	return nyse.sessionOn(exchangeDate(date)) as Session;
}

function barsOf(traded: readonly Traded[]) {
	const block = createBarBlock(traded.length);
	block.count = traded.length;
	traded.forEach(([session, part, slot, price, volume = 100], i) => {
		const begin = { [PRE]: preOpen(session), [REGULAR]: session.open, [POST]: session.close }[part];
		block.time[i] = (begin + slot * SLOT_MS) / 1000;
		block.session[i] = part;
		for (const field of ['open', 'high', 'low', 'close'] as const) block[field][i] = price;
		block.volume[i] = volume;
	});
	return block;
}

const NO_MORE = { options: createOptionBlock(0), daily: createDailyBlock(0) };
/** Regular hours with a trade in each slot. */
const tradedAll = (session: Session): Traded[] => Array.from({ length: session.slots }, (_, slot) => [session, REGULAR, slot, 100]);

/** Bars of a timeframe as [start in UTC, end, close, volume], and the gaps. */
function chart(
	traded: readonly Traded[],
	timeframe: 0 | 1 | 2 | 3 | 4,
	sessions: readonly Session[],
	span: { from?: number; until?: number } = {},
) {
	const [first, last] = [sessions[0] as Session, sessions.at(-1) as Session];
	const { bars, gaps } = buildChartBars(
		buildBlockSessions(sessions, { bars: barsOf(traded), ...NO_MORE }, true),
		timeframe,
		{ from: span.from ?? first.open - DAY, until: span.until ?? last.close + DAY },
		() => 1,
	);
	return { bars, gaps, extended: bars.filter((bar) => bar.extended).map((bar) => [iso(bar.start), iso(bar.end), bar.close, bar.volume]) };
}

const iso = (ms: number): string => isoSeconds(ms).slice(5, 16);

const WEDNESDAY = sessionOn('2024-05-01');

describe('bars outside regular hours', () => {
	it('group the slots of each part from its own start, and end with it', () => {
		const traded: Traded[] = [
			[WEDNESDAY, PRE, 0, 10],
			[WEDNESDAY, PRE, 3, 11],
			[WEDNESDAY, PRE, 20, 12],
			[WEDNESDAY, PRE, 21, 13],
			...tradedAll(WEDNESDAY),
			[WEDNESDAY, POST, 0, 20],
			[WEDNESDAY, POST, 15, 21],
		];
		expect(chart(traded, 2, [WEDNESDAY]).extended).toEqual([
			['05-01T08:00', '05-01T09:00', 11, 200],
			['05-01T13:00', '05-01T13:30', 13, 200],
			['05-01T20:00', '05-01T21:00', 20, 100],
			['05-01T23:00', '05-02T00:00', 21, 100],
		]);
		expect(chart(traded, 3, [WEDNESDAY]).extended).toEqual([
			['05-01T08:00', '05-01T12:00', 11, 200],
			['05-01T12:00', '05-01T13:30', 13, 200],
			['05-01T20:00', '05-02T00:00', 21, 200],
		]);
		expect(chart(traded, 1, [WEDNESDAY]).extended).toHaveLength(5);
		expect(chart(traded, 0, [WEDNESDAY]).extended).toHaveLength(6);
	});

	it('are in order of time among the regular ones, and without trades there is neither a bar nor a gap', () => {
		const { bars, gaps } = chart(
			[
				[WEDNESDAY, PRE, 5, 10],
				[WEDNESDAY, REGULAR, 0, 11],
				[WEDNESDAY, POST, 3, 12],
			],
			2,
			[WEDNESDAY],
		);
		expect(bars.map(({ close, extended }) => [close, extended])).toEqual([
			[10, true],
			[11, false],
			[12, true],
		]);
		expect(gaps.map(iso)).toEqual(['05-01T14:30', '05-01T15:30', '05-01T16:30', '05-01T17:30', '05-01T18:30', '05-01T19:30']);
	});

	it('are none of a ticker that trades in regular hours only, whose chart is the usual one', () => {
		const regular = buildBlockSessions([WEDNESDAY], { bars: barsOf(tradedAll(WEDNESDAY)), ...NO_MORE }, false);
		const span = { from: WEDNESDAY.open - DAY, until: WEDNESDAY.close + DAY };
		const { bars, gaps } = chart(tradedAll(WEDNESDAY), 0, [WEDNESDAY]);
		expect({ bars, gaps }).toEqual(buildChartBars(regular, 0, span, () => 1));
	});

	it('end at 17:00 on an early close', () => {
		const early = sessionOn('2024-07-03');
		expect(
			chart([[early, PRE, 0, 10], ...tradedAll(early), [early, POST, 0, 20], [early, POST, 15, 21], [early, POST, 16, 22]], 2, [early])
				.extended,
		).toEqual([
			['07-03T08:00', '07-03T09:00', 10, 100],
			['07-03T17:00', '07-03T18:00', 20, 100],
			['07-03T20:00', '07-03T21:00', 21, 100],
		]);
	});

	it('begin at 04:00 in New York before and after the clocks change', () => {
		const [friday, monday] = [sessionOn('2024-03-08'), sessionOn('2024-03-11')];
		const traded = [friday, monday].flatMap((day): Traded[] => [[day, PRE, 0, 10], ...tradedAll(day), [day, POST, 15, 20]]);
		expect(chart(traded, 2, [friday, monday]).extended.map(([start, end]) => [start, end])).toEqual([
			['03-08T09:00', '03-08T10:00'],
			['03-09T00:00', '03-09T01:00'],
			['03-11T08:00', '03-11T09:00'],
			['03-11T23:00', '03-12T00:00'],
		]);
	});

	it('consist of slots that have ended', () => {
		const traded: Traded[] = [0, 1, 2, 3].map((slot) => [WEDNESDAY, POST, slot, 10 + slot]);
		const until = (minutes: number) => chart(traded, 2, [WEDNESDAY], { until: WEDNESDAY.close + minutes * MINUTE }).extended;
		expect(until(14)).toEqual([]);
		expect(until(30)).toEqual([['05-01T20:00', '05-01T20:30', 11, 200]]);
		expect(until(59)).toEqual([['05-01T20:00', '05-01T20:45', 12, 300]]);
		const morning: Traded[] = [
			[WEDNESDAY, PRE, 0, 5],
			[WEDNESDAY, PRE, 1, 6],
		];
		expect(chart(morning, 0, [WEDNESDAY], { until: preOpen(WEDNESDAY) + 20 * MINUTE })).toMatchObject({
			extended: [['05-01T08:00', '05-01T08:15', 5, 100]],
			gaps: [],
		});
	});

	it('begin in the span', () => {
		const traded: Traded[] = [[WEDNESDAY, PRE, 0, 5], [WEDNESDAY, PRE, 8, 6], ...tradedAll(WEDNESDAY)];
		expect(chart(traded, 2, [WEDNESDAY], { from: preOpen(WEDNESDAY) + 1 }).extended).toEqual([['05-01T10:00', '05-01T11:00', 6, 100]]);
	});

	it('are never part of a day', () => {
		const traded: Traded[] = [[WEDNESDAY, PRE, 0, 5], ...tradedAll(WEDNESDAY), [WEDNESDAY, POST, 0, 500]];
		expect(chart(traded, 4, [WEDNESDAY]).bars).toMatchObject([{ low: 100, high: 100, volume: 2600, extended: false }]);
	});
});

const AAA = tickerId(10);
const DAY_BEFORE = sessionOn('2024-04-30');
const TRADED: readonly Traded[] = [
	...tradedAll(DAY_BEFORE),
	[DAY_BEFORE, POST, 0, 400],
	[DAY_BEFORE, POST, 5, 404],
	[lastSession, PRE, 8, 101],
	...tradedAll(lastSession),
	[lastSession, POST, 2, 110],
];

describe('a chart with extended hours', () => {
	let app: Awaited<ReturnType<typeof guardedApp>>;
	const reads: [from: number, to: number][] = [];
	let now = NOW;
	beforeAll(async () => {
		const world = workspaceWorld();
		/** Reports at the close of the day before, and a minute after it. */
		const reports = [DAY_BEFORE.close, DAY_BEFORE.close + MINUTE];
		app = await guardedApp([
			implement(
				priceReads,
				createPriceReadHandlers({
					...world,
					reports: { ...world.reports, at: () => world.reports.newest() },
					currentParameters: () => world.parameters,
					now: () => now,
					source: { ...SOURCE, isPublic: false },
					store: {
						bars: async (_, from, to) => {
							reads.push([from, to]);
							return barsOf(TRADED);
						},
						options: async () => {
							const block = createOptionBlock(2);
							block.count = 2;
							block.time.set([DAY_BEFORE.close / 1000 - 900, DAY_BEFORE.close / 1000]);
							block.calls.set([7, 8]);
							return block;
						},
						daily: async () => createDailyBlock(0),
						mentions: async () => {
							const block = createMentionBlock(3);
							block.count = 3;
							block.time.set([DAY_BEFORE.close / 1000, (DAY_BEFORE.close + 6 * HOUR) / 1000, preOpen(lastSession) / 1000 + 2 * 3600]);
							block.mentions.set([1, 2, 4]);
							return block;
						},
						words: async () => ({
							count: reports.length,
							time: Uint32Array.from(reports, (time) => time / 1000),
							words: [0, 1, 2, 3, 4].map(() => new Uint32Array(reports.length).fill(packWord(Array(7).fill(3)))) as never,
						}),
						splits: async () => [{ tickerId: AAA, date: lastSession.date, ratio: 4 }],
					},
					mentionsVersion: () => 1,
				}),
			),
		]);
	});
	afterAll(() => app.close());
	const get = async (query: string) => {
		const answer = await app.inject({ url: `/api/charts?ticker_id=${AAA}&from=2024-04-30${query}`, headers: headersOf('pro') });
		expect([query, answer.statusCode]).toEqual([query, 200]);
		const { items, ...rest } = chartsAnswer.parse(answer.json());
		return { ...rest, items, chart: items[0] as (typeof items)[number] };
	};
	/** Index of the bar that starts at an instant. */
	const at = ({ time }: { time: readonly string[] }, ms: number): number => time.indexOf(isoSeconds(ms));

	it('has the regular bars alone by default, from memory', async () => {
		reads.length = 0;
		const { chart: usual } = await get('&timeframe=60');
		expect([usual.total_count, reads]).toEqual([10, []]);
		expect((await get('&timeframe=60&extended=false')).chart).toEqual(usual);
		expect((await app.inject({ url: `/api/charts?ticker_id=${AAA}&extended=1`, headers: headersOf('pro') })).json().errors).toMatchObject([
			{ field: 'extended' },
		]);
	});

	it('has bars before the open and after the close as well, on the same share basis, in pages', async () => {
		reads.length = 0;
		const { chart: hours, basis } = await get('&timeframe=60&extended=true');
		expect([hours.total_count, basis]).toEqual([13, '2024-05-01']);
		expect(reads).toEqual([[preOpen(DAY_BEFORE), NOW + 1000]]);
		const [evening, later, morning] = [DAY_BEFORE.close, DAY_BEFORE.close + HOUR, preOpen(lastSession) + 2 * HOUR].map((ms) =>
			at(hours, ms),
		);
		expect([evening, later, morning]).toEqual([7, 8, 9]);
		expect([hours.close[7], hours.close[8], hours.close[9]]).toEqual([100, 101, 101]);
		expect([hours.volume[7], hours.volume[9]]).toEqual([400, 100]);
		expect(hours.gaps).toEqual([]);
		const page = (await get('&timeframe=60&extended=true&skip=8&max=2')).chart;
		expect([page.total_count, page.time]).toEqual([13, hours.time.slice(8, 10)]);
		expect(hours.sessions.map(({ pre, post }) => [pre, post])).toEqual([
			['2024-04-30T08:00:00Z', '2024-05-01T00:00:00Z'],
			['2024-05-01T08:00:00Z', '2024-05-02T00:00:00Z'],
		]);
	});

	it('has neither options nor depths on them, but the mentions since the bar before', async () => {
		const { chart: hours } = await get('&timeframe=60&extended=true');
		expect(hours.calls.slice(6, 10)).toEqual([7, null, null, null]);
		expect(hours.depths.volume.slice(6, 10)).toEqual([3, null, null, null]);
		expect(hours.mentions.slice(6, 10)).toEqual([null, 1, null, 6]);
	});

	it('is the usual one on 1d, also beside other timeframes', async () => {
		const days = (await get('&timeframe=1D')).chart;
		expect((await get('&timeframe=1D&extended=true')).chart).toEqual(days);
		const { items } = await get('&timeframes=60,1D&extended=true');
		expect(items.map(({ total_count }) => total_count)).toEqual([13, 2]);
	});

	it('ends before the open or after the close, without later trades, with the session that they belong to', async () => {
		const to = (ms: number, more = '&extended=true') => get(`&timeframe=15&to=${isoSeconds(ms)}${more}`);
		const evening = await to(DAY_BEFORE.close + 30 * MINUTE);
		expect(evening.chart.time.at(-1)).toBe(isoSeconds(DAY_BEFORE.close));
		expect(evening).toMatchObject({ basis: '2024-04-30', later_splits: 4 });
		expect(evening.chart.close.at(-1)).toBe(400);
		const morning = await to(preOpen(lastSession) + 3 * HOUR);
		expect(morning).toMatchObject({ basis: '2024-05-01', later_splits: 1 });
		expect(morning.chart.close.at(-1)).toBe(101);
		expect(morning.chart.sessions.map(({ date }) => date)).toEqual(['2024-04-30', '2024-05-01']);
		expect(morning.chart.gaps).toEqual([]);
		const usual = await to(preOpen(lastSession) + 3 * HOUR, '');
		expect([usual.basis, usual.chart.sessions.map(({ date }) => date)]).toEqual(['2024-04-30', ['2024-04-30']]);
	});

	it('is as old as its last trade', async () => {
		now = (lastSession.close + 2 * HOUR) as typeof NOW;
		const [usual, extended] = [await get('&timeframe=30'), await get('&timeframe=30&extended=true')];
		now = NOW;
		expect(usual).toMatchObject({ as_of: isoSeconds(NOW), delay: (lastSession.close + 2 * HOUR - NOW) / 1000 });
		expect(extended).toMatchObject({ as_of: isoSeconds(lastSession.close + HOUR), delay: 3600 });
	});

	it('may begin after the close', async () => {
		const answer = await app.inject({
			url: `/api/charts?ticker_id=${AAA}&timeframe=15&extended=true&from=${isoSeconds(newYorkToUtc(DAY_BEFORE.date, 17, 0))}&to=${isoSeconds(lastSession.open)}`,
			headers: headersOf('pro'),
		});
		const { items } = chartsAnswer.parse(answer.json());
		expect(items[0]?.time).toEqual([isoSeconds(DAY_BEFORE.close + 75 * MINUTE), isoSeconds(preOpen(lastSession) + 2 * HOUR)]);
		expect(items[0]?.sessions.map(({ date }) => date)).toEqual(['2024-04-30', '2024-05-01']);
	});
});
