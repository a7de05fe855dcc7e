import { frozenList, groupedLists } from '@sw/contract/base/list-schemas';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { isoSeconds } from '@sw/domain/time/format';
import { describe, expect, it } from 'vitest';
import { createFacts, createReport } from '../../../market/window/testing/fixture.ts';
import type { ReportFacts } from '../../../reports/hot-reports.ts';
import { historyPath, LIST_PATH, listReader } from '../../testing/list-reader.ts';
import { REPORTS, YESTERDAY_FIRST } from '../../testing/workspace-world.ts';

const [AAA, BBB, CCC, EEE] = [10, 20, 30, 50] as const;

describe('a ranked list', () => {
	it('comes from the newest report that the licence may open', async () => {
		await using at = await listReader();
		const times = [];
		for (const kind of ['basic', 'premium', 'pro', 'admin'] as const) times.push((await at.list('', kind)).time);
		expect(times).toEqual([REPORTS.basic, REPORTS.premium, REPORTS.pro, REPORTS.pro].map(isoSeconds));
		at.reports.add(createFacts(REPORTS.pro, { report: 'pro', version: 2, hash: 'other' }), createReport(REPORTS.pro));
		expect((await at.list()).report?.version).toBe(2);
	});
	it('is for licences alone', async () => {
		await using at = await listReader();
		for (const path of ['', '/groups', '/changes', '/black-list', '/date', '/10', '/history/10', '/history/dates', '/export']) {
			expect([path, (await at.get(`${LIST_PATH}${path}`, 'visitor')).status]).toEqual([path, 401]);
			expect([path, (await at.get(`${LIST_PATH}${path}`, 'none')).status]).toEqual([path, 403]);
		}
	});

	it('says of which report, tab and reading it is', async () => {
		await using at = await listReader();
		const { items, ...head } = await at.list('?tab_type=extreme_fall&operation=short&timeframes=15,60,240', 'basic');
		expect(head).toMatchObject({
			tab_type: 'extreme_fall',
			operation: 'short',
			filter: null,
			list_type: 'white_list',
			total_count: 1,
			timeframes: ['fifteen_minutes', 'one_hour', 'four_hours', 'day'],
			report: { version: 2, versions: 2, report: 'basic', first: false, hash: 'second' },
		});
		expect(items[0]).toMatchObject({ ticker: 'BBB', favorite: false });
		expect(items[0]?.sectors.map((s) => s.key)).toEqual(['price_long', 'call_with_put', 'volume', 'call_without_put_short']);
		expect(items[0]?.price_change).toBeCloseTo(110 / (110 - 311 / 50) - 1, 6);
	});

	it('comes in pages of ten that never overlap', async () => {
		await using at = await listReader();
		const whole = await at.symbols('?tab_type=free');
		const pages = [];
		for (let skip = 0; skip < 6; skip += 2) pages.push(...(await at.symbols(`?tab_type=free&skip=${skip}&max=2`)));
		expect(pages).toEqual(whole);
		expect((await at.list('?tab_type=free&skip=100')).items).toEqual([]);
		expect((await at.list('?tab_type=free&skip=100')).total_count).toBe(5);
	});

	it('counts its tickers with a filing, without one and not covered, whatever the reader hides and the page shows', async () => {
		await using at = await listReader();
		const table = (await at.reports.table(at.reports.newest() as ReportFacts)) as ReportTable;
		table.information.set([2, 1, 1, 9, 0]);
		expect((await at.list('?tab_type=free&max=1')).information).toEqual({ with: 1, without: 3, unknown: 1 });
		expect((await at.list('?tab_type=free&timeframes=60,240,1D')).information).toEqual({ with: 1, without: 0, unknown: 4 });
		const { information, total_count, items } = await at.list('?tab_type=free&information=without');
		expect([information, total_count, items.length]).toEqual([{ with: 0, without: 3, unknown: 0 }, 3, 3]);
		expect((await at.list(`?tab_type=free&exclude=${AAA}`)).information).toEqual({ with: 0, without: 3, unknown: 1 });
	});

	it('is narrowed by capitalisation, mentions and excluded tickers', async () => {
		await using at = await listReader();
		expect(await at.symbols('?tab_type=free&marketcap=mega_cap,undefined')).toEqual(['AAA', 'DDD']);
		expect(await at.symbols('?tab_type=free&pne=twenty_five')).toEqual(['CCC', 'DDD']);
		expect(await at.symbols(`?tab_type=free&exclude=${AAA}&exclude[]=${CCC}`)).not.toEqual(expect.arrayContaining(['AAA', 'CCC']));
	});

	it('is sorted by a column, what is unknown last in both directions', async () => {
		await using at = await listReader();
		expect(await at.symbols('?tab_type=free&sort_column=price')).toEqual(['EEE', 'DDD', 'CCC', 'BBB', 'AAA']);
		expect(await at.symbols('?tab_type=free&sort_column=ticker&sort_dir=asc')).toEqual(['AAA', 'BBB', 'CCC', 'DDD', 'EEE']);
		expect((await at.symbols('?tab_type=free&sort_column=mentions')).slice(-1)).toEqual(['BBB']);
		expect((await at.symbols('?tab_type=free&sort_column=mentions&sort_dir=asc')).slice(-1)).toEqual(['BBB']);
		const { items } = await at.list('?tab_type=free&sort_column=change');
		const changes = items.map((item) => item.price_change ?? Number.NEGATIVE_INFINITY);
		expect(changes).toEqual(changes.toSorted((a, b) => b - a));
		expect(new Set(changes).size).toBeGreaterThan(2);
	});

	it('has what the rows of a table show where rows are asked for, and nowhere else', async () => {
		await using at = await listReader();
		const { items } = await at.list('?tab_type=extreme_rise&rows=true');
		expect(items[0]?.row).toEqual({
			mentions: 0,
			dollar_volume: 900_000,
			industry: 'Technology',
			timeframe: 'one_hour',
			move: 1.25,
			volume: 1.25,
			options: 1.25,
			listed: isoSeconds(REPORTS.early),
			before: { time: isoSeconds(REPORTS.premium), weighted_sum: items[0]?.weighted_sum },
		});
		expect((await at.list('?tab_type=extreme_rise')).items[0]?.row).toBeUndefined();
		const early = await at.list(historyPath(REPORTS.basic, '&tab_type=extreme_rise&rows=true'));
		const delta = early.items.find(({ ticker }) => ticker === 'DDD');
		expect(delta?.row?.before).toEqual({ time: isoSeconds(REPORTS.early), weighted_sum: null });
	});

	it('says since which report of the session each row has been in it, among those the licence includes', async () => {
		await using at = await listReader();
		const since = async (query: string, ticker: string, kind: Parameters<typeof at.list>[1]) =>
			(await at.list(query, kind)).items.find((item) => item.ticker === ticker)?.row?.listed;
		for (const kind of ['basic', 'premium', 'pro'] as const) {
			expect(await since('?tab_type=extreme_rise&rows=true', 'DDD', kind)).toBe(isoSeconds(REPORTS.basic));
			expect(await since('?tab_type=extreme_rise&rows=true', 'AAA', kind)).toBe(isoSeconds(REPORTS.early));
		}
		// Of the day before nothing is counted in.
		expect(await since(historyPath(YESTERDAY_FIRST, '&tab_type=extreme_rise&rows=true'), 'AAA', 'pro')).toBe(isoSeconds(YESTERDAY_FIRST));
		expect(await since(historyPath(REPORTS.early, '&tab_type=extreme_rise&rows=true'), 'AAA', 'pro')).toBe(isoSeconds(REPORTS.early));
	});

	it('is sorted by sectors, and by further ones', async () => {
		await using at = await listReader();
		expect(await at.symbols('?tab_type=free&operation=short&sort_by=volume')).toEqual(['CCC', 'AAA', 'BBB', 'DDD', 'EEE']);
		expect((await at.symbols('?tab_type=free&operation=short&sort_by=volume&sort_dir=asc')).slice(-1)).toEqual(['CCC']);
		expect((await at.symbols('?tab_type=free&operation=short&sort_by=price_long&extra_sort_by=volume')).slice(0, 2)).toEqual([
			'BBB',
			'CCC',
		]);
	});

	it('rates the sectors that are asked for', async () => {
		await using at = await listReader();
		const rate = async (query: string) => (await at.list(query)).items[0]?.weighted_sum;
		expect(await rate('')).toBe(7 * (4 + 2 + 3 + 2));
		expect(await rate('?sectors=price_short,volume')).toBe(7 * (4 + 3));
	});

	it('keeps the new leaders of its report', async () => {
		await using at = await listReader();
		const leaders = await at.get(`${LIST_PATH}${historyPath(REPORTS.basic, '&new_leaders=true')}`, 'basic');
		expect(leaders.body.items.map((i: { ticker: string }) => i.ticker)).toEqual(['DDD']);
		expect(await at.symbols('?new_leaders=true')).toEqual([]);
	});
});

