import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../faults/store-error.ts';
import { createColumnArrays, decodeBlocks, encodeBlock, retryMalformed } from './native.ts';

const SPEC = {
	a: 'UInt8',
	b: 'UInt16',
	c: 'UInt32',
	d: 'UInt64',
	e: 'Int32',
	f: 'Float32',
	g: 'Float64',
	day: 'Date',
	time: 'DateTime',
} as const;

function filled(count: number, seed: number) {
	const columns = createColumnArrays(SPEC, count);
	for (const values of Object.values(columns)) {
		const bytes = new Uint8Array(values.buffer);
		for (let i = 0; i < bytes.length; i += 1) bytes[i] = (i * 31 + seed) % 120;
	}
	return columns;
}

describe('Native format', () => {
	it('brings every type back, over several blocks and from any offset', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 400 }), fc.nat(100), (count, cut, seed) => {
				const columns = filled(count, seed);
				const middle = Math.min(count, cut);
				const pieces = [...encodeBlock(SPEC, columns, 0, middle), ...encodeBlock(SPEC, columns, middle, count)];
				const bytes = Buffer.concat(pieces);
				const shifted = new Uint8Array(bytes.length + 1);
				shifted.set(bytes, 1);
				expect(decodeBlocks(SPEC, shifted.subarray(1))).toEqual({ count, columns });
			}),
		);
	});

	it('keeps NaN and infinities', () => {
		const columns = { x: Float32Array.of(Number.NaN, Number.POSITIVE_INFINITY, -0), y: Float64Array.of(Number.NaN, 1e300, -1) };
		const spec = { x: 'Float32', y: 'Float64' } as const;
		expect(decodeBlocks(spec, Buffer.concat(encodeBlock(spec, columns, 0, 3))).columns).toEqual(columns);
	});

	it('reads an answer without blocks as no rows', () => {
		expect(decodeBlocks(SPEC, new Uint8Array(0)).count).toBe(0);
	});

	it('refuses other columns, other types, missing bytes and short arrays', () => {
		const bytes = Buffer.concat(encodeBlock({ a: 'UInt32' }, { a: Uint32Array.of(1, 2) }, 0, 2));
		expect(() => decodeBlocks({ a: 'Int32' }, bytes)).toThrow('column a UInt32 instead of a Int32');
		expect(() => decodeBlocks({ b: 'UInt32' }, bytes)).toThrow('instead of b UInt32');
		expect(() => decodeBlocks({ a: 'UInt32', b: 'UInt8' }, bytes)).toThrow('1 columns instead of 2');
		expect(() => decodeBlocks({ a: 'UInt32' }, bytes.subarray(0, -1))).toThrow('middle of a column');
		expect(() => encodeBlock({ a: 'UInt32' }, { a: Uint32Array.of(1) }, 0, 2)).toThrow('shorter than the block');
	});
});

const MALFORMED = new StoreError('bad_block', '9 columns instead of 5');
const DAMAGED = new StoreError('series_damaged', 'The files of the series store are damaged.');

/** Fails with each of these errors, then returns 'rows'. */
function failing(...errors: Error[]) {
	let calls = 0;
	const read = async (): Promise<string> => {
		calls++;
		const error = errors.shift();
		if (error) throw error;
		return 'rows';
	};
	return { read, calls: () => calls };
}

describe('a malformed response', () => {
	it('is requested again, once', async () => {
		await expect(retryMalformed(failing(MALFORMED).read)).resolves.toBe('rows');
		await expect(retryMalformed(failing(MALFORMED, MALFORMED).read)).rejects.toBe(MALFORMED);
	});

	it('gives way to the reason that the second response states', async () => {
		await expect(retryMalformed(failing(MALFORMED, DAMAGED).read)).rejects.toBe(DAMAGED);
	});

	it('is the only failure that is requested again', async () => {
		const { read, calls } = failing(DAMAGED);
		await expect(retryMalformed(read)).rejects.toBe(DAMAGED);
		expect(calls()).toBe(1);
	});
});
