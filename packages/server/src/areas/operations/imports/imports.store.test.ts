import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importCalls } from '@sw/contract/operations/imports';
import { MAX_UPLOAD_BYTES } from '@sw/domain/prices/batch';
import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { testStores } from '@sw/store/testing/test-stores';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../intake/files/archives/unpack.ts';
import { readTableLines } from '../../../intake/files/survey.ts';
import { importFiles } from '../../../market/imports/import-files.ts';
import { type ImportPreview, previewImport } from '../../../market/imports/preview-import.ts';
import { createUploads } from '../../../market/imports/uploads.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import { implement } from '../../handlers.ts';
import { headersOf } from '../../testing/callers.ts';
import { guardedApp } from '../../testing/workspace-app.ts';
import { createImportHandlers } from './handlers.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const ROWS = [
	'symbol,time,open,high,low,close,volume',
	'AZO,2026-06-29T14:00:00Z,10,11,9,10.5,1000',
	'AZO,2026-06-29T14:15:00Z,10.5,11,10,10.8,1200',
	'AZO,2026-06-29T14:30:00Z,10.8,9,10,10.8,1200',
	'AZO,2026-06-29T14:45:00Z,10.8,11,10,10.8,900',
	'AZO,2026-06-29T14:45:00Z,10.8,11,10,10.8,900',
	...Array.from(
		{ length: 12 },
		(_, i) => `AZO,2026-06-29T${15 + Math.floor(i / 4)}:${['00', '15', '30', '45'][i % 4]}:00Z,11,12,10,11,800`,
	),
];
const FILE = `${ROWS.join('\n')}\n`;

let stores: Stores;
let folder: string;
let app: FastifyInstance;
let whyNot: string | undefined;
let judged = (known: ImportPreview): ImportPreview => known;
let now = Date.UTC(2026, 5, 30);
const acts: [string, string][] = [];
const submitted: string[] = [];
const read: unknown[] = [];

beforeAll(async () => {
	stores = await testStores();
	folder = mkdtempSync(join(tmpdir(), 'signalwheel-uploads-'));
	const options = { limits: DEFAULT_LIMITS, today: exchangeDate('2026-06-30') };
	const job: Job = {
		id: ID,
		kind: 'import',
		request: {},
		by: 'admin@example.test',
		state: 'queued',
		phase: 'Waiting',
		progress: null,
		result: null,
		error: null,
		created: 0,
		started: null,
		finished: null,
	};
	app = await guardedApp([
		implement(
			importCalls,
			createImportHandlers({
				uploads: createUploads(join(folder, 'uploads'), () => now),
				preview: async (path, reading) => judged(await previewImport(stores, path, { ...options, calendar: nyse, ...reading })),
				readLines: (path, table, wanted) => readTableLines(path, table, wanted, options),
				submit: async (path, reading) => {
					submitted.push(path);
					read.push(reading);
					return job;
				},
				whyNoImport: () => whyNot,
				audit: async (_caller, act, target) => void acts.push([act, target]),
				emailOf: async () => 'admin@example.test',
			}),
		),
	]);
});
afterAll(async () => {
	await app?.close();
	await stores?.close();
	rmSync(folder, { recursive: true, force: true });
});

async function send(name: string, content: string | Buffer = FILE) {
	const payload = { name, content: Buffer.from(content).toString('base64') };
	const answer = await app.inject({ method: 'POST', url: '/api/imports', payload, headers: headersOf('admin') });
	return { status: answer.statusCode, body: answer.json() };
}

async function get(url: string) {
	const answer = await app.inject({ url, headers: headersOf('admin') });
	return { status: answer.statusCode, body: answer.json() };
}

