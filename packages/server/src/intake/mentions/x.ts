import { DAY, type UtcMs } from '@sw/domain/time/units';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { firstWholeHour, type MentionCounter, type MentionHour } from './mention-source.ts';
import { parseCounts } from './parse.ts';

export const X_URL = 'https://api.x.com';
/** X counts reach back seven days; slightly less is requested, to stay within the limit. */
const REACH_MS = 6.9 * DAY;
/** Each ticker takes two paid requests, so only the first tickers of the universe are counted. */
export const X_TICKER_COUNT = 25;

/** Counts posts with a ticker's cashtag by hour; reposts are the difference between the counts with and without them. */
export function createXCounter(
	outbound: Outbound,
	wall: WallClock,
	token: string,
	tickerCount = X_TICKER_COUNT,
	baseUrl = X_URL,
): MentionCounter {
	const fetchCounts = async (query: string, from: UtcMs, to: UtcMs): Promise<Map<number, number>> => {
		const hours = new Map<number, number>();
		let next: string | undefined;
		do {
			const url = new URL('/2/tweets/counts/recent', baseUrl);
			url.searchParams.set('query', query);
			url.searchParams.set('granularity', 'hour');
			url.searchParams.set('start_time', new Date(from).toISOString());
			url.searchParams.set('end_time', new Date(to).toISOString());
			if (next) url.searchParams.set('next_token', next);
			const page = parseCounts(await outbound.text('counts', url, { headers: { authorization: `Bearer ${token}` } }));
			for (const [hour, count] of page.hours) hours.set(hour, (hours.get(hour) ?? 0) + count);
			next = page.next === next ? undefined : page.next;
		} while (next);
		return hours;
	};
	return {
		name: 'x',
		source: 'twitter',
		reachMs: REACH_MS,
		covers: (symbols) => symbols.slice(0, tickerCount),
		async countHours(symbols, from, to) {
			const since = firstWholeHour(from, wall.now() - REACH_MS);
			if (since >= to) return undefined;
			const mentionHours: MentionHour[] = [];
			for (const symbol of symbols.slice(0, tickerCount)) {
				const originalCounts = await fetchCounts(`$${symbol} -is:retweet`, since, to);
				const totalCounts = await fetchCounts(`$${symbol}`, since, to);
				for (const [ms, count] of totalCounts) {
					const mentions = Math.min(count, originalCounts.get(ms) ?? 0);
					mentionHours.push({ symbol, ms, mentions, retweets: count - mentions });
				}
			}
			return { since, hours: mentionHours };
		},
	};
}
