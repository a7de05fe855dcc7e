import { BREADTH_SLICES } from '@sw/domain/attention/breadth';
import { PAST_DAYS } from '@sw/domain/attention/interval';
import { CAPS } from '@sw/domain/prices/cap';
import { NULL_BITS, packWord } from '@sw/domain/signals/packed';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { slotEnd } from '@sw/domain/time/slots';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { DAY, exchangeDate, HOUR, type ReportTime, SECOND, utcMs } from '@sw/domain/time/units';
import { newYorkDate, newYorkMinute } from '@sw/domain/time/zone';
import { insertMentions } from '@sw/store/clickhouse/mentions';
import type { Stores } from '@sw/store/open';
import { commitBatch, openBatch } from '@sw/store/postgres/records/batches';
import { reportAt } from '@sw/store/postgres/records/reports';
import { saveTickers } from '@sw/store/postgres/records/tickers';
import { users } from '@sw/store/postgres/schema/accounts';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tell } from '../areas/attention/breadth-ports.ts';
import { as, type CallerKind, userId } from '../areas/testing/callers.ts';
import { guardedApp } from '../areas/testing/desk-app.ts';
import { randomKey, STREAM, uniform } from '../intake/simulated/random.ts';
import { feedAttention } from '../market/slots/feed-attention.ts';
import { saveStoredUntil } from '../market/stored/stored-until.ts';
import { defaultSlots } from '../market/timetable/slot-times.ts';
import { createAttentionWindow, KEPT_HOURS } from '../market/window/attention-window.ts';
import { lastSession, NOW, reportOf, sessions, smallWorld, tickers } from '../market/window/testing/fixture.ts';
import { COUNTED, mentionsOf, type Told } from '../market/window/testing/mentions.ts';
import type { BoundJob, JsonObject } from '../platform/jobs/definition.ts';
import type { Job } from '../platform/jobs/job.ts';
import { createNumberOf } from '../reports/number-of-set.ts';
import { createPublish, type Publish } from '../reports/publish.ts';
import { openShownReports, type ShownReports } from '../reports/shown-reports.ts';
import { type Attention, openAttention } from './attention.ts';

let stores: Stores;
let shown: ShownReports;
let publish: Publish;
let attention: Attention;
let app: Awaited<ReturnType<typeof guardedApp>>;
let handlers: readonly BoundJob[] = [];
const submitted: { kind: string; request: JsonObject }[] = [];
const told: { userId: string; subject: string; key: string; link: string | null }[] = [];
const world = smallWorld();

/** Numbers in [0, n), the same in every run. */
const key = randomKey(7, STREAM.mention, 1, 1);
let drawn = 0;
const random = (n: number): number => Math.floor(uniform(key, drawn++) * n);
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;

/** A report in which every depth, and whether it can be measured, is drawn by lot. */
const drawnReport = (time: ReportTime): ReportTable => {
	const table = reportOf(time);
	for (const words of table.words)
		for (let row = 0; row < table.count; row++) {
			const depth = () => random(6);
			const [price, options] = [random(8) > 0, random(4) > 0];
			words[row] = packWord([
				price ? depth() : null,
				price ? depth() : null,
				options ? depth() : null,
				random(8) > 0 ? depth() : null,
				options ? depth() : null,
				options ? depth() : null,
				depth(),
			]);
		}
	return table;
};

const built = (table: ReportTable, reconstructed = false) => ({
	table,
	cutoff: table.time,
	publishedAt: table.time,
	reconstructed,
	parameters: PARAMETERS_V1,
	inputs: { from: exchangeDate('2024-01-02'), hash: '0'.repeat(64) },
});

const at = (session: Session, slot: number): ReportTime => slotEnd(session, slot) as ReportTime;
/** 10:00 and 11:00 of each session; the newest is 11:00 of the last. */
const [EARLY, LATE] = [1, 5];
const NEWEST = at(lastSession, LATE);
const dates = sessions;

/** Talk of every ticker by lot, on both sources, with authors on the second. */
const lots = (): Told[] =>
	tickers.flatMap((_, row): Told[] => [
		...(random(3) > 0 ? [{ row, source: 'twitter' as const, mentions: random(40), retweets: random(30) }] : []),
		...(random(3) > 0 ? [{ row, source: 'reddit' as const, mentions: 1 + random(9), authors: 1 + random(3) }] : []),
	]);
const FIRST = utcMs(COUNTED - KEPT_HOURS * HOUR);

