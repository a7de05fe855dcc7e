import { computeStatistics } from '@sw/domain/research/search-statistics';
import { type UtcMs, utcMs } from '@sw/domain/time/units';
import { sql } from '@sw/store/postgres/orm/drizzle';
import { reportSpan } from '@sw/store/postgres/records/reports/counted-versions';
import { changeTask, taskById } from '@sw/store/postgres/records/research/tasks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FullTaskAnswer, TaskAnswer } from '../../research/search/search-answers.ts';
import { runTask } from '../../research/search/search-jobs.ts';
import { createProgress, stepSearch } from '../../research/search/search-step.ts';
import { createMarketStores, type MarketStores } from '../../research/testing/market-stores.ts';
import { createResearchApp, type ResearchApp } from '../../research/testing/research-app.ts';

let at: MarketStores;
let api: ResearchApp;
beforeAll(async () => {
	at = await createMarketStores({ rows: 60, sessions: 100, reportSessions: 30 });
	api = await createResearchApp(at);
});
afterAll(async () => {
	await api?.app.close();
	await at?.close();
});

const TASKS = '/api/signal-search-tasks';
const VOLUME = { sector: 'volume', timeframe: 'fifteen_minutes', value: 1 } as const;

async function create(body: object = { filters: [VOLUME], cooldown: 2 }): Promise<TaskAnswer> {
	const { status, body: task } = await api.call('POST', TASKS, body);
	expect(status).toBe(201);
	return task;
}

