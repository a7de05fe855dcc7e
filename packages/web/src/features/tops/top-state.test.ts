import { CAP_BUCKETS } from '@sw/domain/prices/buckets';
import { TOP_INTERVALS } from '@sw/domain/prices/top-lists';
import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../lib/address/search-params.ts';
import { intervalOf } from './tables.ts';
import { pickTopSearch } from './top-search.ts';
import { readTopState, writeTopState } from './top-state.ts';

function read(url: string) {
	return readTopState(pickTopSearch(parseSearch(url)));
}

describe('the top tables in the address', () => {
	it('come back exactly as they were written', () => {
		for (const interval of TOP_INTERVALS)
			for (const cap of CAP_BUCKETS) {
				const state = { interval, chosen: true, cap, more: ['low', 'high'] as const };
				expect(read(stringifySearch({ ...writeTopState(state) }))).toEqual({ state, refused: [] });
			}
	});

	it('default to a day over all caps, and report unknown values', () => {
		expect(read('').state).toEqual({ interval: 'day', chosen: false, cap: 'all', more: undefined });
		expect(read(stringifySearch({ ...writeTopState({ ...read('').state, more: [] }) })).state.more).toEqual([]);
		expect(stringifySearch({ ...writeTopState(read('').state) })).toBe('');
		expect(read('?interval=decade').refused).toEqual([{ key: 'interval', value: 'decade' }]);
		expect(read('?tables=high,moon')).toMatchObject({ state: { more: ['high'] }, refused: [{ key: 'tables', value: 'high,moon' }] });
	});

	it('look back over the year for highs and lows, until an interval is chosen for all', () => {
		const intervals = (url: string) => (['active', 'high', 'low', 'deviation'] as const).map((name) => intervalOf(name, read(url).state));
		expect(intervals('')).toEqual(['day', 'ytd', 'ytd', 'day']);
		expect(intervals('?interval=day')).toEqual(['day', 'day', 'day', 'day']);
		expect(intervals('?interval=52w')).toEqual(['52w', '52w', '52w', '52w']);
	});
});
