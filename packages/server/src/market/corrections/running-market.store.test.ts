import type { ReportRecord } from '@sw/domain/reports/report-record';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { slotEnd } from '@sw/domain/time/slots';
import { exchangeDate, tickerId, type UtcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { verifyChain } from '@sw/store/postgres/records/reports/report-chain';
import { reportAt, reportsBetween } from '@sw/store/postgres/records/reports/reports';
import { saveSplits, splitsOf } from '@sw/store/postgres/records/tickers/corporate-actions';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportedMarket } from '../../compose/core/market.ts';
import { createVerifyParts } from '../../compose/core/research-store.ts';
import { testMarket } from '../../compose/testing/test-market.ts';
import type { Provider, SessionData } from '../../intake/provider.ts';
import { createSmallMarket } from '../../intake/testing/small-market.ts';
import { createSteadyPace } from '../../platform/clocks/pace.ts';
import { createFakeWallClock, type FakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import type { JobContext, JsonObject } from '../../platform/jobs/definition.ts';
import { createReportCommand } from '../../reports/command/report-command.ts';
import { parseReport } from '../../reports/command/report-request.ts';
import { verifyReport } from '../../reports/recompute/verify-report.ts';
import { createCorrectionJobs } from './correction-jobs.ts';

const ROWS = 24;
/** The session before the running one. */
const BROKEN = '2026-06-29';
/** A ticker that trades in every slot loses four of them; another has one wrong price. */
const HOLE = { row: 0, slots: [5, 6, 7, 8] };
const WRONG = { row: 3, slot: 10 };

let healed = false;
let stores: Stores;
let wall: FakeWallClock;
let market: ReportedMarket;
let jobs: ReturnType<typeof createCorrectionJobs>;

/** A feed that gave one session wrongly when it was first asked. */
function careless(provider: Provider): Provider {
	return {
		...provider,
		history: {
			...(provider.history as NonNullable<Provider['history']>),
			session: async (session: Session): Promise<SessionData> => {
				const data = structuredClone(await (provider.history as NonNullable<Provider['history']>).session(session));
				data.halted = null;
				if (session.date !== BROKEN || healed) return data;
				const { matrix } = data;
				for (const slot of HOLE.slots) matrix.close[slot * ROWS + HOLE.row] = Number.NaN;
				matrix.close[WRONG.slot * ROWS + WRONG.row] = matrix.close[WRONG.slot * ROWS + WRONG.row]! * 1.1;
				return data;
			},
		},
	};
}

const provider = careless(createSmallMarket(ROWS, 90, { seed: 3, dailyFrom: exchangeDate('2025-12-01') }));

beforeAll(async () => {
	stores = await testStores();
	wall = createFakeWallClock();
	market = await testMarket({
		stores,
		provider,
		wall,
		pace: createSteadyPace(60),
		reportSessions: 2,
	});
	await market.run();
	await market.settled;
	jobs = createCorrectionJobs(market.access, () => PARAMETERS_V1);
});
afterAll(async () => {
	await market?.stop();
	await stores?.close();
});

const JOB_CONTEXT: JobContext = { progress: () => {}, printLine: () => {}, signal: new AbortController().signal, isLastTry: true };

/** Jobs wait for the running market, whose clock is the test's. */
async function run(kind: keyof ReturnType<typeof createCorrectionJobs>, request: JsonObject): Promise<JsonObject> {
	return jobs[kind].run(request, JOB_CONTEXT);
}

const session = nyse.sessionOn(exchangeDate(BROKEN)) as Session;

async function versions(): Promise<number[]> {
	return (await reportsBetween(stores.records.db, session.open, session.close, 'reverse')).map(({ version }) => version);
}

describe('corrections beside a running market', () => {
	it('find what is missing and say so where it is not to be fetched', async () => {
		const found = await run('gaps', { from: BROKEN, to: BROKEN, fetch: false });
		expect(found).toMatchObject({ bars: 4, gaps: [{ date: BROKEN, slots: [], tickers: [1], bars: 4, reports: [] }] });
		expect(found['open']).toEqual({ count: 1, newest: BROKEN });
		expect(await versions()).toEqual(Array(26).fill(1));
	});

	it('fetch it and any wrong data around it, and rebuild the reports from there on', async () => {
		healed = true;
		const result = await run('gaps', { from: BROKEN, to: BROKEN });
		expect(result).toMatchObject({
			fetched: { sessions: 1, changed: 1, added: 4, corrected: 1 },
			rebuilt: { looked: 26 },
			open: { count: 0, newest: null },
		});
		const now = await versions();
		// Before the hole nothing changed: those reports keep their version.
		expect(now.slice(0, 5)).toEqual([1, 1, 1, 1, 1]);
		expect(now.slice(5).every((version) => version === 2)).toBe(true);
		expect(await verifyChain(stores.records.db)).not.toHaveProperty('brokenAt');
	});

	it('leave the previous version as it was: it names its successor, and keeps its own bars', async () => {
		const time = slotEnd(session, 12);
		const records = await Promise.all([1, 2].map((version) => reportAt(stores.records.db, time, 'reverse', version)));
		expect(records.map((record) => record?.supersededBy)).toEqual([2, null]);
		for (const record of records as ReportRecord[]) {
			const verdict = await verifyReport(createVerifyParts({ stores, provider, calendar: nyse }), record);
			expect(verdict).toMatchObject({ identical: true, differences: [], sameInputs: true });
		}
		const lines: string[] = [];
		const show = createReportCommand({ ...createVerifyParts({ stores, provider, calendar: nyse }), exportFolder: '/' });
		const request = parseReport(['show', new Date(time).toISOString(), '--version', '1'], (path) => path);
		expect(await show([JSON.stringify(request)], (line) => lines.push(line))).toBe(0);
		expect(lines[0]).toContain('version 1 of 2, superseded by version 2');
	});

	it('change nothing the second time', async () => {
		const before = await versions();
		expect(await run('gaps', { from: BROKEN, to: BROKEN })).toMatchObject({ bars: 0, gaps: [], rebuilt: { looked: 0 } });
		expect(await run('history', { from: BROKEN, to: BROKEN })).toMatchObject({
			fetched: { sessions: 1, changed: 0 },
			rebuilt: { looked: 0 },
		});
		expect(await run('reports', { date: BROKEN })).toEqual({ looked: 26, changed: 0 });
		const one = new Date(slotEnd(session, 7)).toISOString().replace('.000', '');
		expect(await run('reports', { date: one })).toEqual({ looked: 1, changed: 0 });
		await expect(run('reports', { date: '2031-01-02' })).rejects.toThrow('No bars are stored');
		expect(await versions()).toEqual(before);
	});

	it('let the market go on: it uses the corrected bars, and its next report comes', async () => {
		const last = market.reports.newest()?.time as UtcMs;
		const newest = async (): Promise<number> => {
			await wall.advance(1_000);
			return market.reports.newest()?.time ?? 0;
		};
		await expect.poll(newest, { interval: 20 }).toBeGreaterThan(last);
		// Cold from the corrected bars it comes out the same.
		const fresh = new Date(market.reports.newest()?.time ?? 0).toISOString().replace('.000', '');
		expect(await run('reports', { date: fresh })).toEqual({ looked: 1, changed: 0 });
	});

	it('disable a split that a provider announced and the prices do not show, until an administrator insists', async () => {
		const { db } = stores.records;
		const wrong = { tickerId: tickerId(5), date: exchangeDate(BROKEN), ratio: 4 };
		await saveSplits(db, 'simulated', [wrong]);
		const span = { from: BROKEN, to: BROKEN };
		const stateOf = (result: JsonObject) =>
			(result['items'] as { ticker_id: number; state: string }[]).find((item) => item.ticker_id === wrong.tickerId)?.state;
		const first = await run('splits_check', span);
		expect([first['contradicted'], stateOf(first)]).toEqual([1, 'contradicted']);
		expect(first['open']).toEqual({ count: 1, newest: BROKEN });
		// Told again it stays out, and nothing is built again.
		await saveSplits(db, 'simulated', [wrong]);
		const second = await run('splits_check', span);
		expect(second).toMatchObject({ contradicted: 0, rebuilt: { looked: 0 } });
		expect(stateOf(second)).toBe('contradicted');
		await run('splits', { apply: [{ ticker_id: wrong.tickerId, date: BROKEN, ratio: 4 }], revoke: [], dismiss: [] });
		expect(await splitsOf(db, 'simulated')).toContainEqual(wrong);
		expect(await run('splits_check', span)).toMatchObject({ contradicted: 0 });
		await run('splits', { apply: [], revoke: [{ ticker_id: wrong.tickerId, date: BROKEN }], dismiss: [] });
	});

	it('end when they are canceled, and say what cannot be', async () => {
		const canceled = AbortSignal.abort(new Error('Enough.'));
		await expect(jobs.history.run({ from: '2026-06-01', to: '2026-06-30' }, { ...JOB_CONTEXT, signal: canceled })).rejects.toThrow(
			'Enough.',
		);
		await expect(run('splits', { apply: [{ ticker_id: 999, date: BROKEN, ratio: 2 }], revoke: [], dismiss: [] })).rejects.toThrow(
			'no ticker 999',
		);
	});
});
