import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { parameterSet } from '@sw/store/postgres/records/parameter-sets';
import { changeTask, taskById } from '@sw/store/postgres/records/research-tasks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemWallClock } from '../../platform/clocks/wall-clock.ts';
import { openJobs } from '../../platform/jobs/jobs.ts';
import { storedParameters } from '../../research/script-params.ts';
import { createSearchJobs, SEARCH, SEARCH_LANE, SEARCH_UPKEEP, searchHandlers } from '../../research/search/search-jobs.ts';
import { type MarketStores, marketStores } from '../../research/testing/market-stores.ts';
import { type ResearchApp, researchApp } from '../../research/testing/research-app.ts';

let at: MarketStores;
let api: ResearchApp;
beforeAll(async () => {
	at = await marketStores({ rows: 10, sessions: 80, reportSessions: 3 });
	api = await researchApp(at);
});
afterAll(async () => {
	await api?.app.close();
	await at?.close();
});

const PARAMS = '/api/script-params';

describe('script parameters', () => {
	it('are changed by administrators alone, each change a new version of the set', async () => {
		await api.signIn({ role: 'user' });
		expect((await api.call('GET', PARAMS)).status).toBe(403);
		await api.signIn({ role: 'admin' });
		expect((await api.call('GET', PARAMS)).body).toEqual({ total_count: 0, items: [] });
		const first = await api.call('POST', PARAMS, { timeframes: ['one_hour'], params: { window_bars: 90 }, comment: 'longer' });
		expect(first).toMatchObject({
			status: 201,
			body: { timeframes: ['one_hour'], params: { window_bars: 90 }, parameters_version: 2, in_force: 1 },
		});
		const { id } = first.body as { id: number };
		expect(await api.call('PUT', `${PARAMS}/${id}`, { timeframes: ['60'], params: { window_bars: 95 } })).toMatchObject({
			status: 200,
			body: { parameters_version: 3 },
		});
		expect((await storedParameters(api.parts.store.parameters)).windowBars).toEqual([130, 78, 95, 88, 65]);
		expect(await parameterSet(at.stores.records.db, 3)).toMatchObject({ version: 3, windowBars: [130, 78, 95, 88, 65] });
		expect(await api.call('PUT', `${PARAMS}/${id}`, { timeframes: ['60'], params: { window_bars: 90 } })).toMatchObject({
			body: { parameters_version: 2 },
		});
		expect((await api.call('GET', `${PARAMS}/${id}`)).body).toMatchObject({ id, comment: '' });
		expect((await api.call('DELETE', `${PARAMS}/${id}`)).status).toBe(204);
		expect((await api.call('DELETE', `${PARAMS}/${id}`)).status).toBe(404);
		expect(await storedParameters(api.parts.store.parameters)).toBe(PARAMETERS_V1);
		const target = `script parameters ${id}`;
		expect(api.acts).toEqual([
			{ act: 'parameters.create', target, detail: { params: { window_bars: 90 }, version: 2 } },
			{ act: 'parameters.change', target, detail: { params: [{ window_bars: 90 }, { window_bars: 95 }], version: [2, 3] } },
			{ act: 'parameters.change', target, detail: { params: [{ window_bars: 95 }, { window_bars: 90 }], version: [3, 2] } },
			{ act: 'parameters.delete', target, detail: { params: { window_bars: 90 } } },
		]);
	});

	it('are told to everybody, the most specific first', async () => {
		await api.signIn({ role: 'admin' });
		await api.call('POST', PARAMS, { params: { chart_days: 33 } });
		await api.call('POST', PARAMS, { ticker_id: 3, params: { chart_days: 44 } });
		const days = async (query: string) =>
			((await api.call('GET', `${PARAMS}/timeframes?${query}`)).body as { items: { timeframe: string; chart_days: number }[] }).items.map(
				(item) => [item.timeframe, item.chart_days],
			);
		expect(await days('timeframes=60,1D')).toEqual([
			['one_hour', 33],
			['day', 33],
		]);
		expect(await days('timeframes=60&ticker=3')).toEqual([['one_hour', 44]]);
		expect((await days('')).length).toBe(5);
	});

	it.each([
		[{ params: {} }, 'params'],
		[{ params: { window_bars: 5 } }, 'params.window_bars'],
		[{ params: { speed: 5 } }, 'params.speed'],
		[{ ticker_id: 3, params: { window_bars: 90 } }, 'params.window_bars'],
		[{ ticker_id: 99_999, params: { chart_days: 9 } }, 'ticker_id'],
	])('are refused with the field that is wrong: %o', async (body, field) => {
		await api.signIn({ role: 'admin' });
		const { status, body: problem } = await api.call('POST', PARAMS, body);
		expect([status, (problem as { errors: { field: string }[] }).errors[0]?.field]).toEqual([400, field]);
	});
});

describe('searches in the background', () => {
	it('run as jobs, and are taken up after a crash', async () => {
		await api.signIn();
		const jobs = await openJobs({
			records: at.stores.records,
			definitions: [SEARCH, SEARCH_UPKEEP],
			wall: systemWallClock,
			onTrouble: () => {},
		});
		try {
			const searches = createSearchJobs(api.parts, jobs);
			const { db } = at.stores.records;
			const filters = [{ sector: 'volume', timeframe: '15', value: 1 }];
			const task = (await api.call('POST', '/api/signal-search-tasks', { filters })).body as { id: number };
			const left = (await api.call('POST', '/api/signal-search-tasks', { filters })).body as { id: number };
			// As a killed process leaves it.
			await changeTask(db, { id: left.id, run: 1 }, { state: 'running' });
			await jobs.begin(SEARCH_LANE, searchHandlers(api.parts));
			await searches.recover();
			const state = async (id: number) => (await taskById(db, id))?.state;
			await expect.poll(() => state(task.id)).toBe('done');
			await expect.poll(() => state(left.id)).toBe('done');
			expect((await taskById(db, left.id))?.run).toBe(2);
			await searches.reportPublished(at.market.now());
		} finally {
			await jobs.stop();
		}
	});
});
