/** Matches the start of a text that a spreadsheet would treat as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/**
 * Writes one cell of a CSV file (RFC 4180); null: an empty cell. An apostrophe before text that looks like a formula keeps spreadsheets from running it.
 * Numbers stay unchanged, including negative ones.
 */
export function csvCell(value: string | number | boolean | null): string {
	if (value === null) return '';
	if (typeof value !== 'string') return String(value);
	const text = FORMULA.test(value) ? `'${value}` : value;
	return text !== value || NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
	return `${cells.map(csvCell).join(',')}\r\n`;
}
