import { DAY, HOUR, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { MentionCounter, MentionHour } from './mention-source.ts';
import { parseApeWisdom } from './parse.ts';

export const APEWISDOM_URL = 'https://apewisdom.io';
const HOURS_PER_DAY = 24;
const MAX_PAGES = 30;
/** How long after an hour's end the hour can still be counted: ApeWisdom only states the current sum. */
const MAX_AGE_MS = 2 * HOUR;

/** Reads the hours in [from, to) that were counted and stored before this process started. */
export type LoadCountedHours = (symbols: readonly string[], from: UtcMs, to: UtcMs) => Promise<readonly MentionHour[]>;

/**
 * Counts mentions on Reddit by ApeWisdom, which states only the sum of the last 24 hours: each new hour is the sum minus the known hours. The first sum is
 * spread evenly over its day.
 */
export function createApeWisdomCounter(
	outbound: Outbound,
	wall: WallClock,
	loadHours: LoadCountedHours,
	baseUrl = APEWISDOM_URL,
): MentionCounter {
	/** Counts by symbol and hour. */
	let countsBySymbol = new Map<string, Map<number, number>>();
	/** End of the counted hours, in UTC ms. */
	let countedUntil: number | undefined;

	const readSums = async (): Promise<Map<string, number>> => {
		const sums = new Map<string, number>();
		for (let page = 1, pages = 1; page <= Math.min(pages, MAX_PAGES); page++) {
			const response = parseApeWisdom(await outbound.text('mentions', new URL(`/api/v1.0/filter/all-stocks/page/${page}`, baseUrl)));
			pages = response.pages;
			for (const [symbol, mentions] of response.mentions) sums.set(symbol, mentions);
		}
		return sums;
	};
	const loadKnownHours = async (symbols: readonly string[], to: UtcMs): Promise<void> => {
		const hours = await loadHours(symbols, (to - DAY) as UtcMs, to);
		countsBySymbol = new Map();
		for (const { symbol, ms, mentions } of hours) {
			const hourCounts = countsBySymbol.get(symbol) ?? new Map<number, number>();
			countsBySymbol.set(symbol, hourCounts.set(ms, mentions));
			countedUntil = Math.max(countedUntil ?? 0, ms + HOUR);
		}
	};

	return {
		name: 'apewisdom',
		source: 'reddit',
		reachMs: DAY,
		async countHours(symbols, from, to) {
			if (wall.now() - to > MAX_AGE_MS) return undefined;
			if (countedUntil === undefined) await loadKnownHours(symbols, to);
			const sums = await readSums();
			const start = to - DAY;
			const result: MentionHour[] = [];
			for (const symbol of symbols) {
				const hourCounts = countsBySymbol.get(symbol) ?? new Map<number, number>();
				const hours = Array.from({ length: HOURS_PER_DAY }, (_, i) => start + i * HOUR);
				// A counted hour without an entry had no mentions.
				const knownCounts = hours.map((ms) => (countedUntil !== undefined && ms < countedUntil ? (hourCounts.get(ms) ?? 0) : undefined));
				const hourlyCounts = spreadRollingSum(knownCounts, sums.get(symbol) ?? 0);
				hours.forEach((ms, i) => {
					const mentions = hourlyCounts[i]!;
					hourCounts.set(ms, mentions);
					if (ms >= from && ms < to && mentions > 0) result.push({ symbol, ms, mentions, retweets: 0 });
				});
				for (const ms of hourCounts.keys()) if (ms < start) hourCounts.delete(ms);
				countsBySymbol.set(symbol, hourCounts);
			}
			countedUntil = Math.max(countedUntil ?? 0, to);
			return { since: utcMs(Math.max(from, start)), hours: result };
		},
	};
}

/**
 * Derives hourly counts from a rolling 24-hour sum. Known hours stay; the rest of the sum is spread evenly over the unknown hours. Normally only the newest
 * hour is unknown, so its count is exact. The hours add up to the sum, unless the known hours alone exceed it.
 */
export function spreadRollingSum(counts: readonly (number | undefined)[], sum: number): number[] {
	const unknownCount = counts.filter((count) => count === undefined).length;
	const remainder = Math.max(0, Math.round(sum) - counts.reduce<number>((total, count) => total + (count ?? 0), 0));
	let distributed = 0;
	let unknownSeen = 0;
	return counts.map((count) => {
		if (count !== undefined) return count;
		unknownSeen++;
		const cumulative = Math.round((remainder * unknownSeen) / unknownCount);
		const hourCount = cumulative - distributed;
		distributed = cumulative;
		return hourCount;
	});
}