describe('a signal search', () => {
	it('waits, is worked on in the background, and shows honest statistics', async () => {
		await api.signIn();
		const task = await create({ name: 'Loud volume', filters: [VOLUME], tab: 'extreme_rise', cooldown: 2 });
		expect(task).toMatchObject({ name: 'Loud volume', state: 'waiting', progress: 0, results: [], main: 2 });
		expect(task.question).toMatchObject({ operation: 'short', timeframe: 'one_hour', horizons: [1, 3, 5, 10], to: null });
		await api.runPendingSearches();
		const { body } = await api.call('GET', `${TASKS}/${task.id}`);
		const full: FullTaskAnswer = body;
		expect(full).toMatchObject({ state: 'done', progress: 1, notice: expect.stringContaining('hypothetical') });
		const main = full.results[full.main];
		expect(main?.n).toBeGreaterThan(50);
		expect(main).toMatchObject({ horizon: 5, hypothetical: true, reconstructed: 1, luck: { variants: 4 } });
		// They too must be further from the base rate than a sample of this size is by chance.
		expect(main?.luck.line).toBeGreaterThan((main?.base_rate ?? 1) + 0.01);
		expect(main?.n_eff).toBeLessThan(main?.n ?? 0);
		expect(main?.interval[0]).toBeLessThan(main?.hit_rate ?? 0);
		expect(main?.base_rate).toBeGreaterThan(0.3);
		expect(main?.base_rate).toBeLessThan(0.55);
		expect(full.tickers.length).toBeGreaterThan(3);
		const raw = full.tickers.map(({ n, hits }) => hits / n);
		const spread = (values: number[]): number => Math.max(...values) - Math.min(...values);
		expect(spread(full.tickers.map((t) => t.shrunken_rate))).toBeLessThan(spread(raw) / 2);
	});

	it('finds the same however its span is cut into steps', async () => {
		const account = await api.signIn();
		const task = await create();
		const stored = await taskById(at.stores.records.db, task.id);
		const question = stored?.question as NonNullable<typeof stored>['question'];
		const known = (await reportSpan(at.stores.records.db, 'reverse')) as { from: UtcMs; to: UtcMs };
		const sums: object[] = [];
		for (const pieces of [1, 7]) {
			const progress = createProgress(question);
			let after = utcMs(known.from - 1);
			for (let piece = 1; piece <= pieces; piece++) {
				const until = utcMs(piece === pieces ? known.to : known.from + ((known.to - known.from) * piece) / pieces);
				await stepSearch(api.parts, question, progress, { after, until });
				after = until;
			}
			sums.push(progress.tallies.map((tally) => ({ ...computeStatistics(tally, 1), rank_ic: null })));
		}
		const rounded = (value: object): unknown =>
			JSON.parse(JSON.stringify(value, (_k, v) => (typeof v === 'number' ? Number(v.toFixed(9)) : v)));
		expect(rounded(sums[1] as object)).toEqual(rounded(sums[0] as object));
		await api.runPendingSearches();
		const { body } = await api.call('GET', `${TASKS}/${task.id}`);
		expect((body as FullTaskAnswer).results.map(({ n, hits }) => [n, hits])).toEqual(
			(sums[0] as { n: number; hits: number }[]).map(({ n, hits }) => [n, hits]),
		);
		expect(account.id).toBeTypeOf('string');
	});

	it('answers 304 to an update that changes nothing, and starts over with another question', async () => {
		await api.signIn();
		const task = await create();
		await api.runPendingSearches();
		expect(await api.call('PUT', `${TASKS}/${task.id}`, {})).toEqual({ status: 304, body: null });
		expect((await api.call('PUT', `${TASKS}/${task.id}`, { filters: [VOLUME], tab: 'free', state: 'running' })).status).toBe(304);
		expect(await api.call('PUT', `${TASKS}/${task.id}`, { name: 'Other' })).toMatchObject({
			status: 200,
			body: { name: 'Other', state: 'done' },
		});
		const changed = await api.call('PUT', `${TASKS}/${task.id}`, { filters: [{ ...VOLUME, value: 3 }] });
		expect(changed).toMatchObject({ status: 200, body: { state: 'waiting', results: [], progress: 0 } });
		await api.runPendingSearches();
		const { body } = await api.call('GET', `${TASKS}/${task.id}`);
		expect(body).toMatchObject({ state: 'done' });
		// Two filters were tried at four horizons by now: the luck line rises.
		const found = (body as FullTaskAnswer).results[2];
		expect(found?.luck).toMatchObject({ variants: 8 });
		expect(found?.luck.line).toBeGreaterThan(found?.base_rate ?? 1);
	});

	it('is cancelled, goes on where it was, and takes nothing of a run that is over', async () => {
		await api.signIn();
		const task = await create();
		const old = { ...(api.waiting[0] as { id: number; run: number }) };
		expect(await api.call('PUT', `${TASKS}/${task.id}`, { state: 'canceled' })).toMatchObject({ status: 200, body: { state: 'canceled' } });
		await api.runPendingSearches();
		expect((await api.call('GET', `${TASKS}/${task.id}`)).body).toMatchObject({ state: 'canceled', results: [] });
		expect(await api.call('PUT', `${TASKS}/${task.id}`, { state: 'running' })).toMatchObject({ body: { state: 'waiting' } });
		expect(await runTask(api.parts, old.id, old.run, new AbortController().signal)).toBe('canceled');
		await api.runPendingSearches();
		expect((await api.call('GET', `${TASKS}/${task.id}`)).body).toMatchObject({ state: 'done' });
	});

	it('goes on with the step that a crash broke off, and counts nothing twice', async () => {
		await api.signIn();
		const whole = await create();
		await api.runPendingSearches();
		const broken = await create();
		const { id, run } = api.waiting.splice(0)[0] as { id: number; run: number };
		const { db } = at.stores.records;
		// Aborts after the first committed step, as a killed process would.
		const stop = new AbortController();
		const racing = runTask(api.parts, id, run, stop.signal).catch(() => 'broken');
		await expect.poll(async () => (await taskById(db, id))?.scannedUntil ?? null, { interval: 5 }).not.toBeNull();
		stop.abort(new Error('killed'));
		await racing;
		await changeTask(db, { id, run }, { state: 'running' });
		await runTask(api.parts, id, run, new AbortController().signal);
		const results = async (task: number) =>
			((await api.call('GET', `${TASKS}/${task}`)).body as FullTaskAnswer).results.map((r) => [r.n, r.hits, r.mean]);
		expect(await results(broken.id)).toEqual(await results(whole.id));
		expect(await runTask(api.parts, id, null, new AbortController().signal)).toBe('done');
		expect(await results(broken.id)).toEqual(await results(whole.id));
	});

	it.each([
		['without sessions', sql`tally - 'sessions' - 'bootstrap'`],
		['in blocks by the entry', sql`tally - 'numbered'`],
		['with costs by month', sql`tally - 'costWindow'`],
	])('is counted again from its beginning where an earlier version counted it %s', async (_, earlier) => {
		await api.signIn();
		const task = await create();
		await api.runPendingSearches();
		const results = async () => ((await api.call('GET', `${TASKS}/${task.id}`)).body as FullTaskAnswer).results;
		const before = await results();
		const { db } = at.stores.records;
		await db.execute(sql`UPDATE search_tallies SET tally = ${earlier} WHERE task_id = ${task.id}`);
		expect((await results()).map(({ n }) => n)).toEqual(before.map(({ n }) => n));
		expect(await runTask(api.parts, task.id, null, new AbortController().signal)).toBe('done');
		expect(await results()).toEqual(before);
		const { rows } = await db.execute(
			sql`SELECT 1 FROM search_tallies WHERE task_id = ${task.id} AND tally ?& array['sessions', 'numbered', 'costWindow']`,
		);
		expect(rows).toHaveLength(before.length);
	});

	it('belongs to its account alone and goes with it', async () => {
		const owner = await api.signIn();
		const task = await create();
		await api.runPendingSearches();
		const list = (await api.call('GET', '/api/signal-search-parts?max=1')).body as { items: { id: number }[]; total_count: number };
		await api.signIn();
		expect((await api.call('GET', `${TASKS}/${task.id}`)).status).toBe(404);
		expect((await api.call('PUT', `${TASKS}/${task.id}`, { name: 'x' })).status).toBe(404);
		expect((await api.call('DELETE', `${TASKS}/${task.id}`)).status).toBe(404);
		expect((await api.call('GET', `/api/signal-search-parts/${list.items[0]?.id}`)).status).toBe(404);
		expect((await api.call('GET', '/api/signal-search-parts')).body).toEqual({ total_count: 0, items: [] });
		await at.stores.records.db.execute(sql`delete from users where id = ${owner.id}`);
		expect(await taskById(at.stores.records.db, task.id)).toBeUndefined();
	});

	it('is deleted with its parts', async () => {
		await api.signIn();
		const task = await create();
		await api.runPendingSearches();
		expect((await api.call('DELETE', `${TASKS}/${task.id}`)).status).toBe(204);
		expect((await api.call('GET', `${TASKS}/${task.id}`)).status).toBe(404);
		expect((await api.call('GET', TASKS)).body).toEqual({ total_count: 0, items: [] });
	});

	it('reads only reports that the licence opens', async () => {
		await api.signIn({ licence: 'basic' });
		const basic = await create();
		await api.signIn({ licence: 'pro' });
		const pro = await create();
		await api.runPendingSearches();
		const { db } = at.stores.records;
		const minutes = async (id: number) =>
			(
				await db.execute(sql`select distinct extract(minute from time)::int as m from search_parts where task_id = ${id} order by m`)
			).rows.map((r) => r['m']);
		expect(await minutes(basic.id)).toEqual([0, 45]);
		expect(await minutes(pro.id)).toEqual([0, 15, 30, 45]);
	});

	it.each([
		[{}, 'filters'],
		[{ filters: [{ ...VOLUME, value: 6 }] }, 'filters.0.value'],
		[{ filters: [VOLUME], horizons: [0] }, 'horizons.0'],
		[{ filters: [VOLUME], timeframes: ['day'] }, 'timeframes'],
		[{ filters: [VOLUME], from: '2026-06-30T00:00:00Z', to: '2026-06-01T00:00:00Z' }, 'to'],
		[{ filters: [VOLUME], speed: 1 }, 'speed'],
	])('is refused with the field that is wrong: %o', async (body, field) => {
		await api.signIn();
		const { status, body: problem } = await api.call('POST', TASKS, body);
		expect([status, (problem as { errors: { field: string }[] }).errors[0]?.field]).toEqual([400, field]);
	});
});

