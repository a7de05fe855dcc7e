import { type AuditSearch, MAX_AUDIT_COUNT } from '@sw/domain/access/audit';
import { utcMs } from '@sw/domain/time/units';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { sql } from '../../orm/drizzle.ts';
import { openRecords, type Records } from '../../records.ts';
import { addAudit, auditAfter, listAudit } from './audit.ts';

let database: TestDatabase;
let records: Records;
const START = Date.UTC(2026, 5, 30);

function at(minute: number) {
	return utcMs(START + minute * 60_000);
}

/** [minute, actor, act, target] */
const LINES = [
	[0, 'Ann@example.com', 'user.change', 'bob@example.com'],
	[5, 'ann_1@example.com', 'settings.change', 'daily_gap_check'],
	[5, 'anna@example.com', 'user.delete', '50% off'],
	[3, 'command line', 'user.create', 'bob@example.com'],
] as const;

beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'));
	records = openRecords(database.url);
	for (const [minute, actor, act, target] of LINES)
		await addAudit(records.db, { at: at(minute), actorId: null, actor, act, target, detail: {}, address: '127.0.0.1' });
});
afterAll(async () => {
	await records?.close();
	await database?.drop();
});

async function acts(search: AuditSearch) {
	return (await listAudit(records.db, search, 0, 10)).items.map(({ act, actor }) => `${actor} ${act}`);
}

it('is read newest first, those of one instant the later written first', async () => {
	expect(await acts({})).toEqual([
		'anna@example.com user.delete',
		'ann_1@example.com settings.change',
		'command line user.create',
		'Ann@example.com user.change',
	]);
	expect(await listAudit(records.db, {}, 1, 2)).toMatchObject({
		items: [{ act: 'settings.change' }, { act: 'user.create' }],
		total: 4,
		isMore: false,
	});
});

it('is searched by what a field begins with, in any case, and nothing in it is a pattern', async () => {
	expect(await acts({ actor: 'ANN' })).toHaveLength(3);
	expect(await acts({ actor: 'ann_' })).toEqual(['ann_1@example.com settings.change']);
	expect(await acts({ target: '50%' })).toEqual(['anna@example.com user.delete']);
	expect(await acts({ target: '5%f' })).toEqual([]);
	expect(await acts({ act: 'user.', target: 'Bob@' })).toEqual(['command line user.create', 'Ann@example.com user.change']);
	expect(await acts({ actor: 'example' })).toEqual([]);
	expect(await acts({ actor: '\\' })).toEqual([]);
});

it('is searched by instants, the end not with it', async () => {
	expect(await acts({ since: at(3), until: at(5) })).toEqual(['command line user.create']);
	expect(await acts({ since: at(5) })).toHaveLength(2);
});

it('is read on from any line, without one twice or left out', async () => {
	const whole = (await listAudit(records.db, {}, 0, 10)).items;
	const read = [];
	for (let last = undefined as (typeof whole)[number] | undefined, next = whole.slice(0, 0); read.length < 10; read.push(...next)) {
		next = await auditAfter(records.db, {}, last, 1);
		if (next.length === 0) break;
		last = next.at(-1);
	}
	expect(read).toEqual(whole);
});

it('is counted no further than pages go', async () => {
	await records.db.execute(sql`insert into audit_log (at, actor, act, target, address)
		select ${new Date(at(9)).toISOString()}::timestamptz, 'many', 'session.begin', 'x', '' from generate_series(1, ${MAX_AUDIT_COUNT})`);
	expect(await listAudit(records.db, { actor: 'many' }, MAX_AUDIT_COUNT - 1, 10)).toMatchObject({
		items: [{}],
		total: MAX_AUDIT_COUNT,
		isMore: false,
	});
	expect(await listAudit(records.db, {}, 0, 1)).toMatchObject({ total: MAX_AUDIT_COUNT, isMore: true });
});
