import type { Holiday } from '@sw/domain/time/calendar';
import { changedDates, createSiteCalendar } from '@sw/domain/time/closures';
import { findLastElapsed, slotEnd } from '@sw/domain/time/slots';
import { type ExchangeDate, exchangeDate, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkDate, newYorkToUtc } from '@sw/domain/time/zone';
import type { Stores } from '@sw/store/open';
import { reportsBetween } from '@sw/store/postgres/records/reports/reports';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReportedMarket } from '../../compose/core/market.ts';
import { createVerifyParts } from '../../compose/core/research-store.ts';
import { testMarket } from '../../compose/testing/test-market.ts';
import { createSmallMarket } from '../../intake/testing/small-market.ts';
import { openTimetable, type Timetable } from '../../market/timetable/timetable.ts';
import { createSteadyPace } from '../../platform/clocks/pace.ts';
import { createFakeWallClock, type FakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { createDelayedCloses } from '../../reports/delayed-closes.ts';
import { verifyReport } from '../../reports/recompute/verify-report.ts';

const SPEED = 60;
const [TUESDAY, WEDNESDAY, THURSDAY, MONDAY, NEXT_TUESDAY] = ['2026-06-30', '2026-07-01', '2026-07-02', '2026-07-06', '2026-07-07'].map(
	exchangeDate,
) as [ExchangeDate, ExchangeDate, ExchangeDate, ExchangeDate, ExchangeDate];
const mourning: Holiday = { date: WEDNESDAY, type: 'full', name: 'Mourning' };
const storm: Holiday = { date: THURSDAY, type: 'early-close', name: 'Storm' };

const calendar = createSiteCalendar();
const small = createSmallMarket(12, 90, { seed: 3, dailyFrom: exchangeDate('2025-12-01'), siteCalendar: calendar });
/** Two slots before the close of Tuesday. */
const provider = { ...small, clock: { kind: 'runs' as const, start: newYorkToUtc(TUESDAY, 15, 31) } };

let stores: Stores;
let wall: FakeWallClock;
let market: ReportedMarket;
let timetable: Timetable;
let closures: readonly Holiday[] = [];

beforeAll(async () => {
	stores = await testStores();
	wall = createFakeWallClock();
	timetable = await openTimetable(stores.records.db, calendar);
	market = await testMarket({
		stores,
		provider,
		wall,
		calendar,
		closes: createDelayedCloses(timetable.slotsOn),
		pace: createSteadyPace(SPEED),
		reportSessions: 2,
	});
	await market.run();
	await market.settled;
});
afterAll(async () => {
	await market?.stop();
	await stores?.close();
});

async function close(next: readonly Holiday[]): Promise<void> {
	const dates = changedDates(closures, next);
	closures = next;
	calendar.replaceClosures(next);
	market.updateLicences(dates[0] as ExchangeDate, dates.at(-1) as ExchangeDate);
	await market.startOver();
}

function newest(): number {
	return market.reports.newest()?.time ?? 0;
}

/** Lets the clock pass until a report of this instant or later has been published; it is stopped while one is due. */
function pass(until: UtcMs) {
	return expect
		.poll(
			async () => {
				const elapsed = findLastElapsed(calendar, market.now());
				const isDue = elapsed !== undefined && slotEnd(elapsed.session, elapsed.slot) > newest();
				await wall.advance(isDue ? 0 : SECOND);
				return newest();
			},
			{ interval: 5 },
		)
		.toBeGreaterThanOrEqual(until);
}

/** New York times of a day's reports, those that came out live. */
async function timesOn(date: ExchangeDate): Promise<string[]> {
	return (await reportsBetween(stores.records.db, newYorkToUtc(date, 0, 0), newYorkToUtc(date, 23, 59), 'reverse'))
		.filter(({ reconstructed }) => !reconstructed)
		.map(({ time }) => new Date(time - 4 * 3_600_000).toISOString().slice(11, 16));
}

it('a closed day brings no report, and a day that closes early ends at 13:00, also where its timetable was written before', async () => {
	await timetable.fill(THURSDAY, THURSDAY);
	await close([mourning, storm]);
	expect(timetable.slotsOn(WEDNESDAY)).toEqual([]);
	expect(timetable.slotsOn(THURSDAY).filter(({ algo }) => algo === 'reverse')).toHaveLength(14);
	expect(timetable.slotsOn(THURSDAY).at(-1)).toMatchObject({ at: newYorkToUtc(THURSDAY, 13, 1), algo: 'forecast' });
	await pass(newYorkToUtc(THURSDAY, 9, 45));
	expect(newYorkDate(newest())).toBe(THURSDAY);
	expect(await timesOn(TUESDAY)).toEqual(['15:45', '16:00']);
	expect(await timesOn(WEDNESDAY)).toEqual([]);
	await pass(newYorkToUtc(MONDAY, 9, 45));
	expect((await timesOn(THURSDAY)).at(-1)).toBe('13:00');
	expect(await timesOn(THURSDAY)).toHaveLength(14);
});

it('reports are reproduced identically with the closures known', async () => {
	const [record] = (await reportsBetween(stores.records.db, newYorkToUtc(THURSDAY, 13, 0), newYorkToUtc(THURSDAY, 13, 0), 'reverse')).slice(
		-1,
	);
	if (!record) throw new Error('no report');
	const parts = createVerifyParts({ stores, provider, calendar: createSiteCalendar(closures) });
	expect(await verifyReport(parts, record)).toMatchObject({ identical: true });
});

it('a closure that is taken back while the market waits for the day after it lets the day trade', async () => {
	await close([...closures, { date: NEXT_TUESDAY, type: 'full', name: 'Mourning' }]);
	await pass(newYorkToUtc(MONDAY, 16, 0));
	await close(closures.slice(0, 2));
	await pass(utcMs(newYorkToUtc(NEXT_TUESDAY, 9, 45)));
	expect(await timesOn(NEXT_TUESDAY)).toEqual(['09:45']);
});
