import { packWord } from '@sw/domain/signals/packed';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { FLAG_ELIGIBLE, reportTable } from '@sw/domain/signals/report-table';
import { MINUTE, type ReportTime, utcMs } from '@sw/domain/time/units';
import { openRecords, type Records } from '@sw/store/postgres/records';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import { type TestDatabase, testDatabase } from '@sw/store/testing/databases';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { alertRecords, firingRecords } from '../../../compose/areas/alert-store.ts';
import { factsOf, NOW, smallWorld, tickers } from '../../../market/window/testing/fixture.ts';
import { createHotReports } from '../../../reports/hot-reports.ts';
import type { FiringRecords } from '../alert-ports.ts';
import { createReportAlerts } from '../report-alerts.ts';
import { createAlertFiring } from './fire-alerts.ts';

/** More than are evaluated together, so that a process can stop between two transactions. */
const OWNERS = 501;
const AT = NOW as number as ReportTime;
const NEXT = (NOW + 15 * MINUTE) as ReportTime;
const LATER = (NOW + 30 * MINUTE) as ReportTime;

let database: TestDatabase;
let processes: [Records, Records];
beforeAll(async () => {
	database = await testDatabase(inject('databaseUrl'));
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

/** The reports that both processes have: the depth is reached in the second and stays in the third. */
function reports(newest: ReportTime) {
	const hot = createHotReports({ capacity: 4, load: async () => undefined });
	for (const time of [AT, NEXT, LATER].filter((one) => one <= newest)) {
		const table = reportTable(time, 'reverse', tickers.length);
		table.tickerId.set(tickers.map(({ id }) => id));
		table.flags.fill(FLAG_ELIGIBLE);
		for (const words of table.words) words.fill(packWord([0, 0, 0, time === AT ? 2 : 3, 0, 0, 0]));
		hot.add(factsOf(time), table);
	}
	return hot;
}

/** One process; `change` can let its storage fail. */
function processOn({ db }: Records, newest: ReportTime, change: Partial<FiringRecords> = {}) {
	const { prices, directory } = smallWorld();
	const work = createReportAlerts({
		records: alertRecords(db),
		reports: reports(newest),
		version: async () => undefined,
		parameters: PARAMETERS_V1,
		moments: () => null,
		clock: { now: () => utcMs(newest) },
		notify: async () => 0,
		fire: createAlertFiring({ records: { ...firingRecords(db), ...change }, prices, directory, yieldTurn: async () => {} }),
	});
	return (time: ReportTime) => work(time, { signal: new AbortController().signal });
}

async function firings() {
	const { rows } = await processes[0].pool.query<{ messages: number; owners: number; fired: number }>(
		`select count(*)::int as messages, count(distinct user_id)::int as owners, (select sum(fired)::int from ticker_alerts) as fired
		from messages where kind = 'alert'`,
	);
	return rows[0];
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
	const own = firingRecords(first.db);
	let written = 0;
	const stops: Partial<FiringRecords> = {
		writeFirings: async (...given) => {
			if (written >= before) throw new Error('The process was stopped.');
			written += given[1].length;
			return own.writeFirings(...given);
		},
	};
	await expect(processOn(first, NEXT, stops)(NEXT)).rejects.toThrow('The process was stopped.');
	expect((await firings())?.messages).toBe(before);
	expect(await processOn(second, NEXT)(NEXT)).toEqual({ messages: OWNERS - before });
	expect(await firings()).toEqual(ALL);
});

it('a process that takes over after the next report was published still fires what the stopped one left', async () => {
	const [first, second] = processes;
	const stops = { writeFirings: () => Promise.reject(new Error('The process was stopped.')) };
	await processOn(first, NEXT)(AT);
	await expect(processOn(first, NEXT, stops)(NEXT)).rejects.toThrow('The process was stopped.');
	const takenOver = processOn(second, LATER);
	await takenOver(LATER);
	await takenOver(NEXT);
	expect(await firings()).toEqual(ALL);
});
