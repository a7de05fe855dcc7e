import { describe, expect, it } from 'vitest';
import { nearestScope, placeOf, scopesAt } from './scopes.ts';

const plain = { tab: 'free', filter: undefined } as const;
const filtered = { tab: 'free', filter: 3 } as const;
const favourites = { tab: undefined, filter: undefined } as const;

describe('scopes of freezing', () => {
	it('offer what means something where the reader is, this list first', () => {
		expect(scopesAt(plain)).toEqual(['tab', 'all']);
		expect(scopesAt(filtered)).toEqual(['filter', 'tab', 'all']);
		expect(scopesAt(favourites)).toEqual(['all']);
		expect([plain, filtered, favourites].map(nearestScope)).toEqual(['tab', 'filter', 'all']);
	});

	it('hide where they say, and are taken back there alone', () => {
		expect(placeOf('filter', filtered)).toEqual({ freeze: { filter: [3] }, thaw: { filter: 3 } });
		expect(placeOf('tab', filtered)).toEqual({ freeze: { tab: 'free' }, thaw: { tab: 'free' } });
		expect(placeOf('all', filtered)).toEqual({ freeze: {}, thaw: { scope: 'all' } });
	});

	it('never book an unfiltered tab to a filter', () => {
		expect(placeOf(nearestScope(plain), plain).freeze).toEqual({ tab: 'free' });
	});
});
