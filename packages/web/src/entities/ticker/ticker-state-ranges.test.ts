import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { describe, expect, it } from 'vitest';
import { RANGES, rangeStart, rangesOf } from './ticker-state.ts';

const REPORT = Date.parse('2026-06-30T15:45:00Z');

describe('the ranges of a chart', () => {
	it('reach back from the report, in days of New York', () => {
		expect(RANGES.map((range) => rangeStart(range, 'one_hour', REPORT))).toEqual([
			'2026-06-30',
			'2026-06-24',
			'2026-05-31',
			'2026-03-31',
			'2025-12-30',
			undefined,
		]);
		expect(rangeStart('1d', 'fifteen_minutes', Date.parse('2026-07-01T01:00:00Z'))).toBe('2026-06-30');
		expect(rangeStart(undefined, 'day', REPORT)).toBeUndefined();
	});

	it('are those that a timeframe has bars for', () => {
		for (const { name } of TIMEFRAMES) expect(RANGES.filter((range) => rangesOf(name).includes(range))).toEqual(rangesOf(name));
		expect(rangesOf('day')).not.toContain('1d');
	});
});
