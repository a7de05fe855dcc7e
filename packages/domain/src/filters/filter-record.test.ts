import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SECTORS } from '../signals/sector.ts';
import { TIMEFRAMES } from '../time/timeframe.ts';
import { utcMs } from '../time/units.ts';
import { findRecordStartReason, hasSameConditions, isLiveAfter } from './filter-record.ts';

const entry = fc.record({
	sector: fc.constantFrom(...SECTORS.map((s) => s.key)),
	timeframe: fc.constantFrom(...TIMEFRAMES.map((t) => t.name)),
	value: fc.integer({ min: 1, max: 5 }),
});
const asking = { tab: 'extreme_rise', strategy: 'first', operation: null, entries: [] } as const;

describe('a filter that is edited', () => {
	it('asks the same whatever the order of its conditions', () => {
		fc.assert(
			fc.property(fc.uniqueArray(entry, { maxLength: 8, selector: (e) => `${e.sector} ${e.timeframe}` }), (entries) => {
				const [one, other] = [
					{ ...asking, entries },
					{ ...asking, entries: [...entries].reverse() },
				];
				expect(hasSameConditions(one, other)).toBe(true);
			}),
		);
	});

	it('asks something else with another condition, tab, direction or timeframes', () => {
		const one = { ...asking, entries: [{ sector: 'volume', timeframe: 'one_hour', value: 2 }] } as const;
		expect(hasSameConditions(one, { ...one, entries: [{ sector: 'volume', timeframe: 'one_hour', value: 3 }] })).toBe(false);
		expect(hasSameConditions(one, { ...one, tab: 'free' })).toBe(false);
		expect(hasSameConditions(one, { ...one, strategy: 'second' })).toBe(false);
		expect(hasSameConditions(one, { ...one, operation: 'long' })).toBe(false);
		// The tab's own direction, explicit or by default.
		expect(hasSameConditions(one, { ...one, operation: 'short' })).toBe(true);
	});

	it('says why its record begins where it does', () => {
		const [created, later] = [utcMs(1_000), utcMs(2_000)];
		expect(findRecordStartReason({ createdAt: created, conditionsAt: created, conditionsKnown: true })).toBe('saved');
		expect(findRecordStartReason({ createdAt: created, conditionsAt: later, conditionsKnown: true })).toBe('changed');
		expect(findRecordStartReason({ createdAt: created, conditionsAt: later, conditionsKnown: false })).toBe('unknown');
	});
});

describe('what speaks for a filter', () => {
	it('is a report that came out live, after it was saved', () => {
		expect(isLiveAfter({ reconstructed: false, publishedWall: 2 }, 1)).toBe(true);
		expect(isLiveAfter({ reconstructed: false, publishedWall: 1 }, 1)).toBe(false);
		expect(isLiveAfter({ reconstructed: true, publishedWall: 2 }, 1)).toBe(false);
		expect(isLiveAfter({ reconstructed: false, publishedWall: null }, 1)).toBe(false);
	});
});
