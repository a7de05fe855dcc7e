/** Parses fields and numbers directly from bytes, so that the row loop allocates no strings. */
const QUOTE = 34;
const SPACE = 32;
const PLUS = 43;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const EXACT_DIGITS = 15;

const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

/** Byte positions of a line's fields, without quotes and blanks around them: `from` inclusive, `to` exclusive. Reused from line to line. */
export interface Fields {
	count: number;
	from: Int32Array;
	to: Int32Array;
}
export const MAX_FIELDS = 64;

export function createFields(): Fields {
	return { count: 0, from: new Int32Array(MAX_FIELDS), to: new Int32Array(MAX_FIELDS) };
}

/** Splits the line in [start, end) into `fields`. Separators inside double quotes don't count. Fields beyond MAX_FIELDS are dropped. */
export function splitFields(buffer: Buffer, start: number, end: number, separator: number, fields: Fields): void {
	const { from, to } = fields;
	let n = 0;
	let i = start;
	while (n < MAX_FIELDS) {
		let a = i;
		let isQuoted = false;
		while (i < end) {
			const byte = buffer[i]!;
			if (byte === QUOTE) isQuoted = !isQuoted;
			else if (byte === separator && !isQuoted) break;
			i++;
		}
		let b = i;
		while (a < b && isPadding(buffer[a]!)) a++;
		while (b > a && isPadding(buffer[b - 1]!)) b--;
		from[n] = a;
		to[n++] = b;
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
	let count = 0;
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
		count++;
		if (decimals >= 0) decimals++;
	}
	if (count === 0) return Number.NaN;
	if (count > EXACT_DIGITS) return parseLongDecimal(buffer, from, to);
	const value = decimals > 0 ? mantissa / POWERS_OF_TEN[decimals]! : mantissa;
	return first === MINUS ? -value : value;
}

function parseLongDecimal(buffer: Buffer, from: number, to: number): number {
	const text = buffer.toString('latin1', from, to);
	return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
}
