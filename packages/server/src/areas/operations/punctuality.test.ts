import type { FirstReport } from '@sw/domain/reports/first-report';
import type { UtcMs } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { punctualityOf } from './punctuality.ts';

const QUARTER = 900_000;
const slot = (n: number): UtcMs => (n * QUARTER) as UtcMs;
const live = (n: number, seconds: number): FirstReport => ({
	time: slot(n),
	publishedAt: (slot(n) + seconds * 1_000) as UtcMs,
	reconstructed: false,
});

describe('punctuality', () => {
	it('gives quantiles of the live reports, in seconds of the wall', () => {
		const reports = Array.from({ length: 20 }, (_, n) => live(n, n + 1));
		const expected = reports.map(({ time }) => time);
		expect(punctualityOf(reports, expected, 1)).toEqual({ reports: 20, p50: 10, p95: 19, worst: 20, missed: 0 });
		expect(punctualityOf(reports, expected, 10)).toMatchObject({ p50: 1, worst: 2 });
	});

	it('counts slots that were late, built afterwards or never, but only since the first live report', () => {
		const reports = [{ ...live(0, 0), reconstructed: true }, live(1, 1), live(2, 900), { ...live(3, 0), reconstructed: true }];
		expect(punctualityOf(reports, [slot(0), slot(1), slot(2), slot(3), slot(4)], 1)).toMatchObject({ reports: 2, missed: 3 });
	});

	it('has nothing to say where nothing was live', () => {
		expect(punctualityOf([], [slot(1)], 1)).toEqual({ reports: 0, p50: null, p95: null, worst: null, missed: 0 });
	});
});
