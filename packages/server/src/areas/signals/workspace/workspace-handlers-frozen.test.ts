import { frozenList } from '@sw/contract/base/list-schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceApp } from '../../testing/workspace-app.ts';
import { Workspace, workspaceWorld } from '../../testing/workspace-world.ts';

const FROZEN = '/api/sector-charts/black-list';
const [AAA, BBB, CCC, DDD, EEE, FFF] = [10, 20, 30, 40, 50, 60] as const;

describe('the frozen tickers', () => {
	const workspace = new Workspace();
	workspace.save(7, [], { tab: 'free' });
	workspace.save(8, [], { tab: 'extreme_rise' });
	for (const id of [EEE, CCC, AAA, FFF]) workspace.freeze(id);
	workspace.freeze(DDD, 7);
	workspace.freeze(BBB, 8);
	// No ticker of the report any more.
	workspace.freeze(99);
	let app: Awaited<ReturnType<typeof workspaceApp>>;
	beforeAll(async () => {
		app = await workspaceApp(workspaceWorld(workspace));
	});
	afterAll(() => app.close());
	const list = async (query = '') => {
		const { status, body } = await app.get(`${FROZEN}${query}`);
		expect([status, body.errors]).toEqual([200, undefined]);
		return frozenList.parse(body);
	};
	const symbols = async (query = '') => (await list(query)).items.map(({ ticker }) => ticker);

	it('are ordered by rate, then by symbol, those outside of the tab among them', async () => {
		const { items, total_count } = await list('?tab_type=free&operation=long');
		expect(total_count).toBe(6);
		const byRate = items.toSorted((a, b) => b.weighted_sum - a.weighted_sum || (a.ticker < b.ticker ? -1 : 1));
		expect(items.map(({ ticker }) => ticker)).toEqual(byRate.map(({ ticker }) => ticker));
		const rates = items.map(({ weighted_sum }) => weighted_sum);
		// The case has both: tickers of the same rate, in the order of their symbols, and others.
		expect(rates.some((rate, at) => rate === rates[at + 1])).toBe(true);
		expect(new Set(rates).size).toBeGreaterThan(2);
	});

	it('come in pages, without those that are left out', async () => {
		const all = await symbols('?tab_type=free');
		expect([...(await symbols('?tab_type=free&max=4')), ...(await symbols('?tab_type=free&skip=4&max=4'))]).toEqual(all);
		const some = await list(`?tab_type=free&exclude=${CCC}`);
		expect([some.total_count, some.items.map(({ ticker }) => ticker)]).toEqual([5, all.filter((symbol) => symbol !== 'CCC')]);
	});

	it('are those of a filter, of a tab or all, by scope', async () => {
		expect(await symbols('?scope=filter&filter=7')).toEqual(['DDD']);
		expect(await symbols('?scope=filter&filter=8')).toEqual(['BBB']);
		expect(await symbols('?scope=tab&tab_type=extreme_rise')).toEqual(['BBB']);
		expect(await symbols('?scope=tab&tab_type=coiled_spring')).toEqual([]);
		expect(await symbols('?scope=all')).toHaveLength(6);
	});

	it('are narrowed as the list is on demand, in its order', async () => {
		const listed = (await app.get('/api/sector-charts?tab_type=free&filter=7&list_type=black_list')).body.items;
		const narrowed = await symbols('?tab_type=free&use_filters=true');
		// The stale one is in no tab.
		expect(narrowed).not.toContain('FFF');
		const order = new Map(narrowed.map((symbol, at) => [symbol, at]));
		const places = listed.map(({ ticker }: { ticker: string }) => order.get(ticker));
		expect(places).toEqual(places.toSorted((a: number, b: number) => a - b));
	});
});
