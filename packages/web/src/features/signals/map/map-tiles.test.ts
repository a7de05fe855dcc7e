import { describe, expect, it } from 'vitest';
import type { ListedCard } from '../../../lib/api/types.ts';
import { findNearestTile, mapGroups, tintPercent } from './map-tiles.ts';

function item(ticker: string, capitalization: number | null, industry: string | null): ListedCard {
	return { ticker, ticker_id: ticker.charCodeAt(0), capitalization, row: { industry } } as ListedCard;
}

const ITEMS = [item('A', 1e10, 'Banks'), item('B', 4e10, 'Software'), item('C', null, null), item('D', 9e10, 'Software')];

describe('the map of a list', () => {
	it('has a group for each industry, and areas by the square root of the capitalisation', () => {
		const groups = mapGroups(ITEMS, 16 / 9);
		expect(groups.map(({ industry, tiles }) => [industry, tiles.map(({ item: { ticker } }) => ticker)])).toEqual([
			['Software', ['D', 'B']],
			['Banks', ['A']],
			[null, ['C']],
		]);
		const areas = groups.map(({ box }) => box.width * box.height);
		expect(areas.reduce((sum, area) => sum + area, 0)).toBeCloseTo(10_000, 6);
		expect(areas[0]! / areas[1]!).toBeCloseTo((Math.sqrt(9e10) + Math.sqrt(4e10)) / Math.sqrt(1e10), 6);
		const [d, b] = groups[0]!.tiles;
		expect((d!.box.width * d!.box.height) / (b!.box.width * b!.box.height)).toBeCloseTo(1.5, 6);
		expect(groups[0]!.tiles.map(({ index }) => index)).toEqual([3, 1]);
	});

	it('is walked by arrow keys to what lies in that direction, and back', () => {
		const groups = mapGroups(ITEMS, 16 / 9);
		const walked = (place: number, key: string): number => findNearestTile(groups, place, key) ?? place;
		// The largest is at the top left.
		expect(findNearestTile(groups, 3, 'ArrowLeft')).toBeUndefined();
		expect(findNearestTile(groups, 3, 'ArrowUp')).toBeUndefined();
		expect(findNearestTile(groups, 3, 'Enter')).toBeUndefined();
		const reached = new Set([3]);
		for (const place of reached) for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown']) reached.add(walked(place, key));
		expect([...reached].sort()).toEqual([0, 1, 2, 3]);
	});

	it.each([1, 2, 3, 5, 8, 20, 60, 100])('reaches each of %i tickers by arrow keys', (count) => {
		const items = Array.from({ length: count }, (_, i) => ({
			...item('A', 1e8 * (1 + ((i * 7919) % 1000)), ['Banks', 'Software', 'Oil & Gas', null][i % 4]!),
			ticker_id: i,
		}));
		const groups = mapGroups(items, 16 / 9);
		const reached = new Set([groups[0]!.tiles[0]!.index]);
		for (const place of reached)
			for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown']) {
				const to = findNearestTile(groups, place, key);
				if (to !== undefined) reached.add(to);
			}
		expect(reached.size).toBe(count);
	});

	it('colours by the change of the day up to 5 %, and nothing without one', () => {
		expect([null, 0, 0.001, 0.025, 0.05, -0.05, 0.4].map(tintPercent)).toEqual([0, 0, 11, 35, 60, 60, 60]);
	});
});
