import { BREADTH_SLICES } from '@sw/domain/attention/breadth';
import { CAPS } from '@sw/domain/prices/buckets';
import { NULL_BITS } from '@sw/domain/signals/packed';
import type { Session } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { slotEnd } from '@sw/domain/time/slots';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { HOUR, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { subscribe, unsubscribe } from '@sw/store/postgres/records/inbox/breadth-subscriptions';
import { reportAt } from '@sw/store/postgres/records/reports/reports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	type AttentionApp,
	attentionApp,
	createRandomReport,
	EARLY_SLOT,
	LATE_SLOT,
	NEWEST,
	pick,
	random,
	reportTimeOf,
	toBuiltReport,
	toSqlDateTime,
} from '../../compose/testing/attention-app.ts';
import { lastSession, sessions } from '../../market/window/testing/fixture.ts';
import type { Publish } from '../../reports/publish.ts';
import { userId } from '../testing/callers.ts';

let app: AttentionApp;
beforeAll(async () => {
	app = await attentionApp();
});
afterAll(() => app?.close());

/** A bucket of capitalisation as a condition. */
const CAP_SQL: Record<string, string> = {
	mega_cap: 'cap > 200e9',
	large_cap: 'cap >= 10e9 AND cap <= 200e9',
	mid_cap: 'cap >= 2e9 AND cap < 10e9',
	small_cap: 'cap >= 300e6 AND cap < 2e9',
	micro_cap: 'cap >= 50e6 AND cap < 300e6',
	nano_cap: 'cap < 50e6',
	undefined: 'isNaN(cap)',
	all: '1',
};
const WORDS = ['w15', 'w30', 'w60', 'w240', 'w1d'] as const;

