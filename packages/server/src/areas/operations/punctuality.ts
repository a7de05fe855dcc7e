import type { FirstReport } from '@sw/domain/reports/first-report';
import type { ReportTime } from '@sw/domain/time/units';

export interface Punctuality {
	/** Reports that came out live. */
	reports: number;
	/** Seconds from the end of the slot to publication; null without a report. */
	p50: number | null;
	p95: number | null;
	worst: number | null;
	/** Of the slots since the first live report: too late, built afterwards, or without a report. */
	missed: number;
}

/** A report that comes when the next one is due has missed its slot. */
const TOO_LATE = 15 * 60_000;

const quantile = (sorted: readonly number[], share: number): number | null =>
	sorted.length === 0 ? null : (sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] as number);

/** `expected`: the slots that are over, ascending. `speed`: market seconds in a wall second, because waiting is done by the wall. */
export const punctualityOf = (published: readonly FirstReport[], expected: readonly ReportTime[], speed: number): Punctuality => {
	const live = published.filter(({ reconstructed }) => !reconstructed);
	const lags = live.map(({ time, publishedAt }) => (publishedAt - time) / speed / 1_000).sort((a, b) => a - b);
	const since = live[0]?.time ?? Number.POSITIVE_INFINITY;
	const punctual = new Set(live.filter(({ time, publishedAt }) => publishedAt - time < TOO_LATE).map(({ time }) => time));
	return {
		reports: live.length,
		p50: quantile(lags, 0.5),
		p95: quantile(lags, 0.95),
		worst: lags.at(-1) ?? null,
		missed: expected.filter((time) => time >= since && !punctual.has(time)).length,
	};
};
