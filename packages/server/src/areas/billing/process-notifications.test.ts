import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitFirstPerKey } from './process-notifications.ts';

function split(...things: string[]) {
	return splitFirstPerKey(things, (names) => names.split(' '));
}

describe('of things that share names', () => {
	it('the first has its turn, and holds back all that share one with it', () => {
		expect(split('a', 'b', 'a c', 'c', 'd')).toEqual([
			['a', 'b', 'd'],
			['a c', 'c'],
		]);
		expect(split()).toEqual([[], []]);
		expect(splitFirstPerKey([1, 2], () => [])).toEqual([[1, 2], []]);
	});

	it('turn after turn each comes once, and those that share a name in their order', () => {
		const things = fc.array(fc.uniqueArray(fc.constantFrom<string[]>('a', 'b', 'c', 'd'), { minLength: 1 }));
		fc.assert(
			fc.property(things, (keyLists) => {
				const all = keyLists.map((names, at) => ({ names, at }));
				const done: typeof all = [];
				for (let rest = all; rest.length > 0; ) {
					const [first, remaining] = splitFirstPerKey(rest, ({ names }) => names);
					expect(new Set(first.flatMap(({ names }) => names)).size).toBe(first.flatMap(({ names }) => names).length);
					done.push(...first);
					rest = remaining;
				}
				expect(done.toSorted((a, b) => a.at - b.at)).toEqual(all);
				for (const name of ['a', 'b', 'c', 'd']) {
					const places = done.filter(({ names }) => names.includes(name)).map(({ at }) => at);
					expect(places).toEqual(places.toSorted((a, b) => a - b));
				}
			}),
		);
	});
});