describe('parts', () => {
	it('are listed in order, by date, by sector and by search, each with its outcomes', async () => {
		await api.signIn();
		const task = await create({ filters: [VOLUME], cooldown: 2, horizons: [1, 5] });
		await api.runPendingSearches();
		const list = async (query: string) =>
			(await api.call('GET', `/api/signal-search-parts?${query}`)).body as { total_count: number; items: never[] };
		const all = await list('max=100&sort_by=rate');
		const rates = all.items.map(({ rate }) => rate as number);
		expect(rates).toEqual([...rates].sort((a, b) => b - a));
		expect(all.items[0]).toMatchObject({
			task: task.id,
			timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
			hypothetical: true,
			outcomes: [{ horizon: 1 }, { horizon: 5 }],
		});
		// Finished ones come first, in any order; those that began in the newest reports are unfinished and come last.
		const isOver = ({ outcomes }: { outcomes: { closed: boolean }[] }): boolean => outcomes.every(({ closed }) => closed);
		for (const order of ['time', 'rate', 'excess&sort_dir=asc']) {
			expect((await list(`sort_by=${order}`)).items.every(isOver)).toBe(true);
			const last = (await list(`max=100&sort_by=${order}&skip=${all.total_count - 60}`)).items.map(isOver);
			expect(new Set(last)).toEqual(new Set([true, false]));
			expect(last).toEqual([...last].sort((a, b) => Number(b) - Number(a)));
		}
		expect((await list('sector_types=volume')).total_count).toBe(all.total_count);
		expect((await list('sector_types=price')).total_count).toBeLessThan(all.total_count);
		const [ofShort, ofLong] = [await list('sector_types=price_short'), await list('sector_types=price_long')];
		expect(Math.max(ofShort.total_count, ofLong.total_count)).toBeLessThanOrEqual((await list('sector_types=price')).total_count);
		for (const [query, field] of [
			[`task=${task.id + 1000}`, 'task'],
			['sector_types=nonsense', 'sector_types.0'],
		] as const)
			expect(await api.call('GET', `/api/signal-search-parts?${query}`)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
		const unknown = {
			status: 400,
			body: { errors: [{ field: 'ticker_id', message: 'Ticker not found. GET /api/tickers lists tickers with their ids.' }] },
		};
		const search = { filters: [VOLUME], ticker_id: 4_000_000 };
		expect(await api.call('POST', '/api/signal-search-tasks', search)).toMatchObject(unknown);
		expect(await api.call('PUT', `/api/signal-search-tasks/${task.id}`, { ticker_id: 4_000_000 })).toMatchObject({
			...unknown,
			status: 404,
		});
		const late = await list('from=2026-06-29T00:00:00Z&max=100');
		expect(late.total_count).toBeGreaterThan(0);
		expect(late.total_count).toBeLessThan(all.total_count);
		const pages = [await list('max=3'), await list('max=3&skip=3')].flatMap(({ items }) => items.map(({ id }) => id as number));
		expect(new Set(pages).size).toBe(6);
	});

	it('are taken away whole, one row for each horizon, by their account alone', async () => {
		await api.signIn();
		const task = await create({ name: 'Loud', filters: [VOLUME], cooldown: 2, horizons: [1, 5] });
		await api.runPendingSearches();
		const { body } = await api.call('GET', `/api/signal-search-parts?task=${task.id}&max=1`);
		const url = `/api/signal-search-parts/export?task=${task.id}`;
		const csv = await api.app.inject({ method: 'GET', url });
		expect(csv.headers['content-disposition']).toContain(`signalwheel-search-${task.id}.csv`);
		const [head, ...rows] = csv.body.trimEnd().split('\r\n');
		expect(head).toMatch(/^report,ticker,ticker_id,rate,horizon,hit,excess,/);
		expect(rows).toHaveLength(2 * (body as { total_count: number }).total_count);
		expect((await api.app.inject({ method: 'GET', url: `${url}&format=json` })).json()).toMatchObject({ question: { name: 'Loud' } });
		await api.signIn();
		expect((await api.call('GET', url)).status).toBe(404);
	});

	it('show what came after them bar by bar, ending in the outcome', async () => {
		await api.signIn();
		await create({ filters: [VOLUME], cooldown: 2, horizons: [1, 5], to: '2026-06-20T00:00:00Z' });
		await api.runPendingSearches();
		const { body } = await api.call('GET', '/api/signal-search-parts?max=1&sort_by=excess');
		const [first] = (body as { items: { id: number; outcomes: { excess: number; exit: string; closed: boolean }[] }[] }).items;
		const part = (await api.call('GET', `/api/signal-search-parts/${first?.id}`)).body as { path: { time: string; excess: number }[] };
		expect(part.path.length).toBe(5);
		expect(part.path[4]).toEqual({ time: first?.outcomes[1]?.exit, excess: expect.closeTo(first?.outcomes[1]?.excess ?? 0, 5) });
		expect(part.path[0]?.excess).toBeCloseTo(first?.outcomes[0]?.excess ?? 0, 5);
		expect(first?.outcomes.every(({ closed }) => closed)).toBe(true);
	});
});
