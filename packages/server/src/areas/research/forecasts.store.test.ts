import { nyse } from '@sw/domain/time/calendar';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { sql } from '@sw/store/postgres/orm/drizzle';
import { reportAt } from '@sw/store/postgres/records/reports/reports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifyParts } from '../../compose/core/research-store.ts';
import { systemWallClock } from '../../platform/clocks/wall-clock.ts';
import { openJobs } from '../../platform/jobs/jobs.ts';
import { createPublish, createSetNumberLookup } from '../../reports/publish.ts';
import { verifyReport } from '../../reports/recompute/verify-report.ts';
import { openStoredReports } from '../../reports/testing/published-reports.ts';
import {
	createCalibrations,
	createForecastMonitor,
	FORECAST_LANE,
	FORECAST_MONITOR,
	monitorClose,
} from '../../research/forecast/calibrations.ts';
import { createForecastReports } from '../../research/forecast/forecast-reports.ts';
import { createForecasts, type ForecastAnswer } from '../../research/forecast/forecasts.ts';
import { createMarketStores, type MarketStores } from '../../research/testing/market-stores.ts';
import { createResearchApp, type ResearchApp } from '../../research/testing/research-app.ts';

let at: MarketStores;
let api: ResearchApp;
beforeAll(async () => {
	at = await createMarketStores({ rows: 40, sessions: 110, reportSessions: 2 });
	api = await createResearchApp(at);
	await api.signIn();
	const calibrations = createCalibrations(api.parts);
	for (const close of MEASURED) await calibrations.measure(Date.parse(close) as never);
});
afterAll(async () => {
	await api?.app.close();
	await at?.close();
});

const FORECAST = '/api/charts/forecast';
/** What the background has measured. */
const MEASURED = ['2026-06-25T20:00:00Z', '2026-06-26T20:00:00Z', '2026-06-29T20:00:00Z'];

async function get(query: string): Promise<{ status: number; body: ForecastAnswer }> {
	return api.call('GET', `${FORECAST}${query}`);
}

