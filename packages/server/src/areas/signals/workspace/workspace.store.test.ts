import { filters as calls } from '@sw/contract/filters/filters';
import { BUILT_IN_FILTERS } from '@sw/domain/filters/built-in-filters';
import { slotsOfDate } from '@sw/domain/reports/timetable';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { nyse } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { DAY, type ReportTime, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import { users } from '@sw/store/postgres/schema/accounts';
import { testStores } from '@sw/store/testing/test-stores';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from '../../../compose/areas/workspace.ts';
import { createFacts, createReport, NOW, smallWorld, tickers } from '../../../market/window/testing/fixture.ts';
import { createHotReports } from '../../../reports/hot-reports.ts';
import { type CallerKind, headersOf, userId } from '../../testing/callers.ts';
import { publishReports } from '../../testing/publish-reports.ts';
import { guardedApp } from '../../testing/workspace-app.ts';

let stores: Stores;
let workspace: Workspace;
let app: Awaited<ReturnType<typeof guardedApp>>;
const wall = { time: Date.UTC(2026, 5, 30), market: NOW, now: () => wall.time };
const world = { ...smallWorld(), reports: createHotReports({ maxTables: 8, load: async () => undefined }) };
const BASIC = (NOW - 45 * 60_000) as ReportTime;

/** The report of an instant, in which only the first ticker has any volume. */
function quiet(time: ReportTime): ReportTable {
	const table = createReport(time);
	for (const words of table.words) for (let row = 1; row < table.count; row++) words[row] = words[row]! & ~0x7000;
	return table;
}

beforeAll(async () => {
	stores = await testStores();
	await saveTickers(stores.records.db, 'test', tickers);
	const at = { stores, reports: world.reports };
	await publishReports(at, [quiet((BASIC - DAY) as ReportTime), createReport(BASIC)]);
	await publishReports(at, [quiet(BASIC)]);
	world.reports.add(createFacts(NOW, { report: 'pro' }), createReport(NOW as ReportTime));
	workspace = await openWorkspace({
		stores,
		market: { ...world, now: () => wall.market },
		source: world.source,
		tops: world.tops,
		calendar: nyse,
		currentParameters: () => PARAMETERS_V1,
		wall,
		explain: async () => null,
		audit: async () => {},
		slotsOn: (date) => {
			const session = nyse.sessionOn(date);
			return session ? slotsOfDate(session) : [];
		},
	});
	app = await guardedApp(workspace.areas);
});
afterAll(async () => {
	await app?.close();
	await workspace?.close();
	await stores?.close();
});

let user = 0;

async function newUser(): Promise<number> {
	const email = `u${++user}@example.test`;
	const createdAt = wall.now() as UtcMs;
	await stores.records.db.insert(users).values({ id: userId(user), email, emailKey: email, role: 'user', status: 'active', createdAt });
	return user;
}

beforeEach(newUser);

async function send(method: string, url: string, body?: unknown, kind: CallerKind = 'basic', who = user) {
	const answer = await app.inject({
		method: method as 'GET',
		url: `/api/${url}`,
		headers: headersOf(kind, who),
		...(body === undefined ? {} : { payload: body as NonNullable<InjectOptions['payload']> }),
	});
	return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
}

function form(name: string, change: object = {}) {
	return {
		tab: 'extreme_rise',
		timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
		filters: [
			{ sector: 'volume', timeframe: 'one_hour', value: 3 },
			{ sector: 'price_short', timeframe: '60', value: 0 },
		],
		name,
		...change,
	};
}

async function create(name: string, change: object = {}, kind: CallerKind = 'basic') {
	const { status, body } = await send('POST', 'filters', form(name, change), kind);
	expect([status, body.errors]).toEqual([200, undefined]);
	return calls.filter.answers[200].parse(body);
}

describe('saved filters', () => {
	it('are saved without empty conditions, and listed after the built-in ones', async () => {
		const saved = await create('  My   filter ', { comment: 'why', operation: 'long' });
		expect(saved).toMatchObject({
			name: 'My filter',
			tab: 'extreme_rise',
			timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
			filters: [{ sector: 'volume', timeframe: 'one_hour', value: 3 }],
			operation: 'long',
			comment: 'why',
			is_branded: false,
			feed: false,
			limit: 1,
			black_list_count: 0,
			created: '2026-06-30T00:00:00Z',
		});
		const { body } = await send('GET', 'filters');
		expect(body).toMatchObject({ limit: 1, allowed: 5, black_list_count: 0, total_count: 5 });
		expect(body.items.map((i: { name: string }) => i.name)).toEqual([...BUILT_IN_FILTERS.map((f) => f.name), 'My filter']);
		expect((await send('GET', `filters/${saved.id}`)).body).toEqual(saved);
	});

	it('are narrowed by tab, timeframes and notices; 204 when none is left', async () => {
		const { id } = await create('Mine', { tab: 'free' });
		const names = async (query: string) => {
			const { status, body } = await send('GET', `filters?${query}`);
			return [status, body?.items.map((i: { name: string }) => i.name)];
		};
		expect(await names('is_favorite=true')).toEqual([204, undefined]);
		expect(await names('timeframes=1D,240,60')).toEqual([204, undefined]);
		expect(await names('tab=free&timeframes=15,30,60')).toEqual([200, ['Busy options', 'Mine']]);
		expect((await send('PUT', `filters/${id}/feed`, { feed: true })).body).toMatchObject({ feed: true });
		expect(await names('is_favorite=true')).toEqual([200, ['Mine']]);
		expect(await names('tab=free&is_favorite=false')).toEqual([200, ['Busy options']]);
	});

	it('have one name each, and are as many as the licence allows', async () => {
		for (const name of ['a', 'b', 'c', 'd']) await create(name);
		expect(await send('POST', 'filters', form(' A '))).toMatchObject({
			status: 409,
			body: { title: 'Conflict', errors: [{ field: 'name' }] },
		});
		await create('e');
		const full = await send('POST', 'filters', form('f'));
		expect([full.status, full.body.detail]).toEqual([403, 'Your basic licence includes 5 filters']);
		expect((await create('f', {}, 'premium')).limit).toBe(6);
	});

	it('are changed, renamed and deleted by their owner', async () => {
		const { id } = await create('Mine');
		await create('Other');
		wall.time += 1000;
		const changed = await send('PUT', `filters/${id}`, form('Renamed', { filters: [], comment: 'new' }));
		expect(changed.body).toMatchObject({ id, name: 'Renamed', filters: [], comment: 'new', updated: isoSeconds(wall.time) });
		expect((await send('PUT', `filters/${id}`, form('OTHER'))).status).toBe(409);
		const stranger = await newUser();
		for (const [method, body] of [
			['GET', undefined],
			['PUT', form('x')],
			['DELETE', undefined],
		] as const)
			expect([method, (await send(method, `filters/${id}`, body, 'pro', stranger)).status]).toEqual([method, 404]);
		expect((await send('PUT', `filters/${id}/feed`, { feed: true }, 'pro', stranger)).status).toBe(404);
		user = stranger - 1;
		expect(await send('DELETE', `filters/${id}`)).toEqual({ status: 204, body: undefined });
		expect((await send('GET', `filters/${id}`)).status).toBe(404);
		user = stranger;
	});

	it('that are built in are the default for all users, and only administrators change them', async () => {
		const { body: builtIn } = await send('GET', 'filters/default?tab=coiled_spring');
		expect(builtIn).toMatchObject({ is_branded: true, tab: 'coiled_spring', name: 'Quiet with busy options' });
		expect((await send('GET', 'filters/default?timeframes=60,240,1D')).status).toBe(204);
		for (const [method, path, body] of [
			['PUT', '', form('x')],
			['DELETE', '', undefined],
			['PUT', '/feed', { feed: true }],
		] as const)
			expect((await send(method, `filters/${builtIn.id}${path}`, body, 'pro')).status).toBe(403);
		await send('GET', 'filters', undefined, 'pro', 1);
		const edited = await send('PUT', `filters/${builtIn.id}`, form('Ours', { tab: 'free' }), 'admin');
		expect(edited.body).toMatchObject({ name: 'Ours', tab: 'coiled_spring', is_branded: true });
		expect((await send('GET', `filters/${builtIn.id}`, undefined, 'pro', 1)).body.name).toBe('Ours');
		expect((await send('DELETE', `filters/${builtIn.id}`, undefined, 'admin')).status).toBe(403);
	});

	it('with notices keep an order', async () => {
		const ids = [];
		for (const name of ['a', 'b', 'c']) ids.push((await create(name)).id);
		const [a, b, c] = ids;
		for (const id of [c, a, b]) await send('PUT', `filters/${id}/feed`, { feed: true });
		await send('PUT', `filters/${a}/feed`, { feed: false });
		expect((await send('PUT', 'filters/feeds/normalize')).body).toEqual({
			items: [
				{ id: c, position: 1 },
				{ id: b, position: 2 },
			],
		});
	});

	it.each([
		[{ name: '  ' }, 'name'],
		[{ name: 'x'.repeat(101) }, 'name'],
		[{ tab: null }, 'tab'],
		[{ timeframes: ['day'] }, 'timeframes'],
		[{ filters: [{ sector: 'volume', timeframe: 'day', value: 6 }] }, 'filters.0.value'],
		[{ filters: [{ sector: 'sky', timeframe: 'day', value: 1 }] }, 'filters.0.sector'],
		[{ colour: 'red' }, 'colour'],
	])('are refused as %o', async (change, field) => {
		const { status, body } = await send('POST', 'filters', form('x', change));
		expect([status, body.errors[0].field]).toEqual([400, field]);
	});
});

describe('counting conditions', () => {
	it('shows how many match now and how often they matched, as first published', async () => {
		const ask = (change: object, kind: CallerKind = 'basic') =>
			send('POST', 'filters/count', { ...form('x', change), name: undefined }, kind);
		const { status, body } = await ask({ tab: 'free' });
		// The newest basic report is the corrected one; the past counts its first version, in which CCC had volume.
		expect([status, body]).toEqual([
			200,
			{
				report: isoSeconds(BASIC),
				now: 1,
				frozen: 0,
				tickers: ['AAA'],
				past: { licence: 'basic', sessions: 2, reports: 2, matched: 2, mean: 1.5, share: 0.3 },
				history: null,
			},
		]);
		const pro = (await ask({ tab: 'free' }, 'pro')).body;
		expect([pro.now, pro.tickers]).toEqual([2, ['AAA', 'CCC']]);
		expect((await ask({ tab: 'free', past: false })).body.past).toBeNull();
		const history = async (change: object, kind: CallerKind = 'basic') =>
			(await ask({ tab: 'free', past: false, history: true, ...change }, kind)).body.history;
		const all = await history({});
		expect(all).toEqual({ licence: 'basic', from: expect.any(String), reports: 2, matched: 2, matches: 3 });
		expect((await history({}, 'pro')).licence).toBe('pro');
		expect(await history({ marketcap: ['nano_cap'] })).toEqual({ ...all, matched: 0, matches: 0 });
		const listed = { version: 2, groups: [{ match: 'all', filters: [{ measure: 'minutes_in_list', from: 0 }] }] };
		expect(await history(listed)).toEqual({ licence: 'basic', from: null, reports: 0, matched: 0, matches: 0 });
		expect((await ask({ tab: 'free', marketcap: ['nano_cap'] })).body).toMatchObject({ now: 0, tickers: [], past: { matched: 0 } });
	});
});

describe('frozen tickers and favourites', () => {
	const symbols = async (query: string, kind: CallerKind = 'pro') =>
		(await send('GET', `sector-charts${query}&ticker_type=all`, undefined, kind)).body.items.map((i: { ticker: string }) => i.ticker);

	it('hide and show at once, under a filter or everywhere', async () => {
		const { id } = await create('Mine', { tab: 'free', filters: [] });
		const all = ['AAA', 'CCC', 'BBB', 'DDD', 'EEE'];
		expect(await symbols('?tab_type=free')).toEqual(all);
		const frozen = await send('POST', 'black-list', { filter: [id], tickers: [10, 30], reason: 'loud' });
		expect(frozen).toEqual({
			status: 200,
			body: { changed: 2, filters: [{ filter: id, tickers: [10, 30] }], tabs: [], all: [], black_list_count: 2 },
		});
		expect(await symbols('?tab_type=free')).toEqual(all);
		expect(await symbols(`?filter=${id}`)).toEqual(['BBB', 'DDD', 'EEE']);
		await send('POST', 'black-list', { tickers: [20], until: isoSeconds(NOW + DAY) });
		expect(await symbols(`?filter=${id}`)).toEqual(['DDD', 'EEE']);
		expect((await send('GET', `filters/${id}`)).body.black_list_count).toBe(2);
		expect((await send('GET', 'filters')).body.black_list_count).toBe(3);
		wall.market = utcMs(NOW + DAY);
		expect(await symbols('?tab_type=free')).toEqual(all);
		expect((await send('GET', 'filters')).body.black_list_count).toBe(2);
		expect((await send('DELETE', `black-list?filter=${id}&tickers=10`)).body).toMatchObject({ changed: 1, black_list_count: 1 });
		expect((await send('DELETE', 'black-list?tickers=20,30')).body).toMatchObject({ changed: 2, filters: [], all: [] });
		wall.market = NOW;
	});

	it('hide in a tab, and show again there alone', async () => {
		const { id } = await create('Narrow', { tab: 'free', filters: [] });
		const before = await symbols('?tab_type=extreme_rise');
		expect(await send('POST', 'black-list', { tab: 'free', tickers: [10] })).toMatchObject({
			status: 200,
			body: { changed: 1, filters: [], tabs: [{ tab: 'free', tickers: [10] }], all: [], black_list_count: 1 },
		});
		await send('POST', 'black-list', { tickers: [30] });
		expect(await symbols('?tab_type=free')).toEqual(['BBB', 'DDD', 'EEE']);
		expect(await symbols(`?filter=${id}`)).toEqual(['BBB', 'DDD', 'EEE']);
		expect(await symbols('?tab_type=extreme_rise')).toEqual(before.filter((one: string) => one !== 'CCC'));
		expect((await send('DELETE', 'black-list?scope=all&tickers=10,30')).body).toMatchObject({ changed: 1, tabs: [{ tab: 'free' }] });
		expect((await send('DELETE', 'black-list?tab=free&tickers=10,30')).body).toMatchObject({ changed: 1, tabs: [], black_list_count: 0 });
		for (const both of [{ filter: [id], tab: 'free' }])
			expect((await send('POST', 'black-list', { ...both, tickers: [10] })).status).toBe(400);
		expect((await send('DELETE', 'black-list?tab=free&scope=all&tickers=10')).status).toBe(400);
	});

	it('are no part of what a filter would show: the count says how many it leaves out', async () => {
		const { id } = await create('Wide', { tab: 'free', filters: [] });
		const count = async (filter?: number) =>
			(await send('POST', 'filters/count', { tab: 'free', timeframes: form('x').timeframes, filters: [], past: false, filter })).body;
		const list = async () => (await send('GET', `sector-charts?tab_type=free&ticker_type=all&filter=${id}`)).body.total_count;
		expect([await count(), await list()]).toMatchObject([{ now: 5, frozen: 0 }, 5]);
		await send('POST', 'black-list', { tab: 'free', tickers: [10] });
		await send('POST', 'black-list', { filter: [id], tickers: [20] });
		expect([await count(id), await list()]).toMatchObject([{ now: 3, frozen: 2 }, 3]);
		expect(await count()).toMatchObject({ now: 4, frozen: 1 });
		await send('DELETE', 'black-list?tickers=10,20');
	});

	it('reject unknown tickers and filters, and end times in the past', async () => {
		const field = async (body: object) => {
			const answer = await send('POST', 'black-list', body);
			return [answer.status, answer.body.errors[0].field];
		};
		expect(await field({ tickers: [99] })).toEqual([400, 'tickers']);
		expect(await field({ tickers: [] })).toEqual([400, 'tickers']);
		expect(await field({})).toEqual([400, 'tickers']);
		expect(await field({ tickers: [10], filter: [99_999] })).toEqual([400, 'filter']);
		expect(await field({ tickers: [10], until: isoSeconds(NOW) })).toEqual([400, 'until']);
		expect((await send('DELETE', 'black-list')).body.errors[0].message).toBe('The parameter tickers must be defined and cannot be null.');
		expect((await send('DELETE', 'black-list?tickers=10&filter=99999')).status).toBe(400);
	});

	it('switch a star on and off', async () => {
		expect(await send('POST', 'favorites', { ticker: 30 })).toEqual({ status: 201, body: { ticker: 30, favorite: true } });
		expect(await symbols('?tab_type=free&list_type=favorites')).toEqual(['CCC']);
		expect(await send('POST', 'favorites', { ticker: 30 })).toEqual({ status: 204, body: undefined });
		expect(await symbols('?tab_type=free&list_type=favorites')).toEqual([]);
		for (const favorite of [true, true, false, false])
			expect((await send('POST', 'favorites', { ticker: 30, favorite })).status).toBe(favorite ? 201 : 204);
		expect((await send('POST', 'favorites', { ticker: 99 })).status).toBe(404);
		expect((await send('POST', 'favorites', {})).body.errors[0].field).toBe('ticker');
	});
});

describe('how lists were left', () => {
	it('is kept for any account, by tab and timeframes', async () => {
		const first = ['fifteen_minutes', 'thirty_minutes', 'one_hour'];
		const missing = await send('GET', 'user-settings/sector-charts', undefined, 'none');
		expect([missing.status, missing.body.detail]).toEqual([404, 'No settings found']);
		const settings = { sort_sectors: ['volume'], filter_pe: ['fifty'], filter_marketcaps: ['mega_cap'], sectors: 6, filter: null };
		const entry = { tab: 'free', timeframes: first, settings };
		expect(await send('POST', 'user-settings/sector-charts', { settings: [entry] }, 'none')).toEqual({
			status: 200,
			body: { settings: [entry] },
		});
		const more = { settings: [{ tab: 'extreme_rise', timeframes: ['60', '240', '1D'] }] };
		await send('POST', 'user-settings/sector-charts', more, 'none');
		expect((await send('GET', 'user-settings/sector-charts', undefined, 'none')).body.settings).toEqual([
			{ tab: 'extreme_rise', timeframes: ['one_hour', 'four_hours', 'day'], settings: {} },
			entry,
		]);
		expect((await send('POST', 'user-settings/sector-charts', { settings: [] }, 'none')).status).toBe(400);
		expect((await send('DELETE', 'user-settings/sector-charts', undefined, 'none')).status).toBe(204);
		expect((await send('GET', 'user-settings/sector-charts', undefined, 'none')).status).toBe(404);
	});
});

describe('the stores behind the workspace', () => {
	it('open an older version of a corrected report', async () => {
		const history = async (version: string) =>
			(await send('GET', `sector-charts/history?tab_type=free&date=${isoSeconds(BASIC)}${version}`)).body;
		const [newest, first] = [await history(''), await history('&version=1')];
		expect([newest.report.version, newest.report.versions, newest.items[0].weighted_sum]).toEqual([2, 2, 77]);
		expect([first.report.version, first.report.versions]).toEqual([1, 2]);
		expect(first.report.hash).not.toBe(newest.report.hash);
		const volume = (list: typeof newest) => list.items.find((i: { ticker: string }) => i.ticker === 'CCC').sectors[3].intersections[0];
		expect([volume(newest), volume(first)]).toEqual([0, 5]);
		expect((await send('GET', 'sector-charts/date')).body).toMatchObject({ time: isoSeconds(BASIC), oldest: isoSeconds(BASIC - DAY) });
	});

	it('follow a ticker, newest versions only, and draw its charts', async () => {
		const { body: trail } = await send('GET', 'sector-charts/30/trail?tab_type=free');
		expect(trail.time).toEqual([BASIC - DAY, BASIC].map(isoSeconds));
		expect(trail.sectors.find((s: { key: string }) => s.key === 'volume').intersections.map((i: number[]) => i[0])).toEqual([0, 0]);
		const { body: remembered } = await send('GET', 'charts?ticker_id=30&timeframe=15');
		expect(remembered.items[0].depths.volume.filter((d: number | null) => d !== null)).toEqual([0, 0]);
		const { body: stored } = await send('GET', 'charts?ticker_id=30&timeframes=15&timeframes=240');
		expect(stored.items.map((i: { timeframe: string; time: string[] }) => [i.timeframe, i.time])).toEqual([
			['fifteen_minutes', []],
			['four_hours', []],
		]);
	});
});
