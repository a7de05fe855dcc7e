import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { readSlices, SLICE_ROWS, type TableColumn } from './table.ts';
import { createTableFile, type TableFormat } from './table-file.ts';

const COLUMNS: TableColumn[] = [
	{ name: 'n', type: 'integer', unit: '', description: 'A number' },
	{ name: 'text', type: 'text', unit: '', description: 'A text that packs badly' },
];
const SLICES = 200;

/** A file of many slices, and how many of them were read. */
function fileOf(format: TableFormat) {
	let read = 0;
	const slices = readSlices(SLICES * SLICE_ROWS, (from, to) => {
		read++;
		const rows = Array.from({ length: to - from }, (_, at) => from + at);
		return [rows, rows.map((row) => `${Math.sin(row)} ${Math.cos(row)}`)];
	});
	return { file: createTableFile(format, { columns: COLUMNS, metadata: { about: 'x' }, slices }, 'numbers'), read: () => read };
}

describe.each(['csv', 'xlsx', 'json', 'parquet', 'arrow'] as const)('a table as %s', (format) => {
	it('is read no faster than it is taken, and no further than it is wanted', async () => {
		const { file, read } = fileOf(format);
		let taken = 0;
		for await (const part of file.body) {
			taken += (part as Buffer).length;
			if (taken > 500_000) break;
		}
		expect(read()).toBeGreaterThan(0);
		expect(read()).toBeLessThan(SLICES / 4);
		expect(file.body.destroyed).toBe(true);
	});

	it('that cannot be read to its end breaks off', async () => {
		async function* broken() {
			yield [[1], ['a']];
			throw new Error('The store is away');
		}
		const { body } = createTableFile(format, { columns: COLUMNS, metadata: {}, slices: broken() }, 'numbers');
		await expect(buffer(body)).rejects.toThrow('The store is away');
	});
});

it('writes decimals without the noise of float32', async () => {
	const columns: TableColumn[] = ['integer', 'decimal'].map((type) => ({ name: type, type: type as 'decimal', unit: '', description: '' }));
	const written = async (format: TableFormat) => {
		const slices = readSlices(2, () => [
			[1, 2],
			[Math.fround(3.29), null],
		]);
		return (await buffer(createTableFile(format, { columns, metadata: {}, slices }, 'x').body)).toString();
	};
	expect(await written('csv')).toBe('integer,decimal\r\n1,3.29\r\n2,\r\n');
	expect(JSON.parse(await written('json')).items).toEqual([
		{ integer: 1, decimal: 3.29 },
		{ integer: 2, decimal: null },
	]);
});
