import type { FirstReport } from '@sw/domain/reports/first-report';
import { lagOf } from '@sw/domain/reports/lag';
import type { ReportTime } from '@sw/domain/time/units';

export interface Punctuality {
	/** Reports published live. */
	reports: number;
	/** Wall-clock seconds from the end of the slot to publication; null where no report has a known time. */
	p50: number | null;
	p95: number | null;
	worst: number | null;
	/** Slots since the first live report that are too late, rebuilt, or without a report. */
	missed: number;
}

/** Wall-clock time, whatever the market's speed: the length of a slot, after which the next report is due. */
const TOO_LATE = 15 * 60_000;

/** `expected`: elapsed slots, ascending. A live report without a recorded lag counts as on time. */
export function punctualityOf(published: readonly FirstReport[], expected: readonly ReportTime[]): Punctuality {
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
}

function quantile(sorted: readonly number[], share: number): number | null {
	return sorted.length === 0 ? null : sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!;
}
