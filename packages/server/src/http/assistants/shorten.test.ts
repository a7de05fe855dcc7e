import { describe, expect, it } from 'vitest';
import { type Json, shorten } from './shorten.ts';

const PLENTY = 1_000_000;

function counted(n: number, one: (i: number) => Json): Json[] {
	return Array.from({ length: n }, (_, i) => one(i));
}

function minute(i: number): string {
	return new Date(Date.UTC(2026, 0, 2, 0, i)).toISOString();
}

describe('an answer for an assistant', () => {
	it.each([
		[0.059736353689206156, 0.05974],
		[-0.018367, -0.01837],
		[63.514, 63.51],
		[1522279957.0402527, 1522279957],
		[126716040, 126716040],
		[0, 0],
	])('says the number %d as %d', (exact, shortened) => {
		expect(shorten({ value: exact }, PLENTY)?.value).toEqual({ value: shortened });
	});

	it('keeps what is not known as null, and texts as they are', () => {
		expect(shorten({ price: null, name: 'A & B', listed: false }, PLENTY)).toEqual({
			value: { price: null, name: 'A & B', listed: false },
			cuts: [],
		});
	});

	it('leaves out what is only drawn', () => {
		expect(shorten({ items: [{ ticker: 'AB', sparkline: [1, 2, 3] }], hash: 'ab' }, PLENTY)?.value).toEqual({ items: [{ ticker: 'AB' }] });
	});

	it('has the first entries of a ranked list, and says how many there are', () => {
		const whole = { total_count: 45, items: counted(45, (i) => ({ place: i + 1 })) };
		const { value, cuts } = shorten(whole, PLENTY) ?? {};
		expect(value).toEqual({ total_count: 45, items: whole.items.slice(0, 30) });
		expect(cuts).toEqual(['items: the first 30 of 45']);
	});

	it('has the newest entries of a list by time, whichever way it runs', () => {
		const oldestFirst = counted(40, (i) => ({ time: minute(i) }));
		expect(shorten({ items: oldestFirst }, PLENTY)).toEqual({
			value: { items: oldestFirst.slice(-30) },
			cuts: ['items: the newest 30 of 40'],
		});
		const newestFirst = [...oldestFirst].reverse();
		expect(shorten({ items: newestFirst }, PLENTY)?.value).toEqual({ items: newestFirst.slice(0, 30) });
	});

	it('cuts the columns of a table by time alike, and says so once', () => {
		const whole = {
			time: counted(61, minute),
			price: counted(61, (i) => i),
			sectors: [{ key: 'volume', intersections: counted(61, (i) => [i, 0, 0]) }],
			slots: [1, 2, 4],
		};
		const { value, cuts } = shorten(whole, PLENTY) ?? {};
		expect(value).toEqual({
			time: whole.time.slice(-30),
			price: whole.price.slice(-30),
			sectors: [{ key: 'volume', intersections: counted(30, (i) => [i + 31, 0, 0]) }],
			slots: [1, 2, 4],
		});
		expect(cuts).toEqual(['time: the newest 30 of 61']);
	});

	it('never cuts a list that is read by place', () => {
		const places = { intersections: [0, 5, 4, 1, 2], interval: [0.2, 0.7], sectors: counted(6, (i) => i) };
		const long = { items: counted(10, () => places) };
		const { value } = shorten(long, JSON.stringify([places]).length + 40) ?? {};
		expect(value).toEqual({ items: [places] });
	});

	it('has fewer entries where so many are too long, and none at all where one is', () => {
		const items = counted(30, (i) => ({ name: `${i}`.padEnd(100, 'x') }));
		const { value, cuts } = shorten({ items }, 1_500) ?? {};
		expect(value).toEqual({ items: items.slice(0, 10) });
		expect(cuts).toEqual(['items: the first 10 of 30']);
		expect(shorten({ text: 'x'.repeat(2_000) }, 1_500)).toBeUndefined();
	});

	it('has the beginning of a long text, and says so', () => {
		expect(shorten({ text: 'x'.repeat(2_001), short: 'x'.repeat(2_000) }, PLENTY)).toEqual({
			value: { text: 'x'.repeat(2_000), short: 'x'.repeat(2_000) },
			cuts: ['text: the first 2000 characters'],
		});
	});

	it('says of lists within lists how many of each', () => {
		const tables = counted(2, () => ({ items: counted(40, (i) => i) }));
		expect(shorten({ tables }, PLENTY)?.cuts).toEqual(['tables[].items: the first 30 of each']);
	});
});
