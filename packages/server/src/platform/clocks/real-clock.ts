import { SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { createWaiters, type MarketClock } from './market-clock.ts';
import type { WallClock } from './wall-clock.ts';

/** Maximum duration of a timer, because the wall clock can be adjusted while a timer runs. */
const MAX_TIMER_MS = 10 * SECOND;

/**
 * Creates the clock of a real market: the wall clock minus the data's `delay` in milliseconds, so a slot ends when its bars are available.
 * If the wall clock is set back, this clock stops until the wall clock has caught up.
 */
export function createRealClock({ wall, delay = 0 }: { wall: WallClock; delay?: number }): MarketClock {
	const waiters = createWaiters();
	let latest = 0;
	let isStopped = false;
	let cancel = (): void => {};
	const now = (): UtcMs => {
		if (!isStopped) latest = Math.max(latest, wall.now() - delay);
		return utcMs(latest);
	};
	const schedule = (): void => {
		cancel();
		const waitMs = waiters.findEarliest() - now();
		if (!isStopped && waitMs !== Number.POSITIVE_INFINITY) cancel = wall.after(Math.max(1, Math.min(MAX_TIMER_MS, waitMs)), onTimer);
	};
	const onTimer = (): void => {
		waiters.release(now());
		schedule();
	};
	return {
		kind: 'runs',
		now,
		speed: () => 1,
		reachedAt: (instant) => (instant <= now() ? instant + delay : undefined),
		waitUntil(instant, signal) {
			if (!isStopped && instant <= now()) return Promise.resolve();
			const promise = waiters.add(instant, signal);
			schedule();
			return promise;
		},
		stop() {
			if (isStopped) return;
			now();
			isStopped = true;
			cancel();
			waiters.close();
		},
	};
}
