import { groupedLists, rankedList } from '@sw/contract/base/list-schemas';
import { describe, expect, it } from 'vitest';
import { createDirectory } from '../../../market/window/directory.ts';
import { createFacts, createReport, tickers } from '../../../market/window/testing/fixture.ts';
import { workspaceApp } from '../../testing/workspace-app.ts';
import { REPORTS, Workspace, workspaceWorld } from '../../testing/workspace-world.ts';

const EEE = 50;
const BBB = 20;

/** EEE is an ETF; BBB is an index, which nothing makes eligible. */
async function withTypes(arrange: (workspace: Workspace) => void = () => {}) {
	const workspace = new Workspace();
	arrange(workspace);
	const world = workspaceWorld(workspace);
	const table = createReport(REPORTS.pro);
	table.flags[1] = 0;
	world.reports.add(createFacts(REPORTS.pro, { report: 'pro', version: 2, hash: 'with an index' }), table);
	const directory = createDirectory(tickers.map((ticker) => (ticker.id === BBB ? { ...ticker, type: 'index' } : ticker)));
	const { get, close } = await workspaceApp({ ...world, directory });
	const list = async (query: string) => {
		const { status, body } = await get(`/api/sector-charts?tab_type=free&sort_column=ticker&sort_dir=asc${query}`, 'pro');
		expect([status, body.errors]).toEqual([200, undefined]);
		return rankedList.parse(body);
	};
	const symbols = async (query = '') => (await list(query)).items.map((item) => item.ticker);
	return { get, symbols, list, [Symbol.asyncDispose]: () => close().then(() => undefined) };
}

describe('the types of a list', () => {
	it('are stocks by default, ETFs, indexes or all', async () => {
		await using at = await withTypes();
		expect(await at.symbols()).toEqual(['AAA', 'CCC', 'DDD']);
		expect(await at.symbols('&ticker_type=stocks')).toEqual(['AAA', 'CCC', 'DDD']);
		expect(await at.symbols('&ticker_type=etf')).toEqual(['EEE']);
		expect(await at.symbols('&ticker_type=indexes')).toEqual(['BBB']);
		expect(await at.symbols('&ticker_type=all')).toEqual(['AAA', 'BBB', 'CCC', 'DDD', 'EEE']);
		expect((await at.list('&ticker_type=etf')).total_count).toBe(1);
	});

	it('are refused by name where they are not known', async () => {
		await using at = await withTypes();
		const { status, body } = await at.get('/api/sector-charts?ticker_type=crypto', 'pro');
		expect([status, body.errors?.[0]?.field]).toEqual([400, 'ticker_type']);
	});

	it('are all among favourites and frozen tickers, which were chosen one by one', async () => {
		await using at = await withTypes((workspace) => {
			workspace.favorites = new Set([EEE, BBB]);
			workspace.freeze(EEE);
		});
		expect(await at.symbols('&list_type=favorites')).toEqual(['BBB', 'EEE']);
		expect(await at.symbols('&list_type=favorites&ticker_type=etf')).toEqual(['EEE']);
		expect(await at.symbols('&list_type=black_list')).toEqual(['EEE']);
		const { groups } = groupedLists.parse((await at.get('/api/sector-charts/groups?tab_type=free', 'pro')).body);
		const counts = [groups.white_list, groups.black_list, groups.favorites].map(({ total_count }) => total_count);
		expect(counts).toEqual([3, 1, 2]);
		const frozen = await at.get('/api/sector-charts/black-list?tab_type=free&use_filters=true', 'pro');
		expect(frozen.body.total_count).toBe(1);
	});

	it('hold wherever the list is asked about: its file, its changes and a place in it', async () => {
		await using at = await withTypes();
		const place = (query: string) => at.get(`/api/sector-charts/${EEE}/place?tab_type=free${query}`, 'pro');
		expect((await place('')).body).toMatchObject({ total_count: 3, place: null, listed: false });
		expect((await place('&ticker_type=etf')).body).toMatchObject({ total_count: 1, place: 1, listed: true });
		const changes = await at.get('/api/sector-charts/changes?tab_type=free&ticker_type=indexes&first=5', 'pro');
		expect(changes.body.target).toMatchObject({ total: 1, total_before: 1 });
		const file = await at.get('/api/sector-charts/export?tab_type=free&ticker_type=etf&format=json', 'pro');
		expect(JSON.stringify(file.body)).toContain('EEE');
		expect(JSON.stringify(file.body)).not.toContain('AAA');
	});
});
