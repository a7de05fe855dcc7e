import { SECOND } from '@sw/domain/time/units';
import type { WallClock } from './clocks/wall-clock.ts';
import type { Readiness } from './readiness.ts';

/** Reports that the process is stopping, and waits until load balancers have noticed; requests are still served meanwhile. */
export const drain = async (readiness: Pick<Readiness, 'set'>, wall: WallClock, seconds: number): Promise<void> => {
	if (seconds === 0) return;
	readiness.set('stopping', 'Stopping');
	await new Promise<void>((done) => wall.after(seconds * SECOND, done));
};
