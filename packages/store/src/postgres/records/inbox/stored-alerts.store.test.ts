/** 100,000 stored alerts on tickers, watchlists and favourites, of which 10,000 can still fire: what a report and an owner's pages read of them. */
import { ALERT_KINDS } from '@sw/domain/alerts/ticker-alert';
import { type ReportTime, utcMs } from '@sw/domain/time/units';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { drizzle } from '../../orm/drizzle.ts';
import { type Db, openRecords, type Records } from '../../records.ts';
import * as schema from '../../schema/index.ts';
import { alertsToEvaluate, tickerAlertOwners, tickerAlertsOf } from './ticker-alerts.ts';

const OWNERS = 400;
const EACH = 250;
/** Of each owner. */
const WAITING = 25;
const NOW = utcMs(Date.UTC(2026, 5, 30, 15));

let database: TestDatabase;
let records: Records;
let ids: string[];
beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'));
	records = openRecords(database.url);
	const { pool } = records;
	await pool.query(`
		insert into users (id, email, email_key, role, status, license, created_at)
		select gen_random_uuid(), n || '@example.com', n || '@example.com', 'user', 'active', 'pro', now() from generate_series(1, ${OWNERS}) n`);
	await pool.query("insert into tickers (id, provider, symbol, name, type) values (1, 'test', 'AAA', 'AAA', 'stock')");
	await pool.query("insert into watchlists (user_id, name, position, created_at) select id, 'Mine', 0, now() from users");
	// Of those that can still fire, one in five is on a watchlist and one on the favourites; the others have fired once for their ticker.
	await pool.query(
		`insert into ticker_alerts (user_id, ticker_id, watchlist_id, watchlist_name, condition, basis, since, repeat, cool_down, note, created_at, fired)
		select u.id, case when n > ${WAITING} or n % 5 > 1 then 1 end, case when n <= ${WAITING} and n % 5 = 0 then w.id end,
			case when n <= ${WAITING} and n % 5 = 0 then 'Mine' end, jsonb_build_object('kind', ($1::text[])[1 + (n + w.id) % 10]),
			'2026-06-01', '2026-06-01', (array['once', 'session', 'every'])[case when n > ${WAITING} then 1 else 1 + n % 3 end], 0, '', now(),
			(n > ${WAITING} or n % 5 = 1)::int
		from generate_series(1, ${EACH}) n cross join users u join watchlists w on w.user_id = u.id`,
		[ALERT_KINDS],
	);
	await pool.query('vacuum analyze ticker_alerts');
	const { rows } = await pool.query<{ id: string }>('select id from users order by id');
	ids = rows.map(({ id }) => id);
});
afterAll(async () => {
	await records?.close();
	await database?.drop();
});

interface Node {
	readonly 'Node Type': string;
	readonly 'Relation Name'?: string;
	readonly 'Index Name'?: string;
	readonly 'Actual Rows': number;
	readonly 'Actual Loops': number;
	readonly 'Rows Removed by Filter'?: number;
	readonly Plans?: readonly Node[];
}

/** How a question reads the alerts: the index, and the rows that were looked at. */
async function readingOf(ask: (db: Db) => Promise<unknown>): Promise<{ index: string | undefined; rows: number }> {
	const asked: [string, unknown[]][] = [];
	const logger = { logQuery: (query: string, params: unknown[]) => void asked.push([query, params]) };
	await ask(drizzle(records.pool, { schema, casing: 'snake_case', logger }));
	const [query, params] = asked[0] as [string, unknown[]];
	const { rows } = await records.pool.query(`explain (analyze, format json) ${query}`, params);
	const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
	const all = nodes(rows[0]['QUERY PLAN'][0].Plan as Node);
	const scans = all.filter((node) => node['Relation Name'] === 'ticker_alerts');
	return {
		index: all.find((node) => node['Index Name']?.startsWith('ticker_alerts'))?.['Index Name'],
		rows: scans.reduce((sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'], 0),
	};
}

it('a report reads the alerts that can still fire, and no others', async () => {
	const report = NOW as number as ReportTime;
	const alerts = await alertsToEvaluate(records.db, ids, report);
	expect(alerts).toHaveLength(OWNERS * WAITING);
	const sorts = alerts.map(({ condition, tickerId, watchlistId }) => [
		condition.kind,
		tickerId === null ? (watchlistId === null ? 'favourites' : 'watchlist') : 'ticker',
	]);
	expect(new Set(sorts.map(String)).size).toBe(3 * ALERT_KINDS.length);
	expect(await readingOf((db) => alertsToEvaluate(db, ids, report))).toEqual({ index: 'ticker_alerts_waiting', rows: OWNERS * WAITING });
	const owners = await readingOf((db) => tickerAlertOwners(db, null, 500));
	expect(owners.index).toBe('ticker_alerts_waiting');
	expect(owners.rows).toBeLessThanOrEqual(OWNERS * WAITING);
});

it("an owner's page reads the owner's alerts, and no others", async () => {
	expect(await readingOf((db) => tickerAlertsOf(db, ids[7]!))).toEqual({ index: 'ticker_alerts_user', rows: EACH });
});
