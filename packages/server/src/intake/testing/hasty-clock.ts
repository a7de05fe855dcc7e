import type { WallClock } from '../../platform/clocks/wall-clock.ts';

export interface HastyClock extends WallClock {
	/** Every wait that was asked for and not cancelled. */
	readonly waits: readonly number[];
	/** Moves the clock without firing anything. */
	leap(ms: number): void;
}

/**
 * A clock for code that waits for a network which is really there: pauses end at once, and the time they would have taken has passed. Timeouts are
 * cancelled by the answer before they can end; `patience` (real milliseconds) is how long they wait for it.
 */
export const createHastyClock = (start = Date.UTC(2025, 0, 6, 15), { timeoutFrom = 5_000, patience = 1_500 } = {}): HastyClock => {
	let now = start;
	const waits: number[] = [];
	return {
		waits,
		now: () => now,
		leap: (ms) => {
			now += ms;
		},
		after(ms, callback) {
			const isTimeout = ms >= timeoutFrom;
			const timer = setTimeout(
				() => {
					waits.push(ms);
					now += ms;
					callback();
				},
				isTimeout ? patience : 0,
			);
			return () => clearTimeout(timer);
		},
	};
};
