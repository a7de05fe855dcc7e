/** Simulates mentions by hour, ticker and source: a base rate that events raise, and that falls at night and on weekends. */
import { ALL_TICKERS, createMentionBlock, MENTION_COUNTERS, MENTION_SOURCES, type MentionBlock } from '@sw/domain/prices/blocks';
import { HOUR, SECOND } from '@sw/domain/time/units';
import { newYorkDay, newYorkMinute, weekdayOfDay } from '@sw/domain/time/zone';
import type { Catalogue } from './catalogue.ts';
import type { Day } from './daily-process.ts';
import { collectEvents, createSessionEvents } from './events.ts';
import { exp } from './exact-math.ts';
import type { MarketModel } from './market-model.ts';
import { normal, randomKey, STREAM, uniform } from './random.ts';

/** Multiplier by hour of the New York day, with a mean of about 1. */
const HOURLY_FACTORS = [
	0.35, 0.25, 0.2, 0.2, 0.3, 0.45, 0.7, 1, 1.5, 2.4, 2.2, 1.8, 1.6, 1.5, 1.6, 2, 1.9, 1.3, 1, 0.85, 0.8, 0.7, 0.6, 0.45,
];
/** Fraction of the mentions in each source, in the order of MENTION_SOURCES. */
const SOURCE_FRACTIONS = [0.62, 0.38];

/** Computes the expected mentions per hour of each row around a session: its base rate, times noise of the day and the effect of events. */
export function computeMentionRates(model: MarketModel, c: Catalogue, day: Day): Float64Array {
	const rates = new Float64Array(c.rows);
	const events = createSessionEvents();
	for (let row = 0; row < c.rows; row++) {
		collectEvents(events, model, row, day.dayNumbers);
		const key = randomKey(model.seed, STREAM.mention, row, day.dayNumbers[0]!);
		const logFactor = 0.35 * normal(key, 0) + 0.6 * day.activity[row]! + (events.hasEvents ? events.attention : 0);
		rates[row] = c.mentionsPerHour[row]! * exp(logFactor);
	}
	return rates;
}

export interface HourRates {
	mentionRates: Float64Array;
	/** Whether the row is listed. */
	isListed(row: number): boolean;
}

/** Generates mentions in the hours that start in [from, to), UTC ms. `ratesAt` returns the rates at an instant. */
export function simulateMentions(seed: number, rows: number, from: number, to: number, ratesAt: (ms: number) => HourRates): MentionBlock {
	const firstHour = Math.ceil(from / HOUR) * HOUR;
	const hourCount = Math.max(0, Math.ceil((to - firstHour) / HOUR));
	const block = createMentionBlock(hourCount * rows * MENTION_SOURCES.length);
	const [startSeconds, endSeconds] = [firstHour / SECOND, (firstHour + hourCount * HOUR) / SECOND];
	const counter = MENTION_COUNTERS.indexOf('simulated');
	if (hourCount > 0)
		block.spans = MENTION_SOURCES.map((_, source) => ({ tickerId: ALL_TICKERS, source, from: startSeconds, to: endSeconds, counter }));
	for (let i = 0; i < hourCount; i++) {
		const hour = firstHour + i * HOUR;
		const { mentionRates, isListed } = ratesAt(hour);
		addHour(block, seed, mentionRates, hour, isListed);
	}
	return block;
}

/** Appends the rows of one hour to `block`. Tickers without a mention have no row. */
function addHour(block: MentionBlock, seed: number, mentionRates: Float64Array, hour: number, isListed: (row: number) => boolean): void {
	const weekday = weekdayOfDay(newYorkDay(hour));
	const hourFactor = HOURLY_FACTORS[Math.floor(newYorkMinute(hour) / 60)]! * (weekday === 0 || weekday === 6 ? 0.35 : 1);
	let n = block.count;
	for (let row = 0; row < mentionRates.length; row++) {
		const key = randomKey(seed, STREAM.mention, row, hour / HOUR + 1_000_000);
		for (let source = 0; source < MENTION_SOURCES.length; source++) {
			const count = poisson(key, source, mentionRates[row]! * hourFactor * SOURCE_FRACTIONS[source]!);
			if (count === 0 || !isListed(row)) continue;
			block.tickerId[n] = row + 1;
			block.time[n] = hour / SECOND;
			block.source[n] = source;
			block.mentions[n] = count;
			block.retweets[n] = source === 0 ? Math.round(count * (0.2 + 0.9 * uniform(key, 2))) : 0;
			// Few authors post twice within an hour, so most mentions have their own author.
			block.authors[n++] = Math.max(1, Math.round(count * (0.7 + 0.3 * uniform(key, 3 + source))));
		}
	}
	block.count = n;
}

/** Draws a Poisson number: by inversion for small means, by the normal approximation above 14. */
function poisson(key: number, index: number, mean: number): number {
	if (mean > 14) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(key, index)));
	let remaining = uniform(key, index);
	let probability = exp(-mean);
	let count = 0;
	while (remaining >= probability && count < 60) {
		remaining -= probability;
		probability *= mean / ++count;
	}
	return count;
}
