import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { FLAG_QUARANTINE } from '@sw/domain/signals/report-table';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { exchangeDate, utcMs } from '@sw/domain/time/units';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import { reportsBetween } from '@sw/store/postgres/records/reports/reports';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportedMarket } from '../../compose/core/market.ts';
import { testMarket } from '../../compose/testing/test-market.ts';
import type { Provider, SessionData } from '../../intake/provider.ts';
import { createSmallMarket } from '../../intake/testing/small-market.ts';
import { createSteadyPace } from '../../platform/clocks/pace.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { rebuildReports } from '../corrections/rebuilds.ts';
import { LOOKBACK_SESSIONS } from './input-hash.ts';

const ROWS = 8;
/** Sessions with reports: each leaves another one of the first sessions behind its look-back. */
const EDGES = 14;
const SLOTS = 26;

/** What happens in the first sessions, by row: the engine that saw it goes on, one that begins later does not see it. */
const [JUMPED, FIRST_VOLUME, LISTED, GAP, OUTLYING] = [0, 1, 2, 3, 4];
const HALVED = 7;

let stores: Stores;
let market: ReportedMarket;
let times: number[] = [];
let first = 0;

const small = createSmallMarket(ROWS, LOOKBACK_SESSIONS + EDGES - 1, { seed: 5, dailyFrom: exchangeDate('2025-06-02') });

async function eventful(session: Session): Promise<SessionData> {
	const data = structuredClone(await small.history.session(session));
	data.halted = null;
	const { matrix } = data;
	const at = session.ordinal - first;
	const scale = (row: number, slot: number, factor: number): void => {
		for (const prices of [matrix.open, matrix.high, matrix.low, matrix.close]) {
			const cell = slot * matrix.rows + row;
			prices[cell] = prices[cell]! * factor;
		}
	};
	for (let slot = 0; slot < session.slots; slot++) {
		const cell = (row: number): number => slot * matrix.rows + row;
		if (at >= HALVED) scale(JUMPED, slot, 0.5);
		if (at === 11 && slot === 10) scale(OUTLYING, slot, 6);
		if (at < 9) matrix.volume[cell(FIRST_VOLUME)] = 0;
		if (at < 5) matrix.close[cell(LISTED)] = Number.NaN;
		if (at >= 2 && at < 12) matrix.close[cell(GAP)] = Number.NaN;
	}
	return data;
}

beforeAll(async () => {
	stores = await testStores();
	first = nyse.sessionOn(small.history.slotsFrom)?.ordinal ?? 0;
	const provider: Provider = { ...small, history: { ...small.history, session: eventful } };
	market = await testMarket({ stores, provider, wall: createFakeWallClock(), pace: createSteadyPace(1), reportSessions: EDGES });
	await market.run();
	await market.settled;
	times = (await reportsBetween(stores.records.db, utcMs(0), utcMs(Date.UTC(2100, 0, 1)), 'reverse')).map(({ time }) => time);
});
afterAll(async () => {
	await market?.stop();
	await stores?.close();
});

/** The sessions with reports of every slot. */
function sessions(): Session[] {
	const dates = [...new Set(times.map((time) => nyse.sessionAt(utcMs(time - 1))))].filter((session) => session !== undefined);
	return dates.filter(({ slots, close }) => slots === SLOTS && times.includes(close));
}

describe('every report around the edges of the look-back', () => {
	it('is the same, rows and named inputs, from an engine that begins at its own look-back', async () => {
		const parts = await market.access.createParts();
		const edges = sessions();
		expect(edges.length).toBeGreaterThanOrEqual(EDGES - 1);
		for (const { open, close } of edges) {
			const wanted = new Set((await reportsBetween(stores.records.db, open, close, 'reverse')).map(({ time }) => time));
			expect(wanted.size).toBe(SLOTS);
			expect(await rebuildReports(parts, PARAMETERS_V1, wanted, { byInputs: true })).toEqual({ looked: SLOTS, changed: 0 });
		}
	});

	it('is one with a jump from before it still in quarantine, so that there is something to forget', async () => {
		for (const { open, close } of sessions())
			for (const record of await reportsBetween(stores.records.db, open, close, 'reverse')) {
				const rows = await queryReportRows(stores.series, record.time, record.algo, record.buildId);
				const flagged = [...rows.flags].filter((flags) => flags & FLAG_QUARANTINE);
				expect(flagged.length).toBeGreaterThan(0);
			}
	});
});