describe('a file that an administrator sends', () => {
	it('is recognised and judged row by row, by pages, and nothing of it is stored', async () => {
		const { status, body } = await send('AZO.csv');
		expect([status, body]).toMatchObject([
			200,
			{
				name: 'AZO.csv',
				bytes: FILE.length,
				question: null,
				tables: [{ name: 'AZO.csv', state: 'good', words: expect.stringContaining('AZO'), rows: 17, refused: 2, listed: 2 }],
			},
		]);
		expect(body.tables[0].reasons).toEqual(
			expect.arrayContaining([
				{ reason: 'high below low', rows: 1 },
				{ reason: 'the same time as the row before', rows: 1 },
			]),
		);
		expect(acts.at(-1)).toEqual(['import.upload', 'AZO.csv']);

		const refused = await get(`/api/imports/${body.id}/rows?skip=1&max=1`);
		expect(refused.body).toEqual({
			items: [{ line: 6, text: ROWS[5], reason: 'the same time as the row before' }],
			total_count: 2,
		});
		const all = await get(`/api/imports/${body.id}/rows?refused=false&skip=2&max=2`);
		expect(all.body).toEqual({
			items: [
				{ line: 3, text: ROWS[2], reason: null },
				{ line: 4, text: ROWS[3], reason: 'high below low' },
			],
			total_count: ROWS.length,
		});
		expect((await get(`/api/imports/${body.id}/rows?table=1`)).body.errors[0].field).toBe('table');
		expect((await stores.records.pool.query('select count(*)::int as n from batches')).rows).toEqual([{ n: 0 }]);
	});

	it('of which too many rows are refused to keep them all is shown up to the last that is kept', async () => {
		judged = (known) => ({ ...known, tables: known.tables.map((table) => ({ ...table, refused: 5 })) });
		const { body } = await send('AZO.csv');
		judged = (known) => known;
		expect(body.tables).toMatchObject([{ refused: 5, listed: 2 }]);
		const all = await get(`/api/imports/${body.id}/rows?refused=false&skip=4&max=20`);
		expect(all.body).toMatchObject({ items: [{ line: 5, reason: null }, { line: 6 }], total_count: 6 });
	});

	it('is imported when it is confirmed, and known afterwards', async () => {
		const { body } = await send('AZO.csv');
		const answer = await app.inject({ method: 'POST', url: `/api/imports/${body.id}`, headers: headersOf('admin') });
		expect([answer.statusCode, answer.json()]).toMatchObject([200, { id: ID, kind: 'import', state: 'queued' }]);
		expect(acts.at(-1)).toEqual(['import.confirm', 'AZO.csv']);
		const result = await importFiles(stores, submitted.at(-1)!, { calendar: nyse, today: exchangeDate('2026-06-30') }, () => {});
		expect(result).toMatchObject({ files: 1, failed: 0, rejects: 2 });
		expect((await send('AZO.csv')).body.tables).toMatchObject([{ state: 'known', added: 0, unchanged: 15, replaced: 0, largest: [] }]);
		const corrected = await send('AZO-corrected.csv', FILE.replace('10.5,1000', '9.5,1000'));
		expect(corrected.body.tables).toMatchObject([
			{ replaced: 1, largest: [{ ticker: 'AZO', date: '2026-06-29', at: '2026-06-29T14:00:00Z', stored: 10.5, given: 9.5 }] },
		]);
	});

	it('that does not describe itself fully is checked, listed and imported with the given options', async () => {
		const rows = ROWS.slice(1, 4).map((row) => row.replace(/^AZO,/, '').replace('Z,', ','));
		const { body } = await send('prices of june.csv', `${['time,open,high,low,close,volume', ...rows].join('\n')}\n`);
		expect(body).toMatchObject({ tables: [], question: expect.stringContaining('--symbol SYMBOL') });
		const at = `/api/imports/${body.id}`;
		const reported = 'symbol=azo&zone=utc&interval=15&stamp=start';
		expect((await get(`${at}?${reported}`)).body).toMatchObject({
			question: null,
			tables: [{ state: 'good', words: expect.stringMatching(/^AZO: .*2026-06-29 10:00.*UTC \(as requested\)/), rows: 3, refused: 1 }],
		});
		expect((await get(`${at}?symbol=AZO&zone=new-york`)).body.tables[0].words).toContain('2026-06-29 14:00');
		expect((await get(`${at}/rows?${reported}`)).body).toMatchObject({ items: [{ line: 4, reason: 'high below low' }], total_count: 1 });
		const confirm = await app.inject({ method: 'POST', url: `${at}?${reported}&as_of=2026-06-01`, headers: headersOf('admin') });
		expect([confirm.statusCode, read.at(-1)]).toEqual([
			200,
			{ symbol: 'AZO', zone: 'utc', interval: 15, stamp: 'start', asOf: '2026-06-01' },
		]);
	});

	it.each([
		['symbol', 'a b c'],
		['zone', 'mars'],
		['interval', '7'],
		['as_of', '2026-02-30'],
		['format', 'x'],
		['symbol_from', 'x'],
		['stamp', 'x'],
	])('is refused where %s is given as %j', async (field, value) => {
		const { body } = await send('AZO.csv');
		const { status, body: refusal } = await get(`/api/imports/${body.id}?${field}=${encodeURIComponent(value)}`);
		expect([status, refusal.errors?.[0]?.field]).toEqual([400, field]);
	});

	it('is thrown away, by hand or after two days', async () => {
		const [thrown, forgotten] = [(await send('AZO.csv')).body.id, (await send('AZO.csv')).body.id];
		const drop = await app.inject({ method: 'DELETE', url: `/api/imports/${thrown}`, headers: headersOf('admin') });
		expect([drop.statusCode, acts.at(-1)]).toEqual([204, ['import.drop', 'AZO.csv']]);
		expect((await get(`/api/imports/${thrown}`)).status).toBe(404);
		expect((await get(`/api/imports/${forgotten}`)).status).toBe(200);
		now = Date.now() + 3 * 86_400_000;
		const last = (await send('AZO.csv')).body.id;
		expect(readdirSync(join(folder, 'uploads'))).toEqual([last]);
	});

	it.each(['../AZO.csv', 'a/AZO.csv', 'a\\AZO.csv', '.AZO.csv', 'AZO..csv', 'AZO.exe', 'AZO', 'AZO.csv.exe', 'AZO\u0007.csv'])(
		'is refused under the name %j',
		async (name) => {
			const before = acts.length;
			const { status, body } = await send(name);
			expect([status, body.errors[0].field, acts.length]).toEqual([400, 'name', before]);
		},
	);

	it('is refused where it is empty, no Base64, or too large', async () => {
		expect((await send('AZO.csv', '')).body.errors[0].field).toBe('content');
		const odd = { name: 'AZO.csv', content: '*not*' };
		const refused = await app.inject({ method: 'POST', url: '/api/imports', payload: odd, headers: headersOf('admin') });
		expect(refused.json().errors[0].field).toBe('content');
		expect((await send('AZO.csv', Buffer.alloc(MAX_UPLOAD_BYTES + 4_096))).status).toBe(413);
	});

	it('gets the problems of the whole file', async () => {
		expect((await send('AZO.csv', 'what,is,this\n1,2,3\n')).body.tables).toMatchObject([{ state: 'failed', rows: 0 }]);
		expect((await send('AZO.zip', 'no archive')).body.tables).toMatchObject([{ state: 'failed' }]);
	});

	it('is refused where the market is no market of files', async () => {
		whyNot = 'This server runs the simulated market.';
		expect(await send('AZO.csv')).toMatchObject({ status: 409, body: { detail: whyNot } });
		whyNot = undefined;
	});

	it('is taken from administrators alone', async () => {
		const payload = { name: 'AZO.csv', content: '' };
		expect((await app.inject({ method: 'POST', url: '/api/imports', payload, headers: headersOf('pro') })).statusCode).toBe(403);
		expect((await app.inject({ url: `/api/imports/${ID}` })).statusCode).toBe(401);
	});
});
