import type { FirstReport } from '@sw/domain/reports/report-record';
import { slotsOfDate } from '@sw/domain/reports/timetable';
import { nyse } from '@sw/domain/time/calendar';
import { type UtcMs, utcMs } from '@sw/domain/time/units';
import { expect, it } from 'vitest';
import { NOW, smallWorld } from '../../market/window/testing/fixture.ts';
import { type HealthDetailParts, loadHealthDetail } from './health-detail.ts';

const { reports } = smallWorld();
const session = nyse.lastOpened(NOW);
const slotsOn: Awaited<ReturnType<HealthDetailParts['expected']>> = (date) => {
	const found = nyse.sessionOn(date);
	return found ? slotsOfDate(found) : [];
};
const due = session ? slotsOn(session.date).flatMap(({ at, algo }) => (algo === 'reverse' && at <= NOW ? [at] : [])) : [];
const WALL = Date.UTC(2031, 0, 1);

function parts(overrides: Partial<HealthDetailParts> = {}): HealthDetailParts {
	return {
		now: () => NOW,
		calendar: nyse,
		expected: async () => slotsOn,
		published: async () => due.map((at) => live(at, 41_000)),
		overdue: (at) => at <= NOW,
		reports,
		degraded: () => [],
		behind: () => null,
		sources: () => [{ vendor: 'alpaca', perMinute: 180, sent: 12, state: 'open', why: 'limit', wait: 1_500 }],
		stores: async () => ({ parts: [{ name: 'bars', bytes: 10, by_day: null }], disk: null }),
		processes: async () => [],
		mailsWaiting: () => 2,
		update: async () => ({ version: '0.3.0', notes: null }),
		backup: async () => ({ made: utcMs(WALL), bytes: 12 }),
		...overrides,
	};
}

function live(at: (typeof due)[number], lag: number): FirstReport {
	return {
		time: at,
		publishedAt: at,
		dueWall: utcMs(WALL),
		publishedWall: utcMs(WALL + lag),
		reconstructed: false,
	};
}

it('lists the slots of the session that opened last, and thirty sessions of them', async () => {
	const { today, history, mails_waiting, sources, backup, update } = await loadHealthDetail(parts());
	expect(today.date).toBe(session?.date);
	expect(today.slots.filter(({ state }) => state === 'in_time').map(({ seconds }) => seconds)).toEqual(due.map(() => 41));
	expect(today.slots.filter(({ state }) => state === 'to_come').length).toBe(today.slots.length - due.length);
	expect(history.length).toBe(30);
	expect(history.at(-1)).toEqual({ date: session?.date, in_time: due.length, late: 0, missed: 0, p50: 41, p95: 41, worst: 41 });
	expect(history[0]).toMatchObject({ in_time: 0, late: 0, missed: 0, p50: null });
	expect(mails_waiting).toBe(2);
	expect(update).toEqual({ version: '0.3.0', notes: null });
	expect(backup).toEqual({ made: '2031-01-01T00:00:00Z', bytes: 12 });
	expect(sources).toEqual([{ name: 'alpaca', per_minute: 180, sent: 12, state: 'open', why: 'limit', wait: 2 }]);
});

it('asks for the reports of these sessions alone', async () => {
	let span: [UtcMs, UtcMs] | undefined;
	await loadHealthDetail(
		parts({
			published: async (from, to) => {
				span = [from, to];
				return [];
			},
		}),
	);
	expect(span).toEqual([nyse.sessionByOrdinal((session?.ordinal ?? 0) - 29)?.open, NOW]);
});

it('counts who has a depth in each timeframe', async () => {
	const { coverage } = await loadHealthDetail(parts());
	const newest = reports.newest();
	const table = newest && (await reports.table(newest));
	expect(coverage?.tickers).toBe(table?.count);
	expect(coverage?.timeframes.map(({ timeframe }) => timeframe)).toEqual([
		'fifteen_minutes',
		'thirty_minutes',
		'one_hour',
		'four_hours',
		'day',
	]);
	for (const { measured } of coverage?.timeframes ?? []) expect(measured).toBeLessThanOrEqual(coverage?.measured ?? 0);
});

it('says nothing of a market without a session or a report', async () => {
	const before = utcMs(Date.UTC(1900, 0, 1));
	const { today, history, coverage } = await loadHealthDetail(
		parts({ now: () => before, reports: { newest: () => undefined, table: () => undefined } }),
	);
	expect({ today: today.slots, history, coverage }).toEqual({ today: [], history: [], coverage: null });
});

it('lists the processes that share the databases: the leader, and those that are behind, silent or gone', async () => {
	const one = {
		number: 1,
		name: 'a',
		roles: ['market'],
		version: '1',
		address: 'http://a:8080',
		shows: NOW,
		leadsSince: NOW,
		lives: true,
		silent: 400,
	};
	const { processes } = await loadHealthDetail(
		parts({
			processes: async () => [
				one,
				{ ...one, number: 2, roles: ['api'], shows: utcMs(NOW - 900_000), leadsSince: null, silent: 15_001 },
				{ ...one, number: 3, address: null, shows: null, lives: false, silent: 3_600_000 },
			],
		}),
	);
	expect(processes).toMatchObject([
		{ number: 1, roles: ['market'], behind: 0, state: 'lives', seen: 0, address: 'http://a:8080' },
		{ number: 2, leads_since: null, behind: 900, state: 'silent', seen: 15 },
		{ number: 3, leads_since: null, behind: null, state: 'gone', seen: 3_600, address: null },
	]);
	expect(Date.parse(processes[0]?.leads_since ?? '')).toBe(Math.floor(NOW / 1_000) * 1_000);
});
