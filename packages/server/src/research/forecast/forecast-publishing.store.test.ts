import type { ReportRecord } from '@sw/domain/reports/report-record';
import { type DatedSlot, slotsOfDate } from '@sw/domain/reports/timetable';
import { PARAMETERS_V1, type ParameterSet } from '@sw/domain/signals/parameters';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { type ExchangeDate, exchangeDate, MINUTE, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { verifyChain } from '@sw/store/postgres/records/reports/report-chain';
import { reportAt } from '@sw/store/postgres/records/reports/reports';
import { addScriptEntry } from '@sw/store/postgres/records/research/params';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportedMarket } from '../../compose/core/market.ts';
import { createResearchStore, createVerifyParts } from '../../compose/core/research-store.ts';
import { testMarket } from '../../compose/testing/test-market.ts';
import { createSmallMarket } from '../../intake/testing/small-market.ts';
import { createSteadyPace } from '../../platform/clocks/pace.ts';
import { createFakeWallClock, type FakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { createDelayedCloses } from '../../reports/delayed-closes.ts';
import { verifyReport } from '../../reports/recompute/verify-report.ts';
import type { ResearchParts } from '../ports.ts';
import { loadStoredParameters } from '../script-params.ts';
import { createCalibrations } from './calibrations.ts';
import { createForecastReports } from './forecast-reports.ts';

let stores: Stores;
let wall: FakeWallClock;
let market: ReportedMarket;
/** What an administrator has changed, by date. */
const edited = new Map<ExchangeDate, DatedSlot[]>();
const provider = createSmallMarket(12, 90, { seed: 3, dailyFrom: exchangeDate('2025-12-01') });

async function start(parameters: ParameterSet): Promise<void> {
	wall = createFakeWallClock();
	const parts: ResearchParts = {
		store: createResearchStore(stores, provider),
		provider,
		calendar: nyse,
		industries: () => market.directory.industries(),
		slotsOn,
		parameters: () => parameters,
		now: () => market.now(),
		wallNow: () => utcMs(wall.now()),
		barsVersion: () => 0,
	};
	market = await testMarket({
		stores,
		provider,
		wall,
		pace: createSteadyPace(60),
		parameters: () => parameters,
		closes: createDelayedCloses(slotsOn),
		forecasts: createForecastReports(parts, createCalibrations(parts)),
		reportSessions: 2,
	});
	await market.run();
	await market.settled;
}

function slotsOn(date: ExchangeDate): readonly DatedSlot[] {
	const session = nyse.sessionOn(date);
	return edited.get(date) ?? (session ? slotsOfDate(session) : []);
}

beforeAll(async () => {
	stores = await testStores();
	await start(PARAMETERS_V1);
});
afterAll(async () => {
	await market?.stop();
	await stores?.close();
});

/** Lets market minutes pass until it is so. */
function pass(until: () => unknown): Promise<void> {
	return expect
		.poll(async () => {
			await wall.advance(1_000);
			return until();
		})
		.toBeTruthy();
}

function session(date: string): Session {
	return nyse.sessionOn(exchangeDate(date)) as Session;
}

function forecastsOf({ open, close }: Session) {
	return [utcMs(open + 16 * MINUTE), utcMs(close + MINUTE)] as const;
}

async function recordOf(time: UtcMs, algo: 'reverse' | 'forecast'): Promise<ReportRecord> {
	return (await reportAt(stores.records.db, time, algo)) as ReportRecord;
}

describe('forecast reports', () => {
	it('are made up for at the first start, as what they are: made after the fact', async () => {
		const [morning, evening] = forecastsOf(session('2026-06-29'));
		await expect.poll(() => market.reports.at(evening)).toBeDefined();
		for (const time of [morning, evening])
			expect(market.reports.at(time)).toMatchObject({ algo: 'forecast', report: 'premium', first: false, reconstructed: true });
		expect((await market.reports.table(market.reports.at(evening) as never))?.algo).toBe('forecast');
	});

	it('follow the report of the close in a running market, and are the newest for those who may open them', async () => {
		const running = nyse.lastOpened(market.now()) as Session;
		const [, evening] = forecastsOf(running);
		await pass(() => market.now() >= evening);
		// The clock is stopped while it is measured: nothing newer can come.
		await expect.poll(() => market.reports.at(evening)).toBeDefined();
		expect(market.reports.newest()?.time).toBe(evening);
		expect(market.reports.latest('pro')?.time).toBe(evening);
		expect(market.reports.latest('premium')?.time).toBe(evening);
		expect(market.reports.latest('basic')).toMatchObject({ algo: 'reverse', report: 'basic' });
		expect(market.reports.latest(null)).toMatchObject({ algo: 'reverse', report: 'basic' });
		const record = await recordOf(evening, 'forecast');
		expect(record.cutoff).toBe(running.close);
		expect(record.publishedAt).toBeGreaterThanOrEqual(evening);
	});

	it('follow the first report of the next day, and the slots go on', async () => {
		const running = nyse.nextToOpen(market.now()) as Session;
		const [morning] = forecastsOf(running);
		await pass(() => market.reports.at(morning));
		await pass(() => (market.reports.newest()?.time ?? 0) > morning + 10 * MINUTE);
		expect(market.reports.newest()?.algo).toBe('reverse');
		expect(await verifyChain(stores.records.db)).not.toHaveProperty('brokenAt');
	});
});

describe('after a restart', () => {
	it('everything published is shown, and scored on by the parameters that an administrator has set since', async () => {
		const before = market.reports.newest();
		const [, evening] = forecastsOf(session('2026-06-29'));
		const old = await recordOf(before?.time as UtcMs, 'reverse');
		expect(old.parametersVersion).toBe(1);
		await market.stop();
		const entry = {
			timeframes: ['one_hour' as const],
			tickerType: null,
			tickerId: null,
			algo: null,
			values: { window_bars: 90 },
			comment: '',
		};
		await addScriptEntry(stores.records.db, entry, utcMs(0));
		const parameters = await loadStoredParameters(createResearchStore(stores, provider).parameters);
		expect(parameters.windowBars[2]).toBe(90);
		await start(parameters);
		// What lies before it the market that was stopped may still have published.
		const begun = market.now();
		expect(market.reports.at(evening)).toMatchObject({ algo: 'forecast', version: 1 });
		expect(market.reports.at(before?.time as number)).toEqual(before);
		await pass(() => market.reports.newest()?.algo === 'reverse' && (market.reports.newest()?.time ?? 0) > begun);
		const facts = market.reports.newest();
		expect(facts).toMatchObject({ parameters: parameters.version });
		const fresh = await recordOf(facts?.time as UtcMs, 'reverse');
		expect(fresh.parametersVersion).toBe(parameters.version);
		for (const record of [old, fresh]) {
			const verdict = await verifyReport(createVerifyParts({ stores, provider, calendar: nyse }), record);
			expect(verdict).toMatchObject({ identical: true, differences: [], recomputed: true });
		}
	});

	it('a timetable that changes says at once who may open a report', () => {
		const day = session('2026-06-29');
		const slots = slotsOfDate(day).map((slot) => (slot.at === day.close ? { ...slot, report: 'basic' as const } : slot));
		expect(market.reports.at(day.close)?.report).toBe('premium');
		edited.set(day.date, slots);
		market.updateLicences(day.date, day.date);
		expect(market.reports.at(day.close)?.report).toBe('basic');
		expect(market.reports.at(forecastsOf(day)[1])?.report).toBe('premium');
		expect(market.reports.newest()?.time).toBeGreaterThan(day.close);
	});
});
