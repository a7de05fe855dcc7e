/** Times reads of a stored validation: 100,000 occurrences of 10,000 tickers over a year of quarter-hours, half of them after the filter was saved. */
import {
	countOutcomes,
	type EpisodeRow,
	measuredEpisodes,
	orderOccurrences,
	rankTickers,
	tallyEpisodes,
	tickerRecords,
} from '@sw/domain/research/measured-episodes';
import { statisticsOf } from '@sw/domain/research/search-statistics';
import { slotEnd } from '@sw/domain/time/slots';
import { type Measured, median, ms, quantile, rowWithoutReference, timed } from '../measure.ts';
import { lastSessions } from './engine-market.ts';
import { createWordSource, YEAR_ROWS, YEAR_SESSIONS } from './year-of-reports.ts';

const OCCURRENCES = 100_000;
const ROUNDS = 7;
const HORIZONS = 4;

export async function occurrenceReads(): Promise<Measured[]> {
	const episodes = measuredEpisodes(randomEpisodes(), HORIZONS);
	const saved = episodes.times[episodes.count / 2]!;
	const isSinceSaving = (i: number): boolean => episodes.times[i]! > saved;
	const placeOf = (time: number) => ({ session: Math.floor(time / 86_400_000), block: Math.floor(time / 86_400_000) });
	const reads: readonly [name: string, goal: string | null, work: () => unknown][] = [
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
		['10,000 tickers by shrunken excess', 'under 50 ms', () => rankTickers(tickerRecords(episodes, 2), 0.0001).slice(0, 100)],
	];
	const rows: Measured[] = [];
	for (const [name, goal, work] of reads) {
		const found: number[] = [];
		for (let round = 0; round < ROUNDS; round++) found.push((await timed(async () => work()))[0]);
		rows.push(rowWithoutReference(name, `${ms(median(found))}, longest ${ms(quantile(found, 1))}`, goal));
	}
	const stretches: number[] = [];
	const whole: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		let sum = 0;
		for (const sinceSaving of [true, false]) {
			const tally = tallyEpisodes(episodes, 2, (i) => isSinceSaving(i) === sinceSaving, placeOf);
			for (let done = false; !done; ) {
				const [took] = await timed(async () => {
					const piece = tally.next();
					done = piece.done === true;
					return piece.done ? statisticsOf(piece.value, 1) : undefined;
				});
				stretches.push(took);
				sum += took;
			}
		}
		whole.push(sum);
	}
	rows.push(rowWithoutReference('their record before and since', `${ms(median(whole))}, longest ${ms(quantile(whole, 1))}`, null));
	rows.push(rowWithoutReference('of which: the longest stretch before yielding', ms(quantile(stretches, 1)), 'under 50 ms'));
	return rows;
}

function randomEpisodes(): EpisodeRow[] {
	const word = createWordSource(7);
	const times = lastSessions(YEAR_SESSIONS).flatMap((session) =>
		Array.from({ length: session.slots }, (_, slot) => slotEnd(session, slot)),
	);
	return Array.from({ length: OCCURRENCES }, (_, i) => {
		const excess = (word() % 2_001) / 10_000 - 0.1;
		return {
			tickerId: 1 + (word() % YEAR_ROWS),
			time: times[Math.floor((i * times.length) / OCCURRENCES)]!,
			rate: word() % 141,
			reconstructed: i < OCCURRENCES / 2,
			hits: Array.from({ length: HORIZONS }, () => excess > 0),
			excess: Array.from({ length: HORIZONS }, () => (i % 50 === 0 ? Number.NaN : excess)),
			base: Array.from({ length: HORIZONS }, () => 0.5),
		};
	});
}
