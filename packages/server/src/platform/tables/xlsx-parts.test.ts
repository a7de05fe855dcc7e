import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl';
import { type ColumnValues, readSlices, type Table } from './table.ts';
import { generateXlsxParts } from './xlsx-parts.ts';

const COLUMNS = (['text', 'integer', 'decimal', 'boolean'] as const).map((type) => ({
	name: type,
	type,
	unit: 'points',
	description: `A ${type}`,
}));

function tableOf(rows: readonly (readonly ColumnValues[number][])[]): Table {
	return {
		columns: COLUMNS,
		metadata: { report: { name: 'é' }, as_of: '2026-06-30T15:45:00Z' },
		slices: readSlices(rows.length, (from, to) => COLUMNS.map((_, at) => rows.slice(from, to).map((row) => row[at] ?? null))),
	};
}

const openZip = promisify<Buffer, Options, ZipFile>(fromBuffer);

/** The entries of the file by path, as a program reads them that didn't write them. */
async function entriesOf(table: Table, mostRows?: number): Promise<Map<string, string>> {
	const zip = await openZip(Buffer.concat(await Array.fromAsync(generateXlsxParts(table, mostRows))), { lazyEntries: true });
	const found = new Map<string, string>();
	const read = promisify(zip.openReadStream.bind(zip)) as (entry: Entry) => Promise<NodeJS.ReadableStream>;
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	zip.on('entry', (entry: Entry) => {
		read(entry)
			.then(async (stream) => {
				found.set(entry.fileName, (await buffer(stream)).toString());
				zip.readEntry();
			})
			.catch(reject);
	});
	zip.on('end', resolve);
	zip.on('error', reject);
	zip.readEntry();
	await promise;
	return found;
}

/** Cells of a sheet: place, type and content. */
function cellsOf(sheet = ''): string[][] {
	return [...sheet.matchAll(/<c r="([A-Z]+\d+)"(?: t="(\w+)")?>(?:<is><t[^>]*>|<v>)([^<]*)</g)].map(
		([, place = '', type = 'n', value = '']) => [place, type, value],
	);
}

describe('an Excel workbook', () => {
	it('has its rows with their types, numbers as numbers, and leaves out what is unknown', async () => {
		const entries = await entriesOf(
			tableOf([
				['A', 3_000_000_000, -0.125, true],
				[null, null, Number.NaN, false],
			]),
		);
		expect(cellsOf(entries.get('xl/worksheets/sheet1.xml'))).toEqual([
			['A1', 'inlineStr', 'text'],
			['B1', 'inlineStr', 'integer'],
			['C1', 'inlineStr', 'decimal'],
			['D1', 'inlineStr', 'boolean'],
			['A2', 'inlineStr', 'A'],
			['B2', 'n', '3000000000'],
			['C2', 'n', '-0.125'],
			['D2', 'b', '1'],
			['D3', 'b', '0'],
		]);
		expect([...entries.keys()].sort()).toEqual(
			[
				'[Content_Types].xml',
				'_rels/.rels',
				'xl/_rels/workbook.xml.rels',
				'xl/workbook.xml',
				'xl/worksheets/sheet1.xml',
				'xl/worksheets/sheet2.xml',
			].sort(),
		);
	});

	it.each([
		['=1+1', '=1+1'],
		['@SUM(A1)', '@SUM(A1)'],
		['+49', '+49'],
		['a <b> & "c"', 'a &lt;b&gt; &amp; &quot;c&quot;'],
		['\u0000bell\u0007', '\ufffdbell\ufffd'],
		['half \ud800', 'half \ufffd'],
		['_x0041_', '_x005F_x0041_'],
	])('holds %j as a text, never as a formula', async (value, written) => {
		const sheet = (await entriesOf(tableOf([[value, null, null, null]]))).get('xl/worksheets/sheet1.xml') ?? '';
		expect(cellsOf(sheet).at(-1)).toEqual(['A2', 'inlineStr', written]);
		expect(sheet).not.toContain('<f>');
	});

	it('says on a sheet of its own what its columns mean and what it was made from', async () => {
		const entries = await entriesOf(tableOf([]));
		const about = cellsOf(entries.get('xl/worksheets/sheet2.xml')).map(([, , value]) => value);
		expect(about.slice(0, 8)).toEqual(['name', 'type', 'unit', 'description', 'text', 'text', 'points', 'A text']);
		expect(about.slice(-4)).toEqual(['report', '{&quot;name&quot;:&quot;é&quot;}', 'as_of', '2026-06-30T15:45:00Z']);
		expect(entries.get('xl/workbook.xml')).toMatch(/<sheet name="Rows" sheetId="1".*<sheet name="About" sheetId="2"/);
	});

	it('continues on further sheets where Excel opens no more rows, each with its headings', async () => {
		const rows = Array.from({ length: 1_201 }, (_, n) => [`T${n}`, n, null, null]);
		const entries = await entriesOf(tableOf(rows), 601);
		expect(entries.get('xl/workbook.xml')?.match(/name="[^"]+"/g)).toEqual([
			'name="Rows"',
			'name="Rows 2"',
			'name="Rows 3"',
			'name="About"',
		]);
		const sheets = [1, 2, 3].map((n) => cellsOf(entries.get(`xl/worksheets/sheet${n}.xml`)).filter(([place]) => place?.startsWith('A')));
		expect(sheets.map((cells) => [cells.length, cells[0]?.[2], cells[1]?.[2], cells.at(-1)?.[2]])).toEqual([
			[601, 'text', 'T0', 'T599'],
			[601, 'text', 'T600', 'T1199'],
			[2, 'text', 'T1200', 'T1200'],
		]);
		expect(entries.get('[Content_Types].xml')?.match(/sheet\d\.xml/g)).toHaveLength(4);
	});

	it('names columns beyond Z by two letters', async () => {
		const columns = Array.from({ length: 28 }, (_, at) => ({ name: `c${at}`, type: 'text' as const, unit: '', description: '' }));
		const entries = await entriesOf({ columns, metadata: {}, slices: readSlices(0, () => []) });
		expect(
			cellsOf(entries.get('xl/worksheets/sheet1.xml'))
				.slice(-3)
				.map(([place]) => place),
		).toEqual(['Z1', 'AA1', 'AB1']);
	});
});
