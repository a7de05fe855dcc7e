/** Measures hourly mentions of 10,000 tickers: memory of 34 days, and time of the figures that are computed once an hour and shared by all readers. */
import { measureAttention } from '@sw/domain/attention/measure';
import { findUrgentHour } from '@sw/domain/attention/urgent';
import { HOUR, type UtcMs, utcMs } from '@sw/domain/time/units';
import { formatMb, formatMs, measureTime, median, quantile, type ResultRow, rowWithoutReference } from '../measure.ts';
import { mentionsUntil } from './random-mentions.ts';
import { YEAR_ROWS } from './year-of-reports.ts';

const UNTIL = utcMs(Date.UTC(2026, 5, 30, 15));
const QUESTION = { timeframe: 'day', source: undefined, withRetweets: false } as const;
/** Number of hours for which everything is computed. */
const ROUNDS = 7;

export async function measureAttentionWindow(): Promise<ResultRow[]> {
	const bytesBefore = measureMemory();
	const window = mentionsUntil(UNTIL, YEAR_ROWS, (id) => id - 1);
	const rows = [
		rowWithoutReference(
			'34 days of mentions by the hour, 10,000 tickers on two sources: memory',
			formatMb(measureMemory() - bytesBefore),
			'under 150 MB',
		),
	];
	const computations: readonly [name: string, work: (until: UtcMs) => Iterator<unknown, unknown>][] = [
		['mentions of every ticker compared with 30 days, computed once an hour', (until) => measureAttention(window, QUESTION, until)],
		['urgent hours of every ticker, computed once an hour', (until) => findUrgentHour(window, QUESTION, until)],
	];
	for (const [name, work] of computations) {
		const totals: number[] = [];
		const stepTimes: number[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			const steps = work(utcMs(UNTIL - round * HOUR));
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
