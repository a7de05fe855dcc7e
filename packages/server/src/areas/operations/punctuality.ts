import type { FirstReport } from '@sw/domain/reports/first-report';
import { lagOf } from '@sw/domain/reports/lag';
import type { ReportTime } from '@sw/domain/time/units';

export interface Punctuality {
	/** Reports that came out live. */
	reports: number;
	/** Seconds of the wall from the end of the slot to publication; null without a report of which they are known. */
	p50: number | null;
	p95: number | null;
	worst: number | null;
	/** Of the slots since the first live report: too late, built afterwards, or without a report. */
	missed: number;
}

/** Of the wall, however fast the market runs: as long as a slot lasts on a real one, whose next report is due then. */
const TOO_LATE = 15 * 60_000;

const quantile = (sorted: readonly number[], share: number): number | null =>
	sorted.length === 0 ? null : (sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] as number);

/** `expected`: the slots that are over, ascending. A live report whose lag was not noted was there in time. */
export const punctualityOf = (published: readonly FirstReport[], expected: readonly ReportTime[]): Punctuality => {
	const live = published.filter(({ reconstructed }) => !reconstructed).map((report) => ({ time: report.time, lag: lagOf(report) }));
	const lags = live.flatMap(({ lag }) => (lag === null ? [] : [lag / 1_000])).sort((a, b) => a - b);
	const since = live[0]?.time ?? Number.POSITIVE_INFINITY;
	const punctual = new Set(live.filter(({ lag }) => lag === null || lag < TOO_LATE).map(({ time }) => time));
	return {
		reports: live.length,
		p50: quantile(lags, 0.5),
		p95: quantile(lags, 0.95),
		worst: lags.at(-1) ?? null,
		missed: expected.filter((time) => time >= since && !punctual.has(time)).length,
	};
};
