/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/**
 * One cell of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe, which makes it text there;
 * numbers are left as they are, negative ones too. null is an empty cell.
 */
export const csvCell = (value: string | number | boolean | null): string => {
	if (value === null) return '';
	if (typeof value !== 'string') return String(value);
	const text = FORMULA.test(value) ? `'${value}` : value;
	return text !== value || NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const csvLine = (cells: readonly (string | number | boolean | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`;
