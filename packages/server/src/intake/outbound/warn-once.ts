import { DAY } from '@sw/domain/time/units';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';

/** Warns at most once a day for each `key`: most problems persist over many slots. */
export type WarnOnce = (key: string, message: string) => void;

export function createWarnOnce(wall: Pick<WallClock, 'now'>, warn: (message: string) => void): WarnOnce {
	const reported = new Map<string, number>();
	return (matter, message) => {
		const last = reported.get(matter);
		if (last !== undefined && wall.now() - last < DAY) return;
		reported.set(matter, wall.now());
		warn(message);
	};
}