describe('a forecast', () => {
	it('shows a fan on every timeframe, with what such bands have held', async () => {
		const { status, body } = await get(`?ticker_id=3&timeframes=${TIMEFRAMES.map(({ code }) => code).join()}`);
		expect(status).toBe(200);
		expect(body).toMatchObject({ ticker_id: 3, simulated: true, hypothetical: true, notice: expect.stringContaining('hypothetical') });
		expect(body.items.map(({ timeframe }) => timeframe)).toEqual(TIMEFRAMES.map(({ name }) => name));
		for (const fan of body.items) {
			expect([fan.time.length, fan.centre.length, fan.bands.map(({ level }) => level)]).toEqual([10, 10, [0.5, 0.8, 0.95]]);
			expect(fan.from).toBe('2026-06-30T15:45:00Z');
			const [half, most, nearly] = fan.bands as [(typeof fan.bands)[0], (typeof fan.bands)[0], (typeof fan.bands)[0]];
			for (let bar = 0; bar < 10; bar++) {
				const order = [nearly.low, most.low, half.low, fan.centre, half.high, most.high, nearly.high].map((prices) => prices[bar]!);
				expect(order).toEqual([...order].sort((a, b) => a - b));
				if (bar > 0) expect(most.high[bar]).toBeGreaterThanOrEqual(most.high[bar - 1]!);
			}
			// The check fails: no drift has been shown.
			if (!fan.drift.open) expect(new Set(fan.centre)).toEqual(new Set([fan.price]));
			const five = fan.measured[4];
			expect(five).toMatchObject({ horizon: 5, words: expect.stringMatching(/^In the past, the 80 % band held \d+\.\d % of the time\.$/) });
			expect(five?.coverage_80).toBeGreaterThan(0.65);
			expect(five?.coverage_80).toBeLessThan(0.92);
			expect(five?.n).toBeGreaterThan(500);
			expect(five?.ratio).toBeGreaterThan(0.8);
			expect(five?.ratio).toBeLessThan(1.05);
		}
	});

	it('says of each timeframe what it says of all at once', async () => {
		const { body: all } = await get(`?ticker_id=3&timeframes=${TIMEFRAMES.map(({ code }) => code).join()}`);
		for (const [i, { code }] of TIMEFRAMES.entries())
			expect((await get(`?ticker_id=3&timeframe=${code}`)).body.items).toEqual([all.items[i]]);
	});

	it('of a day ends at its close and knows nothing of what came later', async () => {
		const before = await get('/2026-06-26?ticker_id=3&timeframe=one_hour');
		expect(before.body.items[0]).toMatchObject({ from: '2026-06-26T20:00:00Z', calibrated: '2026-06-26T20:00:00Z' });
		expect(before.body.items[0]?.time[0]).toBe('2026-06-29T14:30:00Z');
		// The past of a forecast cannot be changed by what is stored for later.
		await at.stores.series.bulk.run(
			"ALTER TABLE bars UPDATE close = close * 2 WHERE time >= toDateTime('2026-06-29 00:00:00', 'UTC') SETTINGS mutations_sync = 1",
		);
		const fresh = createCalibrations(api.parts);
		await at.stores.records.db.execute('delete from forecast_calibrations');
		expect((await fresh.loadAt(Date.parse('2026-06-28T00:00:00Z') as never, 2)).horizons[4]?.coverage80?.toFixed(4)).toBe(
			before.body.items[0]?.measured[4]?.coverage_80?.toFixed(4),
		);
		expect((await get('/2026-06-26?ticker_id=3&timeframe=one_hour')).body).toEqual(before.body);
		await fresh.measure(Date.parse('2026-06-25T20:00:00Z') as never);
		expect((await get('/2026-06-27?ticker_id=3')).body.items[0]?.from).toBe('2026-06-26T20:00:00Z');
		expect((await get('/2026-06-26T15:00:00Z?ticker_id=3')).body.items[0]).toMatchObject({
			from: '2026-06-26T15:00:00Z',
			calibrated: '2026-06-25T20:00:00Z',
		});
	});

	it('measures nothing while a reader waits: it answers from what is stored, or not at all', async () => {
		const counted = async (): Promise<unknown> =>
			(await at.stores.records.pool.query('select count(*)::int as n from forecast_calibrations')).rows[0];
		const before = await counted();
		expect((await get('/2026-06-18?ticker_id=3')).status).toBe(204);
		expect((await get('/2026-06-29T18:00:00Z?ticker_id=3')).body.items[0]?.calibrated).toBe('2026-06-26T20:00:00Z');
		expect(await counted()).toEqual(before);
	});

	it('follows a drift only where its gate is open, which one that an earlier version stored is not', async () => {
		const { db, pool } = at.stores.records;
		const { rows: before } = await pool.query('select * from forecast_calibrations');
		const isOpen = async (gate: object): Promise<boolean | undefined> => {
			await db.execute(
				sql`update forecast_calibrations set calibration = jsonb_set(calibration, '{gate}', ${JSON.stringify(gate)}::jsonb) where timeframe = 2 and horizon = 4`,
			);
			return (await get('/2026-06-29T18:00:00Z?ticker_id=3&timeframe=one_hour')).body.items[0]?.drift.open;
		};
		const bets = { bettors: [], next: 0, until: null, peak: 0 };
		expect([await isOpen({ open: true, gain: 0.1, t: 9 }), await isOpen({ open: true, gain: 0.1, t: 9, bets })]).toEqual([false, true]);
		for (const row of before)
			await pool.query('update forecast_calibrations set calibration = $1 where timeframe = $2 and horizon = $3 and as_of = $4', [
				row.calibration,
				row.timeframe,
				row.horizon,
				row.as_of,
			]);
	});

	it('lets the bets of a gate go on from close to close, each report once', async () => {
		await at.stores.records.db.execute('delete from forecast_calibrations');
		const fresh = createCalibrations(api.parts);
		const hourly = async (day: string) =>
			(await fresh.measure(Date.parse(`${day}T20:00:00Z`) as never))
				.filter(({ timeframe, horizon }) => timeframe === 2 && horizon === 1)
				.map(({ calibration: { gate } }) => ({ until: gate.bets?.until, blocks: gate.bets?.bettors[0]?.blocks ?? 0 }))[0];
		const [first, second] = [await hourly('2026-06-25'), await hourly('2026-06-26')];
		const again = await hourly('2026-06-26');
		expect(second?.until).toBe((first?.until ?? 0) + 86_400_000);
		// Seven hourly bars of a session, the last of them shorter.
		expect((second?.blocks ?? 0) - (first?.blocks ?? 0)).toBe(7);
		expect(again).toEqual(second);
		expect((await hourly('2026-06-29'))?.blocks).toBe((second?.blocks ?? 0) + 7);
	});

	it('is shown by the level of its report', async () => {
		const { id } = await api.signIn({ licence: 'basic' });
		expect((await get('/2026-06-26T18:00:00Z?ticker_id=3')).status).toBe(200);
		expect((await get('/2026-06-26T18:30:00Z?ticker_id=3')).status).toBe(403);
		expect((await get('/2026-06-26T18:15:00Z?ticker_id=3')).status).toBe(403);
		expect((await get('/2026-06-26?ticker_id=3')).status).toBe(403);
		// 11:45 in New York belongs to pro: a basic licence sees what was known at 11:00.
		expect((await get('?ticker_id=3&timeframe=15')).body.items[0]?.from).toBe('2026-06-30T15:00:00Z');
		await api.signIn({ id, licence: 'premium' });
		expect((await get('/2026-06-26T18:30:00Z?ticker_id=3')).status).toBe(200);
		await api.signIn();
	});

	it('is at the time of a report for every licence', async () => {
		const newest = async (licence: 'basic' | 'premium' | 'pro') => {
			await api.signIn({ licence });
			return (await get('?ticker_id=3&timeframe=15')).body.as_of;
		};
		const times = [await newest('basic'), await newest('premium'), await newest('pro')];
		for (const time of times) expect(new Date(time).getUTCMinutes() % 15).toBe(0);
		expect(times).toEqual([...times].sort());
	});

	it('of a time to come is 404 for every licence', async () => {
		for (const licence of ['basic', 'premium', 'pro'] as const) {
			await api.signIn({ licence });
			for (const time of ['2026-07-01', '2027-01-01', '2026-06-30T20:00:00Z', '2030-01-01T00:00:00Z'])
				expect(await get(`/${time}?ticker_id=3`)).toMatchObject({
					status: 404,
					body: { detail: expect.stringContaining('in the future') },
				});
		}
	});

	it('takes timeframe or timeframes, not both', async () => {
		expect(await get('?ticker_id=3&timeframe=15&timeframes=60')).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'timeframe', message: 'Use either timeframe or timeframes, not both.' }] },
		});
	});

	it('is one at a time for a person, and a few may wait; the rest are refused', async () => {
		const answers = await Promise.all(Array.from({ length: 8 }, () => get('?ticker_id=3')));
		const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
		expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
	});

	it('ends when its reader has left', async () => {
		const forecasts = createForecasts(api.parts, createCalibrations(api.parts));
		const reader = { id: 'ann', licence: 'pro', disconnected: AbortSignal.abort() } as const;
		await expect(forecasts.computeLatest({ ticker_id: 3 as never }, reader)).rejects.toMatchObject({ code: 'unavailable' });
	});

	it('is 204 where nothing can be said, 404 for an unknown ticker, 400 for a wrong question', async () => {
		expect(await get('/2020-01-02?ticker_id=3')).toEqual({ status: 204, body: null });
		expect(await get('/2020-01-02?ticker_id=3&timeframes=fifteen_minutes,one_hour&explain=true')).toMatchObject({
			status: 200,
			body: { items: [], missing: ['fifteen_minutes', 'one_hour'].map((timeframe) => ({ timeframe, reason: 'unmeasured' })) },
		});
		expect((await get('?ticker_id=4000000')).status).toBe(404);
		expect((await get('')).status).toBe(400);
		expect((await get('?ticker_id=3&timeframe=5')).status).toBe(400);
		expect((await get('/yesterday?ticker_id=3')).status).toBe(400);
	});
});

