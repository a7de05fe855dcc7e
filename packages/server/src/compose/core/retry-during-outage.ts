import { isOutage } from '@sw/store/faults/outage';
import { pause } from '../../platform/clocks/pause.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';

/** Milliseconds before a retry, doubling each time, since an outage is either over immediately or lasts. */
const [FIRST, LONGEST] = [100, 2_000];

/** Retries writes that record what has already happened outside, for `within` milliseconds while the database is down. */
export function retryDuringOutage(wall: WallClock, within: number) {
	return <A extends unknown[], R>(note: (...args: A) => Promise<R>) =>
		async (...args: A): Promise<R> => {
			const end = wall.now() + within;
			for (let wait = FIRST; ; wait = Math.min(LONGEST, 2 * wait)) {
				try {
					return await note(...args);
				} catch (error) {
					if (!isOutage(error) || wall.now() + wait >= end) throw error;
					await pause(wall, wait);
				}
			}
		};
}