beforeAll(async () => {
	stores = await testStores();
	const { db } = stores.records;
	await saveTickers(db, 'test', tickers);
	await db.insert(users).values(
		(['basic', 'pro'] as const).map((license, i) => ({
			id: userId(i + 1),
			email: `${license}@example.test`,
			emailKey: `${license}@example.test`,
			role: 'user' as const,
			status: 'active' as const,
			license,
			createdAt: utcMs(0),
		})),
	);
	shown = openShownReports(stores, defaultSlots(nyse));
	const typeOf = (id: number): number => (world.directory.byId(id)?.type === 'etf' ? 1 : 0);
	publish = createPublish({ stores, provider: 'test', engine: 'e1', numberOf: createNumberOf(db), shown, typeOf });
	const batch = await openBatch(db, { kind: 'bars', provider: 'test' });
	await insertMentions(stores.series, mentionsOf(FIRST, COUNTED, lots), batch);
	await commitBatch(db, batch, 1);
	await saveStoredUntil(db, 'test', 'mentions', COUNTED);
	const window = createAttentionWindow(tickers.length, world.directory.rowOf);
	await feedAttention({ stores, provider: { name: 'test' } as never, attention: window, breathe: async () => {} }, NOW);
	const tell: Tell = async (user, { subject, key: name, link }) => void told.push({ userId: user, subject, key: name, link });
	attention = openAttention({
		stores,
		market: { ...world, reports: shown.hot, attention: window },
		calendar: nyse,
		tops: world.tops,
		source: world.source,
		lists: async () => ({ favorites: new Set<number>(), hiddenEverywhere: () => new Set<number>() }) as never,
		wall: { now: () => NOW },
		jobs: {
			submit: async ({ kind }, request) => {
				submitted.push({ kind, request: request as JsonObject });
				return { ...JOB, kind, request: request as JsonObject };
			},
			begin: async (_lane, given) => {
				handlers = given;
			},
		},
		nameOf: async () => 'somebody',
		audit: async () => {},
		tell,
		onTrouble: (what, error) => {
			throw new Error(what, { cause: error });
		},
	});
	for (const session of dates) await publish([built(drawnReport(at(session, EARLY))), built(drawnReport(at(session, LATE)))]);
	app = await guardedApp(attention.areas);
	await attention.begin();
});
afterAll(async () => {
	await app?.close();
	await stores?.close();
});

const JOB: Job = {
	id: '00000000-0000-4000-8000-000000000001',
	kind: 'breadth',
	request: {},
	by: 'somebody',
	state: 'queued',
	phase: '',
	progress: null,
	result: null,
	error: null,
	created: 0,
	started: null,
	finished: null,
};

const get = async (url: string, kind: CallerKind = 'pro', user = 1) => {
	const answer = await app.inject({ url: `/api/${url}`, headers: as(kind, user) });
	return { status: answer.statusCode, body: answer.json() };
};
const post = async (url: string, payload: Record<string, unknown>, kind: CallerKind = 'pro', user = 1) => {
	const answer = await app.inject({ method: 'POST', url: `/api/${url}`, headers: as(kind, user), payload });
	return { status: answer.statusCode, body: answer.json() };
};
const run = async (kind: string, request: JsonObject): Promise<JsonObject> => {
	const handler = handlers.find(({ definition }) => definition.kind === kind);
	const signal = new AbortController().signal;
	return (await handler?.run(request, { progress: () => {}, say: () => {}, signal, isLastTry: false })) ?? {};
};
/** What each SELECT of one number answers, asked together. */
const answersOf = async (selects: readonly string[]): Promise<number[]> => {
	const answers: number[] = [];
	for (let from = 0; from < selects.length; from += AT_ONCE) {
		const asked = selects
			.slice(from, from + AT_ONCE)
			.map((sql, i) => sql.replace(/^(.*?) FROM /, `SELECT toUInt32(${i}) AS i, toFloat64($1) AS n FROM `));
		const { columns } = await stores.series.requests.read(
			{ i: 'UInt32', n: 'Float64' },
			`SELECT i, n FROM (${asked.join(' UNION ALL ')}) ORDER BY i`,
		);
		answers.push(...columns.n);
	}
	return answers;
};
const AT_ONCE = 50;
const utc = (ms: number): string => `toDateTime(${ms / SECOND}, 'UTC')`;

