import { workspaceDetail } from '@sw/contract/base/list-schemas';
import { createBarBlock, REGULAR } from '@sw/domain/prices/blocks';
import type { CellDetail, RowDetail, TimeframeDetail } from '@sw/domain/signals/engine/types';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { slotEnd, slotStart } from '@sw/domain/time/slots';
import { exchangeDate, type ReportTime, tickerId } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFacts, createReport, smallWorld } from '../../../market/window/testing/fixture.ts';
import { workspaceApp } from '../../testing/workspace-app.ts';
import { REPORTS, Workspace, workspaceWorld, YESTERDAY_FIRST } from '../../testing/workspace-world.ts';

const ONE = '/api/sector-charts';

describe('ticker details', () => {
	const workspace = new Workspace();
	workspace.save(7, [{ sector: 'volume', timeframe: 'one_hour', value: 4 }]);
	workspace.freeze(10, 7, null, 'seen enough');
	workspace.favorites = new Set([10]);
	let app: Awaited<ReturnType<typeof workspaceApp>>;
	beforeAll(async () => {
		app = await workspaceApp(workspaceWorld(workspace));
	});
	afterAll(() => app.close());
	const detail = async (path: string, kind: Parameters<typeof app.get>[1] = 'pro') => {
		const { status, body } = await app.get(`${ONE}${path}`, kind);
		expect([status, body.errors]).toEqual([200, undefined]);
		return workspaceDetail.parse(body);
	};
	const past = (time: number, id = 10) => `/history/${id}?date=${isoSeconds(time)}`;

	it("say all that the report says, and what is the reader's own", async () => {
		const found = await detail('/10');
		expect(found).toMatchObject({
			ticker: 'AAA',
			weighted_sum: 77,
			favorite: true,
			listed: true,
			status: 'ok',
			allowance: null,
			filter: null,
			report: { time: isoSeconds(REPORTS.pro), report: 'pro' },
			frozen: [{ filter: 7, reason: 'seen enough', until: null }],
		});
		expect(found.sectors).toHaveLength(6);
		expect(found.bars.time.length).toBeGreaterThan(20);
		expect(found.why.reduce((sum, term) => sum + term.points, 0)).toBe(77);
	});

	it('rate the sectors that are asked for, and explain that rate', async () => {
		const found = await detail('/10?sectors=volume,price_long');
		expect(found.sectors.filter((sector) => sector.rated).map(({ key }) => key)).toEqual(['price_long', 'volume']);
		expect(new Set(found.why.map(({ key }) => key))).toEqual(new Set(['volume']));
		expect(found.why.reduce((sum, term) => sum + term.points, 0)).toBe(found.weighted_sum);
	});

	it('read by a saved filter', async () => {
		expect(await detail('/10?filter=7')).toMatchObject({ filter: 7, listed: false });
		expect(await detail('/30?filter=7')).toMatchObject({ filter: 7, listed: true });
	});

	it('say how near each rated cell is to another ring', async () => {
		const { margins } = await detail('/10');
		expect(margins.length).toBe(12 - 1);
		expect(margins.find((m) => m.key === 'volume' && m.timeframe === 'one_hour')).toEqual({
			key: 'volume',
			timeframe: 'one_hour',
			weight: 4,
			depth: 3,
			z: 1.25,
			next: 3,
			holds: 2.5,
		});
	});

	it('say what changed since the report before that the licence may open', async () => {
		const basic = await detail(past(REPORTS.basic), 'basic');
		expect(basic.change).toEqual({ date: isoSeconds(REPORTS.early), weighted_sum: 77, listed: true, cells: [] });
		const fourth = await detail(past(REPORTS.basic, 40), 'basic');
		expect(fourth.change).toMatchObject({ weighted_sum: 0, listed: false });
		expect(fourth.change?.cells[0]).toEqual({ key: 'price_short', timeframe: 'fifteen_minutes', from: 0, to: 1 });
		expect((await detail(past(REPORTS.premium), 'premium')).change?.date).toBe(isoSeconds(REPORTS.basic));
		expect((await detail(past(YESTERDAY_FIRST))).change).toBeNull();
	});

	it('open in the past by licence and version', async () => {
		expect((await detail(`${past(REPORTS.basic)}&version=1`)).report).toMatchObject({ version: 1, versions: 2, hash: 'first' });
		expect((await app.get(`${ONE}${past(REPORTS.pro)}`, 'basic')).status).toBe(403);
		expect((await app.get(`${ONE}${past(REPORTS.pro + 1000)}`)).status).toBe(404);
		expect((await app.get(`${ONE}/history/10`)).body.errors[0]).toEqual({
			field: 'date',
			message: 'The parameter date must be defined and cannot be null.',
		});
	});

	it('compare every ticker with the report before, whichever its row', async () => {
		for (const id of [10, 20, 30]) expect((await detail(past(REPORTS.basic, id))).change?.date).toBe(isoSeconds(REPORTS.early));
	});

	it('know only tickers of the report', async () => {
		expect((await app.get(`${ONE}/99`)).status).toBe(404);
		expect((await app.get(`${ONE}/0`)).status).toBe(400);
	});

	it('follow a ticker through the reports that the licence may open', async () => {
		const { body } = await app.get(`${ONE}/10/trail`, 'basic');
		expect(body).toMatchObject({ ticker: 'AAA', tab_type: 'extreme_rise', locked: 2, listed: [true, true, true] });
		expect(body.time).toEqual([YESTERDAY_FIRST, REPORTS.early, REPORTS.basic].map(isoSeconds));
		expect(body.weighted_sum).toEqual([77, 77, 77]);
		expect(body.sectors[0]).toMatchObject({ key: 'price_short', intersections: [[4, 4, 4, 4, 4], expect.anything(), expect.anything()] });
		const pro = await app.get(`${ONE}/10/trail?from=2024-05-01&to=2024-05-01&tab_type=extreme_fall`, 'pro');
		expect(pro.body).toMatchObject({ locked: 0, listed: [false, false, false, false] });
		expect((await app.get(`${ONE}/10/trail?from=2024-05-02&to=2024-05-01`)).status).toBe(400);
		expect((await app.get(`${ONE}/99/trail`)).status).toBe(404);
	});
});

