import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { nyse } from '@sw/domain/time/calendar';
import type { UtcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { sql } from '@sw/store/postgres/orm/drizzle';
import { findSealFaults } from '@sw/store/postgres/records/record-seals';
import { users } from '@sw/store/postgres/schema/accounts';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from '../../compose/areas/workspace.ts';
import { createDirectory, type Directory } from '../../market/window/directory.ts';
import { createReplaceable } from '../../market/window/market-rows.ts';
import { smallWorld } from '../../market/window/testing/fixture.ts';
import type { ReportFacts } from '../../reports/hot-reports.ts';
import { headersOf, userId } from '../testing/callers.ts';
import { guardedApp } from '../testing/workspace-app.ts';

let stores: Stores;
let workspace: Workspace;
let app: Awaited<ReturnType<typeof guardedApp>>;
let now = Date.UTC(2026, 5, 30);
let newest: ReportTable;
let directory: ReturnType<typeof createReplaceable<Directory>>;

beforeAll(async () => {
	stores = await testStores();
	const who = { id: userId(1), email: 'u@example.test', emailKey: 'u@example.test', createdAt: 0 as UtcMs };
	await stores.records.db.insert(users).values({ ...who, role: 'admin', status: 'active' });
	const world = smallWorld();
	newest = (await world.reports.table(world.reports.newest() as ReportFacts)) as ReportTable;
	// AAA has filed since the previous close, DDD before it, EEE isn't covered.
	newest.information.set([2, 1, 1, 9, 0]);
	directory = createReplaceable(world.directory);
	workspace = await openWorkspace({
		stores,
		market: { ...world, directory: directory.view },
		source: world.source,
		tops: world.tops,
		calendar: nyse,
		currentParameters: () => PARAMETERS_V1,
		wall: { now: () => now },
		slotsOn: () => [],
		explain: async () => null,
		audit: async () => {},
	});
	app = await guardedApp(workspace.areas);
});
afterAll(async () => {
	await app?.close();
	await workspace?.close();
	await stores?.close();
});

async function send(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
	const answer = await app.inject({ method, url: `/api/${path}`, headers: headersOf('admin'), ...(payload ? { payload } : {}) });
	return { status: answer.statusCode, body: answer.json() };
}

const VOLUME = { sector: 'volume', timeframe: 'one_hour', value: 1 } as const;
const ROSE = { sector: 'price_short', timeframe: 'fifteen_minutes', value: 1 } as const;
const CHEAP = { measure: 'price', from: null, to: 50 } as const;
const GROUPS = [{ match: 'any', filters: [VOLUME, CHEAP], groups: [{ match: 'all', filters: [ROSE, { ...VOLUME, timeframe: 'day' }] }] }];

function form(name: string, conditions: object) {
	return { tab: 'free', timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'], filters: [], name, ...conditions };
}

async function tickersOf(query: string): Promise<string[]> {
	const { status, body } = await send('GET', `sector-charts?ticker_type=all&max=100&${query}`);
	expect(status, JSON.stringify(body)).toBe(200);
	return body.items.map(({ ticker }: { ticker: string }) => ticker);
}

describe('a filter with groups', () => {
	it('is a document of version 2; one without is of version 1, also where it is saved as version 2', async () => {
		const { body: grouped } = await send('POST', 'filters', form('Grouped', { version: 2, groups: GROUPS }));
		expect(grouped).toMatchObject({ version: 2, filters: [], groups: [{ match: 'any', filters: [VOLUME, CHEAP] }] });
		expect((await send('GET', `filters/${grouped.id}`)).body).toEqual(grouped);
		const alone = [{ match: 'all', filters: [ROSE] }];
		const { body: plain } = await send('POST', 'filters', form('Plain', { version: 2, filters: [VOLUME], groups: alone }));
		expect(plain).toMatchObject({ version: 1, filters: [ROSE, VOLUME], groups: [] });
		const { rows } = await stores.records.db.execute(sql`select conditions from filters where name = 'Plain'`);
		expect(rows).toEqual([{ conditions: [ROSE, VOLUME] }]);
	});

	it('is refused in a document of version 1, and where a bound or a nesting is wrong', async () => {
		const refused = async (conditions: object) => (await send('POST', 'filters', form('Wrong', conditions))).body.errors?.[0];
		expect(await refused({ groups: GROUPS })).toEqual({
			field: 'version',
			message: 'Groups need version 2 of the document: set version to 2.',
		});
		const grouped = (filters: readonly object[], more: object = {}) => ({ version: 2, groups: [{ match: 'any', filters, ...more }] });
		expect(await refused(grouped([{ measure: 'price', from: 9, to: 3 }]))).toMatchObject({
			field: expect.stringContaining('groups.0.filters.0'),
		});
		expect(await refused(grouped([VOLUME], { match: 'some' }))).toMatchObject({ field: 'groups.0.match' });
		const deeper = { groups: [{ match: 'all', filters: [ROSE], groups: [{ match: 'any', filters: [VOLUME] }] }] };
		expect(await refused(grouped([VOLUME], deeper))).toMatchObject({ field: expect.stringContaining('groups.0.groups.0') });
		expect((await send('GET', 'sector-charts?groups=any(moon)')).body.errors).toEqual([
			{
				field: 'groups',
				message: expect.stringMatching(
					/^Write groups in the form any\(volume\.one_hour\.3,price\.10-50\): .+ price, cap, mentions, change, dollar_volume/,
				),
			},
		]);
	});

	it('keeps them where a program of version 1 replaces it: 409', async () => {
		const { body: saved } = await send('POST', 'filters', form('Kept', { version: 2, groups: GROUPS }));
		const { status, body } = await send('PUT', `filters/${saved.id}`, form('Kept', { filters: [VOLUME] }));
		expect({ status, errors: body.errors }).toEqual({
			status: 409,
			errors: [{ field: 'version', message: expect.stringContaining('send version 2') }],
		});
		expect((await send('GET', `filters/${saved.id}`)).body).toEqual(saved);
		const { body: emptied } = await send('PUT', `filters/${saved.id}`, form('Kept', { version: 2, filters: [VOLUME] }));
		expect(emptied).toMatchObject({ version: 1, filters: [VOLUME], groups: [] });
		expect((await send('PUT', `filters/${saved.id}`, form('Kept', { filters: [ROSE] }))).status).toBe(200);
	});

	it('stores the choice of public information as version 2, and lists by it over the look-back of its timeframes', async () => {
		const informed = (choice: string) => ({ version: 2, groups: [{ match: 'all', filters: [{ information: choice }] }] });
		const listedBy = async (name: string, conditions: object): Promise<string[]> => {
			const { body: saved } = await send('POST', 'filters', form(name, conditions));
			expect(saved).toMatchObject({ version: 2, groups: [{ match: 'all', filters: [{ information: expect.any(String) }] }] });
			expect((await send('GET', `filters/${saved.id}`)).body).toEqual(saved);
			const found = await tickersOf(`filter=${saved.id}`);
			const { body: counted } = await send('POST', 'filters/count', { ...form('', conditions), name: undefined, past: true });
			expect(counted.now).toBe(found.length);
			return found.toSorted();
		};
		expect(await listedBy('With', informed('with'))).toEqual(['AAA']);
		expect(await listedBy('Without', informed('without'))).toEqual(['BBB', 'CCC', 'DDD']);
		expect(await listedBy('Known', informed('known'))).toEqual(['AAA', 'BBB', 'CCC', 'DDD']);
		const longer = { ...informed('with'), timeframes: ['one_hour', 'four_hours', 'day'] };
		expect(await listedBy('With, five sessions', longer)).toEqual(['DDD']);
		const query = 'tab_type=free&groups=none(information.with)';
		expect((await tickersOf(query)).toSorted()).toEqual(['BBB', 'CCC', 'DDD', 'EEE']);
		const { body: wrong } = await send('POST', 'filters', form('Wrong', informed('maybe')));
		expect(wrong.errors[0]).toMatchObject({ field: expect.stringContaining('groups.0.filters.0') });
		const { body: older } = await send('POST', 'filters', form('Older', { ...informed('with'), version: 1 }));
		expect(older.errors[0]).toMatchObject({ field: 'version', message: expect.stringContaining('set version to 2') });
	});

	it('lists by the change of the day and dollar volume, which an earlier report has from its bars; an unknown number matches nothing', async () => {
		const all = (await tickersOf('tab_type=free')).toSorted();
		const known = (await tickersOf('tab_type=free&groups=all(dollar_volume.0-)')).toSorted();
		expect(known.length).toBeGreaterThan(0);
		const rows = (await send('GET', 'sector-charts?ticker_type=all&max=100&tab_type=free&rows=true')).body.items;
		const volumes = new Map<string, number | null>(
			rows.map(({ ticker, row }: { ticker: string; row: { dollar_volume: number | null } }) => [ticker, row.dollar_volume]),
		);
		expect(all.filter((ticker) => (volumes.get(ticker) ?? -1) >= 0)).toEqual(known);
		const most = Math.max(...[...volumes.values()].map((value) => value ?? 0));
		const largest = all.filter((ticker) => (volumes.get(ticker) ?? 0) >= most - 1);
		expect((await tickersOf(`tab_type=free&groups=all(dollar_volume.${Math.floor(most) - 1}-)`)).toSorted()).toEqual(largest);
		const changes = new Map<string, number | null>(
			rows.map(({ ticker, price_change }: { ticker: string; price_change: number | null }) => [ticker, price_change]),
		);
		const rose = all.filter((ticker) => (changes.get(ticker) ?? -1) >= 0);
		expect((await tickersOf('tab_type=free&groups=all(change.0-)')).toSorted()).toEqual(rose);
		const without = all.filter((ticker) => changes.get(ticker) === null);
		expect((await tickersOf('tab_type=free&groups=none(change.-100-)')).toSorted()).toEqual(without);
	});

	it('lists by the time in the list of its tab and timeframes, which the free list does not have', async () => {
		const members = await tickersOf('tab_type=extreme_fall');
		expect(members.length).toBeGreaterThan(0);
		newest.listed[0].forEach((_, row) => {
			// The tab's bits are the second five: 0, 15, 30 minutes and so on.
			newest.listed[0][row] = 0x8000 | ((row + 1) << 5);
		});
		const rows = (await send('GET', 'sector-charts?ticker_type=all&max=100&tab_type=extreme_fall')).body.items;
		const minutes = new Map<string, number>(
			rows.map(({ ticker, ticker_id }: { ticker: string; ticker_id: number }) => [ticker, 15 * newest.tickerId.indexOf(ticker_id)]),
		);
		const inside = (from: number, to: number) =>
			members.filter((ticker) => (minutes.get(ticker) ?? -1) >= from && (minutes.get(ticker) ?? -1) <= to);
		const [least = 0] = [...minutes.values()].sort((a, b) => a - b);
		expect(await tickersOf(`tab_type=extreme_fall&groups=all(minutes_in_list.-${least})`)).toEqual(inside(0, least));
		expect(await tickersOf(`tab_type=extreme_fall&groups=all(minutes_in_list.${least + 1}-)`)).toEqual(inside(least + 1, 400));
		expect(await tickersOf(`tab_type=extreme_fall&groups=all(minutes_in_list.0-)&timeframes=one_hour,four_hours,day`)).toEqual([]);
		expect(await tickersOf('tab_type=free&groups=all(minutes_in_list.0-)')).toEqual([]);
		const conditions = {
			version: 2,
			tab: 'extreme_fall',
			groups: [{ match: 'all', filters: [{ measure: 'minutes_in_list', to: least }] }],
		};
		const { body: saved } = await send('POST', 'filters', form('New in the list', conditions));
		expect(saved.groups[0].filters).toEqual([{ measure: 'minutes_in_list', from: null, to: least }]);
		expect(await tickersOf(`filter=${saved.id}`)).toEqual(inside(0, least));
		const { body: count } = await send('POST', 'filters/count', { ...form('', conditions), name: undefined, past: true });
		expect(count.now).toBe(inside(0, least).length);
	});

	it('stores industries, and lists by those of today wherever a list is read; an unknown one is none', async () => {
		const conditions = {
			version: 2,
			groups: [{ match: 'any', filters: [{ industry: ' TECHNOLOGY ' }, { industry: 'Rail & Roads (US)' }] }],
		};
		const { body: saved } = await send('POST', 'filters', form('Technology', conditions));
		expect(saved.groups).toEqual([{ match: 'any', filters: [{ industry: 'Rail & Roads (US)' }, { industry: 'TECHNOLOGY' }], groups: [] }]);
		const all = await tickersOf('tab_type=free');
		expect(await tickersOf(`filter=${saved.id}`)).toEqual(['AAA']);
		expect(await tickersOf('tab_type=free&groups=any(industry.Technology)')).toEqual(['AAA']);
		const encoded = encodeURIComponent('none(industry.technology,industry.Rail%20%26%20Roads%20%28US%29)');
		expect(await tickersOf(`tab_type=free&groups=${encoded}`)).toEqual(all.filter((ticker) => ticker !== 'AAA'));
		expect(await tickersOf('tab_type=free&groups=any(industry.Railroads)')).toEqual([]);
		const { body: count } = await send('POST', 'filters/count', { ...form('', conditions), name: undefined, past: true });
		expect(count).toMatchObject({ now: 1, tickers: ['AAA'] });
		const exported = await send('GET', `sector-charts/export?ticker_type=all&format=json&filter=${saved.id}`);
		expect(exported.body.rows ?? exported.body.items).toHaveLength(1);
		const { body: place } = await send('GET', `sector-charts/20/place?ticker_type=all&filter=${saved.id}`);
		expect(place).toMatchObject({ listed: false, total_count: 1 });
		const matched = async (id: number) =>
			(await send('GET', `sector-charts/${id}/filters`)).body.items.find((item: { id: number }) => item.id === saved.id).now;
		expect([await matched(10), await matched(20)]).toEqual([true, false]);
		for (const industry of ['', ' ', 'x'.repeat(101), 'a\0b']) {
			const { body } = await send('POST', 'filters', form('Wrong', { version: 2, groups: [{ match: 'any', filters: [{ industry }] }] }));
			expect(body.errors[0]).toMatchObject({ field: expect.stringContaining('groups.0.filters.0') });
		}
		expect((await send('GET', 'sector-charts?groups=any(industry.)')).body.errors[0].message).toContain('industry.Oil%20%26%20Gas');
	});

	it('lists by a changed industry as soon as the directory has it', async () => {
		const { body: saved } = await send(
			'POST',
			'filters',
			form('Changing', { version: 2, groups: [{ match: 'any', filters: [{ industry: 'Technology' }] }] }),
		);
		const listed = async () => [await tickersOf(`filter=${saved.id}`), await tickersOf('tab_type=free&groups=any(industry.Technology)')];
		expect(await listed()).toEqual([['AAA'], ['AAA']]);
		const { tickers } = directory.view;
		directory.replaceWith(
			createDirectory(tickers.map((ticker) => ({ ...ticker, industry: ticker.symbol === 'CCC' ? 'technology' : null }))),
		);
		expect(await listed()).toEqual([['CCC'], ['CCC']]);
		const { body: count } = await send('POST', 'filters/count', {
			...form('', { version: 2, groups: saved.groups }),
			name: undefined,
			past: false,
		});
		expect(count.tickers).toEqual(['CCC']);
		directory.replaceWith(createDirectory(tickers));
		expect(await listed()).toEqual([['AAA'], ['AAA']]);
	});

	it('begins its record again when its groups change, and is sealed with them', async () => {
		const { body: saved } = await send('POST', 'filters', form('Since', { version: 2, groups: GROUPS }));
		now += 60_000;
		const none = [{ match: 'none', filters: [VOLUME] }];
		const { body: changed } = await send('PUT', `filters/${saved.id}`, form('Since', { version: 2, groups: none }));
		expect(changed.conditions_since > saved.conditions_since).toBe(true);
		expect(await findSealFaults(stores.records.db)).toEqual([]);
		await stores.records.db.execute(
			sql`update filters set conditions = jsonb_set(conditions, '{groups,0,match}', '"any"') where id = ${saved.id}`,
		);
		expect(await findSealFaults(stores.records.db)).toEqual([{ kind: 'filter', key: String(saved.id), fault: 'changed' }]);
		await stores.records.db.execute(
			sql`update filters set conditions = jsonb_set(conditions, '{groups,0,match}', '"none"') where id = ${saved.id}`,
		);
	});

	it('lists the same tickers by its number, in an address and in its count, and as its entries where they say the same', async () => {
		const all = await tickersOf('tab_type=free');
		const { body: saved } = await send('POST', 'filters', form('Listed', { version: 2, groups: GROUPS }));
		const listed = await tickersOf(`filter=${saved.id}`);
		expect(listed.length).toBeGreaterThan(0);
		expect(listed.length).toBeLessThan(all.length);
		const text = 'any(volume.one_hour.1,price.-50,all(price_short.fifteen_minutes.1,volume.day.1))';
		expect(await tickersOf(`tab_type=free&groups=${text}`)).toEqual(listed);
		expect(await tickersOf(`tab_type=free&groups=${encodeURIComponent(JSON.stringify(GROUPS))}`)).toEqual(listed);
		const complement = await tickersOf(`tab_type=free&groups=${text.replace('any', 'none')}`);
		expect([...listed, ...complement].sort()).toEqual(all.toSorted());
		const { body: count } = await send('POST', 'filters/count', {
			...form('', { version: 2, groups: GROUPS }),
			name: undefined,
			past: true,
		});
		expect(count).toMatchObject({ now: listed.length, tickers: listed.slice(0, 5) });
		const plain = await tickersOf('tab_type=free&conditions=volume.one_hour.1,price_short.fifteen_minutes.1');
		expect(await tickersOf('tab_type=free&groups=all(volume.one_hour.1,price_short.fifteen_minutes.1)')).toEqual(plain);
	});
});