describe('what became of a list', () => {
	const since = (time: number, query = '') => `${LIST_PATH}/changes?since=${isoSeconds(time)}${query}`;

	it('names who entered and left since an earlier report, in the list as it is asked for', async () => {
		await using at = await listReader();
		expect((await at.get(since(REPORTS.early), 'pro')).body).toEqual({
			time: isoSeconds(REPORTS.pro),
			since: isoSeconds(REPORTS.early),
			entered: [40],
			left: [],
			moved: [],
		});
		const back = await at.get(since(REPORTS.basic, `&date=${isoSeconds(REPORTS.early)}`), 'pro');
		expect(back.body).toMatchObject({ entered: [], left: [40] });
		expect((await at.get(since(REPORTS.early, '&exclude=40'), 'pro')).body.entered).toEqual([]);
	});

	it('names the tickers that entered and left a target list, and the previous place of its first tickers', async () => {
		await using at = await listReader();
		const target = async (from: number, to: number) => (await at.get(`${since(from)}&date=${isoSeconds(to)}&first=50`, 'pro')).body.target;
		const now = await target(REPORTS.early, REPORTS.pro);
		expect(now).toMatchObject({ total_before: now.total - 1, entered: ['DDD'], left: [] });
		expect(now.places.toSorted()).toEqual([1, 2, null]);
		expect(await target(REPORTS.basic, REPORTS.early)).toMatchObject({ total: 2, total_before: 3, entered: [], left: ['DDD'] });
	});

	it('compares with the newest report before that the licence opens where none is named', async () => {
		await using at = await listReader();
		expect((await at.get(`${LIST_PATH}/changes`, 'pro')).body.since).toBe(isoSeconds(REPORTS.premium));
		expect((await at.get(`${LIST_PATH}/changes`, 'premium')).body.since).toBe(isoSeconds(REPORTS.basic));
		const first = (await at.get(`${LIST_PATH}/changes?date=${isoSeconds(YESTERDAY_FIRST)}&first=5`, 'pro')).body;
		expect(first).toMatchObject({ since: null, entered: [], left: [], target: { total_before: 0 } });
	});

	it('names favourites with another rate, and no frozen ticker', async () => {
		await using at = await listReader((workspace) => {
			workspace.favorites = new Set([AAA, 40]);
		});
		expect((await at.get(since(REPORTS.early, '&tab_type=free'), 'pro')).body).toMatchObject({ entered: [], left: [], moved: [40] });
		at.workspace.freeze(40);
		expect((await at.get(since(REPORTS.early), 'pro')).body).toMatchObject({ entered: [], moved: [] });
	});

	it('knows only reports that there are, and that the licence may open', async () => {
		await using at = await listReader();
		expect((await at.get(since(REPORTS.early + 1_000), 'pro')).status).toBe(404);
		expect((await at.get(since(REPORTS.pro), 'basic')).status).toBe(403);
	});
});

