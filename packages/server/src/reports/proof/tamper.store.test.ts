import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { nyse } from '@sw/domain/time/calendar';
import { backUp } from '@sw/store/backup/back-up';
import { DAY_FIGURES, INFORMATION, REPORT_ROWS, TIME_IN_LIST, Z_COLUMNS } from '@sw/store/clickhouse/engine/tables';
import { sql } from '@sw/store/postgres/records';
import { createStoredChain } from '@sw/store/postgres/records/reports/report-chain';
import { reportOfLink } from '@sw/store/postgres/records/reports/reports';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createVerifyParts } from '../../compose/core/research-store.ts';
import { createMarketStores, type MarketStores } from '../../research/testing/market-stores.ts';
import { verifyReport } from '../recompute/verify-report.ts';
import { rewriteAsOldFolder } from '../testing/as-an-old-folder.ts';
import { createChainWatch } from './chain-job.ts';
import { checkBackup, checkChain } from './check-chain.ts';

/** Reports of format 1 in the chain of this test, and of format 2 behind them. */
const OLD = 20;
const SECOND = 10;
const TICKER = 4;

let at: MarketStores;
let records: readonly ReportRecord[];
/** Columns of the records' table as PostgreSQL has them, so that a new one is tampered with as well. */
let columns: { name: string; type: string }[];

function db() {
	return at.stores.records.db;
}

function run(statement: string) {
	return db().execute(sql.raw(statement));
}

function series(statement: string) {
	return at.stores.series.bulk.run(statement);
}

beforeAll(async () => {
	at = await createMarketStores({ rows: 8, sessions: 80, reportSessions: 2 });
	await at.market.stop();
	await rewriteAsOldFolder(at.stores, OLD, SECOND);
	records = await createStoredChain(db()).readRecords();
	// Foreign keys would keep some changes out that a copy of the stores allows.
	await run(
		'alter table reports drop constraint reports_build_id_batches_id_fk, drop constraint reports_parameters_version_parameter_sets_version_fk',
	);
	await run('create table saved as select * from reports');
	await series('CREATE TABLE saved_rows ENGINE = MergeTree ORDER BY report AS SELECT * FROM report_rows');
	columns = (
		await db().execute<{ name: string; type: string }>(
			sql`select column_name as name, data_type as type from information_schema.columns where table_name = 'reports'`,
		)
	).rows;
});
afterAll(() => at?.close());
afterEach(async () => {
	await run('truncate reports');
	await run('insert into reports select * from saved');
	await series('TRUNCATE TABLE report_rows');
	// Rows bring their cells.
	await series('TRUNCATE TABLE deep_cells');
	await series('INSERT INTO report_rows SELECT * FROM saved_rows');
});

async function faults() {
	return (await checkChain(at.stores)).faults;
}

async function verify(record: ReportRecord) {
	return verifyReport(createVerifyParts({ ...at, calendar: nyse }), record);
}

function old() {
	return records[3] as ReportRecord;
}

function second() {
	return records[OLD + 3] as ReportRecord;
}

function young() {
	return records.at(-3) as ReportRecord;
}

const FORMATS = [
	['format 1', old],
	['format 2', second],
	['format 3', young],
] as const;

/** Another value of a column, by its type. */
function changed({ name, type }: { name: string; type: string }): string {
	if (name === 'algo') return "'forecast'";
	if (name === 'chain_seq') return 'chain_seq + 900';
	if (type.startsWith('timestamp')) return `coalesce(${name}, published_at) + interval '1 minute'`;
	if (type === 'boolean') return `not ${name}`;
	if (type === 'date') return `coalesce(${name}, '2024-01-03') + 1`;
	return type === 'text' ? `md5(coalesce(${name}, ''))` : `coalesce(${name}, 0) + 1`;
}

/** The stored rows with another value of a column in one row. */
async function changeRow({ time, buildId }: ReportRecord, changes: ReadonlyMap<string, string>): Promise<void> {
	const place = `report = toDateTime(${time / 1_000}, 'UTC') AND build = ${buildId} AND ticker_id = ${TICKER}`;
	const values = Object.keys(REPORT_ROWS).map((name) => (changes.has(name) ? `if(${place}, ${changes.get(name)}, ${name})` : name));
	await series('TRUNCATE TABLE report_rows');
	await series(`INSERT INTO report_rows (${Object.keys(REPORT_ROWS)}) SELECT ${values} FROM saved_rows`);
}

function changedCell(name: string, type: string): string {
	if (name === 'report') return 'report + 900';
	if (type.startsWith('Float')) return `if(isNaN(${name}), 1, ${name} * 2 + 1)`;
	return type === 'Int32' ? `${name} + 1` : `bitXor(${name}, toUInt${type.slice(4)}(1))`;
}

