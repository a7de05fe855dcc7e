import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stores } from '@sw/store/open';
import { testStores } from '@sw/store/testing/test-stores';
import { tableFromIPC } from '@uwdata/flechette';
import { parquetMetadata } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ColumnValues, readSlices, type Table, type TableColumn } from './table.ts';
import { generateArrowParts, generateParquetParts } from './table-file.ts';

let stores: Stores;
let folder: string;
beforeAll(async () => {
	stores = await testStores();
	folder = mkdtempSync(join(tmpdir(), 'tables-'));
});
afterAll(async () => {
	await stores?.close();
	rmSync(folder, { recursive: true, force: true });
});

/** More than one slice. */
const ROWS = 3_000;

function column(name: string, type: TableColumn['type'], value: (row: number) => ColumnValues[number]) {
	return {
		name,
		type,
		unit: 'points',
		description: `What ${name} is`,
		value,
	};
}

const COLUMNS = [
	column('symbol', 'text', (row) => (row % 7 === 0 ? null : `T${row} é`)),
	column('count', 'integer', (row) => (row === 5 ? null : row * 3_000_000_000 - 7)),
	column('price', 'decimal', (row) => -row / 8),
	column('star', 'boolean', (row) => (row % 3 === 0 ? null : row % 2 === 0)),
	column('never', 'integer', () => null),
];
const DICTIONARY = COLUMNS.map(({ name, type, unit, description }) => ({ name, type, unit, description }));

function tableOf(rows: number): Table {
	return {
		columns: COLUMNS,
		metadata: { report: { name: 'é' }, empty: '' },
		slices: readSlices(rows, (from, to) => COLUMNS.map(({ value }) => Array.from({ length: to - from }, (_, row) => value(from + row)))),
	};
}

async function whole(parts: AsyncIterable<Buffer>): Promise<Buffer> {
	return Buffer.concat(await Array.fromAsync(parts));
}

const FORMATS = [
	{ format: 'Parquet', parts: generateParquetParts },
	{ format: 'ArrowStream', parts: generateArrowParts },
] as const;

describe.each(FORMATS)('a file of $format', ({ format, parts }) => {
	const written = async (rows: number): Promise<string> => {
		const file = join(folder, `${rows}.${format}`);
		writeFileSync(file, await whole(parts(tableOf(rows))));
		return file;
	};

	it('is read by an engine that did not write it', async () => {
		const file = await written(ROWS);
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
			.join(', ')} FROM file('${file}', '${format}')`;
		const spec = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`c${at}`, 'Float64' as const]));
		const { columns: found } = await stores.series.bulk.read(spec, query);
		expect(Object.values(found).map((values) => Number(values[0]))).toEqual([
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

	it('may have no row at all', async () => {
		const { columns: found } = await stores.series.bulk.read(
			{ n: 'UInt64' },
			`SELECT count() AS n FROM file('${await written(0)}', '${format}')`,
		);
		expect(Number(found.n[0])).toBe(0);
	});

	it('comes in parts, of which none has more than a slice', async () => {
		const sizes = (await Array.fromAsync(parts(tableOf(20_000)))).map(({ length }) => length);
		expect(sizes.length).toBeGreaterThan(9);
		expect(Math.max(...sizes)).toBeLessThan(sizes.reduce((sum, size) => sum + size, 0) / 6);
	});
});

it('a Parquet file says what its columns are, and what it was made from', async () => {
	const bytes = await whole(generateParquetParts(tableOf(ROWS)));
	const { schema, key_value_metadata, num_rows, row_groups, created_by } = parquetMetadata(new Uint8Array(bytes).buffer);
	expect(schema.slice(1).map(({ name, type, converted_type, repetition_type }) => [name, type, converted_type, repetition_type])).toEqual([
		['symbol', 'BYTE_ARRAY', 'UTF8', 'OPTIONAL'],
		['count', 'INT64', undefined, 'OPTIONAL'],
		['price', 'DOUBLE', undefined, 'OPTIONAL'],
		['star', 'BOOLEAN', undefined, 'OPTIONAL'],
		['never', 'INT64', undefined, 'OPTIONAL'],
	]);
	expect([num_rows, row_groups.length, created_by]).toEqual([BigInt(ROWS), 2, 'Signalwheel']);
	expect(key_value_metadata).toEqual([
		{ key: 'report', value: '{"name":"é"}' },
		{ key: 'empty', value: '' },
		{ key: 'dictionary', value: JSON.stringify(DICTIONARY) },
	]);
});

it('a stream of Arrow says the same of itself, and of each column where the column stands', async () => {
	const { schema, numRows } = tableFromIPC(await whole(generateArrowParts(tableOf(ROWS))));
	expect(numRows).toBe(ROWS);
	expect(Object.fromEntries(schema.metadata ?? [])).toEqual({
		report: '{"name":"é"}',
		empty: '',
		dictionary: JSON.stringify(DICTIONARY),
	});
	expect(schema.fields.map(({ name, metadata }) => [name, Object.fromEntries(metadata ?? [])])).toEqual(
		DICTIONARY.map(({ name, unit, description }) => [name, { unit, description }]),
	);
});
