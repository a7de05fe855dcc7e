import { type UtcMs, utcMs } from '@sw/domain/time/units';
import type { MarketClock } from './market-clock.ts';
import { createWaiters } from './waiters.ts';

export interface StandingClock extends MarketClock {
	/** New data reach to `instant`: the clock goes there; an earlier instant changes nothing. */
	moveTo(instant: UtcMs): void;
}

/** The clock of a provider without live data: it stands at the end of the last bar. */
export const createStandingClock = (start: UtcMs): StandingClock => {
	const waiters = createWaiters();
	let at = start;
	return {
		kind: 'stands',
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
};