describe('a report that knows other tickers than the directory', () => {
	it('has no details of those that are missing on either side', async () => {
		const world = workspaceWorld();
		// Ids 10 to 50, and 61 in the place of 60.
		const table = createReport(REPORTS.pro);
		table.tickerId[5] = 61;
		world.reports.add(createFacts(REPORTS.pro, { report: 'pro', version: 2, hash: 'other' }), table);
		const app = await workspaceApp(world);
		for (const [id, detail] of [
			[60, "This ticker isn't in this report."],
			[61, 'Ticker not found'],
		] as const) {
			const { status, body } = await app.get(`${ONE}/${id}`);
			expect([status, body.detail]).toEqual([404, detail]);
		}
		expect((await app.get(`${ONE}/50`)).body.change.date).toBe(isoSeconds(REPORTS.premium));
		await app.close();
	});

	it.each([
		[2.9999, 2.9999],
		[2.9998, 2.9998],
	])('gives a z near a level with as many digits as keep it on its side: %d', async (stored, reported) => {
		const world = workspaceWorld();
		const table = createReport(REPORTS.pro);
		table.z.fill(stored);
		world.reports.add(createFacts(REPORTS.pro, { report: 'pro', version: 2, hash: 'other' }), table);
		const app = await workspaceApp(world);
		const { body } = await app.get(`${ONE}/10`);
		const zs = body.margins.filter(({ next }: { next: number | null }) => next === 3).map(({ z }: { z: number }) => Math.abs(z));
		expect(new Set(zs)).toEqual(new Set([reported]));
		await app.close();
	});

	it('gives z rounded to three decimals', async () => {
		const world = workspaceWorld();
		const table = createReport(REPORTS.pro);
		table.z.fill(1.2346);
		world.reports.add(createFacts(REPORTS.pro, { report: 'pro', version: 2, hash: 'other' }), table);
		const app = await workspaceApp(world);
		const { body } = await app.get(`${ONE}/10`);
		expect(new Set(body.margins.map(({ z }: { z: number }) => Math.abs(z)))).toEqual(new Set([1.235]));
		await app.close();
	});
});

describe('the numbers behind the cells', () => {
	const cell: CellDetail = { status: 'ok', z: 1, scale: 2, value: 3 };
	const [price, volume, sum, diff, squeeze] = [cell, cell, cell, cell, cell];
	const frame = { developing: true, referenceTime: null, price, volume, sum, diff, squeeze };
	const row: RowDetail = {
		timeframes: new Array<TimeframeDetail>(5).fill(frame),
		medianOptionsDaily: null,
		medianVolumeDaily: null,
		medianDollarsDaily: null,
		eligible: true,
		stale: false,
		quarantine: false,
	};

	it('are asked for until they are there, and then once', async () => {
		let reads = 0;
		const app = await workspaceApp({ ...workspaceWorld(), explain: async () => (++reads < 3 ? null : row) });
		const cells = async () => workspaceDetail.parse((await app.get(`${ONE}/10`)).body).cells?.length ?? null;
		expect([await cells(), await cells(), await cells(), await cells(), reads]).toEqual([null, null, 25, 25, 3]);
		await app.close();
	});

	it('leave each reader what is his own, however often the same was asked before', async () => {
		const workspace = new Workspace();
		const world = { ...workspaceWorld(workspace), explain: async () => row };
		const app = await workspaceApp(world);
		const detail = async (kind: 'basic' | 'pro' = 'pro') => workspaceDetail.parse((await app.get(`${ONE}/10`, kind)).body);
		const own = async () => {
			const { favorite, frozen, report } = await detail();
			return [favorite, frozen.length, report?.version];
		};
		expect([await own(), await own()]).toEqual(new Array(2).fill([false, 0, 1]));
		expect((await detail('basic')).report?.time).toBe(isoSeconds(REPORTS.basic));
		workspace.favorites = new Set([10]);
		expect(await own()).toEqual([true, 0, 1]);
		workspace.freeze(10, null, 2_000);
		expect([await own(), await own()]).toEqual(new Array(2).fill([true, 1, 1]));
		workspace.wall = 2_000;
		expect(await own()).toEqual([true, 0, 1]);
		workspace.frozen = [];
		world.reports.add(createFacts(REPORTS.pro, { report: 'pro', version: 2, hash: 'other' }), createReport(REPORTS.pro));
		expect(await own()).toEqual([true, 0, 2]);
		expect((await app.get(`${ONE}/10`, 'none')).status).toBe(403);
		await app.close();
	});
});

