import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { DuckDBInstance } from '@duckdb/node-api';
import { contract } from '@sw/contract/index';
import { itWhere } from '@sw/domain/testing/it-where';
import { tableFromIPC } from '@uwdata/flechette';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTableMetadata, readSlices } from '../../../platform/tables/table.ts';
import { createOccurrenceFile, type OccurrenceRow } from '../../../research/occurrence-file.ts';
import { workspaceApp } from '../../testing/workspace-app.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../../../../docs/notebooks.md'), 'utf8');

function examplesIn(language: string): string[] {
	return [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);
}

const PYTHON = ['python3', '/usr/bin/python3'];

/** A Python that has all of these modules. */
function pythonWith(modules: readonly string[]): string | undefined {
	return PYTHON.find((python) => spawnSync(python, ['-c', `import ${modules.join(', ')}`]).status === 0);
}

function occurrence(at: number): OccurrenceRow {
	return {
		ticker_id: 10 * (1 + (at % 3)),
		ticker: ['AAA', 'BBB', 'CCC'][at % 3]!,
		time: `2024-04-${String(1 + (at % 28)).padStart(2, '0')}T15:00:00Z`,
		rate: at,
		horizon: 4,
		hit: at % 5 === 0 ? null : at % 2 === 0,
		excess: at % 5 === 0 ? null : at / 1000,
		entry: '2024-04-02T13:30:00Z',
		entry_price: 100,
		exit: '2024-04-02T17:30:00Z',
		exit_price: at % 5 === 0 ? null : 101,
		own_return: at % 5 === 0 ? null : 0.00995,
		peer_return: at % 5 === 0 ? null : 0.001,
		cost: at % 5 === 0 ? null : 0.0005,
		cost_source: at % 5 === 0 ? null : at % 2 === 0 ? 'edge' : 'default',
		best: at % 5 === 0 ? null : 0.02,
		worst: at % 5 === 0 ? null : -0.01,
		reconstructed: at < 40,
		since_saved: null,
	};
}

let folder: string;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'notebooks-'));
	const app = await workspaceApp();
	const list = '/api/sector-charts/export?tab_type=free&format=';
	const files = {
		'list.parquet': `${list}parquet`,
		'list.arrows': `${list}arrow`,
		'list.csv': `${list}csv`,
		'history.parquet': '/api/sector-charts/20/trail/export?tab_type=extreme_fall&format=parquet',
	};
	for (const [name, url] of Object.entries(files)) writeFileSync(join(folder, name), (await app.get(url)).bytes);
	await app.close();
	const facts = buildTableMetadata({ parameters: 1, asOf: Date.UTC(2024, 3, 30), simulated: true });
	const rows = readSlices(100, (from, to) => Array.from({ length: to - from }, (_, at) => occurrence(from + at)));
	const { body } = createOccurrenceFile('parquet', rows, { question: { tab: 'free' }, metadata: facts, name: 'occurrences' });
	writeFileSync(join(folder, 'occurrences.parquet'), await buffer(body));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the guide for notebooks', () => {
	it('fetches files from calls that there are', () => {
		const paths = [...guide.matchAll(/"\$SIGNALWHEEL([^"?]+)\?/g)].map(([, path = '']) => path.replace(/\/\d+\//, '/{id}/'));
		const known = Object.values({ ...contract.signals, ...contract.research }).map(({ path }) => path as string);
		expect(paths).toHaveLength(5);
		for (const path of paths) expect(known).toContain(path);
	});

	it('reads them with DuckDB', async () => {
		const duck = await DuckDBInstance.create(':memory:');
		const connection = await duck.connect();
		const ask = async (sql: string): Promise<Record<string, unknown>[]> =>
			(await connection.runAndReadAll(sql.replaceAll(/'(\w+\.parquet)'/g, (_, name) => `'${join(folder, name)}'`))).getRowObjectsJson();
		const [dictionary = '', list = '', history = '', outcomes = ''] = examplesIn('sql');
		const columns = JSON.parse(String((await ask(dictionary))[0]?.['text'])) as { name: string; unit: string; description: string }[];
		expect(columns.find(({ name }) => name === 'rate')).toMatchObject({ unit: 'points', description: expect.stringContaining('Weighted') });
		expect((await ask(list)).map(({ ticker, volume_1h }) => [ticker, volume_1h])).toEqual([
			['CCC', '5'],
			['AAA', '3'],
			['BBB', '1'],
			['DDD', '0'],
		]);
		expect((await ask(history)).map(({ reports, listed }) => [reports, listed])).toEqual([
			['1', '1'],
			['4', '4'],
		]);
		expect((await ask(outcomes)).map(({ reconstructed, n }) => [reconstructed, n])).toEqual([
			[false, '48'],
			[true, '32'],
		]);
		const notes = await ask("SELECT decode(key) AS name, decode(value) AS text FROM parquet_kv_metadata('occurrences.parquet')");
		expect(Object.fromEntries(notes.map(({ name, text }) => [name, text]))).toMatchObject({
			definition_version: expect.stringMatching(/^engine [\d.]+, parameters 1$/),
			as_of: '2024-04-30T00:00:00Z',
			simulated: 'true',
		});
		connection.closeSync();
		duck.closeSync();
	});

	it('reads a stream of Arrow, whose columns say what they are', () => {
		const table = tableFromIPC(readFileSync(join(folder, 'list.arrows')));
		expect([...(table.getChild('ticker') ?? [])]).toEqual(['AAA', 'CCC', 'BBB', 'DDD']);
		expect(table.schema.fields.find(({ name }) => name === 'rate')?.metadata?.get('unit')).toBe('points');
		expect(table.schema.metadata?.get('simulated')).toBe('true');
	});

	for (const [at, code] of examplesIn('python').entries()) {
		const modules = [...new Set([...code.matchAll(/^import (\w+)/gm)].map(([, name = '']) => name))];
		const needed = code.includes('pandas()') ? [...modules, 'pandas'] : modules;
		const python = pythonWith(needed);
		itWhere(python !== undefined, `Python with ${needed.join(', ')}`)(`reads them with pandas, example ${at + 1}`, () => {
			const { status, stdout, stderr } = spawnSync(python as string, ['-c', code], { cwd: folder, encoding: 'utf8' });
			expect([status, stderr]).toEqual([0, '']);
			expect(stdout.trim()).not.toBe('');
		});
	}
});