describe('mentions', () => {
	it('are what plain SQL over the stored rows says, for 200 questions by lot', async () => {
		const hours = { one_hour: 1, four_hours: 4, day: 24 } as const;
		const selects: string[] = [];
		const found: number[] = [];
		for (let asked = 0; asked < 200; asked++) {
			const timeframe = pick(['one_hour', 'four_hours', 'day'] as const);
			const source = pick(['twitter', 'reddit', undefined] as const);
			const retweets = pick([true, false]);
			const ticker = pick(tickers);
			const query = `ticker_id=${ticker.id}&is_approximated=false&timeframe=${timeframe}&with_retweets=${retweets}${source ? `&source=${source}` : ''}`;
			const { body } = await get(`analytics_ticker?${query}`);
			const whose = `ticker_id = ${ticker.id}${source ? ` AND source = ${source === 'twitter' ? 0 : 1}` : ''}`;
			const sum = `sum(mentions${retweets ? ' + retweets' : ''}) FROM mentions WHERE ${whose}`;
			const from = utcMs(Date.parse(body.from));
			selects.push(`${sum} AND time >= ${utc(from)} AND time < ${utc(COUNTED)}`);
			// The same hours of the clock of the thirty days before.
			const [first, end] = [newYorkMinute(from) / 60, newYorkMinute(COUNTED - HOUR) / 60 + 1];
			expect(end - first).toBeLessThanOrEqual(hours[timeframe]);
			const days = `toDate(time, 'America/New_York') >= toDate('${newYorkDate(from - PAST_DAYS * DAY)}') AND toDate(time, 'America/New_York') < toDate('${newYorkDate(from)}')`;
			const clock = `toHour(time, 'America/New_York') >= ${first} AND toHour(time, 'America/New_York') < ${end}`;
			selects.push(`${sum} AND ${days} AND ${clock}`);
			found.push(body.now.counted, Math.round(body.now.mean * PAST_DAYS));
		}
		expect(found).toEqual(await answersOf(selects));
	});

	it('have a past in memory as soon as the market has started', async () => {
		const { body } = await get('analytics_time');
		expect(body.items.map(({ time, counter }: { time: string; counter: string }) => [time, counter])).toEqual([
			[isoSeconds(COUNTED), 'simulated'],
			[isoSeconds(COUNTED), 'simulated'],
		]);
	});
});

/** A bucket of capitalisation as a condition. */
const CAP_SQL: Record<string, string> = {
	mega_cap: 'cap > 200e9',
	large_cap: 'cap >= 10e9 AND cap <= 200e9',
	mid_cap: 'cap >= 2e9 AND cap < 10e9',
	small_cap: 'cap >= 300e6 AND cap < 2e9',
	micro_cap: 'cap >= 50e6 AND cap < 300e6',
	nano_cap: 'cap < 50e6',
	undefined: 'isNaN(cap)',
	all: '1',
};
const WORDS = ['w15', 'w30', 'w60', 'w240', 'w1d'] as const;

