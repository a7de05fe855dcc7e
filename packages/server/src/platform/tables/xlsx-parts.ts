import { setImmediate } from 'node:timers/promises';
import { Zip, ZipDeflate } from 'fflate';
import { dictionaryOf, notesOf, type Table, type Values } from './table.ts';
import { RELATIONS, rowXml, SHEET_BEGIN, SHEET_END, typesXml, workbookRelationsXml, workbookXml } from './xlsx-xml.ts';

/** Rows of a sheet, headings included; Excel opens no more. */
const MOST_ROWS = 1_048_576;
/** Rows that are packed without a pause. */
const ROWS_PACKED = 500;
/** Entries of a ZIP file need a date. */
const MADE = new Date(1980, 0, 1);

/**
 * An Excel workbook: the rows, on further sheets where one can't hold them all, then head and dictionary on a sheet of their own. Texts stay texts,
 * whatever they begin with: none is a formula.
 */
export async function* xlsxParts(table: Table, mostRows = MOST_ROWS): AsyncGenerator<Buffer> {
	const zip = createZip();
	const headings = table.columns.map(({ name }) => name);
	const sheets = ['Rows'];
	let row = 0;
	const open = (): void => {
		zip.open(sheetPath(sheets.length));
		zip.write(SHEET_BEGIN + rowXml(0, headings));
		row = 1;
	};
	open();
	for await (const slice of table.slices) {
		const count = slice[0]?.length ?? 0;
		for (let from = 0; from < count; from += ROWS_PACKED) {
			let xml = '';
			for (let at = from; at < Math.min(count, from + ROWS_PACKED); at++) {
				if (row === mostRows) {
					zip.write(xml + SHEET_END);
					xml = '';
					sheets.push(`Rows ${sheets.length + 1}`);
					open();
				}
				xml += rowXml(row++, valuesAt(slice, at));
			}
			zip.write(xml);
			yield zip.taken();
			await setImmediate();
		}
	}
	zip.write(SHEET_END);
	sheets.push('About');
	zip.open(sheetPath(sheets.length));
	zip.write(
		SHEET_BEGIN +
			aboutRows(table)
				.map((values, at) => rowXml(at, values))
				.join('') +
			SHEET_END,
	);
	for (const [path, xml] of Object.entries({
		'xl/workbook.xml': workbookXml(sheets),
		'xl/_rels/workbook.xml.rels': workbookRelationsXml(sheets.length),
		'_rels/.rels': RELATIONS,
		'[Content_Types].xml': typesXml(sheets.length),
	})) {
		zip.open(path);
		zip.write(xml);
	}
	yield zip.end();
}

function sheetPath(number: number): string {
	return `xl/worksheets/sheet${number}.xml`;
}

function valuesAt(slice: readonly Values[], row: number): (Values[number] | undefined)[] {
	return slice.map((values) => values[row]);
}

/** What the columns mean, and what the file was made from. */
function aboutRows(table: Table): string[][] {
	const { dictionary: _, ...notes } = notesOf(table);
	return [
		['name', 'type', 'unit', 'description'],
		...dictionaryOf(table.columns).map(({ name, type, unit, description }) => [name, type, unit, description]),
		[],
		...Object.entries(notes),
	];
}

/** A ZIP file of entries that are written one after the other. */
function createZip() {
	let parts: Uint8Array[] = [];
	const zip = new Zip((error, part) => {
		if (error) throw error;
		parts.push(part);
	});
	let entry: ZipDeflate | undefined;
	const close = (): void => entry?.push(new Uint8Array(), true);
	const taken = (): Buffer => {
		const bytes = Buffer.concat(parts);
		parts = [];
		return bytes;
	};
	return {
		/** The next entry; closes the one before. */
		open: (path: string): void => {
			close();
			entry = new ZipDeflate(path, { level: 3 });
			entry.mtime = MADE;
			zip.add(entry);
		},
		write: (text: string): void => entry?.push(Buffer.from(text)),
		/** Bytes written since the last call. */
		taken,
		end: (): Buffer => {
			close();
			zip.end();
			return taken();
		},
	};
}
