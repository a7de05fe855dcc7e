import type { FirstReport } from '@sw/domain/reports/report-record';
import type { ReportTime, UtcMs } from '@sw/domain/time/units';
import { expect, it } from 'vitest';
import { determineSlotStates, summarizeDay } from './health-detail.ts';

function slot(n: number): ReportTime {
	return (n * 900_000) as ReportTime;
}

const WALL = 9e12;

function live(n: number, seconds: number | null): FirstReport {
	return {
		time: slot(n),
		publishedAt: slot(n) as UtcMs,
		dueWall: seconds === null ? null : (WALL as UtcMs),
		publishedWall: seconds === null ? null : ((WALL + seconds * 1_000) as UtcMs),
		reconstructed: false,
	};
}

function rebuilt(n: number): FirstReport {
	return { ...live(n, null), reconstructed: true };
}

const slots = [0, 1, 2, 3, 4, 5, 6, 7].map(slot);
const states = determineSlotStates(slots, [rebuilt(0), live(1, 41), live(2, 120), live(3, 900), rebuilt(4), live(6, null)], {
	since: slot(1) as UtcMs,
	overdue: (at) => at < slot(7),
});

it('gives the outcome of each slot, and why one was missed', () => {
	expect(states.map(({ state, why }) => (why ? `${state}: ${why}` : state))).toEqual([
		'before',
		'in_time',
		'late',
		'missed: late',
		'missed: rebuilt',
		'missed: absent',
		'in_time',
		'to_come',
	]);
	expect(states.map(({ lag }) => lag)).toEqual([null, 41_000, 120_000, 900_000, null, null, null, null]);
});

it('waits for a report that may still come, and reports no missed slot before the first live one', () => {
	const quiet = determineSlotStates(slots, [rebuilt(0)], { since: undefined, overdue: (at) => at < slot(2) });
	expect(quiet.map(({ state }) => state)).toEqual(['before', 'before', ...Array<string>(6).fill('to_come')]);
});

it('sums a day up', () => {
	expect(summarizeDay(states)).toEqual({ in_time: 2, late: 1, missed: 3, p50: 120, p95: 900, worst: 900 });
	expect(summarizeDay([])).toEqual({ in_time: 0, late: 0, missed: 0, p50: null, p95: null, worst: null });
});
