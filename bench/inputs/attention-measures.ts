/** Measures hourly mentions of 10,000 tickers: memory of 34 days, and time of the figures that are computed once an hour and shared by all readers. */
import { measureAttention } from '@sw/domain/attention/measure';
import { findUrgentHour } from '@sw/domain/attention/urgent';
import { HOUR, type UtcMs, utcMs } from '@sw/domain/time/units';
import { formatMb, formatMs, measureTime, median, quantile, type ResultRow, rowWithoutReference } from '../measure.ts';
import { createMentionWindow } from './random-mentions.ts';
import { ROWS_PER_REPORT } from './year-of-reports.ts';

const WINDOW_END = utcMs(Date.UTC(2026, 5, 30, 15));
const QUESTION = { timeframe: 'day', source: undefined, withRetweets: false } as const;
/** Number of hours for which each figure is computed. */
const ROUNDS = 7;

export async function measureAttentionWindow(): Promise<ResultRow[]> {
	const bytesBefore = measureMemory();
	const window = createMentionWindow(WINDOW_END, ROWS_PER_REPORT, (id) => id - 1);
	const rows = [
		rowWithoutReference(
			'34 days of mentions by the hour, 10,000 tickers on two sources: memory',
			formatMb(measureMemory() - bytesBefore),
			'under 150 MB',
		),
	];
	const computations: readonly [name: string, createSteps: (end: UtcMs) => Iterator<unknown, unknown>][] = [
		['mentions of every ticker compared with 30 days, computed once an hour', (end) => measureAttention(window, QUESTION, end)],
		['urgent hours of every ticker, computed once an hour', (end) => findUrgentHour(window, QUESTION, end)],
	];
	for (const [name, createSteps] of computations) {
		const totals: number[] = [];
		const stepTimes: number[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			const steps = createSteps(utcMs(WINDOW_END - round * HOUR));
			let sum = 0;
			for (let done = false; !done; ) {
				const [elapsed, step] = await measureTime(() => steps.next());
				done = step.done === true;
				stepTimes.push(elapsed);
				sum += elapsed;
			}
			totals.push(sum);
		}
		rows.push(rowWithoutReference(name, `${formatMs(median(totals))}, longest ${formatMs(quantile(totals, 1))}`, null));
		rows.push(rowWithoutReference('of which: the longest stretch before yielding', formatMs(quantile(stepTimes, 1)), 'under 50 ms'));
	}
	return rows;
}

function measureMemory(): number {
	globalThis.gc?.();
	const { heapUsed, arrayBuffers } = process.memoryUsage();
	return heapUsed + arrayBuffers;
}
