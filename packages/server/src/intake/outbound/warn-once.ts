import { DAY } from '@sw/domain/time/units';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';

/** Tells of a matter at most once a day: what is odd today is odd in the next quarter-hour too. */
export type WarnOnce = (matter: string, what: string) => void;

export const createWarnOnce = (wall: Pick<WallClock, 'now'>, warn: (what: string) => void): WarnOnce => {
	const told = new Map<string, number>();
	return (matter, what) => {
		const last = told.get(matter);
		if (last !== undefined && wall.now() - last < DAY) return;
		told.set(matter, wall.now());
		warn(what);
	};
};
