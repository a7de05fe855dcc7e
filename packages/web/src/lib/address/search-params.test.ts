import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch, pickKeys, stringifySearch } from './search-params.ts';

describe('queries', () => {
	it('stay text: nothing is parsed as JSON', () => {
		expect(parseSearch('?page=2&tabType=free&x=true')).toEqual({ page: '2', tabType: 'free', x: 'true' });
	});

	it('keep repeated keys as a list and commas readable', () => {
		expect(parseSearch('?a=1&a=2&a=3')).toEqual({ a: ['1', '2', '3'] });
		expect(stringifySearch({ a: ['1', '2'], sectors: 'price_short,volume', gone: undefined })).toBe('?a=1&a=2&sectors=price_short,volume');
		expect(stringifySearch({})).toBe('');
	});

	it('survive a round trip', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.string()), (search) => {
				expect(new Map(Object.entries(parseSearch(stringifySearch(search))))).toEqual(new Map(Object.entries(search)));
			}),
		);
	});

	it('pick their own keys only', () => {
		expect(pickKeys({ tabType: 'free', utm_source: 'x', page: 2 }, ['tabType', 'page'])).toEqual({ tabType: 'free' });
	});
});
