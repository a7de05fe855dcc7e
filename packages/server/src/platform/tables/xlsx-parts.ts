import { setImmediate } from 'node:timers/promises';
import { Zip, ZipDeflate } from 'fflate';
import { type ColumnValues, describeColumns, flattenMetadata, type Table } from './table.ts';

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const OFFICE_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006';

const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const ALPHABET_SIZE = 26;

const CODE_OF_A = 65;

/** Maximum number of characters in a cell. */
const MAX_CELL_LENGTH = 32_767;

/** Keeps the first row, with the headings, in view. */
const SHEET_BEGIN = `${XML_DECLARATION}<worksheet xmlns="${MAIN_NAMESPACE}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;

const SHEET_END = '</sheetData></worksheet>';

const RELATIONSHIPS = `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="rId1" Type="${OFFICE_NAMESPACE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** Cache of columnLetters, by index. */
const letters: string[] = [];

/** Characters that XML doesn't allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
const FORBIDDEN_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Underscore that begins text like _x0041_, which Excel would decode as a character. */
const ESCAPE_LIKE = /_(?=x[0-9A-Fa-f]{4}_)/g;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** Rows that Excel allows per sheet, including the headings. */
const MAX_ROWS = 1_048_576;
/** Rows compressed between pauses. */
const ROWS_PER_CHUNK = 500;
/** A fixed date, since entries of a ZIP file need one. */
const ENTRY_DATE = new Date(1980, 0, 1);

/**
 * Generates an Excel workbook (ECMA-376, without styles): one or more sheets of rows, then a sheet of metadata and dictionary.
 * Text is written as text, never as a formula, whatever it begins with.
 */
export async function* generateXlsxParts(table: Table, maxRowsPerSheet = MAX_ROWS): AsyncGenerator<Buffer> {
	const zip = createZip();
	const headings = table.columns.map(({ name }) => name);
	const sheets = ['Rows'];
	let row = 0;
	const openSheet = (): void => {
		zip.open(sheetPath(sheets.length));
		zip.write(SHEET_BEGIN + rowXml(0, headings));
		row = 1;
	};
	openSheet();
	for await (const slice of table.slices) {
		const rowCount = slice[0]?.length ?? 0;
		for (let chunkStart = 0; chunkStart < rowCount; chunkStart += ROWS_PER_CHUNK) {
			let xml = '';
			for (let at = chunkStart; at < Math.min(rowCount, chunkStart + ROWS_PER_CHUNK); at++) {
				if (row === maxRowsPerSheet) {
					zip.write(xml + SHEET_END);
					xml = '';
					sheets.push(`Rows ${sheets.length + 1}`);
					openSheet();
				}
				xml += rowXml(row++, valuesAt(slice, at));
			}
			zip.write(xml);
			yield zip.takeBytes();
			await setImmediate();
		}
	}
	zip.write(SHEET_END);
	sheets.push('About');
	zip.open(sheetPath(sheets.length));
	zip.write(
		SHEET_BEGIN +
			buildAboutRows(table)
				.map((values, at) => rowXml(at, values))
				.join('') +
			SHEET_END,
	);
	for (const [path, xml] of Object.entries({
		'xl/workbook.xml': workbookXml(sheets),
		'xl/_rels/workbook.xml.rels': workbookRelationsXml(sheets.length),
		'_rels/.rels': RELATIONSHIPS,
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

function valuesAt(slice: readonly ColumnValues[], row: number): (ColumnValues[number] | undefined)[] {
	return slice.map((values) => values[row]);
}

/** Builds the rows of the sheet that explains the columns and the source of the data. */
function buildAboutRows(table: Table): string[][] {
	const { dictionary: _, ...metadata } = flattenMetadata(table);
	return [
		['name', 'type', 'unit', 'description'],
		...describeColumns(table.columns).map(({ name, type, unit, description }) => [name, type, unit, description]),
		[],
		...Object.entries(metadata),
	];
}

/** Creates a ZIP file. Its entries are written one after another. */
function createZip() {
	let parts: Uint8Array[] = [];
	const zip = new Zip((error, part) => {
		if (error) throw error;
		parts.push(part);
	});
	let entry: ZipDeflate | undefined;
	const close = (): void => entry?.push(new Uint8Array(), true);
	const takeBytes = (): Buffer => {
		const bytes = Buffer.concat(parts);
		parts = [];
		return bytes;
	};
	return {
		/** Starts an entry and closes the previous one. */
		open: (path: string): void => {
			close();
			entry = new ZipDeflate(path, { level: 3 });
			entry.mtime = ENTRY_DATE;
			zip.add(entry);
		},
		write: (text: string): void => entry?.push(Buffer.from(text)),
		/** Returns the bytes written since the last call. */
		takeBytes,
		end: (): Buffer => {
			close();
			zip.end();
			return takeBytes();
		},
	};
}

function workbookXml(sheets: readonly string[]): string {
	const list = sheets.map((name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
	return `${XML_DECLARATION}<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${OFFICE_NAMESPACE}"><sheets>${list.join('')}</sheets></workbook>`;
}

function workbookRelationsXml(sheetCount: number): string {
	const list = countFromOne(sheetCount).map(
		(n) => `<Relationship Id="rId${n}" Type="${OFFICE_NAMESPACE}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
	);
	return `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">${list.join('')}</Relationships>`;
}

function typesXml(sheetCount: number): string {
	const list = countFromOne(sheetCount).map(
		(n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${CONTENT_TYPE}.worksheet+xml"/>`,
	);
	return `${XML_DECLARATION}<Types xmlns="${PACKAGE_NAMESPACE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT_TYPE}.sheet.main+xml"/>${list.join('')}</Types>`;
}

function countFromOne(count: number): number[] {
	return Array.from({ length: count }, (_, at) => at + 1);
}

/** `row` counts from 0; null and undefined values get no cell. */
function rowXml(row: number, values: readonly (string | number | boolean | null | undefined)[]): string {
	let cells = '';
	for (let at = 0; at < values.length; at++) cells += cellXml(`${columnLetters(at)}${row + 1}`, values[at]);
	return `<row r="${row + 1}">${cells}</row>`;
}

function cellXml(reference: string, value: string | number | boolean | null | undefined): string {
	if (value === null || value === undefined) return '';
	if (typeof value === 'number') return Number.isFinite(value) ? `<c r="${reference}"><v>${value}</v></c>` : '';
	if (typeof value === 'boolean') return `<c r="${reference}" t="b"><v>${Number(value)}</v></c>`;
	return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value.slice(0, MAX_CELL_LENGTH))}</t></is></c>`;
}

/** Returns the letters of a column: 'A' for 0, 'AA' for 26. */
function columnLetters(at: number): string {
	let text = letters[at];
	if (text === undefined) {
		text = `${at < ALPHABET_SIZE ? '' : columnLetters(Math.floor(at / ALPHABET_SIZE) - 1)}${String.fromCharCode(CODE_OF_A + (at % ALPHABET_SIZE))}`;
		letters[at] = text;
	}
	return text;
}

function escapeXml(text: string): string {
	return text
		.toWellFormed()
		.replace(FORBIDDEN_CHARACTERS, '\ufffd')
		.replace(ESCAPE_LIKE, '_x005F_')
		.replace(/[&<>"\r]/g, (char) => ENTITIES[char]!);
}
