import { describe, expect, it } from 'vitest';
import { createReportTable } from '../signals/report-table.ts';
import { exchangeDate, utcMs } from '../time/units.ts';
import { canonicalParameters, contentBytes, ENGINE_VERSION, type HashContextV1, type HashContextV2, linkText } from './content-hash.ts';

const context: HashContextV1 = { format: 1, engineVersion: ENGINE_VERSION, parameters: '1', previousHash: '0'.repeat(64) };
const second: HashContextV2 = { format: 2, engineVersion: ENGINE_VERSION, parameters: 'a'.repeat(64), inputHash: 'b'.repeat(64) };

function sample() {
	const table = createReportTable(utcMs(Date.UTC(2025, 6, 1, 14)), 'reverse', 2);
	table.tickerId.set([7, 9]);
	table.words.forEach((words, t) => {
		words.set([0x80000000 + t, t]);
	});
	table.price.set([1_234_500, 5e12]);
	table.mentions.set([-1, 12]);
	table.flags.set([0, 5]);
	table.information.set([0, 10]);
	table.filingForm.set([0, 129]);
	table.filingItems.set([0, 0x800040]);
	table.filingAccepted.set([0, 4_000_000_000]);
	return table;
}

describe('content bytes of format 1', () => {
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

describe('content bytes of format 2', () => {
	it('follow the documented layout', () => {
		const bytes = contentBytes(sample(), second);
		const view = new DataView(bytes.buffer);
		const head = view.getUint32(0, true);
		expect(String.fromCharCode(...bytes.subarray(4, 4 + head)).split('\n')).toEqual([
			'2',
			ENGINE_VERSION,
			'a'.repeat(64),
			'reverse',
			String(Date.UTC(2025, 6, 1, 14)),
			'b'.repeat(64),
		]);
		const row = (r: number) => 8 + head + 37 * r;
		expect(bytes).toHaveLength(row(2));
		expect([view.getUint32(row(1), true), view.getBigInt64(row(1) + 24, true), view.getInt32(row(1) + 32, true)]).toEqual([
			9,
			5_000_000_000_000n,
			12,
		]);
		expect([bytes[row(0) + 36], bytes[row(1) + 36]]).toEqual([0, 5]);
	});

	it('change with any of the columns that hold no float, also where only a part of a number that was never whole does', () => {
		const hashed = { words: 1, flags: 1, price: 1, mentions: 1, tickerId: 1 } as const;
		const plain = String(contentBytes(sample(), second));
		for (const name of Object.keys(hashed) as (keyof typeof hashed)[]) {
			const other = sample();
			const column = name === 'words' ? other.words[4] : other[name];
			column[1] = column[1]! + 1;
			expect(String(contentBytes(other, second)), name).not.toBe(plain);
		}
		for (const price of [5e12 + 0.25, Number.NaN, -5e12, Number.POSITIVE_INFINITY]) {
			const other = sample();
			other.price[1] = price;
			expect(String(contentBytes(other, second))).not.toBe(plain);
		}
		const floats = sample();
		floats.z.fill(3);
		floats.cap.fill(1);
		expect(String(contentBytes(floats, second))).toBe(plain);
	});

	it('have a price of nothing as 0, and what never was one as -1', () => {
		const table = sample();
		const prices = [0, 1, 0.5, -1, Number.NaN, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, 2 ** 53].map((price) => {
			table.price[0] = price;
			const bytes = contentBytes(table, second);
			const view = new DataView(bytes.buffer);
			return view.getBigInt64(8 + view.getUint32(0, true) + 24, true);
		});
		expect(prices).toEqual([0n, 1n, -1n, -1n, -1n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 53n - 1n, -1n]);
	});

	it('are another text than those of format 1', () => {
		expect(String(contentBytes(sample(), second))).not.toBe(String(contentBytes(sample(), context)));
	});
});

describe('content bytes of format 3', () => {
	const third: HashContextV2 = { ...second, format: 3 };

	it('are those of format 2 with public information behind each row', () => {
		const bytes = contentBytes(sample(), third);
		const view = new DataView(bytes.buffer);
		const head = view.getUint32(0, true);
		expect(String.fromCharCode(...bytes.subarray(4, 4 + head)).split('\n')[0]).toBe('3');
		const before = contentBytes(sample(), second);
		for (const r of [0, 1])
			expect(bytes.subarray(8 + head + 47 * r, 8 + head + 47 * r + 37)).toEqual(
				before.subarray(8 + head + 37 * r, 8 + head + 37 * (r + 1)),
			);
		const at = 8 + head + 47 + 37;
		expect([bytes[at], bytes[at + 1], view.getUint32(at + 2, true), view.getUint32(at + 6, true)]).toEqual([
			10, 129, 0x800040, 4_000_000_000,
		]);
		expect(bytes).toHaveLength(at + 10);
	});

	it('change with each column of it, which those of format 2 do not', () => {
		for (const name of ['information', 'filingForm', 'filingItems', 'filingAccepted'] as const) {
			const other = sample();
			other[name][0] = 1;
			expect(String(contentBytes(other, third)), name).not.toBe(String(contentBytes(sample(), third)));
			expect(String(contentBytes(other, second)), name).toBe(String(contentBytes(sample(), second)));
		}
	});
});

describe('the text of a link', () => {
	const link = {
		previousHash: 'p',
		contentHash: 'c',
		chainSeq: 3,
		version: 2,
		cutoff: utcMs(10),
		publishedAt: utcMs(20),
		dueWall: null,
		publishedWall: null,
		reconstructed: false,
		inputFrom: exchangeDate('2024-01-02'),
	};

	it('holds the place, the content and the instants', () => {
		expect(linkText(link).split('\n')).toEqual(['p', 'c', '3', '2', '10', '20', 'live', '2024-01-02']);
		expect(linkText({ ...link, dueWall: utcMs(30) }).split('\n')).toHaveLength(10);
		expect(linkText({ ...link, publishedWall: utcMs(30) }).split('\n')).toHaveLength(10);
		expect(linkText({ ...link, reconstructed: true, inputFrom: null })).toMatch(/\nreconstructed\n$/);
		expect(
			linkText({ ...link, dueWall: utcMs(30), publishedWall: utcMs(31) })
				.split('\n')
				.slice(8),
		).toEqual(['30', '31']);
	});
});

describe("a parameter set's text", () => {
	it('depends on neither number nor order, and on every value', () => {
		const one = canonicalParameters({ version: 1, a: [1, 2], b: { c: 0.1, d: null } });
		expect(canonicalParameters({ b: { d: null, c: 0.1 }, version: 7, a: [1, 2] })).toBe(one);
		expect(canonicalParameters({ version: 1, a: [2, 1], b: { c: 0.1, d: null } })).not.toBe(one);
		expect(canonicalParameters({ version: 1, a: [1, 2], b: { c: 0.2, d: null } })).not.toBe(one);
	});

	it('has its keys in order of their letters, and lists as they are', () => {
		const text = canonicalParameters({ version: 3, b: [3, 1, { z: 1, y: 2 }], a: { d: null, c: 'x', version: 4 } });
		expect(text).toBe('{"a":{"c":"x","d":null},"b":[3,1,{"y":2,"z":1}]}');
	});
});
