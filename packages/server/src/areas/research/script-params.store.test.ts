import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { parameterSet } from '@sw/store/postgres/records/reports/parameter-sets';
import { changeTask, taskById } from '@sw/store/postgres/records/research/tasks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemWallClock } from '../../platform/clocks/wall-clock.ts';
import { openJobs } from '../../platform/jobs/jobs.ts';
import { loadStoredParameters } from '../../research/script-params.ts';
import { createSearchHandlers, createSearchJobs, SEARCH, SEARCH_LANE, SEARCH_UPKEEP } from '../../research/search/search-jobs.ts';
import { createMarketStores, type MarketStores } from '../../research/testing/market-stores.ts';
import { createResearchApp, type ResearchApp } from '../../research/testing/research-app.ts';

let at: MarketStores;
let api: ResearchApp;
beforeAll(async () => {
	at = await createMarketStores({ rows: 10, sessions: 80, reportSessions: 3 });
	api = await createResearchApp(at);
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
			body: { timeframes: ['one_hour'], params: { window_bars: 90 }, parameters_version: 2, in_force: 2 },
		});
		const { id } = first.body as { id: number };
		expect(await api.call('PUT', `${PARAMS}/${id}`, { timeframes: ['60'], params: { window_bars: 95 } })).toMatchObject({
			status: 200,
			body: { parameters_version: 3 },
		});
		expect((await loadStoredParameters(api.parts.store.parameters)).windowBars).toEqual([130, 78, 95, 88, 65]);
		expect(await parameterSet(at.stores.records.db, 3)).toMatchObject({ version: 3, windowBars: [130, 78, 95, 88, 65] });
		expect(await api.call('PUT', `${PARAMS}/${id}`, { timeframes: ['60'], params: { window_bars: 90 } })).toMatchObject({
			body: { parameters_version: 2 },
		});
		expect((await api.call('GET', `${PARAMS}/${id}`)).body).toMatchObject({ id, comment: '' });
		expect((await api.call('DELETE', `${PARAMS}/${id}`)).status).toBe(204);
		expect((await api.call('DELETE', `${PARAMS}/${id}`)).status).toBe(404);
		expect(await loadStoredParameters(api.parts.store.parameters)).toBe(PARAMETERS_V1);
		const target = `script parameters ${id}`;
		expect(api.acts).toEqual([
			{ act: 'parameters.create', target, detail: { params: { window_bars: 90 }, version: 2 } },
			{ act: 'parameters.change', target, detail: { params: [{ window_bars: 90 }, { window_bars: 95 }], version: [2, 3] } },
			{ act: 'parameters.change', target, detail: { params: [{ window_bars: 95 }, { window_bars: 90 }], version: [3, 2] } },
			{ act: 'parameters.delete', target, detail: { params: { window_bars: 90 } } },
		]);
	});

	it('are public, the most specific first', async () => {
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
		expect(await api.call('GET', `${PARAMS}/timeframes?ticker=NOSUCH`)).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'ticker', message: 'There is no ticker NOSUCH. GET /api/tickers lists tickers with their ids.' }] },
		});
	});

	it('of one scope set a value once, and name the type that the ticker has', async () => {
		await api.signIn({ role: 'admin' });
		const refused = async (body: object, field: string, message: RegExp) =>
			expect(await api.call('POST', PARAMS, body)).toMatchObject({
				status: 400,
				body: { errors: [{ field, message: expect.stringMatching(message) }] },
			});
		await refused({ params: { chart_days: 34 } }, 'params.chart_days', /^Change \d+ already sets chart_days for the same/);
		await refused({ ticker_id: 3, params: { chart_days: 44 } }, 'params.chart_days', /edit that change/);
		const wrong = (await api.parts.provider.universe(api.parts.now())).find(({ id }) => id === 3)?.type === 'etf' ? 'index' : 'etf';
		await refused({ ticker_id: 3, ticker_type: wrong, params: { cooldown_bars: 5 } }, 'ticker_type', /use this type or omit it/);
		const { items } = (await api.call('GET', PARAMS)).body as { items: { id: number; ticker_id: number | null }[] };
		expect(items).toHaveLength(2);
		const [all, own] = [items.find(({ ticker_id }) => ticker_id === null), items.find(({ ticker_id }) => ticker_id === 3)];
		expect(await api.call('PUT', `${PARAMS}/${own?.id}`, { params: { chart_days: 33 } })).toMatchObject({ status: 400 });
		expect(await api.call('PUT', `${PARAMS}/${all?.id}`, { ticker_id: 999_999, params: { chart_days: 33 } })).toMatchObject({
			status: 404,
			body: { errors: [{ field: 'ticker_id' }] },
		});
		expect(await api.call('POST', PARAMS, { ticker_id: 999_999, params: { chart_days: 33 } })).toMatchObject({ status: 400 });
		expect(await api.call('PUT', `${PARAMS}/${all?.id}`, { params: { chart_days: 33 } })).toMatchObject({ status: 200 });
	});

	it('are explained to administrators: what is in force for a ticker, and by which change', async () => {
		await api.signIn({ role: 'admin' });
		const { items } = (await api.call('GET', PARAMS)).body as { items: { id: number; ticker_id: number | null }[] };
		const own = items.find(({ ticker_id }) => ticker_id === 3)?.id;
		const all = items.find(({ ticker_id }) => ticker_id === null)?.id;
		const origins = async (query: string) => {
			const { body } = await api.call('GET', `/api/parameters/origins${query}`);
			const { ticker, items: frames } = body as {
				ticker: { ticker: string } | null;
				items: { timeframe: string; values: { name: string; value: number; built_in: number; entry: number | null }[] }[];
			};
			expect(frames.map(({ timeframe }) => timeframe)).toEqual(TIMEFRAMES.map(({ name }) => name));
			return { ticker, days: frames[2]?.values.find(({ name }) => name === 'chart_days') };
		};
		expect(await origins('')).toEqual({ ticker: null, days: { name: 'chart_days', value: 33, built_in: 15, entry: all } });
		const { ticker, days } = await origins('?ticker=3');
		expect([ticker, days]).toMatchObject([{ ticker_id: 3 }, { value: 44, built_in: 15, entry: own }]);
		expect((await api.call('GET', '/api/parameters/origins?ticker=unknown')).status).toBe(404);
		const { items: sets } = (await api.call('GET', '/api/parameters/versions')).body as {
			items: { version: number; in_force: boolean; values: { window_bars: number[]; forecast_bars: number[] } }[];
		};
		expect(sets.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
		expect(sets.filter(({ in_force }) => in_force).map(({ version }) => version)).toEqual([4]);
		expect(sets[2]?.values).toMatchObject({ window_bars: [130, 78, 90, 88, 65], forecast_bars: [10] });
	});

	it('are tried on the newest report before anything is saved', async () => {
		await api.signIn({ role: 'admin' });
		interface Trial {
			state: string;
			before: number;
			after: number;
			entered: number;
			left: number;
			moved: number;
			moves: { place: { before: number | null; after: number | null } }[];
			changes: object[];
		}
		const tried = async (body: object): Promise<Trial> => {
			let found: Trial | undefined;
			await expect
				.poll(async () => {
					found = (await api.call('POST', `${PARAMS}/trial`, { tab: 'free', ...body })).body as Trial;
					return found.state;
				})
				.toBe('done');
			return found as Trial;
		};
		const { items } = (await api.call('GET', PARAMS)).body as { items: { id: number; ticker_id: number | null }[] };
		const nothing = await tried({ entry: { params: { chart_days: 50 } } });
		expect(nothing).toMatchObject({ entered: 0, left: 0, moved: 0, moves: [] });
		expect(nothing.changes).toContainEqual({ name: 'chart_days', timeframe: 'day', from: 33, to: 50 });
		expect(nothing.before).toBe(nothing.after);
		const shorter = await tried({ entry: { params: { window_bars: 12 } } });
		expect(shorter.changes).toHaveLength(5);
		expect(shorter.moves.length).toBeGreaterThan(0);
		expect(shorter.before - shorter.left + shorter.entered).toBe(shorter.after);
		// The same question finds the tables of the first, another list too.
		expect(await tried({ entry: { params: { window_bars: 12 } } })).toEqual(shorter);
		expect((await tried({ tab: 'extreme_rise', entry: { params: { window_bars: 12 } } })).moves).toBeDefined();
		const general = items.find(({ ticker_id }) => ticker_id === null)?.id;
		expect((await tried({ entry: null, replaces: general })).changes).toContainEqual({
			name: 'chart_days',
			timeframe: 'day',
			from: 33,
			to: 90,
		});
		expect((await api.call('GET', PARAMS)).body).toMatchObject({ total_count: items.length });
		expect((await api.call('POST', `${PARAMS}/trial`, { tab: 'free', entry: null })).status).toBe(400);
		expect((await api.call('POST', `${PARAMS}/trial`, { tab: 'free', entry: null, replaces: 9_999 })).status).toBe(404);
		expect((await api.call('POST', `${PARAMS}/trial`, { tab: 'free', entry: { params: { window_bars: 1 } } })).status).toBe(400);
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
			onError: () => {},
		});
		try {
			const searches = createSearchJobs(api.parts, jobs);
			const { db } = at.stores.records;
			const filters = [{ sector: 'volume', timeframe: '15', value: 1 }];
			const task = (await api.call('POST', '/api/signal-search-tasks', { filters })).body as { id: number };
			const left = (await api.call('POST', '/api/signal-search-tasks', { filters })).body as { id: number };
			// As a killed process leaves it.
			await changeTask(db, { id: left.id, run: 1 }, { state: 'running' });
			await jobs.runLane(SEARCH_LANE, createSearchHandlers(api.parts));
			await searches.recover();
			const state = async (id: number) => (await taskById(db, id))?.state;
			await expect.poll(() => state(task.id)).toBe('done');
			await expect.poll(() => state(left.id)).toBe('done');
			expect((await taskById(db, left.id))?.run).toBe(2);
			await searches.continueOpenSearches(at.market.now());
			// What an administrator cancels does not stay as one that runs; a job of another kind touches none.
			const next = (await api.call('POST', '/api/signal-search-tasks', { filters })).body as { id: number };
			await searches.cancelTask({ kind: SEARCH_UPKEEP.kind, request: { id: next.id, report: 1 } });
			expect(await state(next.id)).toBe('waiting');
			await searches.cancelTask({ kind: SEARCH.kind, request: { id: next.id, run: 1 } });
			expect(await state(next.id)).toBe('canceled');
		} finally {
			await jobs.stop();
		}
	});
});