describe('saved filters', () => {
	it('narrow the list; what the query leaves open they decide', async () => {
		await using at = await listReader((workspace) => {
			workspace.save(7, [{ sector: 'volume', timeframe: 'one_hour', value: 5 }], { tab: 'free', strategy: 'third', operation: 'long' });
		});
		const list = await at.list('?filter=7');
		expect(list).toMatchObject({ tab_type: 'free', operation: 'long', filter: 7, total_count: 1 });
		expect(list.timeframes[0]).toBe('one_hour');
		expect(list.items[0]?.ticker).toBe('CCC');
		expect((await at.list('?filter=7&tab_type=extreme_fall&operation=short')).total_count).toBe(0);
	});

	it('of others are no filters', async () => {
		await using at = await listReader();
		expect(await at.get(`${LIST_PATH}?filter=9`)).toMatchObject({ status: 400, body: { errors: [{ field: 'filter' }] } });
		expect((await at.get(`${LIST_PATH}${historyPath(REPORTS.basic, '&filter=9')}`)).status).toBe(404);
		expect((await at.get(`${LIST_PATH}/10?filter=9`)).status).toBe(404);
	});
});

describe('what is personal', () => {
	it('leaves the frozen out, shows them alone, and the favourites', async () => {
		await using at = await listReader((workspace) => {
			workspace.save(7, [], { tab: 'free' });
			workspace.freeze(AAA);
			workspace.freeze(BBB, 7);
			workspace.favorites = new Set([CCC, AAA]);
		});
		expect(await at.symbols('?tab_type=free')).toEqual(['CCC', 'BBB', 'DDD', 'EEE']);
		expect(await at.symbols('?filter=7')).toEqual(['CCC', 'DDD', 'EEE']);
		expect(await at.symbols('?filter=7&list_type=black_list')).toEqual(['AAA', 'BBB']);
		const stars = await at.list('?tab_type=free&list_type=favorites');
		expect(stars.items.map((i) => [i.ticker, i.favorite])).toEqual([
			['AAA', true],
			['CCC', true],
		]);
		const groups = groupedLists.parse((await at.get(`${LIST_PATH}/groups?filter=7&max=1`)).body);
		expect(Object.values(groups.groups).map((g) => [g.total_count, g.items.map((i) => i.ticker)])).toEqual([
			[3, ['CCC']],
			[2, ['AAA']],
			[2, ['AAA']],
		]);
	});

	it('includes for each frozen ticker where, why and until when', async () => {
		await using at = await listReader((workspace) => {
			workspace.save(7, [], { tab: 'free' });
			workspace.freeze(AAA, null, null, 'too loud');
			workspace.freeze(EEE, 7, 5_000);
			workspace.freeze(BBB, 7, 500);
		});
		const frozen = frozenList.parse((await at.get(`${LIST_PATH}/black-list`)).body);
		expect(frozen).toMatchObject({
			total_count: 2,
			frozen: { filters: [{ filter: 7, tickers: [EEE] }], all: [AAA], black_list_count: 2 },
		});
		expect(frozen.items.map((i) => [i.ticker, i.frozen])).toEqual([
			['AAA', [{ filter: null, tab: null, reason: 'too loud', since: isoSeconds(0), until: null }]],
			['EEE', [{ filter: 7, tab: null, reason: '', since: isoSeconds(0), until: isoSeconds(5_000) }]],
		]);
		const symbols = async (query: string) =>
			(await at.get(`${LIST_PATH}/black-list${query}`)).body.items.map((i: { ticker: string }) => i.ticker);
		expect(await symbols('?use_filters=true')).toEqual(['AAA']);
		expect(await symbols('?scope=filter&filter=7')).toEqual(['EEE']);
		expect(await symbols('?scope=tab&tab_type=free')).toEqual(['EEE']);
		expect((await at.get(`${LIST_PATH}/black-list?scope=filter`)).status).toBe(400);
	});

	it('leaves out what is frozen in its tab, with a filter and without, and shows it in every other', async () => {
		await using at = await listReader((workspace) => {
			workspace.save(7, [], { tab: 'free' });
			workspace.freezeInTab(AAA, 'free');
		});
		expect(await at.symbols('?tab_type=free')).toEqual(['CCC', 'BBB', 'DDD', 'EEE']);
		expect(await at.symbols('?filter=7')).toEqual(['CCC', 'BBB', 'DDD', 'EEE']);
		expect(await at.symbols('?tab_type=free&list_type=black_list')).toEqual(['AAA']);
		expect(await at.symbols('?tab_type=extreme_rise')).toContain('AAA');
		expect((await at.list('?tab_type=free')).total_count).toBe(4);
		const frozen = frozenList.parse((await at.get(`${LIST_PATH}/black-list?scope=tab&tab_type=free`)).body);
		expect([frozen.total_count, frozen.frozen.tabs, frozen.items[0]?.frozen?.[0]?.tab]).toEqual([
			1,
			[{ tab: 'free', tickers: [AAA] }],
			'free',
		]);
		const other = frozenList.parse((await at.get(`${LIST_PATH}/black-list?scope=tab&tab_type=extreme_fall`)).body);
		expect([other.total_count, other.missing]).toEqual([0, 0]);
	});

	it('counts the frozen that a report does not have apart from its rows', async () => {
		await using at = await listReader((workspace) => {
			workspace.freeze(AAA);
			workspace.freeze(99_998);
			workspace.freeze(99_999);
		});
		const frozen = frozenList.parse((await at.get(`${LIST_PATH}/black-list`)).body);
		expect([frozen.items.length, frozen.total_count, frozen.missing, frozen.frozen.black_list_count]).toEqual([1, 1, 2, 3]);
	});

	it('unfreezes tickers by wall-clock time', async () => {
		await using at = await listReader((workspace) => workspace.freeze(AAA, null, 2_000));
		expect(await at.symbols()).not.toContain('AAA');
		at.workspace.wall = 2_000;
		expect(await at.symbols()).toContain('AAA');
	});

	it('shares one encoded page among readers who see the same', async () => {
		await using at = await listReader();
		const first = await at.get(LIST_PATH);
		const revalidated = await at.get(LIST_PATH, 'pro', { 'if-none-match': String(first.headers.etag) });
		expect([revalidated.status, revalidated.body]).toEqual([304, '']);
		at.workspace.favorites = new Set([AAA]);
		const starred = await at.get(LIST_PATH, 'pro', { 'if-none-match': String(first.headers.etag) });
		expect(starred.status).toBe(200);
		expect(starred.body.items[0].favorite).toBe(true);
		at.workspace.favorites = new Set([EEE]);
		expect((await at.get(LIST_PATH)).headers.etag).toBe(first.headers.etag);
	});
});
