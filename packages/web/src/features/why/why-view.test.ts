import { describe, expect, it } from 'vitest';
import type { WorkspaceDetail } from '../../lib/api/types.ts';
import { formatMargins, formatPlaceCondition, summarizeChanges } from './why-view.ts';

type Change = NonNullable<WorkspaceDetail['change']>;
type Margin = WorkspaceDetail['margins'][number];

function detail(more: object): WorkspaceDetail {
	return {
		tab_type: 'extreme_rise',
		weighted_sum: 78,
		listed: true,
		timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour', 'four_hours', 'day'],
		sectors: [
			{ key: 'price_short', rated: true, intersections: [0, 2, 4, 1, 1] },
			{ key: 'price_long', rated: false, intersections: [0, 0, 0, 0, 0] },
		],
		change: null,
		margins: [],
		...more,
	} as unknown as WorkspaceDetail;
}

function cell(key: Change['cells'][number]['key'], from: number | null, to: number | null): Change['cells'][number] {
	return {
		key,
		timeframe: 'thirty_minutes',
		from,
		to,
	};
}

function margin(z: number, next: number | null, holds: number | null): Margin {
	return {
		key: 'price_short',
		timeframe: 'one_hour',
		weight: 4,
		depth: 3,
		z,
		next,
		holds,
	};
}

describe('what changed since the report before', () => {
	const since = (weighted_sum: number, listed: boolean, ...cells: Change['cells']) =>
		summarizeChanges(detail({ change: { date: '2026-11-20T16:30:00Z', weighted_sum, listed, cells } }));

	it('names the rate, the place and the cells, rated ones first', () => {
		expect(since(64, false, cell('price_long', 1, 0), cell('price_short', 2, 3))).toEqual({
			lines: ['Rate 64 → 78 (+14).', 'It entered this list.', 'Rose 30m: up to depth 3; Fell 30m: down to depth 0.'],
			hiddenLines: [],
		});
	});

	it('distinguishes what cannot be measured from what is not lit', () => {
		expect(since(80, true, cell('price_short', null, 2), cell('price_short', 2, null), cell('price_short', 3, 1)).lines.at(-1)).toBe(
			'Rose 30m: measured again, depth 2; Rose 30m: no longer measured; Rose 30m: down to depth 1.',
		);
	});

	it('keeps every cell that it does not name, for who wants to see the rest', () => {
		const many = Array.from({ length: 9 }, (_, at) => cell('price_short', 0, (at % 5) + 1));
		const { lines, hiddenLines } = since(78, true, ...many);
		expect(lines).toEqual(['Rate 78, unchanged.', expect.stringMatching(/depth 4\.$/)]);
		expect(hiddenLines).toEqual([5, 1, 2, 3, 4].map((ring) => `Rose 30m: up to depth ${ring}`));
	});

	it('says so where nothing moved and where there is no report before', () => {
		expect(since(78, true).lines).toEqual(['Rate 78, unchanged.', 'No cell changed depth.']);
		expect(summarizeChanges(detail({})).lines).toEqual(['No earlier report within your licence.']);
	});
});

describe('what would change it', () => {
	it('is the nearer of the next ring and the one that holds', () => {
		expect(formatMargins(detail({ margins: [margin(2.9, 3, 2.5), margin(2.6, 3, 2.5), margin(5, null, 4), margin(1, 3, null)] }))).toEqual([
			'Rose 1h: depth rises at 3.00 (now 2.90): +4.',
			'Rose 1h: depth falls below 2.50 (now 2.60): −4.',
			'Rose 1h: depth falls below 4.00 (now 5.00): −4.',
		]);
	});

	it('shows as many digits as distinguish the two numbers', () => {
		expect(formatMargins(detail({ margins: [margin(1.496, 1.5, null), margin(2.50004, 3, 2.5), margin(1.4999999, 1.5, null)] }))).toEqual([
			'Rose 1h: depth rises at 1.500 (now 1.496): +4.',
			'Rose 1h: depth falls below 2.50000 (now 2.50004): −4.',
			'Rose 1h: depth rises at 1.5000000 (now 1.4999999): +4.',
		]);
	});

	it('says so where the two are one', () => {
		expect(formatMargins(detail({ margins: [margin(2.5, 3, 2.5)] }))).toEqual([
			'Rose 1h: depth falls below 2.50 (now exactly at the limit): −4.',
		]);
	});

	it('is its place in the list, too', () => {
		expect(formatPlaceCondition(detail({}), 'first')).toBe(
			'Staying in the list takes price depth on two of the three timeframes; now 2, so losing one removes it.',
		);
		expect(formatPlaceCondition(detail({ tab_type: 'extreme_fall', listed: false }), 'first')).toBe(
			'Staying in the list takes price depth on two of the three timeframes; now 0.',
		);
		expect(formatPlaceCondition(detail({ tab_type: 'free' }), 'first')).toBeUndefined();
	});
});
