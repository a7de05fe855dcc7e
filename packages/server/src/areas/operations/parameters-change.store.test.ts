import { marketParameters } from '@sw/domain/research/script-params';
import { PARAMETERS_V1, type ParameterSet } from '@sw/domain/signals/parameters';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { findLastElapsed, slotEnd } from '@sw/domain/time/slots';
import { exchangeDate, utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { reportsBetween } from '@sw/store/postgres/records/reports/reports';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportedMarket } from '../../compose/core/market.ts';
import { createResearchStore, createVerifyParts } from '../../compose/core/research-store.ts';
import { testMarket } from '../../compose/testing/test-market.ts';
import type { Provider, SessionData } from '../../intake/provider.ts';
import { createSmallMarket } from '../../intake/testing/small-market.ts';
import { createCorrectionJobs } from '../../market/corrections/correction-jobs.ts';
import { createSteadyPace } from '../../platform/clocks/pace.ts';
import { createFakeWallClock, type FakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { scoreTable } from '../../reports/recompute/recompute.ts';
import { verifyReport } from '../../reports/recompute/verify-report.ts';
import { type CurrentParameters, openCurrentParameters } from '../../research/script-params.ts';

const ROWS = 12;
const TODAY = '2026-06-30';
const session = nyse.sessionOn(exchangeDate(TODAY)) as Session;
/** A price of the running session that the vendor corrects later. */
const WRONG = { row: 3, slot: 4 };

let corrected = false;
let stores: Stores;
let wall: FakeWallClock;
let market: ReportedMarket;
let inForce: CurrentParameters;

function careless(provider: Provider): Provider {
	return {
		...provider,
		history: {
			...(provider.history as NonNullable<Provider['history']>),
			session: async (session: Session): Promise<SessionData> => {
				const data = structuredClone(await (provider.history as NonNullable<Provider['history']>).session(session));
				data.halted = null;
				const at = WRONG.slot * ROWS + WRONG.row;
				if (session.date === TODAY && corrected) data.matrix.close[at] = data.matrix.close[at]! * 1.1;
				return data;
			},
		},
	};
}

const provider = careless(createSmallMarket(ROWS, 90, { seed: 3, dailyFrom: exchangeDate('2025-12-01') }));

beforeAll(async () => {
	stores = await testStores();
	wall = createFakeWallClock();
	inForce = await openCurrentParameters(createResearchStore(stores, provider).parameters);
	market = await testMarket({ stores, provider, wall, pace: createSteadyPace(60), parameters: inForce.get, reportSessions: 2 });
	await market.run();
	await market.settled;
});
afterAll(async () => {
	await market?.stop();
	await stores?.close();
});

function records() {
	return reportsBetween(stores.records.db, session.open, session.close, 'reverse');
}

function newest() {
	return market.reports.newest();
}

/** Lets the clock pass until a report has been published. It is stopped while one is due: a report after the next bar is not live. */
async function nextReport(): Promise<void> {
	const before = newest()?.time ?? 0;
	const isDue = (): boolean => {
		const elapsed = findLastElapsed(nyse, market.now());
		return elapsed !== undefined && slotEnd(elapsed.session, elapsed.slot) > (newest()?.time ?? 0);
	};
	await expect
		.poll(
			async () => {
				await wall.advance(isDue() ? 0 : 1_000);
				return newest()?.time ?? 0;
			},
			{ interval: 20 },
		)
		.toBeGreaterThan(before);
}

describe('a change of the engine parameters', () => {
	it('scores the next report and none that has come out, without a restart of the product', async () => {
		await nextReport();
		const last = newest();
		expect(last?.parameters).toBe(1);
		const entry = { timeframes: [], tickerType: null, tickerId: null, algo: null, comment: '', values: { window_bars: 60 } };
		await createResearchStore(stores, provider).parameters.addScriptEntry(entry, utcMs(wall.now()));
		expect(await inForce.refresh()).toBe(true);
		expect(await inForce.refresh()).toBe(false);
		await market.startOver();
		expect(newest()).toEqual(last);
		await nextReport();
		expect(newest()?.parameters).toBe(inForce.get().version);
		expect(inForce.get()).toEqual({ ...marketParameters(PARAMETERS_V1, [entry]), version: 2 });
		const stored = await records();
		for (const { time, parametersVersion } of stored) expect(parametersVersion).toBe(time <= (last?.time ?? 0) ? 1 : 2);
		for (const record of stored.slice(-2)) expect((await verifyReport(parts(), record)).identical).toBe(true);
	});

	it('leaves reports to the set that scored them when their bars are corrected', async () => {
		const before = await records();
		corrected = true;
		const jobs = createCorrectionJobs(market.access, inForce.get);
		const context = { progress: () => {}, printLine: () => {}, signal: new AbortController().signal, isLastTry: true };
		expect(await jobs.history.run({ from: TODAY, to: TODAY }, context)).toMatchObject({ fetched: { corrected: 1 } });
		const after = await records();
		const sets = (records: typeof after) => records.slice(0, before.length).map(({ time, parametersVersion }) => [time, parametersVersion]);
		expect(sets(after)).toEqual(sets(before));
		const rebuilt = after.filter(({ version }) => version === 2);
		expect(rebuilt.map(({ time }) => time)).toContain(slotEnd(session, WRONG.slot));
		for (const record of rebuilt.slice(0, 1)) expect((await verifyReport(parts(), record)).identical).toBe(true);
	});

	it('is tried on the bars of a report without touching it', async () => {
		const record = (await records()).at(-1);
		if (!record) throw new Error('no report');
		const draft: ParameterSet = { ...inForce.get(), version: 0, windowBars: [30, 30, 30, 30, 30] };
		const shares: number[] = [];
		const asStored = await scoreTable(parts(), record, inForce.get(), (share) => shares.push(share));
		expect(shares).toEqual([]);
		const tried = await scoreTable(parts(), record, draft, (share) => shares.push(share));
		expect(shares.at(-1)).toBe(1);
		expect([...tried.tickerId]).toEqual([...asStored.tickerId]);
		expect([...tried.z]).not.toEqual([...asStored.z]);
		expect([...(await scoreTable(parts(), record, { ...inForce.get(), version: 0 }, () => {})).z]).toEqual([...asStored.z]);
		expect((await records()).at(-1)).toEqual(record);
	});
});

function parts() {
	return createVerifyParts({ stores, provider, calendar: nyse });
}
