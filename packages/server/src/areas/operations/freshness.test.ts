import type { FirstReport } from '@sw/domain/reports/report-record';
import type { UtcMs } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { summarizePunctuality } from './freshness.ts';

const QUARTER = 900_000;
/** Wall-clock time when slot 0 ends; unrelated to the market's time. */
const WALL = 9e12;

function slot(n: number): UtcMs {
	return (n * QUARTER) as UtcMs;
}

/** Came so many wall-clock seconds after its slot, when the market clock had gone `market` seconds on. */
function live(n: number, seconds: number, market = seconds): FirstReport {
	return {
		time: slot(n),
		publishedAt: (slot(n) + market * 1_000) as UtcMs,
		dueWall: (WALL + n * 1_500) as UtcMs,
		publishedWall: (WALL + n * 1_500 + seconds * 1_000) as UtcMs,
		reconstructed: false,
	};
}

describe('punctuality', () => {
	it('gives quantiles of the live reports, in wall-clock seconds', () => {
		const reports = Array.from({ length: 20 }, (_, n) => live(n, n + 1, 20 * (n + 1)));
		const expected = reports.map(({ time }) => time);
		expect(summarizePunctuality(reports, expected)).toEqual({ reports: 20, p50: 10, p95: 19, worst: 20, missed: 0 });
	});

	it('counts slots that were late, built afterwards or never, but only since the first live report', () => {
		const reports = [{ ...live(0, 0), reconstructed: true }, live(1, 1), live(2, 900), { ...live(3, 0), reconstructed: true }];
		expect(summarizePunctuality(reports, [slot(0), slot(1), slot(2), slot(3), slot(4)])).toMatchObject({ reports: 2, missed: 3 });
	});

	it('does not count as late what came after the market clock had gone on to the next open', () => {
		const overnight = live(1, 0.8, 17.5 * 3_600);
		expect(summarizePunctuality([overnight], [slot(1)])).toMatchObject({ worst: 0.8, missed: 0 });
	});

	it('makes no lag of a report that has none noted', () => {
		const old: FirstReport = { ...live(1, 1), dueWall: null, publishedWall: null };
		expect(summarizePunctuality([old, live(2, 3)], [slot(1), slot(2)])).toEqual({ reports: 2, p50: 3, p95: 3, worst: 3, missed: 0 });
	});

	it('has nothing to say where nothing was live', () => {
		expect(summarizePunctuality([], [slot(1)])).toEqual({ reports: 0, p50: null, p95: null, worst: null, missed: 0 });
	});
});
