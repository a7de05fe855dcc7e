import { describe, expect, it } from 'vitest';
import { FLAG_QUARANTINE, type ReportTable } from '../signals/report-table.ts';
import type { TickerId } from '../time/units.ts';
import { type AlertValues, findNearestTicker } from './alert-readings.ts';

const VALUES = [50, 80, Number.NaN, 95, 80, 89];
const TABLE = {
	count: VALUES.length,
	tickerId: Int32Array.of(1, 2, 3, 4, 5, 6),
	flags: Uint8Array.of(0, 0, 0, 0, 0, FLAG_QUARANTINE),
} as unknown as ReportTable;
const READINGS: AlertValues = { createValueReader: () => (row) => VALUES[row]!, createListTest: () => () => false };

function nearest(value: number, falls: boolean, ids: readonly number[] = [1, 2, 3, 4, 5, 6, 7]) {
	return findNearestTicker({ kind: 'mentions', value, falls }, ids as TickerId[], TABLE, READINGS);
}

describe('the ticker of several that is nearest to firing', () => {
	it('is the highest below the value, the first of equal ones; quarantined, unread and unknown tickers are none', () => {
		expect(nearest(90, false)).toEqual({ tickerId: 2, value: 80 });
	});

	it('is the lowest at the value or above where the alert waits for a fall', () => {
		expect(nearest(80, true)).toEqual({ tickerId: 2, value: 80 });
		expect(nearest(81, true)).toEqual({ tickerId: 4, value: 95 });
	});

	it('is missing where all are on the other side, or there are none', () => {
		expect(nearest(50, false)).toBeUndefined();
		expect(nearest(96, true)).toBeUndefined();
		expect(nearest(90, false, [])).toBeUndefined();
	});
});
