/** The shared test vectors: one file of cases, each an input and the expected result of a named function. */
export interface VectorCase {
	id: string;
	fn: string;
	input: unknown;
	expected: unknown;
}

export interface Tolerance {
	abs: number;
	rel: number;
}

export interface VectorFile {
	tolerance: Tolerance;
	cases: VectorCase[];
}

/** A whole number written with a fraction or exponent, such as 100.0. Such a number is compared with tolerance, not for equality. */
class Approximate {
	readonly value: number;
	constructor(value: number) {
		this.value = value;
	}
}

interface RawFile {
	schema?: unknown;
	cases: unknown[];
}

/** Parses a vector file. Throws a SyntaxError for invalid JSON or an invalid shape. */
export function parseVectorFile(text: string): VectorFile {
	const plainFile = checkFile(JSON.parse(text));
	const markedFile = checkFile(JSON.parse(text, markDecimals));
	const tolerance = isRecord(plainFile.schema) && isRecord(plainFile.schema['tolerance']) ? plainFile.schema['tolerance'] : {};
	const cases = plainFile.cases.map((entry, index): VectorCase => {
		const expected = markedFile.cases[index];
		if (
			!isRecord(entry) ||
			typeof entry['id'] !== 'string' ||
			typeof entry['fn'] !== 'string' ||
			!isRecord(expected) ||
			!('expected' in entry)
		)
			throw new SyntaxError(`Case ${index} of the vector file has no id, fn or expected.`);
		return { id: entry['id'], fn: entry['fn'], input: entry['input'], expected: expected['expected'] };
	});
	return { tolerance: { abs: Number(tolerance['abs'] ?? 0), rel: Number(tolerance['rel'] ?? 0) }, cases };
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkFile(file: unknown): RawFile {
	if (!isRecord(file) || !Array.isArray(file['cases']) || file['cases'].length === 0)
		throw new SyntaxError('A vector file holds an array "cases" with at least one case.');
	return { schema: file['schema'], cases: file['cases'] };
}

/** JSON.parse passes the source text of each number to a reviver (ES2026). */
function markDecimals(_key: string, value: unknown, context?: { source?: string }): unknown {
	return typeof value === 'number' && Number.isInteger(value) && /[.eE]/.test(context?.source ?? '') ? new Approximate(value) : value;
}

/** Returns the expected value as plain JSON text. */
export function formatExpected(expected: unknown): string {
	return JSON.stringify(expected, (_key, value: unknown) => (value instanceof Approximate ? value.value : value));
}

/**
 * Whether the result agrees. Decimal numbers must be within abs + rel x |expected|; integers, strings, booleans and null must be equal. Objects are compared
 * by the expected keys, arrays element by element.
 */
export function matchesExpected(actual: unknown, expected: unknown, tolerance: Tolerance): boolean {
	if (expected instanceof Approximate) return isNear(actual, expected.value, tolerance);
	if (typeof expected === 'number') return Number.isInteger(expected) ? actual === expected : isNear(actual, expected, tolerance);
	if (Array.isArray(expected))
		return (
			Array.isArray(actual) &&
			actual.length === expected.length &&
			expected.every((value, index) => matchesExpected(actual[index], value, tolerance))
		);
	if (isRecord(expected))
		return isRecord(actual) && Object.entries(expected).every(([key, value]) => matchesExpected(actual[key], value, tolerance));
	return actual === expected;
}

function isNear(actual: unknown, expected: number, { abs, rel }: Tolerance): boolean {
	return typeof actual === 'number' && Math.abs(actual - expected) <= abs + rel * Math.abs(expected);
}
