import type { FirstReport } from '@sw/domain/reports/first-report';
import { lagOf } from '@sw/domain/reports/lag';
import { MINUTE, type ReportTime, SECOND, type UtcMs } from '@sw/domain/time/units';

export type SlotState = 'in_time' | 'late' | 'missed' | 'to_come' | 'before';

export interface SlotHealth {
	readonly at: ReportTime;
	readonly state: SlotState;
	/** Wall-clock milliseconds from the end of the slot to its report. */
	readonly lag: number | null;
	readonly why: 'late' | 'rebuilt' | 'absent' | null;
}

/** Lag from which a report is late, and from which its slot counts as missed: then the next report is due. */
export const LATE = 2 * MINUTE;
const MISSED = 15 * MINUTE;

/** State of each slot. `since`: the first live report; `overdue`: whether a missing report should exist by now. */
export function slotStates(
	slots: readonly ReportTime[],
	published: readonly FirstReport[],
	{ since, overdue }: { since: UtcMs | undefined; overdue(at: ReportTime): boolean },
): SlotHealth[] {
	const first = new Map(published.map((report) => [report.time, report]));
	return slots.map((at) => {
		const report = first.get(at);
		const missed = (why: SlotHealth['why'], lag: number | null = null): SlotHealth => ({ at, state: 'missed', lag, why });
		if (!report && !overdue(at)) return { at, state: 'to_come', lag: null, why: null };
		if (since === undefined || at < since) return { at, state: 'before', lag: null, why: null };
		if (!report) return missed('absent');
		if (report.reconstructed) return missed('rebuilt');
		const lag = lagOf(report);
		if (lag !== null && lag >= MISSED) return missed('late', lag);
		return { at, state: lag !== null && lag >= LATE ? 'late' : 'in_time', lag, why: null };
	});
}

export interface PunctualDay {
	in_time: number;
	late: number;
	missed: number;
	/** Seconds; null where no report has a known lag. */
	p50: number | null;
	p95: number | null;
	worst: number | null;
}

/** Punctuality of one day's slots. */
export function punctualDay(slots: readonly SlotHealth[]): PunctualDay {
	const lags = slots.flatMap(({ lag }) => (lag === null ? [] : [lag / SECOND])).sort((a, b) => a - b);
	const countOf = (wanted: SlotState): number => slots.filter(({ state }) => state === wanted).length;
	return {
		in_time: countOf('in_time'),
		late: countOf('late'),
		missed: countOf('missed'),
		p50: quantile(lags, 0.5),
		p95: quantile(lags, 0.95),
		worst: lags.at(-1) ?? null,
	};
}

function quantile(sorted: readonly number[], share: number): number | null {
	return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? null;
}