describe('the breadth of a report', () => {
	it('is what plain SQL over its rows counts, for 200 questions by lot', async () => {
		const selects: string[] = [];
		const found: number[] = [];
		for (let attempt = 0; attempt < 200; attempt++) {
			const time = reportTimeOf(pick(sessions), pick([EARLY_SLOT, LATE_SLOT]));
			const [timeframe, slice, depth] = [random(TIMEFRAMES.length), random(BREADTH_SLICES.length), random(6)];
			const marketcap = pick(CAPS).name;
			const type = pick(['stocks', 'etf'] as const);
			const name = `${BREADTH_SLICES[slice]}-${TIMEFRAMES[timeframe]?.name}-${marketcap}-${type}`;
			const { body } = await app.get(`sector-analysis?time=${isoSeconds(time)}&key=${name}`);
			const cell = body.cells[timeframe * BREADTH_SLICES.length + slice];
			const build = (await reportAt(app.stores.records.db, time, 'reverse'))?.buildId;
			const kind = `ticker_id ${type === 'etf' ? '=' : '!='} 50`;
			const rows = `FROM report_rows WHERE report = ${toSqlDateTime(time)} AND build = ${build} AND bitAnd(flags, 3) = 1 AND ${kind} AND ${CAP_SQL[marketcap]}`;
			const missing = `bitAnd(${WORDS[timeframe]}, ${NULL_BITS[slice]}) != 0`;
			selects.push(`count() ${rows} AND NOT ${missing} AND bitAnd(bitShiftRight(${WORDS[timeframe]}, ${4 * slice}), 7) = ${depth}`);
			selects.push(`count() ${rows} AND ${missing}`);
			found.push(cell.depths[depth], cell.unmeasured);
		}
		expect(found).toEqual(await app.answersOf(selects));
	});

	it('is compared with the same time of day of earlier sessions, and includes the day up to it', async () => {
		const { body } = await app.get(`sector-analysis?time=${isoSeconds(NEWEST)}`);
		expect(body.key).toBe('price_short-one_hour-all-stocks');
		expect(body.days.map(({ time }: { time: string }) => time)).toEqual(
			sessions.slice(0, -1).map((session) => isoSeconds(reportTimeOf(session, LATE_SLOT))),
		);
		expect(body.day.map(({ time }: { time: string }) => time)).toEqual([
			isoSeconds(reportTimeOf(lastSession, EARLY_SLOT)),
			isoSeconds(NEWEST),
		]);
		const place = 2 * BREADTH_SLICES.length;
		const shares = body.days.map((day: { shares: number[] }) => day.shares[place]);
		const mean = shares.reduce((sum: number, share: number) => sum + share, 0) / shares.length;
		expect(body.cells[place].usual.mean).toBeCloseTo(mean, 6);
		expect(body.cells[place].usual.days).toBe(sessions.length - 1);
		expect(body.day[1].shares[place]).toBe(body.cells[place].share);
	});

	it('is the same before and after later reports, and corrections of earlier ones that came out live', async () => {
		const path = `sector-analysis?time=${isoSeconds(reportTimeOf(lastSession, EARLY_SLOT))}`;
		const before = (await app.get(path)).body;
		// A second version of yesterday's report of the same time, and a report that comes later.
		const yesterday = reportTimeOf(sessions.at(-2) as Session, EARLY_SLOT);
		await app.publish([toBuiltReport(createRandomReport(yesterday))]);
		await app.publish([toBuiltReport(createRandomReport(reportTimeOf(lastSession, LATE_SLOT + 2)))]);
		expect((await app.get(path)).body).toEqual(before);
		// Of yesterday itself the newest version is shown.
		expect((await app.get(`sector-analysis?time=${isoSeconds(yesterday)}`)).body.report.version).toBe(2);
	});

	it('is counted for reports that have none, and again when an administrator asks', async () => {
		const old = reportTimeOf(sessions[0] as Session, 9);
		const counted = createRandomReport(old);
		await app.publish([toBuiltReport(counted, true)]);
		const path = `sector-analysis?time=${isoSeconds(old)}&key=volume-day-all-stocks`;
		const { body } = await app.get(path);
		await app.stores.series.bulk.run(`ALTER TABLE breadth DELETE WHERE report = ${toSqlDateTime(old)} SETTINGS mutations_sync = 2`);
		await app.run('breadth', {});
		expect((await app.get(path)).body).toEqual(body);
		const answer = await app.post('sector-analysis', { date: newYorkDate(old) }, 'admin');
		expect([answer.status, answer.body.kind]).toEqual([200, 'breadth']);
		expect(app.submitted).toContainEqual({ kind: 'breadth', request: { date: newYorkDate(old) } });
		expect(await app.run('breadth', { date: newYorkDate(old) })).toEqual({ reports: 3 });
		expect((await app.get(path)).body).toEqual(body);
		expect((await app.post('sector-analysis', {}, 'admin')).status).toBe(400);
		expect((await app.post('sector-analysis', { date: newYorkDate(old) })).status).toBe(403);
	});

	it('waits until it is counted, and is none of a forecast', async () => {
		const time = reportTimeOf(sessions[1] as Session, 12);
		const table = createRandomReport(time);
		const { db } = app.stores.records;
		// As a version of the product wrote it that counted nothing.
		const bare: Publish = async ([input]) => {
			const [record] = await app.publish([input as ReturnType<typeof toBuiltReport>]);
			await app.stores.series.bulk.run(`ALTER TABLE breadth DELETE WHERE build = ${record?.buildId} SETTINGS mutations_sync = 2`);
			return record ? [record] : [];
		};
		await bare([toBuiltReport(table)]);
		const waiting = await app.get(`sector-analysis?time=${isoSeconds(time)}`);
		expect([waiting.status, waiting.body.detail]).toEqual([404, "The breadth of this report hasn't been counted yet"]);
		// Whatever could not be counted at its commit is counted before its notifications are sent.
		await app.run('breadth_notices', { report: time });
		expect((await app.get(`sector-analysis?time=${isoSeconds(time)}`)).status).toBe(200);
		const forecast = utcMs(slotEnd(lastSession, 0) + 60_000);
		await app.publish([toBuiltReport({ ...createRandomReport(forecast), algo: 'forecast' })]);
		const answer = await app.get(`sector-analysis?time=${isoSeconds(forecast)}`);
		expect([answer.status, answer.body.detail]).toEqual([404, "Breadth isn't counted for forecast reports"]);
		expect((await reportAt(db, forecast, 'forecast'))?.version).toBe(1);
		expect((await app.get(`sector-analysis?time=${isoSeconds(NEWEST + HOUR * 24)}`)).status).toBe(404);
	});

	it('is open to the licence of its report', async () => {
		const pro = reportTimeOf(lastSession, LATE_SLOT + 2);
		expect((await app.get(`sector-analysis?time=${isoSeconds(pro)}`, 'basic')).status).toBe(403);
		expect((await app.get(`sector-analysis?time=${isoSeconds(pro)}`, 'none')).status).toBe(403);
		expect((await app.get(`sector-analysis?time=${isoSeconds(NEWEST)}`, 'basic')).status).toBe(200);
	});

	it.each([
		['', 'time'],
		['time=yesterday', 'time'],
		['time=2024-05-01T15:00:00Z&key=everything', 'key'],
		['time=2024-05-01T15:00:00Z&depth=6', 'depth'],
		['time=2024-05-01T15:00:00Z&colour=red', 'colour'],
	])('refuses %s', async (query, field) => {
		const { status, body } = await app.get(`sector-analysis?${query}`);
		expect([status, body.errors[0].field]).toEqual([400, field]);
	});
});

