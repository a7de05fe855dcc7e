import { DAY, HOUR } from '@sw/domain/time/units';
import type { WallClock } from './clocks/wall-clock.ts';

/** Runs housekeeping an hour after start and then once a day; a failure is reported and does not stop later runs. Returns a function that stops it. */
export function runDaily(wall: WallClock, work: () => Promise<void>, onError: (what: string, error: unknown) => void): () => void {
	let cancel = (): void => {};
	const run = (): void => {
		cancel = wall.after(DAY, run);
		work().catch((error) => onError('daily housekeeping failed', error));
	};
	cancel = wall.after(HOUR, run);
	return () => cancel();
}