describe('the breadth of a report', () => {
	it('is what plain SQL over its rows counts, for 200 questions by lot', async () => {
		const selects: string[] = [];
		const found: number[] = [];
		for (let asked = 0; asked < 200; asked++) {
			const time = at(pick(dates), pick([EARLY, LATE]));
			const [timeframe, slice, depth] = [random(TIMEFRAMES.length), random(BREADTH_SLICES.length), random(6)];
			const marketcap = pick(CAPS).name;
			const type = pick(['stocks', 'etf'] as const);
			const name = `${BREADTH_SLICES[slice]}-${TIMEFRAMES[timeframe]?.name}-${marketcap}-${type}`;
			const { body } = await get(`sector-analysis?time=${isoSeconds(time)}&key=${name}`);
			const cell = body.cells[timeframe * BREADTH_SLICES.length + slice];
			const build = (await reportAt(stores.records.db, time, 'reverse'))?.buildId;
			const kind = `ticker_id ${type === 'etf' ? '=' : '!='} 50`;
			const rows = `FROM report_rows WHERE report = ${utc(time)} AND build = ${build} AND bitAnd(flags, 3) = 1 AND ${kind} AND ${CAP_SQL[marketcap]}`;
			const missing = `bitAnd(${WORDS[timeframe]}, ${NULL_BITS[slice]}) != 0`;
			selects.push(`count() ${rows} AND NOT ${missing} AND bitAnd(bitShiftRight(${WORDS[timeframe]}, ${4 * slice}), 7) = ${depth}`);
			selects.push(`count() ${rows} AND ${missing}`);
			found.push(cell.depths[depth], cell.unmeasured);
		}
		expect(found).toEqual(await answersOf(selects));
	});

	it('stands beside the same time of day of the sessions before, and the day up to it', async () => {
		const { body } = await get(`sector-analysis?time=${isoSeconds(NEWEST)}`);
		expect(body.key).toBe('price_short-one_hour-all-stocks');
		expect(body.days.map(({ time }: { time: string }) => time)).toEqual(dates.slice(0, -1).map((session) => isoSeconds(at(session, LATE))));
		expect(body.day.map(({ time }: { time: string }) => time)).toEqual([isoSeconds(at(lastSession, EARLY)), isoSeconds(NEWEST)]);
		const place = 2 * BREADTH_SLICES.length;
		const shares = body.days.map((day: { shares: number[] }) => day.shares[place]);
		const mean = shares.reduce((sum: number, share: number) => sum + share, 0) / shares.length;
		expect(body.cells[place].usual.mean).toBeCloseTo(mean, 12);
		expect(body.cells[place].usual.days).toBe(dates.length - 1);
		expect(body.day[1].shares[place]).toBe(body.cells[place].share);
	});

	it('is the same before and after later reports, and corrections of earlier ones that came out live', async () => {
		const asked = `sector-analysis?time=${isoSeconds(at(lastSession, EARLY))}`;
		const before = (await get(asked)).body;
		// A second version of yesterday's report of the same time, and a report that comes later.
		const yesterday = at(dates.at(-2) as Session, EARLY);
		await publish([built(drawnReport(yesterday))]);
		await publish([built(drawnReport(at(lastSession, LATE + 2)))]);
		expect((await get(asked)).body).toEqual(before);
		// Of yesterday itself the newest version is told.
		expect((await get(`sector-analysis?time=${isoSeconds(yesterday)}`)).body.report.version).toBe(2);
	});

	it('is counted for reports that have none, and again when an administrator asks', async () => {
		const old = at(dates[0] as Session, 9);
		const counted = drawnReport(old);
		await publish([built(counted, true)]);
		const asked = `sector-analysis?time=${isoSeconds(old)}&key=volume-day-all-stocks`;
		const { body } = await get(asked);
		await stores.series.bulk.run(`ALTER TABLE breadth DELETE WHERE report = ${utc(old)} SETTINGS mutations_sync = 2`);
		await run('breadth', {});
		expect((await get(asked)).body).toEqual(body);
		const answer = await post('sector-analysis', { date: newYorkDate(old) }, 'admin');
		expect([answer.status, answer.body.kind, submitted.at(-1)]).toEqual([
			200,
			'breadth',
			{ kind: 'breadth', request: { date: newYorkDate(old) } },
		]);
		expect(await run('breadth', { date: newYorkDate(old) })).toEqual({ reports: 3 });
		expect((await get(asked)).body).toEqual(body);
		expect((await post('sector-analysis', {}, 'admin')).status).toBe(400);
		expect((await post('sector-analysis', { date: newYorkDate(old) })).status).toBe(403);
	});

	it('waits until it is counted, and is none of a forecast', async () => {
		const time = at(dates[1] as Session, 12);
		const table = drawnReport(time);
		const { db } = stores.records;
		// As a version of the product wrote it that counted nothing.
		const bare: Publish = async ([given]) => {
			const [record] = await publish([given as ReturnType<typeof built>]);
			await stores.series.bulk.run(`ALTER TABLE breadth DELETE WHERE build = ${record?.buildId} SETTINGS mutations_sync = 2`);
			return record ? [record] : [];
		};
		await bare([built(table)]);
		const waiting = await get(`sector-analysis?time=${isoSeconds(time)}`);
		expect([waiting.status, waiting.body.detail]).toEqual([404, 'The breadth of that report has not been counted yet']);
		await run('breadth', {});
		expect((await get(`sector-analysis?time=${isoSeconds(time)}`)).status).toBe(200);
		const forecast = utcMs(slotEnd(lastSession, 0) + 60_000);
		await publish([built({ ...drawnReport(forecast), algo: 'forecast' })]);
		const answer = await get(`sector-analysis?time=${isoSeconds(forecast)}`);
		expect([answer.status, answer.body.detail]).toEqual([404, 'A forecast states what may come: its breadth is not counted']);
		expect((await reportAt(db, forecast, 'forecast'))?.version).toBe(1);
		expect((await get(`sector-analysis?time=${isoSeconds(NEWEST + HOUR * 24)}`)).status).toBe(404);
	});

	it('is open to the licence of its report', async () => {
		const pro = at(lastSession, LATE + 2);
		expect((await get(`sector-analysis?time=${isoSeconds(pro)}`, 'basic')).status).toBe(403);
		expect((await get(`sector-analysis?time=${isoSeconds(pro)}`, 'none')).status).toBe(403);
		expect((await get(`sector-analysis?time=${isoSeconds(NEWEST)}`, 'basic')).status).toBe(200);
	});

	it.each([
		['', 'time'],
		['time=yesterday', 'time'],
		['time=2024-05-01T15:00:00Z&key=everything', 'key'],
		['time=2024-05-01T15:00:00Z&depth=6', 'depth'],
		['time=2024-05-01T15:00:00Z&colour=red', 'colour'],
	])('refuses %s', async (query, field) => {
		const { status, body } = await get(`sector-analysis?${query}`);
		expect([status, body.errors[0].field]).toEqual([400, field]);
	});
});

