import { isOutage } from '@sw/store/faults/outage';
import { pause } from '../platform/clocks/pause.ts';
import type { WallClock } from '../platform/clocks/wall-clock.ts';

/** Milliseconds until a note is tried again: doubling, since an outage is either over at once or lasts. */
const [FIRST, LONGEST] = [100, 2_000];

/** Writes that note what has happened outside already: while the database is away they are made again, for `within` milliseconds. */
export const untilNoted =
	(wall: WallClock, within: number) =>
	<A extends unknown[], R>(note: (...args: A) => Promise<R>) =>
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
