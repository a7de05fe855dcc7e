import { type Calendar, nyse } from '@sw/domain/time/calendar';
import { SECOND, type UtcMs } from '@sw/domain/time/units';
import type { MarketClock } from './market-clock.ts';
import { advance, runningUntil } from './trading-time.ts';
import { createWaiters } from './waiters.ts';
import type { WallClock } from './wall-clock.ts';

/** The clock looks at the wall at least this often. */
const BEAT = SECOND;
/** Of a longer silence of the process (a laptop asleep, a debugger) only this much counts: the market waits, it does not leap. */
const LONGEST_STEP = 10 * SECOND;
/** Room for timers that fire a moment early. */
const LEAST_DELAY = 1;

export interface RunningClockOptions {
	/** Where it stood when it was last stopped, or the end of the provider's history. */
	start: UtcMs;
	/** Market seconds a wall second; above 0. */
	speed: number;
	wall: WallClock;
	calendar?: Calendar;
	/** Told every second, and at stop, how far the clock is, to be stored as the next `start`. */
	onProgress?: (now: UtcMs) => void;
}

/** A market clock that runs through trading hours at a speed and skips closed hours. */
export const createRunningClock = ({ start, speed, wall, calendar = nyse, onProgress }: RunningClockOptions): MarketClock => {
	if (!(speed > 0 && Number.isFinite(speed))) throw new RangeError(`Speed must be a positive number, not ${speed}`);
	const waiters = createWaiters();
	let market = advance(calendar, start, 0);
	let seen = wall.now();
	let stopped = false;
	let cancel = (): void => {};

	const now = (): UtcMs => {
		if (stopped) return market;
		const wallNow = wall.now();
		const elapsed = Math.max(0, Math.min(wallNow - seen, LONGEST_STEP));
		seen = wallNow;
		market = advance(calendar, market, elapsed * speed);
		return market;
	};
	/** Until the next beat, or the next instant that someone waits for; one in closed hours comes at the jump. */
	const schedule = (): void => {
		const target = Math.min(waiters.earliest(), runningUntil(calendar, market) ?? market);
		const delay = Math.ceil((target - market) / speed);
		cancel();
		cancel = wall.after(Math.max(LEAST_DELAY, Math.min(BEAT, delay)), beat);
	};
	let told = seen;
	const beat = (): void => {
		waiters.release(now());
		if (seen - told >= BEAT || seen < told) {
			told = seen;
			onProgress?.(market);
		}
		schedule();
	};
	schedule();

	return {
		kind: 'runs',
		now,
		waitUntil(instant, signal) {
			if (!stopped && instant <= now()) return Promise.resolve();
			const waited = waiters.add(instant, signal);
			if (!stopped) schedule();
			return waited;
		},
		stop() {
			if (stopped) return;
			now();
			stopped = true;
			cancel();
			waiters.close();
			onProgress?.(market);
		},
	};
};