describe('a data folder that was begun in format 1 and goes on in formats 2 and 3', () => {
	it('is whole, and so is each report by its own rule', async () => {
		expect(records.map(({ format }) => format).sort()).toEqual(records.map((_, place) => (place < OLD ? 1 : place < OLD + SECOND ? 2 : 3)));
		expect(await checkChain(at.stores)).toEqual({ links: records.length, format1Links: OLD, rows: records.length * 8, faults: [] });
		for (const [, record] of FORMATS) expect(await verify(record())).toMatchObject({ identical: true, faults: [], differences: [] });
	});
});

describe.each(FORMATS)('of a report of %s', (_, record) => {
	it('another value of any column of its record is noticed', async () => {
		expect(columns.length).toBeGreaterThanOrEqual(18);
		for (const column of columns) {
			await run(`update reports set ${column.name} = ${changed(column)} where chain_seq = ${record().chainSeq}`);
			expect((await faults()).length, column.name).toBeGreaterThan(0);
			await run('truncate reports');
			await run('insert into reports select * from saved');
		}
	});

	it('a changed value in any column of a row is detected: by the chain where it is hashed, else by recomputing it', async () => {
		const { format } = record();
		const unhashed = [
			'cap',
			...Object.keys(DAY_FIGURES),
			...Object.keys(TIME_IN_LIST),
			...Z_COLUMNS,
			...(format < 2 ? ['flags'] : []),
			...(format < 3 ? Object.keys(INFORMATION) : []),
		];
		for (const [name, type] of Object.entries(REPORT_ROWS)) {
			if (unhashed.includes(name)) continue;
			await changeRow(record(), new Map([[name, changedCell(name, type)]]));
			expect((await faults()).length, name).toBeGreaterThan(0);
		}
		await changeRow(record(), new Map(unhashed.map((name) => [name, changedCell(name, REPORT_ROWS[name as 'cap'])])));
		const { identical, differences } = await verify(record());
		expect([identical, differences.length]).toEqual([false, unhashed.length]);
	});

	it('a change is named by verify too', async () => {
		await run(`update reports set cutoff = cutoff + interval '1 minute', version = 2 where chain_seq = ${record().chainSeq}`);
		const verdict = await verify((await reportOfLink(db(), record().chainSeq)) as ReportRecord);
		expect(verdict.identical).toBe(false);
		expect(verdict.faults.join()).toContain('expected version 1 here');
	});
});

