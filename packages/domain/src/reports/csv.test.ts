import { describe, expect, it } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

describe('CSV', () => {
	it('quotes what would break a line', () => {
		expect(csvLine(['plain', 'a,b', 'say "x"', 'two\nlines', ' edge', null, true])).toBe(
			'plain,"a,b","say ""x""","two\nlines"," edge",,true\r\n',
		);
	});

	it.each([
		[' a', '" a"'],
		['a ', '"a "'],
		['a b', 'a b'],
		['a\rb', '"a\rb"'],
		['\ra', `"'\ra"`],
		['', ''],
		['a=b', 'a=b'],
		["'a", "'a"],
		['=', `"'="`],
	])('writes %j as %j', (text, cell) => {
		expect(csvCell(text)).toBe(cell);
	});

	it('makes formulas text and leaves numbers alone', () => {
		expect(csvLine(['=1+1', '+44', '-x', '@me', '\tt', '-1.5', -1.5, 2e-7])).toBe(
			`"'=1+1","'+44","'-x","'@me","'\tt","'-1.5",-1.5,2e-7\r\n`,
		);
	});
});
