import { MENTION_SOURCES } from '../prices/blocks.ts';
import { type ExchangeDate, HOUR, type UtcMs } from '../time/units.ts';
import { addDays, newYorkToUtc } from '../time/zone.ts';
import { findInterval, intervalStartHour, isWeekend, type MentionTimeframe, PAST_DAYS, shiftDaysBack } from './interval.ts';
import { indexInHour, type MentionHours, sumHours, wasCounted } from './mention-hours.ts';

/** One ticker's mentions from one source, with one element per interval; null unless the whole interval was counted. */
export interface SourceSeries {
	readonly source: number;
	readonly mentions: (number | null)[];
	readonly retweets: (number | null)[];
	/** Each author counts once per hour. Also null if the source doesn't report authors. */
	readonly authors: (number | null)[];
}

export interface TickerSeries {
	/** Starts of the intervals, oldest first; the last one is in progress. */
	readonly starts: UtcMs[];
	/** End of the counted part of the last interval; `to` is the end of that interval. */
	readonly until: UtcMs;
	readonly to: UtcMs;
	readonly sources: SourceSeries[];
}

/** Returns one row's series: the intervals of the previous 30 days, and the interval in progress at `until`. */
export function createTickerSeries(hours: MentionHours, row: number, timeframe: MentionTimeframe, until: UtcMs): TickerSeries {
	const intervals = intervalsUntil(timeframe, until);
	const currentInterval = intervals.at(-1) as (typeof intervals)[number];
	const sources = MENTION_SOURCES.map((_, source): SourceSeries => {
		const series: SourceSeries = { source, mentions: [], retweets: [], authors: [] };
		for (const interval of intervals) {
			let [mentions, retweets, authors] = [0, 0, 0];
			let isCounted = true;
			for (let ms: number = interval.from; ms < interval.until; ms += HOUR) {
				const hour = hours.hour(source, ms);
				if (!hour || !wasCounted(hour, row)) {
					isCounted = false;
					break;
				}
				const at = indexInHour(hour, row);
				if (at < 0) continue;
				const authorCount = hour.authors[at]!;
				mentions += hour.mentions[at]!;
				retweets += hour.retweets[at]!;
				authors = authorCount < 0 ? Number.NaN : authors + authorCount;
			}
			series.mentions.push(isCounted ? mentions : null);
			series.retweets.push(isCounted ? retweets : null);
			series.authors.push(isCounted && !Number.isNaN(authors) ? authors : null);
		}
		return series;
	});
	return { starts: intervals.map(({ from }) => from), until: currentInterval.until, to: currentInterval.to, sources };
}

function intervalsUntil(timeframe: MentionTimeframe, until: UtcMs): { from: UtcMs; until: UtcMs; to: UtcMs }[] {
	const current = findInterval(timeframe, until);
	const oldest = shiftDaysBack(current, PAST_DAYS).from;
	const intervals = [current];
	for (let earliest = current; earliest.from > oldest; ) {
		earliest = findInterval(timeframe, earliest.from);
		intervals.unshift(earliest);
	}
	return intervals;
}

/** The usual mentions of the intervals that start at one hour of the day. */
export interface UsualBand {
	/** Hour on the New York clock. */
	readonly hour: number;
	/** Number of counted intervals. */
	readonly days: number;
	readonly mean: number;
	/** The 10th and 90th percentiles, by nearest rank. */
	readonly low: number;
	readonly high: number;
}

/** Computes the usual mentions by hour, ascending, without the interval in progress. Hours without a counted interval are absent. */
export function computeUsualBands(starts: readonly UtcMs[], values: readonly (number | null)[]): UsualBand[] {
	const byHour = new Map<number, number[]>();
	starts.slice(0, -1).forEach((start, i) => {
		const value = values[i];
		if (value === null || value === undefined) return;
		const hour = intervalStartHour(start);
		byHour.set(hour, [...(byHour.get(hour) ?? []), value]);
	});
	return [...byHour]
		.sort(([a], [b]) => a - b)
		.map(([hour, list]) => {
			const sorted = list.toSorted((a, b) => a - b);
			return {
				hour,
				days: list.length,
				mean: list.reduce((sum, value) => sum + value, 0) / list.length,
				low: valueAtShare(sorted, 0.1),
				high: valueAtShare(sorted, 0.9),
			};
		});
}

function valueAtShare(sorted: readonly number[], share: number): number {
	return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!;
}

/** Minimum number of known weekdays for a mean. */
const MIN_WEEKDAYS = 10;

/**
 * Computes mean mentions per weekday over the 30 days before a date, by row, without retweets. Includes sources that counted every hour of the newest
 * weekday, and days that these sources counted completely. NaN with fewer than MIN_WEEKDAYS such days. Only days before the date are read, so all reports of
 * a session agree. Yields before each day, so that other work can run.
 */
export function* measureUsualDay(hours: MentionHours, date: ExchangeDate): Generator<undefined, Float64Array> {
	const { rows } = hours;
	const [sum, days] = [new Float64Array(rows), new Uint8Array(rows)];
	let availableSources: readonly Uint8Array[] | undefined;
	for (let daysBack = 1; daysBack <= PAST_DAYS; daysBack++) {
		const day = addDays(date, -daysBack);
		const [from, to] = [newYorkToUtc(day, 0, 0), newYorkToUtc(addDays(day, 1), 0, 0)];
		if (isWeekend(from)) continue;
		yield;
		const sources = MENTION_SOURCES.map((_, source) => sumHours(hours, source, from, to, false));
		availableSources ??= sources.map(({ lacking }) => lacking.map((lackingFlag) => 1 - lackingFlag));
		for (let row = 0; row < rows; row++) {
			let [total, countedSources] = [0, 0];
			for (let source = 0; source < sources.length; source++) {
				if (availableSources[source]?.[row] !== 1) continue;
				const { total: totals, lacking } = sources[source] as (typeof sources)[number];
				countedSources = lacking[row] === 1 ? Number.NaN : countedSources + 1;
				total += totals[row]!;
			}
			if (!(countedSources > 0)) continue;
			sum[row] = sum[row]! + total;
			days[row] = days[row]! + 1;
		}
	}
	return sum.map((total, row) => (days[row]! < MIN_WEEKDAYS ? Number.NaN : total / days[row]!));
}
