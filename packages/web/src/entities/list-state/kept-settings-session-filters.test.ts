import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lastFilterOf, pageOfFilter, rememberFilter, rememberPage } from './kept-settings.ts';

let kept: Map<string, string>;
beforeEach(() => {
	kept = new Map();
	vi.stubGlobal('sessionStorage', {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => void kept.set(key, value),
	});
});
afterEach(() => vi.unstubAllGlobals());

describe('filters of a browser session', () => {
	it('remember which was chosen in each tab, until it is taken back', () => {
		rememberFilter({ tab: 'free', filter: 7 });
		rememberFilter({ tab: 'extreme_rise', filter: 8 });
		expect([lastFilterOf('free'), lastFilterOf('extreme_rise'), lastFilterOf('coiled_spring')]).toEqual([7, 8, undefined]);
		expect(JSON.parse(kept.get('selectFilterSettings') ?? '')).toEqual({ free: 7, extreme_rise: 8 });
		rememberFilter({ tab: 'free', filter: undefined });
		expect(lastFilterOf('free')).toBeUndefined();
	});

	it('remember the page of each, and nothing of a list without one', () => {
		rememberPage({ filter: 7, page: 3 });
		rememberPage({ filter: undefined, page: 9 });
		expect([pageOfFilter(7), pageOfFilter(8)]).toEqual([3, 1]);
		expect(JSON.parse(kept.get('pagesFilterSettings') ?? '')).toEqual({ 7: 3 });
		rememberPage({ filter: 1, page: 2 });
		rememberPage({ filter: 7, page: 1 });
		expect([pageOfFilter(1), pageOfFilter(7)]).toEqual([2, 1]);
		expect(JSON.parse(kept.get('pagesFilterSettings') ?? '')).toEqual({ 1: 2 });
		rememberFilter({ tab: 'free', filter: 1 });
		expect(lastFilterOf('free')).toBe(1);
	});

	it.each(['nonsense', '7', '{"free":"x","7":-1}', '{"free":0,"7":0}', '{"free":1.5,"7":1.5}', 'null'])(
		'are none where %s stands under the keys',
		(text) => {
			kept.set('selectFilterSettings', text);
			kept.set('pagesFilterSettings', text);
			expect([lastFilterOf('free'), pageOfFilter(7)]).toEqual([undefined, 1]);
		},
	);
});
