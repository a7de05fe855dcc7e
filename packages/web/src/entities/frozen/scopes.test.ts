import { describe, expect, it } from 'vitest';
import { availableScopes, narrowestScope, scopeParameters } from './scopes.ts';

const plain = { tab: 'free', filter: undefined } as const;
const filtered = { tab: 'free', filter: 3 } as const;
const favourites = { tab: undefined, filter: undefined } as const;

describe('scopes of freezing', () => {
	it('offer what means something where the reader is, this list first', () => {
		expect(availableScopes(plain)).toEqual(['tab', 'all']);
		expect(availableScopes(filtered)).toEqual(['filter', 'tab', 'all']);
		expect(availableScopes(favourites)).toEqual(['all']);
		expect([plain, filtered, favourites].map(narrowestScope)).toEqual(['tab', 'filter', 'all']);
	});

	it('hide where they say, and are taken back there alone', () => {
		expect(scopeParameters('filter', filtered)).toEqual({ freeze: { filter: [3] }, thaw: { filter: 3 } });
		expect(scopeParameters('tab', filtered)).toEqual({ freeze: { tab: 'free' }, thaw: { tab: 'free' } });
		expect(scopeParameters('all', filtered)).toEqual({ freeze: {}, thaw: { scope: 'all' } });
	});

	it('never book an unfiltered tab to a filter', () => {
		expect(scopeParameters(narrowestScope(plain), plain).freeze).toEqual({ tab: 'free' });
	});
});
