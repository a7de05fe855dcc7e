import { packWord } from '@sw/domain/signals/packed';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { createReportTable, FLAG_ELIGIBLE } from '@sw/domain/signals/report-table';
import { nyse } from '@sw/domain/time/calendar';
import { HOUR, MINUTE, type ReportTime, utcMs } from '@sw/domain/time/units';
import { openRecords, type Records } from '@sw/store/postgres/records';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import { createTestDatabase, type TestDatabase } from '@sw/store/testing/databases';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { bindAlertChainRecords, bindFiringRecords } from '../../../compose/areas/alert-store.ts';
import { createDefaultSlots } from '../../../market/timetable/slot-times.ts';
import { createFacts, NOW, sessions, smallWorld, tickers } from '../../../market/window/testing/fixture.ts';
import { JobDelayedError } from '../../../platform/jobs/definition.ts';
import { createDelayedCloses } from '../../../reports/delayed-closes.ts';
import { createHotReports, findTimetableAccess, type HotReports, type ReportFacts } from '../../../reports/hot-reports.ts';
import type { FiringRecords } from '../ports.ts';
import { createReportAlerts } from '../report-alerts.ts';
import { createAlertFiring } from './fire-alerts.ts';

/** What trend lines and mention spikes need. */
const NOT_ASKED = { tradingTime: (seconds: number) => seconds, loadUsualMentions: async () => new Float64Array() };

/** More than are evaluated together, so that a process can stop between two transactions. */
const OWNERS = 501;
const AT = NOW as number as ReportTime;
const NEXT = (NOW + 15 * MINUTE) as ReportTime;
const LATER = (NOW + 30 * MINUTE) as ReportTime;

let database: TestDatabase;
let processes: [Records, Records];
beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'));
	processes = [openRecords(database.url), openRecords(database.url)];
	await saveTickers(processes[0].db, 'test', tickers);
});
afterAll(async () => {
	for (const records of processes ?? []) await records.close();
	await database?.drop();
});

/** Every owner waits for depth 3 of the first ticker's volume. */
beforeEach(async () => {
	const { pool } = processes[0];
	await pool.query('delete from noticed_reports');
	await pool.query('delete from users');
	await pool.query(`
		insert into users (id, email, email_key, role, status, license, created_at)
		select gen_random_uuid(), 'owner' || n || '@example.com', 'owner' || n || '@example.com', 'user', 'active', 'pro', now() from generate_series(1, ${OWNERS}) n`);
	await pool.query(
		`insert into ticker_alerts (user_id, ticker_id, condition, basis, since, repeat, cool_down, note, created_at)
		select id, $1, '{"kind": "depth", "sector": "volume", "timeframe": "one_hour", "value": 3}', '2024-05-01', $2, 'every', 0, '', now() from users`,
		[tickers[0]?.id, new Date(AT - MINUTE)],
	);
});

/** The reports that both processes have: the depth is reached in the second and by default stays in the third. */
function reports(newest: ReportTime, later = 3) {
	const hot = createHotReports({ maxTables: 4, load: async () => undefined });
	for (const [time, depth] of [
		[AT, 2],
		[NEXT, 3],
		[LATER, later],
	] as const) {
		if (time > newest) continue;
		const table = createReportTable(time, 'reverse', tickers.length);
		table.tickerId.set(tickers.map(({ id }) => id));
		table.flags.fill(FLAG_ELIGIBLE);
		for (const words of table.words) words.fill(packWord([0, 0, 0, depth, 0, 0, 0]));
		hot.add(createFacts(time), table);
	}
	return hot;
}

interface Setting {
	/** Lets its storage fail. */
	change?: Partial<FiringRecords>;
	hot?: HotReports;
	pricesUntil?: number;
	now?: number;
	isPublished?: boolean;
}

/** One process. */
function processOn({ db }: Records, newest: ReportTime, setting: Setting = {}) {
	const { change, hot = reports(newest), pricesUntil = newest, now = newest, isPublished = false } = setting;
	const { prices, directory } = smallWorld();
	const work = createReportAlerts({
		onMessagesWritten: async () => {},
		records: { ...bindAlertChainRecords(db), isPublished: async () => isPublished },
		reports: hot,
		timetable: createDefaultSlots(nyse),
		pricesUntil: () => utcMs(pricesUntil),
		loadVersion: async () => undefined,
		parameters: PARAMETERS_V1,
		industries: () => new Map(),
		digestTimes: () => null,
		clock: { now: () => utcMs(now) },
		notifyOwners: async () => 0,
		fireTickerAlerts: createAlertFiring({
			records: { ...bindFiringRecords(db), ...change },
			prices,
			directory,
			...NOT_ASKED,
			yieldTurn: async () => {},
		}),
	});
	return (time: ReportTime) => work(time, { signal: new AbortController().signal });
}

