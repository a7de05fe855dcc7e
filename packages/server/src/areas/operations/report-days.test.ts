import { reportDayCalls } from '@sw/contract/operations/operator-health';
import type { FirstReport } from '@sw/domain/reports/report-record';
import { slotsOfDate } from '@sw/domain/reports/timetable';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { slotEnd } from '@sw/domain/time/slots';
import { exchangeDate, type ReportTime, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportFacts } from '../../reports/hot-reports.ts';
import { implement } from '../handlers.ts';
import { type CallerKind, headersOf } from '../testing/callers.ts';
import { guardedApp } from '../testing/workspace-app.ts';
import { createReportDaysHandlers } from './report-days.ts';

const DATE = '2026-06-30';
const session = nyse.sessionOn(exchangeDate(DATE)) as Session;
const WALL = Date.UTC(2031, 0, 1);
/** Slots that came out: live, live and late, built afterwards; the fourth is missing, the others are still to come. */
const [first, second, third, fourth] = [0, 1, 2, 3].map((slot) => slotEnd(session, slot)) as [
	ReportTime,
	ReportTime,
	ReportTime,
	ReportTime,
];

function came(time: ReportTime, lag: number | null): FirstReport {
	return {
		time,
		publishedAt: time,
		dueWall: lag === null ? null : utcMs(WALL),
		publishedWall: lag === null ? null : utcMs(WALL + lag),
		reconstructed: lag === null,
	};
}

const FIRSTS = [came(first, 3_000), came(second, 200_000), came(third, null)];

function facts(time: ReportTime, version = 1): ReportFacts {
	return {
		time,
		algo: 'reverse',
		report: 'basic',
		first: time === first,
		version,
		asOf: time,
		published: time,
		lag: null,
		hash: `hash of ${version}`,
		tickers: 144,
		reconstructed: time === third,
		parameters: 2,
	};
}

/** One is at a time that is no slot any more. */
const GONE = (session.close + 5 * 60_000) as ReportTime;
const REPORTS = [facts(GONE), facts(third), facts(second, 3), facts(first)];

let app: FastifyInstance;
beforeAll(async () => {
	app = await guardedApp([
		implement(
			reportDayCalls,
			createReportDaysHandlers({
				calendar: nyse,
				expected: async () => (date) => {
					const found = nyse.sessionOn(date);
					return found ? slotsOfDate(found) : [];
				},
				published: async (from, to, algo) => FIRSTS.filter(({ time }) => algo === 'reverse' && time >= from && time <= to),
				overdue: (at) => at <= fourth,
				reports: { between: (from, to) => REPORTS.filter(({ time }) => time >= from && time <= to) },
				liveSince: async () => first,
			}),
		),
	]);
});
afterAll(() => app.close());

async function get(url: string, kind: CallerKind = 'admin') {
	const answer = await app.inject({ url, headers: headersOf(kind) });
	return { status: answer.statusCode, body: answer.json() };
}

describe('the calendar of reports', () => {
	it('says what became of each slot of the sessions of a span', async () => {
		const { body } = await get('/api/reports/days?from=2026-06-27&to=2026-07-01');
		expect(body.items.map(({ date }: { date: string }) => date)).toEqual(['2026-06-29', DATE, '2026-07-01']);
		const [, day] = body.items;
		expect([day.reports, day.corrected]).toEqual([4, 1]);
		expect(day.slots.filter(({ algo }: { algo: string }) => algo === 'reverse').map(({ state }: { state: string }) => state)).toEqual([
			'in_time',
			'late',
			'missed',
			'missed',
			...Array(22).fill('to_come'),
		]);
	});

	it('is for administrators, and bounded', async () => {
		expect((await get('/api/reports/days?from=2026-06-27&to=2026-07-01', 'pro')).status).toBe(403);
		for (const [query, field] of [
			['from=2026-07-01&to=2026-06-01', 'to'],
			['from=2026-01-01&to=2026-06-01', 'to'],
			['from=2026-06-01', 'to'],
		]) {
			const { status, body } = await get(`/api/reports/days?${query}`);
			expect([status, body.errors[0].field]).toEqual([400, field]);
		}
	});
});

describe('the reports of a day', () => {
	it('are in order of time, including slots without a report and reports whose slot no longer exists', async () => {
		const { body } = await get(`/api/reports/day?date=${DATE}`);
		const at = (time: UtcMs) => body.items.find(({ date }: { date: string }) => date === isoSeconds(time));
		expect(body.items).toHaveLength(29);
		expect(at(first)).toMatchObject({ state: 'in_time', seconds: 3, published: { version: 1, hash: 'hash of 1', parameters_version: 2 } });
		expect(at(second)).toMatchObject({ state: 'late', seconds: 200, published: { version: 3 } });
		expect(at(third)).toMatchObject({ state: 'missed', seconds: null, published: { reconstructed: true } });
		expect(at(fourth)).toMatchObject({ state: 'missed', published: null, report: 'premium' });
		expect(at(GONE)).toMatchObject({ state: null, published: { version: 1 } });
		const times = body.items.map(({ date }: { date: string }) => date);
		expect(times).toEqual(times.toSorted());
	});

	it('are none on a day without trading', async () => {
		expect((await get('/api/reports/day?date=2026-06-28')).body).toEqual({ date: '2026-06-28', items: [] });
		expect((await get('/api/reports/day?date=tomorrow')).status).toBe(400);
	});
});
