import { describe, expect, it } from 'vitest';
import { pickHistorySearch, readHistoryState } from '../../entities/ticker/ticker-state.ts';
import type { Trail } from '../../lib/api/types.ts';
import { findShownDay, getDepths, groupTrailDays, summarizeTrail } from './history-view.ts';

const trail: Trail = {
	ticker: 'AAA',
	ticker_id: 10,
	tab_type: 'extreme_rise',
	operation: 'short',
	algo: 'reverse',
	timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour', 'four_hours', 'day'],
	locked: 2,
	time: ['2026-06-29T19:45:00Z', '2026-06-29T20:00:00Z', '2026-06-30T13:45:00Z'],
	price: [10, 10.5, 11],
	basis: '2026-06-30',
	later_splits: 1,
	weighted_sum: [40, 77, 77],
	listed: [false, true, true],
	sectors: [
		{
			key: 'price_short',
			intersections: [
				[1, 0, 2, 0, 0],
				[1, 0, null, 0, 0],
				[1, 0, 4, 0, 0],
			],
		},
	],
};

describe('the history of a ticker', () => {
	it('has its reports by New York day', () => {
		const days = groupTrailDays(trail, ['price_short', 'volume'], 'one_hour');
		expect(days.map(({ date, best, listedCount, points }) => [date, best, listedCount, points.length])).toEqual([
			['2026-06-29', 77, 1, 2],
			['2026-06-30', 77, 1, 1],
		]);
		expect(days[0]?.points[1]).toEqual({ report: '2026-06-29T20:00:00Z', rate: 77, price: 10.5, listed: true, depths: [null, null] });
		expect(findShownDay(days, '2026-06-29')?.date).toBe('2026-06-29');
		expect(findShownDay(days, '2026-06-01')?.date).toBe('2026-06-30');
		expect(findShownDay([], undefined)).toBeUndefined();
	});

	it('keeps what was not measurable apart from what was not lit', () => {
		expect(getDepths(trail, 'price_short', 'one_hour')).toEqual([2, null, 4]);
		expect(getDepths(trail, 'price_short', 'thirty_minutes')).toEqual([0, 0, 0]);
		expect(getDepths(trail, 'volume', 'one_hour')).toEqual([null, null, null]);
	});

	it('is summed up by its newest best report', () => {
		expect(summarizeTrail(trail)).toEqual({ reports: 3, listed: 2, best: 77, bestAt: '2026-06-30T13:45:00Z' });
		expect(summarizeTrail({ ...trail, time: [] })).toBeUndefined();
	});

	it('reports dates that are none', () => {
		const { history, refused } = readHistoryState(pickHistorySearch({ to: '2026-13-01', day: '2026-06-29' }));
		expect(history).toEqual({ to: undefined, day: '2026-06-29' });
		expect(refused).toEqual([{ key: 'to', value: '2026-13-01' }]);
	});
});
