import { describe, expect, it } from 'vitest';
import { reportTable } from '../signals/report-table.ts';
import { utcMs } from '../time/units.ts';
import { contentBytes, ENGINE_VERSION } from './content-hash.ts';

const context = { engineVersion: ENGINE_VERSION, parameters: '1', previousHash: '0'.repeat(64) };

const sample = () => {
	const table = reportTable(utcMs(Date.UTC(2025, 6, 1, 14)), 'reverse', 2);
	table.tickerId.set([7, 9]);
	table.words.forEach((words, t) => {
		words.set([0x80000000 + t, t]);
	});
	table.price.set([1_234_500, 5e12]);
	table.mentions.set([-1, 12]);
	return table;
};

describe('content bytes', () => {
	it('follow the documented layout', () => {
		const bytes = contentBytes(sample(), context);
		const view = new DataView(bytes.buffer);
		const head = view.getUint32(0, true);
		expect(String.fromCharCode(...bytes.subarray(4, 4 + head)).split('\n')).toEqual([
			ENGINE_VERSION,
			'1',
			'reverse',
			String(Date.UTC(2025, 6, 1, 14)),
			'0'.repeat(64),
		]);
		expect(view.getUint32(4 + head, true)).toBe(2);
		const row = (r: number) => 8 + head + 36 * r;
		expect(bytes).toHaveLength(row(2));
		expect([view.getUint32(row(0), true), view.getUint32(row(1), true)]).toEqual([7, 9]);
		expect([0, 1, 2, 3, 4].map((t) => view.getUint32(row(0) + 4 + 4 * t, true))).toEqual([0, 1, 2, 3, 4].map((t) => 0x80000000 + t));
		expect([view.getBigInt64(row(0) + 24, true), view.getBigInt64(row(1) + 24, true)]).toEqual([1_234_500n, 5_000_000_000_000n]);
		expect([view.getInt32(row(0) + 32, true), view.getInt32(row(1) + 32, true)]).toEqual([-1, 12]);
	});

	it('change with anything that is hashed, and with nothing else', () => {
		const plain = String(contentBytes(sample(), context));
		const other = sample();
		other.z.fill(3);
		other.cap.fill(1);
		other.flags.fill(1);
		expect(String(contentBytes(other, context))).toBe(plain);
		other.words[3][1] = 99;
		expect(String(contentBytes(other, context))).not.toBe(plain);
		expect(String(contentBytes(sample(), { ...context, previousHash: 'f'.repeat(64) }))).not.toBe(plain);
	});
});
