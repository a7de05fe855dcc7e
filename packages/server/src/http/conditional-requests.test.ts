import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateConditions } from './conditional-requests.ts';

const FILE = { etag: '"abc"', modified: Date.UTC(2026, 5, 30, 15, 45, 7, 900), size: 1000 };
const AT = 'Tue, 30 Jun 2026 15:45:07 GMT';
const BEFORE = 'Tue, 30 Jun 2026 15:45:06 GMT';
const AFTER = 'Tue, 30 Jun 2026 15:45:08 GMT';

function evaluate(headers: Record<string, string>, method = 'GET') {
	return evaluateConditions({ method, headers }, FILE);
}

function part(first: number, last: number) {
	return { status: 206, first, last };
}

const [WHOLE, NOT_THERE, UNCHANGED, FAILED] = [200, 416, 304, 412].map((status) => ({ status }));

describe('a range', () => {
	it.each([
		['bytes=0-99', part(0, 99)],
		['bytes=-100', part(900, 999)],
		['bytes=900-', part(900, 999)],
		['bytes=0-0', part(0, 0)],
		['bytes=-5000', part(0, 999)],
		['bytes=999-5000', part(999, 999)],
		['BYTES=0-9', part(0, 9)],
		['bytes= 0-9 ', part(0, 9)],
		['bytes=0-1,2-3', part(0, 3)],
		['bytes=5-9,0-6', part(0, 9)],
		['bytes=0-1,5-6', WHOLE],
		['bytes=0-1,5000-', part(0, 1)],
		['bytes=1000-', NOT_THERE],
		['bytes=-0', NOT_THERE],
		['bytes=5-2', NOT_THERE],
		['bytes=1000-,2000-', NOT_THERE],
		['bytes=abc', WHOLE],
		['bytes=', WHOLE],
		['bytes=-', WHOLE],
		['bytes=0-1,x', WHOLE],
		['lines=0-1', WHOLE],
		[`bytes=${Array.from({ length: 30 }, (_, i) => `${i}-${i}`).join(',')}`, WHOLE],
	])('%s', (range, verdict) => {
		expect(evaluate({ range })).toEqual(verdict);
	});

	it('of an empty file is not there', () => {
		expect(evaluateConditions({ method: 'GET', headers: { range: 'bytes=0-' } }, { ...FILE, size: 0 })).toEqual(NOT_THERE);
	});

	it('is for GET alone', () => {
		expect([evaluate({ range: 'bytes=0-99' }, 'HEAD'), evaluate({ range: 'bytes=1000-' }, 'HEAD')]).toEqual([WHOLE, WHOLE]);
	});

	it('lies within the file, whatever is asked for', () => {
		fc.assert(
			fc.property(fc.string({ unit: fc.constantFrom('b', 'y', '0', '1', '9', '-', ',', ' ', '=') }), fc.nat(2_000), (text, size) => {
				const verdict = evaluateConditions({ method: 'GET', headers: { range: `bytes=${text}` } }, { ...FILE, size });
				if (verdict.status !== 206) return;
				expect(verdict.first).toBeGreaterThanOrEqual(0);
				expect(verdict.last).toBeGreaterThanOrEqual(verdict.first);
				expect(verdict.last).toBeLessThan(size);
			}),
		);
	});
});

describe('a condition', () => {
	it.each([
		[{ 'if-none-match': '"abc"' }, UNCHANGED],
		[{ 'if-none-match': 'W/"abc"' }, UNCHANGED],
		[{ 'if-none-match': '"x", "abc"' }, UNCHANGED],
		[{ 'if-none-match': '"x,\u0022' }, WHOLE],
		[{ 'if-none-match': '*' }, UNCHANGED],
		[{ 'if-none-match': 'abc' }, WHOLE],
		[{ 'if-none-match': '"x"', 'if-modified-since': AT }, WHOLE],
		[{ 'if-none-match': '"abc"', range: 'bytes=0-9' }, UNCHANGED],
		[{ 'if-none-match': '"abc"', 'cache-control': 'no-cache' }, UNCHANGED],
		[{ 'if-modified-since': AT }, UNCHANGED],
		[{ 'if-modified-since': AFTER }, UNCHANGED],
		[{ 'if-modified-since': BEFORE }, WHOLE],
		[{ 'if-modified-since': 'Tue Jun 30 15:45:07 2026' }, UNCHANGED],
		[{ 'if-modified-since': 'yesterday' }, WHOLE],
		[{ 'if-modified-since': '2026-06-30' }, WHOLE],
		[{ 'if-match': '"abc"' }, WHOLE],
		[{ 'if-match': '*' }, WHOLE],
		[{ 'if-match': '"x"' }, FAILED],
		[{ 'if-match': 'W/"abc"' }, FAILED],
		[{ 'if-match': '"abc"', 'if-unmodified-since': BEFORE }, WHOLE],
		[{ 'if-unmodified-since': BEFORE }, FAILED],
		[{ 'if-unmodified-since': AT }, WHOLE],
		[{ 'if-unmodified-since': 'yesterday' }, WHOLE],
		[{ 'if-match': '"x"', 'if-none-match': '"abc"' }, FAILED],
		[{ range: 'bytes=0-9', 'if-range': '"abc"' }, part(0, 9)],
		[{ range: 'bytes=0-9', 'if-range': 'W/"abc"' }, WHOLE],
		[{ range: 'bytes=0-9', 'if-range': '"x"' }, WHOLE],
		[{ range: 'bytes=0-9', 'if-range': AT }, part(0, 9)],
		[{ range: 'bytes=0-9', 'if-range': AFTER }, WHOLE],
		[{ range: 'bytes=0-9', 'if-range': 'yesterday' }, WHOLE],
		[{ range: 'bytes=2000-', 'if-range': '"x"' }, WHOLE],
		[{ range: 'bytes=2000-', 'if-match': '"x"' }, FAILED],
		[{ 'if-range': '"abc"' }, WHOLE],
	] as [Record<string, string>, unknown][])('%j', (headers, verdict) => {
		expect(evaluate(headers)).toEqual(verdict);
	});

	it('counts for HEAD as for GET', () => {
		expect([evaluate({ 'if-none-match': '"abc"' }, 'HEAD'), evaluate({ 'if-match': '"x"' }, 'HEAD')]).toEqual([UNCHANGED, FAILED]);
	});
});
