import { DEFAULT_TIMETABLE } from '@sw/domain/reports/timetable';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { HOUR, SECOND, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { ADVISORY_LOCKS } from '@sw/store/postgres/advisory-locks';
import { readChangeCounts } from '@sw/store/postgres/records/changes';
import { reportsBetween, versionsOf } from '@sw/store/postgres/records/reports/reports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSmallMarket } from '../intake/testing/small-market.ts';
import { CORRECTIONS } from '../market/corrections/correction-kinds.ts';
import { openTimetable } from '../market/timetable/timetable.ts';
import { openJobs } from '../platform/jobs/jobs.ts';
import { JOBS } from './core/jobs.ts';
import { createResearchStore } from './core/research-store.ts';
import type { Product } from './product.ts';
import { type TestProcesses, testProcesses } from './testing/processes.ts';

let processes: TestProcesses;
let [leader, standby, reader] = [] as unknown as [Product, Product, Product];
beforeAll(async () => {
	processes = await testProcesses();
	leader = await processes.start();
	standby = await processes.start('market,jobs');
	reader = await processes.start('api');
});
afterAll(() => processes?.close());

function newest({ market }: Product): number {
	return market.reports.newest()?.time ?? 0;
}

/** One more report of the process that leads, shown by all. */
async function onward(): Promise<void> {
	const before = newest(leader);
	await processes.advanceUntil(() => newest(leader) > before && isSame());
}

function isSame(): boolean {
	return newest(reader) === newest(leader) && newest(standby) === newest(leader);
}

async function bytes({ app }: Product, url: string): Promise<string> {
	const answer = await app.inject({ url });
	expect(answer.statusCode, url).toBe(200);
	return answer.body;
}

const BARS = ['open', 'high', 'low', 'close', 'volume', 'calls', 'puts'] as const;

/** The one that leads may be between fetching a slot and storing it, or between a report and word of it: a moment later both have it. */
async function expectSoonSame(one: () => unknown, other: () => unknown): Promise<void> {
	let found: string[] = [];
	let looks = 0;
	await processes.advanceUntil(() => {
		found = differences(one(), other());
		return found.length === 0 || ++looks > 500;
	});
	expect(found).toEqual([]);
}

/** Where two values are not the same, by their paths; the first few. */
function differences(one: unknown, other: unknown, path = ''): string[] {
	if (Object.is(one, other)) return [];
	if (!one || !other || typeof one !== 'object' || typeof other !== 'object') return [`${path}: ${one} and ${other}`];
	const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
	const valueAt = (whole: object, key: string): unknown => (whole as Record<string, unknown>)[key];
	return [...keys].flatMap((key) => differences(valueAt(one, key), valueAt(other, key), `${path}/${key}`)).slice(0, 20);
}

function expectSameWindow(one: Product, other: Product): Promise<void> {
	return expectSoonSame(
		() => windowOf(one),
		() => windowOf(other),
	);
}

/** What requests read of a market in memory. */
function windowOf({ market }: Product) {
	const { prices, attention, directory } = market;
	const counted = Math.floor(market.now() / HOUR) * HOUR;
	return {
		sessions: prices.sessions.map(({ session, elapsed, matrix, day, splits }, index) => ({
			date: session.date,
			elapsed,
			splits,
			day,
			// The rest of a running session is of no reader.
			bars: matrix && BARS.map((column) => matrix[column].subarray(0, elapsed * matrix.rows)),
			ratios: prices.splitRatios(index),
		})),
		volumes: prices.volumes.map(({ session, ...volumes }) => ({ date: session.date, ...volumes })),
		tickers: directory.tickers.map(({ id, symbol }) => ({ id, symbol })),
		shares: directory.shares,
		mentions: [0, 1].map((source) => Array.from({ length: 30 }, (_, ago) => attention.hour(source, counted - ago * HOUR))),
		until: [prices.dataEnd(), attention.dataEnd()],
	};
}

describe('processes on the same stores', () => {
	it('show what the one that leads publishes, with the same bytes, and take in nothing themselves', async () => {
		await onward();
		await onward();
		expect([standby.market.engine(), reader.market.engine()]).toEqual([undefined, undefined]);
		const date = new Date(newest(leader)).toISOString();
		for (const url of ['/api/landing/sector-charts', `/api/landing/table?date=${date}`, `/api/landing/table?date=${date}&interval=52w`])
			expect(await bytes(reader, url)).toBe(await bytes(leader, url));
		await expectSameWindow(reader, leader);
		await expectSameWindow(standby, leader);
		await processes.advanceUntil(() => Math.abs(reader.market.now() - leader.market.now()) <= 60 * SECOND);
		await processes.advanceUntil(() => reader.market.speed() === 60);
	});

	it('answer health alone where they do not answer', async () => {
		expect((await standby.app.inject('/api/health')).statusCode).toBe(200);
		const refused = await standby.app.inject('/api/landing/sector-charts');
		expect([refused.statusCode, refused.json().detail]).toEqual([503, expect.stringContaining('role api')]);
	});

	it('take up a correction: its reports in their new version, and windows as the one that leads has them', async () => {
		const date = newYorkDate(newest(leader));
		const { records } = leader.stores;
		const jobs = await openJobs({ records, definitions: JOBS, wall: processes.wall, onError: () => {} });
		const { id } = await jobs.submit(CORRECTIONS.splits, { apply: [{ ticker_id: 3, date, ratio: 2 }], revoke: [], dismiss: [] }, 'test');
		let state = '';
		await processes.advanceUntil(async () => {
			state = (await jobs.find(id))?.state ?? '';
			return state === 'done' || state === 'failed';
		});
		expect(state).toBe('done');
		await jobs.stop();
		const corrected = (await reportsBetween(records.db, 0 as never, 4e12 as never, 'reverse')).filter(({ version }) => version > 1);
		expect(corrected.length).toBeGreaterThan(0);
		const isTaken = (product: Product): boolean =>
			corrected.every(({ time, version }) => product.market.reports.at(time)?.version === version);
		await processes.advanceUntil(() => isTaken(reader) && isTaken(standby));
		await onward();
		await expectSameWindow(reader, leader);
		await expectSameWindow(standby, leader);
	});

	it('take up other parameters and another timetable', async () => {
		const { db } = leader.stores.records;
		const version = async ({ app }: Product): Promise<string> => (await app.inject('/api/health')).json().versions.parameters;
		const before = await version(reader);
		const entry = { timeframes: [], tickerType: null, tickerId: null, algo: null, comment: '', values: { window_bars: 60 } };
		await createResearchStore(reader.stores, createSmallMarket(1, 1)).parameters.addScriptEntry(entry, utcMs(processes.wall.now()));
		await processes.advanceUntil(async () => (await version(reader)) !== before && (await version(leader)) === (await version(reader)));
		const session = nyse.sessionOn(newYorkDate(newest(reader))) as Session;
		const lines = DEFAULT_TIMETABLE.map((line) => ({ ...line, report: 'premium' as const }));
		await (await openTimetable(db, nyse)).fill(session.date, session.date, lines);
		await processes.advanceUntil(
			() => reader.market.reports.newest()?.report === 'premium' && leader.market.reports.newest()?.report === 'premium',
		);
	});

	it('catch up on missed notifications', async () => {
		const { pool, db } = leader.stores.records;
		for (let cut = 0; cut < 3; cut++) {
			await pool.query(
				"select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()",
			);
			await onward();
		}
		await expectSameWindow(reader, leader);
		const reports = await reportsBetween(db, 0 as never, 4e12 as never, 'reverse');
		const shownBy = ({ market }: Product) => reports.map(({ time }) => market.reports.at(time));
		await expectSoonSame(
			() => shownBy(reader),
			() => shownBy(leader),
		);
	});

	it('go on under the standby when the leader is gone: every slot once', async () => {
		const last = newest(leader);
		const beginnings = async (): Promise<number> => (await readChangeCounts(standby.stores.records.db)).market ?? 0;
		const before = await beginnings();
		await leader.close();
		await processes.advanceUntil(() => standby.market.engine() !== undefined && newest(standby) > last);
		// Over the night, with what was traded and said in it.
		await processes.advanceUntil(() => newYorkDate(newest(standby)) > newYorkDate(last) && newest(reader) === newest(standby));
		await expectSameWindow(reader, standby);
		// It loaded what the other processes had published: a year did not have to be read again.
		expect(await beginnings()).toBe(before);
		const { db } = standby.stores.records;
		const published = async () => (await reportsBetween(db, last as never, 4e12 as never, 'reverse')).filter(({ time }) => time > last);
		// Those of slots that had passed when it took over are not announced.
		const liveOnes = async (): Promise<number[]> =>
			(await published()).filter(({ reconstructed }) => !reconstructed).map(({ time }) => time);
		await processes.advanceUntil(async () => (await liveOnes()).length > 3);
		for (const { time } of await published()) expect(await versionsOf(db, time, 'reverse')).toHaveLength(1);
		// Follow-up jobs of a report are requested by any background worker and done once.
		const readKeys = async (): Promise<number[]> => {
			const { rows } = await standby.stores.records.pool.query<{ key: string }>(`select key from jobs where kind = 'filter_notices'`);
			return rows.map(({ key }) => Number(key)).filter((time) => time > last);
		};
		const live = await liveOnes();
		await processes.advanceUntil(async () => {
			const times = new Set(await readKeys());
			return live.every((time) => times.has(time));
		});
		for (const time of live) expect((await readKeys()).filter((each) => each === time)).toHaveLength(1);
	});

	it('go on as they are where a process loses the lead and has it again', async () => {
		const { db, pool } = standby.stores.records;
		const before = (await readChangeCounts(db)).market;
		const last = newest(standby);
		const epochs = async (): Promise<number> => Number((await pool.query('select max(epoch) as epoch from leads')).rows[0].epoch);
		const epoch = await epochs();
		await pool.query("select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = $1", [ADVISORY_LOCKS.lead]);
		await processes.advanceUntil(async () => (await epochs()) > epoch && standby.market.engine() !== undefined && newest(standby) > last);
		await processes.advanceUntil(() => newest(reader) === newest(standby));
		await expectSameWindow(reader, standby);
		expect((await readChangeCounts(db)).market).toBe(before);
	});
});
