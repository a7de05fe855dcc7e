import type { ExchangeDate } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';

/**
 * Caches the results of a function by its arguments until the day ends in New York. Even a market that restarts every minute then requests data once a day.
 * Failures are not cached.
 */
export function cacheForDay<Q extends readonly (string | undefined)[], T>(
	wall: Pick<WallClock, 'now'>,
	fetchAnswer: (...question: Q) => Promise<T>,
): typeof fetchAnswer {
	let day: ExchangeDate | undefined;
	const answers = new Map<string, Promise<T>>();
	return (...question) => {
		const today = newYorkDate(wall.now());
		if (day !== today) answers.clear();
		day = today;
		const key = question.join(' ');
		const known = answers.get(key);
		if (known) return known;
		const answer = fetchAnswer(...question).catch((error: unknown) => {
			answers.delete(key);
			throw error;
		});
		answers.set(key, answer);
		return answer;
	};
}