describe('the key of a breadth', () => {
	it('is told by check, in words of wheels and of top tables, with what it comes to', async () => {
		const { body } = await get('sector-analysis/check');
		expect(body).toMatchObject({
			key: 'price_short-one_hour-all-stocks',
			category: 'price_short',
			interval: 'one_hour',
			ready: true,
			subscription: null,
		});
		const words = (await get('sector-analysis/check?category=losers&interval=4h&marketcap=nano_cap&type=etf')).body;
		expect(words).toMatchObject({
			key: 'price_long-four_hours-nano_cap-etf',
			category: 'price_long',
			interval: 'four_hours',
			share: null,
			measured: 0,
		});
		// The newest report that a basic licence opens.
		expect((await get('sector-analysis/check', 'basic')).body.time).toBe(isoSeconds(NEWEST));
		for (const query of ['category=month', 'interval=week', 'marketcap=huge', 'type=bonds'])
			expect((await get(`sector-analysis/check?${query}`)).status, query).toBe(400);
	});

	it('can be subscribed to: once without a level, once a day from a level on, by those who may open the report', async () => {
		const day = { key: 'price_short-one_hour-all-stocks' };
		expect((await post('sector-analysis/subscribe', day, 'basic', 1)).body.subscription.level).toBeNull();
		await post('sector-analysis/subscribe', { ...day, level: 0 }, 'pro', 2);
		await post('sector-analysis/subscribe', { key: 'volume-day-nano_cap-stocks', level: 1 }, 'pro', 2);
		expect((await post('sector-analysis/subscribe', { key: 'nothing' })).status).toBe(400);
		expect((await post('sector-analysis/subscribe', { ...day, level: 1.5 })).status).toBe(400);
		told.length = 0;
		// 11:45 is for the highest licence alone.
		const locked = at(lastSession, 8);
		await publish([built(drawnReport(locked))]);
		expect(submitted.at(-1)).toEqual({ kind: 'breadth_notices', request: { report: locked } });
		await run('breadth_notices', { report: locked });
		expect(told.map(({ userId: who }) => who)).toEqual([userId(2)]);
		expect(told[0]?.subject).toMatch(/^Price ↑, 1h: \d+\.\d % of stocks$/);
		expect(told[0]?.link).toBe(`/breadth?time=${encodeURIComponent(isoSeconds(locked))}&key=${day.key}`);
		// Noon is open to all: who asked for one report is told and no more, who was told today is not told again.
		const noon = at(lastSession, 9);
		await publish([built(drawnReport(noon))]);
		await run('breadth_notices', { report: noon });
		await run('breadth_notices', { report: noon });
		expect(told.map(({ userId: who }) => who)).toEqual([userId(2), userId(1)]);
		expect((await get('sector-analysis/check', 'basic', 1)).body.subscription).toBeNull();
	});

	it('is not told any more when it is taken back, and of fifty at most', async () => {
		const { body } = await post('sector-analysis/subscribe', { key: 'price_short-one_hour-all-stocks', active: false }, 'pro', 2);
		expect(body.subscription).toBeNull();
		for (let n = 0; n < 49; n++) {
			const name = `${BREADTH_SLICES[n % 7]}-${TIMEFRAMES[Math.floor(n / 7) % 5]?.name}-mid_cap-${n < 35 ? 'stocks' : 'etf'}`;
			expect((await post('sector-analysis/subscribe', { key: name }, 'pro', 2)).status).toBe(200);
		}
		const { status, body: refused } = await post('sector-analysis/subscribe', { key: 'squeeze-day-mega_cap-index' }, 'pro', 2);
		expect([status, refused.detail]).toEqual([403, 'You are told of 50 breadths at most: take one back first.']);
	});
});
