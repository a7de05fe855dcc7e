import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { createRequestTimeouts } from './request-timeouts.ts';

export interface ImmediateClock extends WallClock {
	/** Every wait that was asked for and not cancelled. */
	readonly waits: readonly number[];
	/** Moves the clock without firing anything. */
	leap(ms: number): void;
	/** The vendor leaves a request without an answer: its timeout ends as soon as nothing else is asked. */
	leaveUnanswered(): void;
}

/**
 * A clock for code that waits for a network which is really there: pauses end at once, and the time they would have taken has passed. Waits of
 * `timeoutFrom` and longer are timeouts: the answer cancels them, however long it takes. `calm`: a pause ends once no request is under way, where nothing else waits so long.
 */
export function createImmediateClock(start = Date.UTC(2025, 0, 6, 15), { timeoutFrom = 5_000, calm = false } = {}): ImmediateClock {
	let now = start;
	const waits: number[] = [];
	const timeouts = createRequestTimeouts();
	return {
		waits,
		now: () => now,
		leap: (ms) => {
			now += ms;
		},
		leaveUnanswered: timeouts.leaveUnanswered,
		after(ms, callback) {
			const end = (): void => {
				waits.push(ms);
				now += ms;
				callback();
			};
			if (ms >= timeoutFrom) return timeouts.wait(end);
			let timer: NodeJS.Timeout;
			const whenCalm = (): void => {
				if (calm && timeouts.requestCount() > 0) timer = setTimeout(whenCalm, 1);
				else end();
			};
			timer = setTimeout(whenCalm, 0);
			return () => clearTimeout(timer);
		},
	};
}
