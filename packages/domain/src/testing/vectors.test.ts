import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engineVectors } from './engine-vectors.ts';
import { itWhere } from './it-where.ts';
import { marketVectors } from './market-vectors.ts';
import { signalVectors } from './signal-vectors.ts';
import { statisticsVectors } from './statistics-vectors.ts';
import { timeVectors } from './time-vectors.ts';
import { formatExpected, matchesExpected, parseVectorFile } from './vector-file.ts';
import { runVectors, VECTOR_FUNCTIONS } from './vectors.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const vectorFile = process.env['SIGNALWHEEL_TEST_VECTORS'];
const VECTORS = vectorFile
	? [vectorFile]
	: ['signal-vectors.json', 'signal-vectors-2.json'].map((name) => join(ROOT, '../shared/design', name));
const itWithVectors = itWhere(
	VECTORS.every((path) => existsSync(path)),
	`the vector files ${VECTORS.join(' and ')}, or another one by SIGNALWHEEL_TEST_VECTORS`,
);

function file(cases: unknown[], tolerance = { abs: 1e-6, rel: 1e-6 }) {
	return JSON.stringify({ schema: { tolerance }, cases });
}

const shrinkCase = { id: 's', fn: 'shrink', input: { k: 9, n: 10, prior: 0.515 }, expected: 0.55 };

describe('the vector file', () => {
	itWithVectors('agrees in every case', () => {
		const results = VECTORS.flatMap((path) => runVectors(parseVectorFile(readFileSync(path, 'utf8'))));
		expect(results.length).toBeGreaterThan(0);
		expect(results.filter(({ pass }) => !pass).map(({ case: { id }, actual, error }) => ({ id, got: actual, error }))).toEqual([]);
	});
});

describe('reading a vector file', () => {
	it('takes id, fn, input, expected and the tolerance', () => {
		const { cases, tolerance } = parseVectorFile(file([shrinkCase]));
		expect(tolerance).toEqual({ abs: 1e-6, rel: 1e-6 });
		expect(cases).toEqual([shrinkCase]);
		expect(parseVectorFile('{"cases":[{"id":"a","fn":"b","expected":1}]}').tolerance).toEqual({ abs: 0, rel: 0 });
	});

	it.each([
		['no JSON', '{'],
		['an array', '[]'],
		['no cases', '{}'],
		['an empty list', file([])],
		['a case without id', file([{ fn: 'shrink', expected: 1 }])],
		['a case without fn', file([{ id: 'x', expected: 1 }])],
		['a case without expected', file([{ id: 'x', fn: 'shrink' }])],
		['a case that is null', file([null])],
	])('refuses %s', (_name, text) => {
		expect(() => parseVectorFile(text)).toThrow(SyntaxError);
	});
});

describe('running vectors', () => {
	it('passes a result within the tolerance and fails one outside', () => {
		const results = runVectors(
			parseVectorFile(file([shrinkCase, { ...shrinkCase, expected: 0.5500001 }, { ...shrinkCase, expected: 0.56 }])),
		);
		expect(results.map(({ pass }) => pass)).toEqual([true, true, false]);
		expect(results[2]).toMatchObject({ actual: 0.55, error: null });
	});

	it('fails an unknown function, also one that every object has', () => {
		const results = runVectors(parseVectorFile(file(['nothing', 'toString', '__proto__'].map((fn) => ({ ...shrinkCase, fn })))));
		expect(results.map(({ pass, error }) => [pass, error])).toEqual([
			[false, 'unknown function nothing'],
			[false, 'unknown function toString'],
			[false, 'unknown function __proto__'],
		]);
	});

	it('fails a function that throws, and goes on', () => {
		const broken = { id: 'b', fn: 'sessionOpenUtc', input: { dates: ['2025-12-25'] }, expected: {} };
		const results = runVectors(parseVectorFile(file([broken, { ...broken, input: null }, shrinkCase])));
		expect(results.map(({ pass }) => pass)).toEqual([false, false, true]);
		expect(results[0]?.error).toContain('No session on 2025-12-25');
	});

	it('knows a function by each name only once', () => {
		const parts = [engineVectors, marketVectors, signalVectors, statisticsVectors, timeVectors].flatMap(Object.keys);
		expect(parts.toSorted()).toEqual(Object.keys(VECTOR_FUNCTIONS).toSorted());
	});
});

describe('agreement', () => {
	const loose = { abs: 0.01, rel: 0 };
	const expectedOf = (json: string) => parseVectorFile(`{"cases":[{"id":"a","fn":"b","expected":${json}}]}`).cases[0]?.expected;

	it('holds integers, strings, booleans and null to equality', () => {
		expect(matchesExpected(2, 2, loose)).toBe(true);
		expect(matchesExpected(2.001, 2, loose)).toBe(false);
		expect(matchesExpected('a', 'b', loose)).toBe(false);
		expect(matchesExpected(false, null, loose)).toBe(false);
		expect(matchesExpected(undefined, null, loose)).toBe(false);
		expect(matchesExpected(0, null, loose)).toBe(false);
	});

	it('holds decimals to the tolerance, also whole ones written with a point or an exponent', () => {
		expect(matchesExpected(0.504, 0.5, loose)).toBe(true);
		expect(matchesExpected(0.52, 0.5, loose)).toBe(false);
		expect(matchesExpected(2.001, expectedOf('2.0'), loose)).toBe(true);
		expect(matchesExpected(200.001, expectedOf('2e2'), loose)).toBe(true);
		expect(matchesExpected(2.001, expectedOf('2'), loose)).toBe(false);
		expect(formatExpected(expectedOf('{"a":[2.0]}'))).toBe('{"a":[2]}');
	});

	it('never accepts what is no number for a number', () => {
		for (const got of [Number.NaN, null, undefined, '0.5', [0.5]]) expect(matchesExpected(got, 0.5, loose)).toBe(false);
	});

	it('compares objects on the expected keys, arrays by length and place', () => {
		expect(matchesExpected({ a: 1, b: 2 }, { a: 1 }, loose)).toBe(true);
		expect(matchesExpected({ b: 2 }, { a: 1 }, loose)).toBe(false);
		expect(matchesExpected(null, { a: 1 }, loose)).toBe(false);
		expect(matchesExpected([1, 2], [1], loose)).toBe(false);
		expect(matchesExpected([1, [2]], [1, [2]], loose)).toBe(true);
		expect(matchesExpected({ 0: 1, length: 1 }, [1], loose)).toBe(false);
	});
});