describe('before the first report', () => {
	it('there are no details, no file, no date, and an empty list', async () => {
		const app = await workspaceApp({ ...workspaceWorld(), ...smallWorld({ empty: true }), oldest: async () => null });
		expect((await app.get(`${ONE}/10`)).status).toBe(404);
		expect((await app.get(`${ONE}/export`)).body.detail).toBe('No report has been published yet.');
		expect((await app.get(`${ONE}/date`)).body).toEqual({ time: null, report: null, oldest: null });
		expect((await app.get(ONE)).body).toMatchObject({ report: null, time: null, total_count: 0, items: [] });
		expect((await app.get(`${ONE}/black-list`)).body).toMatchObject({ report: null, total_count: 0, items: [] });
		await app.close();
	});
});

describe('the details of an archived report', () => {
	const SESSION = nyse.sessionOn(exchangeDate('2024-03-15')) as Session;
	const before = nyse.previousSession(SESSION.date) as Session;

	it.each([7, 0.1])(
		'have hourly bars as live ones have, on the share basis of the report, after a split of %d:1 and before another',
		async (ratio) => {
			const time = slotEnd(SESSION, 3) as ReportTime;
			const block = createBarBlock(3);
			const closes = [70, 10, 11];
			[slotStart(before, 25), slotStart(SESSION, 0), slotStart(SESSION, 3)].forEach((start, i) => {
				block.time[i] = start / 1000;
				for (const field of ['open', 'high', 'low', 'close'] as const) block[field][i] = closes[i]!;
				block.session[i] = REGULAR;
				block.volume[i] = 100;
			});
			block.count = closes.length;
			const split = (date: string) => ({ tickerId: tickerId(10), date: exchangeDate(date), ratio });
			const questions: unknown[] = [];
			const world = workspaceWorld();
			world.reports.add(createFacts(time), createReport(time));
			const app = await workspaceApp({
				...world,
				bars: async (...question) => {
					questions.push(question);
					return { bars: block, splits: [split(SESSION.date), split('2024-04-10')] };
				},
			});
			const { body } = await app.get(`${ONE}/history/10?date=${isoSeconds(time)}`);
			const { bars } = workspaceDetail.parse(body);
			expect(questions).toEqual([[10, nyse.sessionByOrdinal(SESSION.ordinal - 10)?.open, time]]);
			expect(bars.sessions).toHaveLength(11);
			expect(bars.time).toEqual([slotStart(before, 24), slotStart(SESSION, 0)].map(isoSeconds));
			expect(bars.close).toEqual([Number((70 / ratio).toFixed(4)), 11]);
			expect(bars.volume).toEqual([100 * ratio, 200]);
			expect(bars.later_splits).toBe(ratio);
			await app.close();
		},
	);
});

describe('parameters in force', () => {
	it('are visible to signed-in users', async () => {
		const app = await workspaceApp();
		for (const name of ['analysis', 'weights', 'window']) {
			expect((await app.get(`/api/parameters/${name}`, 'visitor')).status).toBe(401);
			expect((await app.get(`/api/parameters/${name}`, 'none')).status).toBe(200);
		}
		expect((await app.get('/api/parameters/weights')).body).toMatchObject({ version: 1, slots: [1, 2, 4], rings: [1.5, 2, 2.5, 3, 4] });
		expect(
			(await app.get('/api/parameters/window')).body.items.map((i: { code: string; chart_days: number; sessions: number }) => [
				i.code,
				i.chart_days,
				i.sessions,
			]),
		).toEqual([
			['15', 3, 5],
			['30', 7, 6],
			['60', 15, 10],
			['240', 45, 44],
			['1D', 90, 65],
		]);
		expect((await app.get('/api/parameters/window')).body).toMatchObject({ forecast_bars: 10, cooldown_bars: 10 });
		expect((await app.get('/api/parameters/analysis')).body.intervals).toHaveLength(10);
		await app.close();
	});
});
