import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromDotted, toDotted, valueAt } from './query-grammar.ts';
import { parseSearch, stringifySearch } from './search-params.ts';

const word = fc.stringMatching(/^[a-z][a-z_]{0,8}$/).filter((text) => text !== 'true' && text !== 'false');
const scalar = fc.oneof(word, fc.boolean(), fc.integer({ min: -1_000_000, max: 1_000_000 }));
const value = fc.oneof(scalar, fc.array(scalar, { minLength: 2, maxLength: 4 }));
const flat = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), value);
/** Keys of branches begin with a capital, so that no leaf has the same key. */
const tree = fc
	.tuple(flat, fc.dictionary(fc.stringMatching(/^[A-Z]{1,4}$/), fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), value, { minKeys: 1 })))
	.map(([leaves, branches]) => ({ ...leaves, ...branches }));

describe('the grammar of addresses', () => {
	it('brings every tree back through an address', () => {
		fc.assert(
			fc.property(tree, (before) => {
				expect(fromDotted(parseSearch(stringifySearch(toDotted(before))))).toEqual({ ...before });
			}),
		);
	});

	it('writes dotted keys, comma lists, booleans and numbers, and drops what is empty', () => {
		expect(
			toDotted({
				tabType: 'free',
				none: '',
				nothing: null,
				filters: { marketcap: ['mega_cap', 'mid_cap'], pne: [], favorite: true },
				page: 2,
			}),
		).toEqual({ tabType: 'free', 'filters.marketcap': 'mega_cap,mid_cap', 'filters.favorite': 'true', page: '2' });
	});

	it('reads them, also from repeated keys and with empty pieces', () => {
		expect(fromDotted(parseSearch('?a.b.c=1&a.d=true&e=x,,y&f=&g=1&g=2&h=01'))).toEqual({
			a: { b: { c: 1 }, d: true },
			e: ['x', 'y'],
			g: [1, 2],
			h: '01',
		});
	});

	it('finds a value by its dotted key and nothing that is inherited', () => {
		const found = fromDotted(parseSearch('?a.b=1&__proto__.x=2'));
		expect(valueAt(found, 'a.b')).toBe(1);
		expect(valueAt(found, 'a')).toBeUndefined();
		expect(valueAt(found, 'a.toString')).toBeUndefined();
		expect(({} as Record<string, unknown>)['x']).toBeUndefined();
	});
});
