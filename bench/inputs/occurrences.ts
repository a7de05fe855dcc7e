/** Times reads of a stored validation: 100,000 occurrences of 10,000 tickers over a year of quarter-hours, half of them after the filter was saved. */
import {
	computeTickerHits,
	countOutcomes,
	createMeasuredEpisodes,
	type EpisodeRow,
	orderOccurrences,
	rankTickers,
	tallyEpisodes,
} from '@sw/domain/research/measured-episodes';
import { computeStatistics } from '@sw/domain/research/search-statistics';
import { slotEnd } from '@sw/domain/time/slots';
import { formatMs, measureTime, median, quantile, type ResultRow, rowWithoutReference } from '../measure.ts';
import { lastSessions } from './engine-market.ts';
import { createWordSource, ROWS_PER_REPORT, YEAR_SESSIONS } from './year-of-reports.ts';

const OCCURRENCES = 100_000;
const ROUNDS = 7;
const HORIZONS = 4;

export async function measureOccurrenceReads(): Promise<ResultRow[]> {
	const episodes = createMeasuredEpisodes(createRandomEpisodes(), HORIZONS);
	const savedAt = episodes.times[episodes.count / 2]!;
	const isSinceSaving = (i: number): boolean => episodes.times[i]! > savedAt;
	const locateTime = (time: number) => ({ session: Math.floor(time / 86_400_000), block: Math.floor(time / 86_400_000) });
	const reads: readonly [name: string, goal: string | null, read: () => unknown][] = [
		[
			'a page of 100,000 occurrences, by excess, with its counts',
			'under 50 ms',
			() => [
				countOutcomes(episodes, 2),
				orderOccurrences(episodes, 2, { outcome: 'all', sortBy: 'excess', direction: 'desc' }, String).subarray(0, 25),
			],
		],
		[
			'a page of losers since the filter was saved',
			'under 50 ms',
			() => orderOccurrences(episodes, 2, { outcome: 'losers', sortBy: 'time', direction: 'desc' }, String, isSinceSaving).subarray(0, 25),
		],
		['10,000 tickers by shrunken excess', 'under 50 ms', () => rankTickers(computeTickerHits(episodes, 2), 0.0001).slice(0, 100)],
	];
	const rows: ResultRow[] = [];
	for (const [name, goal, read] of reads) {
		const times: number[] = [];
		for (let round = 0; round < ROUNDS; round++) times.push((await measureTime(async () => read()))[0]);
		rows.push(rowWithoutReference(name, `${formatMs(median(times))}, longest ${formatMs(quantile(times, 1))}`, goal));
	}
	const stepTimes: number[] = [];
	const totals: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		let sum = 0;
		for (const sinceSaving of [true, false]) {
			const tally = tallyEpisodes(episodes, 2, (i) => isSinceSaving(i) === sinceSaving, locateTime);
			for (let done = false; !done; ) {
				const [elapsed] = await measureTime(async () => {
					const step = tally.next();
					done = step.done === true;
					return step.done ? computeStatistics(step.value, 1) : undefined;
				});
				stepTimes.push(elapsed);
				sum += elapsed;
			}
		}
		totals.push(sum);
	}
	rows.push(
		rowWithoutReference(
			'record before and since the filter was saved',
			`${formatMs(median(totals))}, longest ${formatMs(quantile(totals, 1))}`,
			null,
		),
	);
	rows.push(rowWithoutReference('of which: the longest stretch before yielding', formatMs(quantile(stepTimes, 1)), 'under 50 ms'));
	return rows;
}

function createRandomEpisodes(): EpisodeRow[] {
	const nextWord = createWordSource(7);
	const times = lastSessions(YEAR_SESSIONS).flatMap((session) =>
		Array.from({ length: session.slots }, (_, slot) => slotEnd(session, slot)),
	);
	return Array.from({ length: OCCURRENCES }, (_, i) => {
		const excess = (nextWord() % 2_001) / 10_000 - 0.1;
		return {
			tickerId: 1 + (nextWord() % ROWS_PER_REPORT),
			time: times[Math.floor((i * times.length) / OCCURRENCES)]!,
			rate: nextWord() % 141,
			reconstructed: i < OCCURRENCES / 2,
			hits: Array.from({ length: HORIZONS }, () => excess > 0),
			excess: Array.from({ length: HORIZONS }, () => (i % 50 === 0 ? Number.NaN : excess)),
			base: Array.from({ length: HORIZONS }, () => 0.5),
		};
	});
}
