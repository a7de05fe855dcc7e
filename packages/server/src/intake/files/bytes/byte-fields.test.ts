import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFields, parseDecimal, splitFields } from './byte-fields.ts';

function number(text: string): number {
	return parseDecimal(Buffer.from(text), 0, text.length);
}

function fieldsOf(text: string, separator = ','): string[] {
	const fields = createFields();
	const bytes = Buffer.from(text);
	splitFields(bytes, 0, bytes.length, separator.charCodeAt(0), fields);
	return Array.from({ length: fields.count }, (_, i) => bytes.toString('utf8', fields.starts[i], fields.ends[i]));
}

describe('decimal', () => {
	it('equals Number() to the bit', () => {
		fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => number(String(x)) === x));
		fc.assert(
			fc.property(
				fc.integer({ min: 0, max: 1e9 }),
				fc.integer({ min: 0, max: 9999 }),
				(a, b) => number(`${a}.${b}`) === Number(`${a}.${b}`),
			),
		);
	});

	it.each(['', '-', '.', '1,5', '0x10', 'NaN', 'Infinity', '1e', '--1', '1.2.3', ' 1'])('is NaN for %j', (text) => {
		expect(number(text)).toBeNaN();
	});

	it('takes signs and bare points', () => {
		expect([number('+1.5'), number('-2'), number('.5'), number('7.')]).toEqual([1.5, -2, 0.5, 7]);
	});
});

describe('splitFields', () => {
	it('splits, keeps empty fields and unwraps quotes and blanks', () => {
		expect(fieldsOf('a,,"b c", d ,"1,234"')).toEqual(['a', '', 'b c', 'd', '1,234']);
		expect(fieldsOf('')).toEqual(['']);
		expect(fieldsOf('a;', ';')).toEqual(['a', '']);
	});
});
