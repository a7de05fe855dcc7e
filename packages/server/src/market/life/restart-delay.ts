const RESTART_AFTER = [5_000, 15_000, 60_000];

/** The wait before what failed is begun again, in milliseconds; `tries` before this one count from 0. */
export function restartDelay(tries: number): number {
	return RESTART_AFTER[Math.min(tries, RESTART_AFTER.length - 1)]!;
}
