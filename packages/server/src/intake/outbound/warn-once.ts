import { DAY } from '@sw/domain/time/units';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';

/** Warns at most once a day for each `key`: most problems persist over many slots. */
export type WarnOnce = (key: string, message: string) => void;

export function createWarnOnce(wall: Pick<WallClock, 'now'>, warn: (message: string) => void): WarnOnce {
	const lastWarned = new Map<string, number>();
	return (key, message) => {
		const last = lastWarned.get(key);
		if (last !== undefined && wall.now() - last < DAY) return;
		lastWarned.set(key, wall.now());
		warn(message);
	};
}
