import { type UtcMs, utcMs } from '@sw/domain/time/units';
import type { MarketClock } from './market-clock.ts';
import { createWaiters } from './waiters.ts';

export interface StoppedClock extends MarketClock {
	/** Moves the clock forward to the end of new data; an earlier instant is ignored. */
	moveTo(instant: UtcMs): void;
}

/** The clock of a provider without live data: it is stopped at the end of the last bar. */
export function createStoppedClock(start: UtcMs): StoppedClock {
	const waiters = createWaiters();
	let at = start;
	return {
		kind: 'stopped',
		now: () => at,
		speed: () => 0,
		reachedAt: () => undefined,
		waitUntil: (instant, signal) => (instant <= at ? Promise.resolve() : waiters.add(instant, signal)),
		moveTo(instant) {
			at = utcMs(Math.max(at, instant));
			waiters.release(at);
		},
		stop: () => waiters.close(),
	};
}
