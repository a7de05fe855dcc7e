import { ENGINE_VERSION } from '@sw/domain/reports/content-hash';
import { isoSeconds } from '@sw/domain/time/format';
import { tableFromIPC } from '@uwdata/flechette';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceApp } from '../../testing/workspace-app.ts';
import { REPORTS, Workspace, workspaceWorld } from '../../testing/workspace-world.ts';

const FILE = '/api/sector-charts/export';

describe('an exported list', () => {
	const workspace = new Workspace();
	workspace.freeze(30);
	workspace.favorites = new Set([10]);
	let app: Awaited<ReturnType<typeof workspaceApp>>;
	beforeAll(async () => {
		app = await workspaceApp(workspaceWorld(workspace));
	});
	afterAll(() => app.close());

	it('is the whole list in its order, as CSV', async () => {
		const { status, body, headers } = await app.get(`${FILE}?tab_type=free&ticker_type=all`);
		expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
		expect(headers['content-disposition']).toBe('attachment; filename="signalwheel-free-2024-05-01T154500Z.csv"');
		expect(headers.link).toContain('rel="describedby"');
		const [head = '', ...lines] = body.trimEnd().split('\r\n');
		const column = (name: string) => lines.map((line: string) => line.split(',')[head.split(',').indexOf(name)]);
		expect(column('ticker')).toEqual(['AAA', 'BBB', 'DDD', 'EEE']);
		expect(column('rank')).toEqual(['1', '2', '3', '4']);
		expect(column('report')).toEqual(Array(4).fill(isoSeconds(REPORTS.pro)));
		expect(column('report_hash')).toEqual(Array(4).fill(`hash of ${REPORTS.pro}`));
		expect(column('favorite')).toEqual(['true', 'false', 'false', 'false']);
		expect(column('volume_1h')).toEqual(['3', '1', '0', '0']);
		expect(column('call_with_put_1h')).toEqual(['2', '1', '', '0']);
	});

	it('is the same as JSON, with its dictionary', async () => {
		const { body, headers } = await app.get(`${FILE}?tab_type=free&format=json&list_type=black_list`);
		expect(headers['content-type']).toBe('application/json; charset=utf-8');
		expect(body.report).toMatchObject({ hash: `hash of ${REPORTS.pro}`, versions: 1 });
		expect(body.items.map((i: { ticker: string }) => i.ticker)).toEqual(['CCC']);
		expect(Object.keys(body.items[0])).toEqual(body.columns.map((c: { name: string }) => c.name));
		expect((await app.get(`${FILE}/dictionary`)).body).toEqual({ columns: body.columns });
	});

	it('has the columns of a table alone where they are asked for, in their order and the order of the list', async () => {
		const { body } = await app.get(`${FILE}?tab_type=free&ticker_type=all&sort_column=price&columns=cap,change,since,price`);
		const [head = '', first = ''] = body.split('\r\n');
		expect(head).toBe('report,report_hash,report_version,rank,ticker,ticker_id,rate,capitalization,price_change,rate_before,price');
		expect(first.split(',').slice(3, 6)).toEqual(['1', 'EEE', '50']);
		const json = await app.get(`${FILE}?tab_type=free&columns=mentions&format=json`);
		expect(Object.keys(json.body.items[0])).toEqual(json.body.columns.map((c: { name: string }) => c.name));
		expect(json.body.columns.at(-1).name).toBe('mentions');
		expect((await app.get(`${FILE}?columns=colour`)).status).toBe(400);
	});

	it('says by which rules it was measured, up to when, and that the market is simulated', async () => {
		const { body } = await app.get(`${FILE}?format=json`);
		expect(body).toMatchObject({
			definition_version: `engine ${ENGINE_VERSION}, parameters 1`,
			as_of: isoSeconds(REPORTS.pro),
			simulated: true,
		});
	});

	it('opens the past as far as the licence goes', async () => {
		const past = await app.get(`${FILE}?date=${isoSeconds(REPORTS.basic)}&version=1&format=json`, 'basic');
		expect(past.body.report).toMatchObject({ version: 1, versions: 2, hash: 'first' });
		expect((await app.get(`${FILE}?date=${isoSeconds(REPORTS.pro)}`, 'basic')).status).toBe(403);
		expect((await app.get(`${FILE}?filter=1`)).status).toBe(404);
	});

	it('is a Parquet file on demand', async () => {
		const { bytes, headers } = await app.get(`${FILE}?format=parquet`);
		expect(headers['content-type']).toBe('application/vnd.apache.parquet');
		expect([bytes.subarray(0, 4).toString(), bytes.subarray(-4).toString()]).toEqual(['PAR1', 'PAR1']);
	});

	it('is an Excel workbook on demand', async () => {
		const { bytes, headers } = await app.get(`${FILE}?format=xlsx`);
		expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
		expect(headers['content-disposition']).toContain('.xlsx"');
		expect(bytes.subarray(0, 4).toString()).toBe('PK\u0003\u0004');
	});

	it('is a stream of Arrow on demand', async () => {
		const { bytes, headers } = await app.get(`${FILE}?format=arrow&tab_type=free&ticker_type=all`);
		expect(headers['content-type']).toBe('application/vnd.apache.arrow.stream');
		expect(headers['content-disposition']).toContain('Z.arrows"');
		const table = tableFromIPC(bytes);
		expect([...(table.getChild('volume_1h') ?? [])]).toEqual([3, 1, 0, 0]);
		expect([...(table.getChild('call_with_put_1h') ?? [])]).toEqual([2, 1, null, 0]);
	});
});
