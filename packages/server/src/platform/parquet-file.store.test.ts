import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stores } from '@sw/store/open';
import { testStores } from '@sw/store/testing/test-stores';
import { parquetMetadata } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ParquetColumn, type ParquetValues, parquetFile } from './parquet-file.ts';

let stores: Stores;
let folder: string;
beforeAll(async () => {
	stores = await testStores();
	folder = mkdtempSync(join(tmpdir(), 'parquet-'));
});
afterAll(async () => {
	await stores?.close();
	rmSync(folder, { recursive: true, force: true });
});

const ROWS = 3_000;
const each = (value: (row: number) => ParquetValues[number]) => Array.from({ length: ROWS }, (_, row) => value(row));
const columns: (ParquetColumn & { values: ParquetValues })[] = [
	{ name: 'symbol', type: 'text', values: each((row) => (row % 7 === 0 ? null : `T${row} é`)) },
	{ name: 'count', type: 'integer', values: each((row) => (row === 5 ? null : row * 3_000_000_000 - 7)) },
	{ name: 'price', type: 'decimal', values: each((row) => -row / 8) },
	{ name: 'star', type: 'boolean', values: each((row) => (row % 3 === 0 ? null : row % 2 === 0)) },
	{ name: 'never', type: 'integer', values: each(() => null) },
];

describe('a Parquet file', () => {
	it('is read by an engine that did not write it', async () => {
		const file = join(folder, 'list.parquet');
		writeFileSync(file, await parquetFile(columns, { report: 'é' }));
		const sum = (expression: string) => `toFloat64(ifNull(${expression}, 0))`;
		const query = `SELECT ${[
			sum('count()'),
			sum('countIf(symbol IS NULL)'),
			sum(`countIf(symbol = concat('T', toString(intDiv(count + 7, 3000000000)), ' é'))`),
			sum('sum(intDiv(count + 7, 3000000000))'),
			sum('countIf(count IS NULL)'),
			sum('sum(price)'),
			sum('countIf(star)'),
			sum('countIf(NOT star)'),
			sum('countIf(never IS NULL)'),
		]
			.map((expression, at) => `${expression} AS c${at}`)
			.join(', ')} FROM file('${file}', 'Parquet')`;
		const spec = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`c${at}`, 'Float64' as const]));
		const { columns: found } = await stores.series.bulk.read(spec, query);
		expect(Object.values(found).map((column) => Number(column[0]))).toEqual([
			ROWS,
			Math.ceil(ROWS / 7),
			ROWS - Math.ceil(ROWS / 7) - 1,
			(ROWS * (ROWS - 1)) / 2 - 5,
			1,
			-(ROWS * (ROWS - 1)) / 16,
			ROWS / 3,
			ROWS / 3,
			ROWS,
		]);
	});

	it('says what its columns are, and what it was made from', async () => {
		const bytes = await parquetFile(columns, { report: 'é', empty: '' });
		const { schema, key_value_metadata, num_rows, created_by } = parquetMetadata(new Uint8Array(bytes).buffer);
		expect(schema.slice(1).map(({ name, type, converted_type, repetition_type }) => [name, type, converted_type, repetition_type])).toEqual(
			[
				['symbol', 'BYTE_ARRAY', 'UTF8', 'OPTIONAL'],
				['count', 'INT64', undefined, 'OPTIONAL'],
				['price', 'DOUBLE', undefined, 'OPTIONAL'],
				['star', 'BOOLEAN', undefined, 'OPTIONAL'],
				['never', 'INT64', undefined, 'OPTIONAL'],
			],
		);
		expect([num_rows, created_by]).toEqual([BigInt(ROWS), 'Signalwheel']);
		expect(key_value_metadata).toEqual([
			{ key: 'report', value: 'é' },
			{ key: 'empty', value: '' },
		]);
	});

	it('may have no row at all', async () => {
		const file = join(folder, 'empty.parquet');
		writeFileSync(
			file,
			await parquetFile(
				columns.map((column) => ({ ...column, values: [] })),
				{},
			),
		);
		const { columns: found } = await stores.series.bulk.read({ n: 'UInt64' }, `SELECT count() AS n FROM file('${file}', 'Parquet')`);
		expect(Number(found.n[0])).toBe(0);
	});
});
