import { CAP_BUCKETS } from '@sw/domain/prices/buckets';
import { TOP_INTERVALS, TOPS } from '@sw/domain/prices/top-lists';
import { SECTORS } from '@sw/domain/signals/sector';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../lib/address/search-params.ts';
import { DEFAULT_STATE, withPage, withReport } from '../list-state/state.ts';
import {
	createTickerState,
	moveToReport,
	pickTickerSearch,
	RANGES,
	readTickerState,
	type TickerState,
	writeTickerState,
} from './ticker-state.ts';

function read(url: string) {
	return readTickerState(pickTickerSearch(parseSearch(url)));
}

const KEYS = SECTORS.map(({ key }) => key);
const T1 = '2026-06-30T15:45:00Z';
const T2 = '2026-06-29T15:45:00Z';

const states = fc.record<TickerState>({
	list: fc.integer({ min: 1, max: 99 }).map((page) => withPage(DEFAULT_STATE, page)),
	rated: fc.subarray(KEYS).map((some) => KEYS.filter((key) => some.includes(key))),
	sectors: fc.constantFrom<4 | 6>(4, 6),
	order: fc.option(fc.integer({ min: 1, max: 9_999 }), { nil: undefined }),
	name: fc.constantFrom(undefined, 'AVLN', 'BRK.B'),
	fromLanding: fc.boolean(),
	fromFavourites: fc.boolean(),
	fromTop: fc.boolean(),
	top: fc.option(
		fc.record({
			category: fc.constantFrom(...TOPS.map(({ name }) => name)),
			interval: fc.constantFrom(...TOP_INTERVALS),
			cap: fc.constantFrom(...CAP_BUCKETS),
		}),
		{ nil: undefined },
	),
	forecast: fc.boolean(),
	range: fc.constantFrom(undefined, ...RANGES),
	against: fc.constantFrom(undefined, '2026-06-29T15:45:00Z'),
	initial: fc.constantFrom(undefined, 'latest', T1),
});

describe('the ticker in the address', () => {
	it('comes back exactly as it was written', () => {
		fc.assert(
			fc.property(states, (state) => {
				expect(read(stringifySearch(writeTickerState(state)))).toEqual({ state, refused: [] });
			}),
		);
	});

	it('takes places from 1 to 999,999, and forty letters of a name', () => {
		expect(read('?order=1').state.order).toBe(1);
		expect(read('?order=999999').state.order).toBe(999_999);
		expect(read('?order=1000000').refused).toEqual([{ key: 'order', value: '1000000' }]);
		expect(read(`?tickerName=${'A'.repeat(50)}`).state.name).toBe('A'.repeat(40));
	});

	it('shows four sectors where nothing else was asked for', () => {
		expect(read('').state.sectors).toBe(4);
		expect(createTickerState(DEFAULT_STATE).sectors).toBe(4);
	});

	it('reports a number of sectors that does not exist', () => {
		expect(read('?showSectors=5&order=0').refused).toEqual([
			{ key: 'showSectors', value: '5' },
			{ key: 'order', value: '0' },
		]);
	});
});

describe('a walk through the past', () => {
	it('remembers where it began until it is back there', () => {
		const start = createTickerState(DEFAULT_STATE);
		const opened = moveToReport(start, T1);
		expect([opened.list.report, opened.initial]).toEqual([T1, 'latest']);
		const further = moveToReport(opened, T2);
		expect([further.list.report, further.initial]).toEqual([T2, 'latest']);
		expect(moveToReport(further, undefined)).toEqual(start);
	});

	it('may begin in the past, too', () => {
		const start = createTickerState(withReport(DEFAULT_STATE, T1));
		const opened = moveToReport(start, T2);
		expect(opened.initial).toBe(T1);
		expect(moveToReport(opened, T1).initial).toBeUndefined();
	});
});