const STOPS: Partial<FiringRecords> = { writeFirings: () => Promise.reject(new Error('The process was stopped.')) };

async function firings() {
	const { rows } = await processes[0].pool.query<{ messages: number; owners: number; fired: number }>(
		`select count(*)::int as messages, count(distinct user_id)::int as owners, (select sum(fired)::int from ticker_alerts) as fired
		from messages where kind = 'alert'`,
	);
	return rows[0];
}

/** The reports in which alerts fired, of each how many. */
async function firedIn() {
	const { rows } = await processes[0].pool.query<{ at: Date; count: number }>(
		'select report_time as at, count(*)::int as count from alert_firings group by report_time order by report_time',
	);
	return rows.map(({ at, count }) => [at.getTime(), count]);
}

const ALL = { messages: OWNERS, owners: OWNERS, fired: OWNERS };

it('two processes that evaluate a report at the same time fire each alert once', async () => {
	const [first, second] = processes;
	const made = await Promise.all([processOn(first, NEXT)(NEXT), processOn(second, NEXT)(NEXT)]);
	expect(made.reduce((sum, { messages }) => sum + messages, 0)).toBe(OWNERS);
	expect(await firings()).toEqual(ALL);
});

it.each([
	['before anything was written', 0],
	['between two transactions', 500],
] as const)('a process that takes over from one that stopped %s loses no alert and repeats none', async (_, before) => {
	const [first, second] = processes;
	const own = bindFiringRecords(first.db);
	let written = 0;
	const stops: Partial<FiringRecords> = {
		writeFirings: async (...args) => {
			if (written >= before) throw new Error('The process was stopped.');
			written += args[1].length;
			return own.writeFirings(...args);
		},
	};
	await expect(processOn(first, NEXT, { change: stops })(NEXT)).rejects.toThrow('The process was stopped.');
	expect((await firings())?.messages).toBe(before);
	expect(await processOn(second, NEXT)(NEXT)).toEqual({ messages: OWNERS - before });
	expect(await firings()).toEqual(ALL);
});

it('a process that takes over loses no alert on a watchlist and repeats none, and takes the watchlist as it is by then', async () => {
	const [first, second] = processes;
	await first.pool.query(`
		insert into watchlists (user_id, name, position, created_at) select id, 'Mine', 1, now() from users`);
	await first.pool.query('insert into watchlist_tickers select id, $1, 1 from watchlists', [tickers[0]?.id]);
	await first.pool.query(
		"update ticker_alerts a set ticker_id = null, watchlist_id = w.id, watchlist_name = w.name, repeat = 'once' from watchlists w where w.user_id = a.user_id",
	);
	const own = bindFiringRecords(first.db);
	let written = 0;
	const stops: Partial<FiringRecords> = {
		writeFirings: async (...args) => {
			if (written > 0) throw new Error('The process was stopped.');
			written += args[1].length;
			return own.writeFirings(...args);
		},
	};
	await processOn(first, NEXT)(AT);
	await expect(processOn(first, NEXT, { change: stops })(NEXT)).rejects.toThrow('The process was stopped.');
	await first.pool.query('insert into watchlist_tickers select id, $1, 2 from watchlists', [tickers[1]?.id]);
	// The second ticker of those who had their message, and both of the one who had not.
	expect(await processOn(second, NEXT)(NEXT)).toEqual({ messages: 500 + 2 });
	expect(await processOn(second, NEXT)(NEXT)).toEqual({ messages: 0 });
	expect(await firings()).toEqual({ messages: 2 * OWNERS, owners: OWNERS, fired: 2 * OWNERS });
});

it('a process that takes over after the next report was published fires what the stopped one left, in its report', async () => {
	const [first, second] = processes;
	await processOn(first, NEXT)(AT);
	await expect(processOn(first, NEXT, { change: STOPS })(NEXT)).rejects.toThrow('The process was stopped.');
	const takenOver = processOn(second, LATER);
	await takenOver(LATER);
	await takenOver(NEXT);
	expect(await firings()).toEqual(ALL);
	expect(await firedIn()).toEqual([[NEXT, OWNERS]]);
});

it('what was reached and left again while no process ran, or in a report whose evaluation failed for good, fires in that report', async () => {
	const [first, second] = processes;
	await processOn(first, NEXT)(AT);
	await expect(processOn(first, NEXT, { change: STOPS })(NEXT)).rejects.toThrow();
	const restarted = processOn(second, LATER, { hot: reports(LATER, 0) });
	expect(await restarted(LATER)).toEqual({ messages: OWNERS });
	expect(await restarted(LATER)).toEqual({ messages: 0 });
	expect(await restarted(NEXT)).toEqual({ messages: 0 });
	expect(await firedIn()).toEqual([[NEXT, OWNERS]]);
});

