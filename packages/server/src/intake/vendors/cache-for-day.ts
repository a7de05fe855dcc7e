import type { ExchangeDate } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';

/**
 * Caches the results of a function by its arguments until the day ends in New York. Even a market that restarts every minute then requests data once a day.
 * Failures are not cached.
 */
export function cacheForDay<Q extends readonly (string | undefined)[], T>(
	wall: Pick<WallClock, 'now'>,
	fetchResult: (...args: Q) => Promise<T>,
): typeof fetchResult {
	let day: ExchangeDate | undefined;
	const results = new Map<string, Promise<T>>();
	return (...args) => {
		const today = newYorkDate(wall.now());
		if (day !== today) results.clear();
		day = today;
		const key = args.join(' ');
		const cached = results.get(key);
		if (cached) return cached;
		const result = fetchResult(...args).catch((error: unknown) => {
			results.delete(key);
			throw error;
		});
		results.set(key, result);
		return result;
	};
}
