import type { Stores } from '@sw/store/open';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { openStoreSizes } from './store-sizes.ts';

let stores: Stores;
beforeAll(async () => {
	stores = await testStores();
});
afterAll(() => stores?.close());

it('reports the size of both stores and their growth since the first recorded day', async () => {
	const wall = createFakeWallClock();
	const sizes = openStoreSizes(stores, '.', wall);
	const first = await sizes.read();
	expect(first.parts.map(({ name }) => name).sort()).toEqual([
		'bars',
		'breadth',
		'daily_bars',
		'deep_cells',
		'mention_spans',
		'mentions',
		'option_sums',
		'other_series',
		'records',
		'report_rows',
	]);
	expect(first.parts.find(({ name }) => name === 'records')?.bytes).toBeGreaterThan(1_000_000);
	expect(first.parts.map(({ bytes }) => bytes)).toEqual(first.parts.map(({ bytes }) => bytes).toSorted((a, b) => b - a));
	expect(first.parts.every(({ by_day }) => by_day === null)).toBe(true);
	expect(first.disk?.free).toBeGreaterThan(0);
	// Asked again at once, nothing is looked up.
	expect(await sizes.read()).toBe(first);
	wall.leap(3 * 24 * 3_600_000);
	const later = await sizes.read();
	expect(later).not.toBe(first);
	expect(later.parts.every(({ by_day }) => by_day !== null)).toBe(true);
});
