import type { ExchangeDate } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';

/**
 * What changes from day to day, asked for once in each: callers that come again on the same day, also a market that is started over every minute, share the
 * answer. A failure is not kept.
 */
export function onceADay<Q extends readonly (string | undefined)[], T>(
	wall: Pick<WallClock, 'now'>,
	ask: (...question: Q) => Promise<T>,
): typeof ask {
	let day: ExchangeDate | undefined;
	const answers = new Map<string, Promise<T>>();
	return (...question) => {
		const today = newYorkDate(wall.now());
		if (day !== today) answers.clear();
		day = today;
		const key = question.join(' ');
		const known = answers.get(key);
		if (known) return known;
		const answer = ask(...question).catch((error: unknown) => {
			answers.delete(key);
			throw error;
		});
		answers.set(key, answer);
		return answer;
	};
}