it('ranks tickers by the expected move in a report of its own', async () => {
	const calibrations = createCalibrations(api.parts);
	const reports = createForecastReports(api.parts, calibrations);
	const close = Date.parse('2026-06-29T20:00:00Z') as never;
	const time = reports.findSlotAfter(close);
	expect(time).toBe(close + 60_000);
	expect(reports.findSlotAfter(Date.parse('2026-06-29T14:00:00Z') as never)).toBeUndefined();
	const built = await reports.build(time as never);
	expect(built?.table).toMatchObject({ algo: 'forecast', time });
	const reverse = await reportAt(at.stores.records.db, close, 'reverse');
	expect(built).toMatchObject({ cutoff: close, inputs: { hash: reverse?.inputHash } });
	const publish = createPublish({
		typeIndexOf: () => 0,
		stores: at.stores,
		provider: at.provider.name,
		engine: reverse?.engineVersion ?? '',
		getNumberedSet: createSetNumberLookup(at.stores.records.db),
		shownReports: await openStoredReports(at.stores),
	});
	const [record] = await publish([built as NonNullable<typeof built>]);
	expect(await verifyReport(createVerifyParts({ ...at, calendar: nyse }), record as NonNullable<typeof record>)).toMatchObject({
		identical: true,
		recomputed: true,
		differences: [],
	});
	expect(await reports.build(time as never)).toBeUndefined();
});

it('is measured once a day in the background', async () => {
	const jobs = await openJobs({ records: at.stores.records, definitions: [FORECAST_MONITOR], wall: systemWallClock, onError: () => {} });
	try {
		const calibrations = createCalibrations(api.parts);
		await jobs.runLane(FORECAST_LANE, [createForecastMonitor(calibrations, () => {})]);
		const close = Date.parse('2026-06-24T20:00:00Z') as never;
		await monitorClose(jobs, close);
		const stored = async (): Promise<number> =>
			Number(
				(await at.stores.records.db.execute(`select count(*) as n from forecast_calibrations where as_of = '2026-06-24T20:00:00Z'`))
					.rows[0]?.['n'],
			);
		await expect.poll(stored).toBe(50);
	} finally {
		await jobs.stop();
	}
});
