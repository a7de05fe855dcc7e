import { SECOND } from '@sw/domain/time/units';
import type { WallClock } from './clocks/wall-clock.ts';
import type { Readiness } from './readiness.ts';

/** Says that the process is leaving, and waits so long that whoever sends it calls has seen it; all are served meanwhile. */
export const drain = async (readiness: Pick<Readiness, 'set'>, wall: WallClock, seconds: number): Promise<void> => {
	if (seconds === 0) return;
	readiness.set('stopping', 'Stopping');
	await new Promise<void>((done) => wall.after(seconds * SECOND, done));
};
