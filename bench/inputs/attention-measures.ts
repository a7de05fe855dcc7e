/** Measures hourly mentions of 10,000 tickers: memory of 34 days, and time of the figures that are computed once an hour and shared by all readers. */
import { measureAttention } from '@sw/domain/attention/measure';
import { findUrgentHour } from '@sw/domain/attention/urgent';
import { HOUR, type UtcMs, utcMs } from '@sw/domain/time/units';
import { type Measured, mb, median, ms, quantile, rowWithoutReference, timed } from '../measure.ts';
import { mentionsUntil } from './random-mentions.ts';
import { YEAR_ROWS } from './year-of-reports.ts';

const UNTIL = utcMs(Date.UTC(2026, 5, 30, 15));
const QUESTION = { timeframe: 'day', source: undefined, withRetweets: false } as const;
/** Number of hours for which everything is computed. */
const ROUNDS = 7;

export async function attentionMeasures(): Promise<Measured[]> {
	const before = heldBytes();
	const window = mentionsUntil(UNTIL, YEAR_ROWS, (id) => id - 1);
	const rows = [
		rowWithoutReference('34 days of mentions by the hour, 10,000 tickers on two sources: memory', mb(heldBytes() - before), 'under 150 MB'),
	];
	const measures: readonly [name: string, work: (until: UtcMs) => Iterator<unknown, unknown>][] = [
		['mentions of every ticker compared with 30 days, computed once an hour', (until) => measureAttention(window, QUESTION, until)],
		['urgent hours of every ticker, computed once an hour', (until) => findUrgentHour(window, QUESTION, until)],
	];
	for (const [name, work] of measures) {
		const totals: number[] = [];
		const stretches: number[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			const working = work(utcMs(UNTIL - round * HOUR));
			let sum = 0;
			for (let done = false; !done; ) {
				const [took, piece] = await timed(() => working.next());
				done = piece.done === true;
				stretches.push(took);
				sum += took;
			}
			totals.push(sum);
		}
		rows.push(rowWithoutReference(name, `${ms(median(totals))}, longest ${ms(quantile(totals, 1))}`, null));
		rows.push(rowWithoutReference('of which: the longest stretch before yielding', ms(quantile(stretches, 1)), 'under 50 ms'));
	}
	return rows;
}

function heldBytes(): number {
	globalThis.gc?.();
	const { heapUsed, arrayBuffers } = process.memoryUsage();
	return heapUsed + arrayBuffers;
}