describe('a chain', () => {
	const faultLines = async () => (await faults()).map(({ kind, detail }) => `${kind}: ${detail}`);

	it('misses a report at any position, with its place left open or closed', async () => {
		const middle = young().chainSeq;
		for (const seq of [1, OLD, OLD + 1, middle, records.length]) {
			await run(`delete from reports where chain_seq = ${seq}`);
			expect(await faultLines()).toContain(`missing: report ${seq} of the chain is missing`);
			await run('update reports set chain_seq = -chain_seq');
			await run(`update reports set chain_seq = case when -chain_seq > ${seq} then -chain_seq - 1 else -chain_seq end`);
			expect((await faults()).length).toBeGreaterThan(0);
			await run('truncate reports');
			await run('insert into reports select * from saved');
		}
	});

	it('misses the newest reports, by the note kept outside of the database', async () => {
		const from = records.length - 4;
		await run(`delete from reports where chain_seq >= ${from}`);
		expect(await faultLines()).toContain(`missing: reports ${from} to ${records.length} of the chain are missing`);
	});

	it('names a report that was put in, and rows that belong to none', async () => {
		const { time, buildId } = young();
		await run(
			`insert into reports select * from jsonb_populate_recordset(null::reports, (select jsonb_agg(to_jsonb(s) || jsonb_build_object('time', s.time + interval '7 minutes', 'chain_seq', ${records.length + 1})) from saved s where chain_seq = ${young().chainSeq}))`,
		);
		expect((await faultLines()).filter((line) => line.startsWith('added')).length).toBeGreaterThan(0);
		await run(`delete from reports where chain_seq = ${records.length + 1}`);
		const list = Object.keys(REPORT_ROWS).map((name) => (name === 'report' ? 'report + 420' : name));
		await series(
			`INSERT INTO report_rows (${Object.keys(REPORT_ROWS)}) SELECT ${list} FROM saved_rows WHERE report = toDateTime(${time / 1_000}, 'UTC') AND build = ${buildId}`,
		);
		expect(await faultLines()).toEqual([expect.stringMatching(/^added: 8 stored rows of \S+ reverse belong to no report$/)]);
	});

	it('names rows of the newest build that belong to no report, but not those of a build still to be committed', async () => {
		const newest = (await visibleBatches(db())).upTo;
		const addRows = async (build: number) => {
			const { time, buildId } = young();
			const values = Object.keys(REPORT_ROWS).map((name) => (name === 'report' ? 'report + 420' : name === 'build' ? String(build) : name));
			await series(
				`INSERT INTO report_rows (${Object.keys(REPORT_ROWS)}) SELECT ${values} FROM saved_rows WHERE report = toDateTime(${time / 1_000}, 'UTC') AND build = ${buildId}`,
			);
		};
		await addRows(newest + 1);
		expect(await faultLines()).toEqual([]);
		await addRows(newest);
		expect(await faultLines()).toEqual([expect.stringMatching(/^added: 8 stored rows of /)]);
	});

	it('misses rows that were removed, and one of them', async () => {
		const { time } = young();
		await series(
			`ALTER TABLE report_rows DELETE WHERE report = toDateTime(${time / 1_000}, 'UTC') AND ticker_id = 1 SETTINGS mutations_sync = 1`,
		);
		expect(await faultLines()).toEqual([expect.stringContaining('7 rows are stored instead of 8')]);
		await series(`ALTER TABLE report_rows DELETE WHERE report = toDateTime(${time / 1_000}, 'UTC') SETTINGS mutations_sync = 1`);
		expect(await faultLines()).toEqual([expect.stringContaining('its rows are missing')]);
	});

	it('is walked in a backup as well, against the end that its manifest notes, and a backup does not launder what is missing', async () => {
		const root = mkdtempSync(join(tmpdir(), 'signalwheel-proof-'));
		const backup = async (name: string) => {
			const to = join(root, name);
			mkdirSync(join(root, 'data'), { recursive: true });
			await backUp({
				stores: at.stores,
				folder: join(root, 'data'),
				backupFolder: to,
				productVersion: 'test',
				createdAt: new Date(0),
				log: () => {},
			});
			return checkBackup(to);
		};
		try {
			expect(await backup('whole')).toEqual({ links: records.length, format1Links: OLD, rows: records.length * 8, faults: [] });
			await changeRow(young(), new Map([['w60', changedCell('w60', 'UInt32')]]));
			await run(`update reports set published_at = published_at + interval '1 second' where chain_seq = ${old().chainSeq}`);
			await run(`delete from reports where chain_seq = ${records.length}`);
			const { faults: found } = await backup('broken');
			expect(found.map(({ seq, kind }) => `${seq} ${kind}`)).toEqual([
				`${records.length} missing`,
				'1 changed',
				'0 added',
				`${young().chainSeq} changed`,
			]);
		} finally {
			rmSync(root, { recursive: true, force: true });
		}
	});

	it('is walked by a job that compares names and shares of tickers and the end of the seals as well', async () => {
		const watch = createChainWatch(at.stores, () => {});
		const job = { progress: () => {}, printLine: () => {}, signal: new AbortController().signal, isLastTry: true };
		expect(await watch.job.run({}, job)).toMatchObject({ faults: 0 });
		await run('create table saved_tickers as select * from tickers');
		for (const change of ["name = name || ' Inc.'", 'shares = shares * 2']) {
			await run(`update tickers set ${change} where id = ${TICKER}`);
			const { faults: found, lines } = (await watch.job.run({}, job)) as { faults: number; lines: string[] };
			expect([found, lines.join()]).toEqual([
				1,
				expect.stringMatching(/changed: names and shares of tickers \S+ 0-99 was changed outside the product/),
			]);
			await run('update tickers t set name = s.name, shares = s.shares from saved_tickers s where s.id = t.id');
		}
		await run('create table saved_seals as select * from record_seals');
		await run('delete from record_seals where seq = (select max(seq) from record_seals)');
		const { lines } = (await watch.job.run({}, job)) as { lines: string[] };
		expect(lines.join()).toContain('The record seals end before the one noted');
		expect(watch.getProblem()).toBeDefined();
		await run('insert into record_seals select * from saved_seals on conflict do nothing');
		await at.stores.seals.accept();
		expect(await watch.job.run({}, job)).toMatchObject({ faults: 0 });
	});

	it('is verified by a job, which notifies administrators', async () => {
		const reported: string[] = [];
		const watch = createChainWatch(at.stores, (message, error) => void reported.push(`${message}: ${error}`));
		const job = { progress: () => {}, printLine: () => {}, signal: new AbortController().signal, isLastTry: true };
		expect(await watch.job.run({}, job)).toMatchObject({ links: records.length, faults: 0 });
		expect([watch.getProblem(), reported]).toEqual([undefined, []]);
		await run('delete from reports where chain_seq = 2');
		const result = await watch.job.run({}, job);
		expect(watch.getProblem()).toMatch(/faults were found in the stored reports\. For details run: npm run report -- verify --chain$/);
		expect(reported.join()).toContain('missing: report 2 of the chain is missing');
		const rewatched = createChainWatch(at.stores, () => {});
		await rewatched.loadLastOutcome({ findNewestDone: async () => ({ result }) as never });
		expect(rewatched.getProblem()).toBe(watch.getProblem());
	});
});