describe('the key of a breadth', () => {
	it('describes each check in words of wheels and of top tables, with its result', async () => {
		const { body } = await app.get('sector-analysis/check');
		expect(body).toMatchObject({
			key: 'price_short-one_hour-all-stocks',
			category: 'price_short',
			interval: 'one_hour',
			ready: true,
			subscription: null,
		});
		const words = (await app.get('sector-analysis/check?category=losers&interval=4h&marketcap=nano_cap&type=etf')).body;
		expect(words).toMatchObject({
			key: 'price_long-four_hours-nano_cap-etf',
			category: 'price_long',
			interval: 'four_hours',
			share: null,
			measured: 0,
		});
		// The newest report that a basic licence opens.
		expect((await app.get('sector-analysis/check', 'basic')).body.time).toBe(isoSeconds(NEWEST));
		for (const query of ['category=month', 'interval=week', 'marketcap=huge', 'type=bonds'])
			expect((await app.get(`sector-analysis/check?${query}`)).status, query).toBe(400);
	});

	it('can be subscribed to: once without a level, once a day from a level on, by those who may open the report', async () => {
		const day = { key: 'price_short-one_hour-all-stocks' };
		expect((await app.post('sector-analysis/subscribe', day, 'basic', 1)).body.subscription.level).toBeNull();
		await app.post('sector-analysis/subscribe', { ...day, level: 0 }, 'pro', 2);
		await app.post('sector-analysis/subscribe', { key: 'volume-day-nano_cap-stocks', level: 1 }, 'pro', 2);
		expect((await app.post('sector-analysis/subscribe', { key: 'nothing' })).status).toBe(400);
		expect((await app.post('sector-analysis/subscribe', { ...day, level: 1.5 })).status).toBe(400);
		app.notified.length = 0;
		// 11:45 is for the highest licence alone.
		const locked = reportTimeOf(lastSession, 8);
		await app.publish([toBuiltReport(createRandomReport(locked))]);
		await expect.poll(() => app.submitted.at(-1)).toEqual({ kind: 'breadth_notices', request: { report: locked } });
		await app.run('breadth_notices', { report: locked });
		expect(app.notified.map(({ userId: who }) => who)).toEqual([userId(2)]);
		expect(app.notified[0]?.subject).toMatch(/^Rose, 1h: \d+\.\d % of stocks$/);
		expect(app.notified[0]?.link).toBe(`/breadth?time=${encodeURIComponent(isoSeconds(locked))}&key=${day.key}`);
		// Noon is open to all: a subscription to one report gets no further notifications, and one notified today is not notified again.
		const noon = reportTimeOf(lastSession, 9);
		await app.publish([toBuiltReport(createRandomReport(noon))]);
		await app.run('breadth_notices', { report: noon });
		await app.run('breadth_notices', { report: noon });
		expect(app.notified.map(({ userId: who }) => who)).toEqual([userId(2), userId(1)]);
		expect((await app.get('sector-analysis/check', 'basic', 1)).body.subscription).toBeNull();
	});

	it('has notifications at the requested depth, with the usual breadth there', async () => {
		const [key, depth] = ['volume-thirty_minutes-all-stocks', 3];
		const { body } = await app.post('sector-analysis/subscribe', { key, depth, level: 0 }, 'pro', 2);
		expect(body.subscription).toMatchObject({ depth, level: 0 });
		expect((await app.post('sector-analysis/subscribe', { key, depth: 0 })).body.errors[0].field).toBe('depth');
		app.notified.length = 0;
		await app.run('breadth_notices', { report: NEWEST });
		const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
		const deep = (await app.get(`sector-analysis?time=${isoSeconds(NEWEST)}&key=${key}&depth=${depth}`)).body;
		const { share, measured, usual } = deep.cells.find(
			(cell: { category: string; interval: string }) => `${cell.category}-${cell.interval}` === 'volume-thirty_minutes',
		);
		const reported = app.notified.find(({ subject }) => subject.startsWith('Volume busy, 30m'));
		expect(reported).toMatchObject({
			userId: userId(2),
			subject: `Volume busy, 30m, depth 3 or more: ${percent(share)} of stocks`,
			link: `/breadth?time=${encodeURIComponent(isoSeconds(NEWEST))}&key=${key}&depth=3`,
		});
		expect(reported?.text).toContain(`${percent(share)} of ${measured} measured stocks were at depth 3 or more`);
		expect(reported?.text).toContain(`Usually at this time of day: ${percent(usual.mean)} (${usual.days} sessions`);
		await app.post('sector-analysis/subscribe', { key, active: false }, 'pro', 2);
	});

	it('is the caller’s own, and changes by another process arrive', async () => {
		const [key, check] = ['squeeze-day-mid_cap-stocks', 'sector-analysis/check?category=squeeze&interval=day&marketcap=mid_cap'];
		const levelOf = async (user: number) => (await app.get(check, 'basic', user)).body.subscription?.level;
		const elsewhere = { key, depth: 2, level: 0.25, since: utcMs(0) };
		expect([await levelOf(1), await levelOf(2)]).toEqual([undefined, undefined]);
		await subscribe(app.stores.records.db, userId(1), elsewhere, 50);
		await expect.poll(() => levelOf(1)).toBe(0.25);
		expect(await levelOf(2)).toBeUndefined();
		await unsubscribe(app.stores.records.db, userId(1), key);
		await expect.poll(() => levelOf(1)).toBeUndefined();
	});

	it('has no further notifications once they are cancelled, and at most fifty', async () => {
		const { body } = await app.post('sector-analysis/subscribe', { key: 'price_short-one_hour-all-stocks', active: false }, 'pro', 2);
		expect(body.subscription).toBeNull();
		for (let n = 0; n < 49; n++) {
			const name = `${BREADTH_SLICES[n % 7]}-${TIMEFRAMES[Math.floor(n / 7) % 5]?.name}-mid_cap-${n < 35 ? 'stocks' : 'etf'}`;
			expect((await app.post('sector-analysis/subscribe', { key: name }, 'pro', 2)).status).toBe(200);
		}
		const { status, body: refused } = await app.post('sector-analysis/subscribe', { key: 'squeeze-day-mega_cap-index' }, 'pro', 2);
		expect([status, refused.detail]).toEqual([403, 'An account can have at most 50 breadth alerts: remove one first.']);
	});
});
