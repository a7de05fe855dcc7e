/** Parses fields and numbers directly from bytes, so that the row loop allocates no strings. */
const QUOTE = 34;
const SPACE = 32;
const PLUS = 43;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const MAX_EXACT_DIGITS = 15;

const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

/** Byte positions of a line's fields, without quotes and blanks around them: `starts` inclusive, `ends` exclusive. Reused from line to line. */
export interface Fields {
	count: number;
	starts: Int32Array;
	ends: Int32Array;
}
export const MAX_FIELDS = 64;

export function createFields(): Fields {
	return { count: 0, starts: new Int32Array(MAX_FIELDS), ends: new Int32Array(MAX_FIELDS) };
}

/** Splits the line in [start, end) into `fields`. Separators inside double quotes don't count. Fields beyond MAX_FIELDS are dropped. */
export function splitFields(buffer: Buffer, start: number, end: number, separator: number, fields: Fields): void {
	const { starts, ends } = fields;
	let n = 0;
	let i = start;
	while (n < MAX_FIELDS) {
		let fieldStart = i;
		let isQuoted = false;
		while (i < end) {
			const byte = buffer[i]!;
			if (byte === QUOTE) isQuoted = !isQuoted;
			else if (byte === separator && !isQuoted) break;
			i++;
		}
		let fieldEnd = i;
		while (fieldStart < fieldEnd && isPadding(buffer[fieldStart]!)) fieldStart++;
		while (fieldEnd > fieldStart && isPadding(buffer[fieldEnd - 1]!)) fieldEnd--;
		starts[n] = fieldStart;
		ends[n++] = fieldEnd;
		if (i >= end) break;
		i++;
	}
	fields.count = n;
}

function isPadding(byte: number): boolean {
	return byte <= SPACE || byte === QUOTE;
}

/** Parses `length` digits from `at` as a whole number; -1 if any byte is not a digit. */
export function parseDigits(buffer: Buffer, at: number, length: number): number {
	let value = 0;
	for (let i = at; i < at + length; i++) {
		const digit = buffer[i]! - ZERO;
		if (!(digit >= 0 && digit <= 9)) return -1;
		value = value * 10 + digit;
	}
	return value;
}

/** Parses a decimal number in [from, to), or NaN. Up to 15 digits are exact with one division; longer ones and exponents go through Number(). */
export function parseDecimal(buffer: Buffer, from: number, to: number): number {
	let i = from;
	const first = buffer[i]!;
	if (i < to && (first === MINUS || first === PLUS)) i++;
	let mantissa = 0;
	let digitCount = 0;
	let decimals = -1;
	for (; i < to; i++) {
		const byte = buffer[i]!;
		if (byte === DOT && decimals < 0) {
			decimals = 0;
			continue;
		}
		const digit = byte - ZERO;
		if (digit < 0 || digit > 9) return parseLongDecimal(buffer, from, to);
		mantissa = mantissa * 10 + digit;
		digitCount++;
		if (decimals >= 0) decimals++;
	}
	if (digitCount === 0) return Number.NaN;
	if (digitCount > MAX_EXACT_DIGITS) return parseLongDecimal(buffer, from, to);
	const value = decimals > 0 ? mantissa / POWERS_OF_TEN[decimals]! : mantissa;
	return first === MINUS ? -value : value;
}

function parseLongDecimal(buffer: Buffer, from: number, to: number): number {
	const text = buffer.toString('latin1', from, to);
	return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
}
