/** The XML of a workbook (ECMA-376), without styles. */
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const LETTERS = 26;
const FIRST_LETTER = 65;
/** Longest text of a cell. */
const LONGEST = 32_767;

/** The first row, with the headings, stays in view. */
export const SHEET_BEGIN = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
export const SHEET_END = '</sheetData></worksheet>';
export const RELATIONS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

export function workbookXml(sheets: readonly string[]): string {
	const list = sheets.map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
	return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list.join('')}</sheets></workbook>`;
}

export function workbookRelationsXml(sheets: number): string {
	const list = numbers(sheets).map((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`);
	return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;
}

export function typesXml(sheets: number): string {
	const list = numbers(sheets).map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`);
	return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${list.join('')}</Types>`;
}

function numbers(count: number): number[] {
	return Array.from({ length: count }, (_, at) => at + 1);
}

/** A row by its place, from 0; null and undefined leave a cell out. */
export function rowXml(row: number, values: readonly (string | number | boolean | null | undefined)[]): string {
	let cells = '';
	for (let at = 0; at < values.length; at++) cells += cellXml(`${columnLetters(at)}${row + 1}`, values[at]);
	return `<row r="${row + 1}">${cells}</row>`;
}

function cellXml(place: string, value: string | number | boolean | null | undefined): string {
	if (value === null || value === undefined) return '';
	if (typeof value === 'number') return Number.isFinite(value) ? `<c r="${place}"><v>${value}</v></c>` : '';
	if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${Number(value)}</v></c>`;
	return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(value.slice(0, LONGEST))}</t></is></c>`;
}

const letters: string[] = [];

/** 'A' for 0, 'AA' for 26. */
function columnLetters(at: number): string {
	let text = letters[at];
	if (text === undefined) {
		text = `${at < LETTERS ? '' : columnLetters(Math.floor(at / LETTERS) - 1)}${String.fromCharCode(FIRST_LETTER + (at % LETTERS))}`;
		letters[at] = text;
	}
	return text;
}

/** Characters that XML can't hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** What readers would decode as one character. */
const ENCODED = /_(?=x[0-9A-Fa-f]{4}_)/g;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

function escaped(text: string): string {
	return text
		.toWellFormed()
		.replace(FORBIDDEN, '\ufffd')
		.replace(ENCODED, '_x005F_')
		.replace(/[&<>"\r]/g, (letter) => ENTITIES[letter] as string);
}
