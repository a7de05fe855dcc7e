import { expect } from 'vitest';
import type { ReferenceReport } from '../signals/definition/reference/reference-report.ts';
import { unpackWord } from '../signals/packed.ts';
import { STATUSES } from '../signals/status.ts';

/** Checks the invariants of every report, whatever its input. */
export function expectValidReport(report: ReferenceReport): void {
	expect(Number.isFinite(report.price)).toBe(true);
	for (const { price, volume, sum, diff, squeeze, depths, word, developing } of report.timeframes) {
		for (const score of [price, volume, sum, diff, squeeze]) expect(STATUSES).toContain(score.status);
		for (const value of [price.sigma, price.z, volume.u, volume.z, sum.u, sum.z, diff.b, diff.z, squeeze.q, squeeze.zeta])
			expect(value).toSatisfy(isNullOrFinite);
		for (const [score, depth] of [
			[price, price.short],
			[price, price.long],
			[volume, volume.depth],
			[sum, sum.depth],
			[diff, diff.short],
			[squeeze, squeeze.depth],
		] as const) {
			expect(depth === null).toBe(!['ok', 'flat', 'pinned'].includes(score.status));
			if (depth !== null) expect([0, 1, 2, 3, 4, 5]).toContain(depth);
		}
		expect(Math.min(price.short ?? 0, price.long ?? 0)).toBe(0);
		expect(Math.min(diff.short ?? 0, diff.long ?? 0)).toBe(0);
		expect(unpackWord(word)).toEqual({ depths, developing, stale: report.stale });
	}
}

function isNullOrFinite(value: number | null): boolean {
	return value === null || Number.isFinite(value);
}