it('a report that another process published is waited for, and its bars at most six hours', async () => {
	const [first, second] = processes;
	await processOn(first, NEXT)(AT);
	await expect(processOn(first, AT, { isPublished: true })(NEXT)).rejects.toBeInstanceOf(JobDelayedError);
	const began = NEXT + MINUTE;
	for (const now of [began, began + 6 * HOUR - 1])
		await expect(processOn(first, NEXT, { pricesUntil: AT, now })(NEXT)).rejects.toBeInstanceOf(JobDelayedError);
	expect(await firedIn()).toEqual([]);
	expect(await processOn(second, NEXT, { pricesUntil: AT, now: began + 6 * HOUR })(NEXT)).toEqual({ messages: OWNERS });
	expect(await firedIn()).toEqual([[NEXT, OWNERS]]);
});

describe('a report that a licence opens later than others', () => {
	const [EVE, DAY_BEFORE, DAY] = sessions.slice(-3).map(({ close }) => close as number as ReportTime) as [
		ReportTime,
		ReportTime,
		ReportTime,
	];

	/** Sessions with one report at the close: basic opens the one of the day before once the day has one. */
	function closes(newest: ReportTime) {
		const hot = reports(0 as ReportTime);
		const delayed = createDelayedCloses(createDefaultSlots(nyse));
		const known = [EVE, DAY_BEFORE, DAY].filter((time) => time <= newest);
		for (const time of known) delayed.add({ time, algo: 'reverse' });
		for (const time of known) {
			const table = createReportTable(time, 'reverse', tickers.length);
			table.tickerId.set(tickers.map(({ id }) => id));
			table.flags.fill(FLAG_ELIGIBLE);
			for (const words of table.words) words.fill(packWord([0, 0, 0, time === EVE ? 2 : 3, 0, 0, 0]));
			hot.add(createFacts(time, findTimetableAccess(time, delayed.slotsOn)), table);
		}
		return hot;
	}
	beforeEach(async () => {
		await processes[0].pool.query('update ticker_alerts set since = $1', [new Date(EVE - MINUTE)]);
		await processes[0].pool.query("update users set license = 'basic' where email like 'owner1%'");
	});
	const isBasic = Array.from({ length: OWNERS }, (_, n) => `owner${n + 1}`).filter((name) => name.startsWith('owner1')).length;

	it('fires for it when it opens, in the report that it opens', async () => {
		const [first, second] = processes;
		for (const time of [EVE, DAY_BEFORE]) await processOn(first, time, { hot: closes(time) })(time);
		expect(await firings()).toMatchObject({ messages: OWNERS - isBasic });
		const next = processOn(second, DAY, { hot: closes(DAY) });
		expect(await next(DAY)).toEqual({ messages: isBasic });
		expect(await next(DAY)).toEqual({ messages: 0 });
		expect(await firings()).toEqual(ALL);
		expect(await firedIn()).toEqual([[DAY_BEFORE, OWNERS]]);
	});

	it('counts as open to it in rows of an older version only if it was open at once', async () => {
		const [first] = processes;
		await processOn(first, EVE, { hot: closes(EVE) })(EVE);
		await processOn(first, DAY_BEFORE, { hot: closes(DAY_BEFORE) })(DAY_BEFORE);
		// What an older version leaves: one row per report for all licences.
		await first.pool.query('delete from noticed_reports');
		for (const time of [EVE, DAY_BEFORE])
			await first.pool.query('insert into noticed_reports (time, version, made_at) values ($1, 1, now())', [new Date(time)]);
		const upgraded = processOn(first, DAY, { hot: closes(DAY) });
		expect(await upgraded(DAY)).toEqual({ messages: isBasic });
		expect(await firings()).toEqual(ALL);
	});
});

it('an account that gets a lower licence is not notified of the same change by its first report', async () => {
	const [first, second] = processes;
	const hot = reports(LATER);
	hot.add({ ...(hot.at(NEXT) as ReportFacts), report: 'pro' });
	await processOn(first, LATER, { hot })(AT);
	await processOn(first, LATER, { hot })(NEXT);
	expect(await firedIn()).toEqual([[NEXT, OWNERS]]);
	await second.pool.query("update users set license = 'basic'");
	expect(await processOn(second, LATER, { hot })(LATER)).toEqual({ messages: 0 });
	expect(await firings()).toEqual(ALL);
});
