import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { createRequestTimeouts } from './request-timeouts.ts';

export interface ImmediateClock extends WallClock {
	/** All waits that were not cancelled, in milliseconds. */
	readonly waits: readonly number[];
	/** Moves the clock without firing anything. */
	leap(ms: number): void;
	/** Marks a request as one without a response: its timeout ends as soon as no other request is pending. */
	leaveUnanswered(): void;
}

/**
 * A clock for code that uses a real network: pauses end immediately and advance the time. Waits of `timeoutFrom` ms and longer are timeouts, which responses
 * cancel, however long they take. `calm`: pauses end only once no request is pending.
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
			const fire = (): void => {
				waits.push(ms);
				now += ms;
				callback();
			};
			if (ms >= timeoutFrom) return timeouts.wait(fire);
			let timer: NodeJS.Timeout;
			const fireWhenCalm = (): void => {
				if (calm && timeouts.requestCount() > 0) timer = setTimeout(fireWhenCalm, 1);
				else fire();
			};
			timer = setTimeout(fireWhenCalm, 0);
			return () => clearTimeout(timer);
		},
	};
}
