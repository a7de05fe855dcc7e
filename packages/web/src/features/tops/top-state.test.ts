import { CAP_BUCKETS } from '@sw/domain/prices/cap';
import { TOP_INTERVALS } from '@sw/domain/prices/top-lists';
import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../lib/search-params.ts';
import { readTopState, topSearch, writeTopState } from './top-state.ts';

const read = (url: string) => readTopState(topSearch(parseSearch(url)));

describe('the top tables in the address', () => {
	it('come back exactly as they were written', () => {
		for (const interval of TOP_INTERVALS)
			for (const cap of CAP_BUCKETS)
				expect(read(stringifySearch({ ...writeTopState({ interval, cap }) }))).toEqual({ state: { interval, cap }, refused: [] });
	});

	it('are a day over all caps unless told, and say what they do not know', () => {
		expect(read('').state).toEqual({ interval: 'day', cap: 'all' });
		expect(read('?interval=decade').refused).toEqual([{ key: 'interval', value: 'decade' }]);
	});
});
