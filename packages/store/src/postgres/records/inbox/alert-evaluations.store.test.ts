import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR, type ReportTime, utcMs } from '@sw/domain/time/units';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrateTo } from '../../../backup/restore.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { openRecords, type Records } from '../../records.ts';
import { beginAlerts, endAlerts, evaluatedSince, sweepEvaluated } from './alert-evaluations.ts';

const NOW = utcMs(Date.UTC(2026, 5, 30, 15));
const REPORT = NOW as number as ReportTime;

let database: TestDatabase;
let records: Records;
beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'));
	records = openRecords(database.url);
});
afterAll(async () => {
	await records?.close();
	await database?.drop();
});

it('a report is begun once with one version, and evaluated licence by licence', async () => {
	const { db } = records;
	expect(await beginAlerts(db, { time: REPORT, version: 2 }, ['premium', 'pro'], NOW)).toEqual({ version: 2, beganAt: NOW });
	expect(await beginAlerts(db, { time: REPORT, version: 3 }, ['premium', 'pro'], utcMs(NOW + HOUR))).toEqual({ version: 2, beganAt: NOW });
	expect(await evaluatedSince(db, utcMs(0))).toEqual([]);
	await endAlerts(db, { time: REPORT, version: 2 }, ['premium'], { lists: true, now: NOW });
	await endAlerts(db, { time: REPORT, version: 2 }, ['pro'], { lists: false, now: NOW });
	expect(await beginAlerts(db, { time: REPORT, version: 3 }, ['basic'], utcMs(NOW + HOUR))).toMatchObject({ version: 2 });
	expect((await evaluatedSince(db, utcMs(0))).sort((a, b) => Number(b.lists) - Number(a.lists))).toEqual([
		{ time: REPORT, version: 2, licence: 'premium', lists: true },
		{ time: REPORT, version: 2, licence: 'pro', lists: false },
	]);
	await sweepEvaluated(db, utcMs(NOW + 1));
	expect(await evaluatedSince(db, utcMs(0))).toEqual([]);
});

it('rows of a database from before stay, for whichever licences opened their report', async () => {
	const old = await createTestDatabase(inject('databaseUrl'));
	await old.removeTables();
	const client = new Client({ connectionString: old.url });
	await client.connect();
	const journal = readFileSync(join(import.meta.dirname, '../../migrations/meta/_journal.json'), 'utf8');
	const { entries } = JSON.parse(journal) as { entries: { tag: string }[] };
	const before = entries.findIndex(({ tag }) => tag.endsWith('alert_chain'));
	await migrateTo(client, before);
	await client.query('insert into noticed_reports (time, version, made_at) values ($1, 3, now()), ($2, 1, null)', [
		new Date(REPORT),
		new Date(REPORT + HOUR),
	]);
	await migrateTo(client, before + 1);
	await client.end();
	const opened = openRecords(old.url);
	expect(await evaluatedSince(opened.db, utcMs(0))).toEqual([{ time: REPORT, version: 3, licence: null, lists: true }]);
	const next = (REPORT + HOUR) as ReportTime;
	expect(await beginAlerts(opened.db, { time: next, version: 2 }, ['pro'], NOW)).toMatchObject({ version: 1 });
	await opened.close();
	await old.drop();
});
