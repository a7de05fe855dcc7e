import type { Calendar } from '@sw/domain/time/calendar';
import { SECOND, type UtcMs } from '@sw/domain/time/units';
import type { MarketClock } from './market-clock.ts';
import type { Pace } from './pace.ts';
import { createSpeedHistory } from './speed-history.ts';
import { advance, stretchAt } from './trading-time.ts';
import { createWaiters } from './waiters.ts';
import type { WallClock } from './wall-clock.ts';

/** The clock reads the wall clock at least this often. */
const BEAT = SECOND;
/** After a longer pause of the process (a sleeping laptop, a debugger) only this much counts: the market pauses instead of jumping ahead. */
const LONGEST_STEP = 10 * SECOND;
/** Allowance for timers that fire slightly early. */
const LEAST_DELAY = 1;

export interface RunningClockOptions {
	/** Its time when last stopped, or the end of the provider's history. */
	start: UtcMs;
	pace: Pace;
	wall: WallClock;
	calendar: Calendar;
	/** Called every second and at stop with the current time, to be stored as the next `start`. */
	onProgress?: (now: UtcMs) => void;
}

/** A market clock that runs through trading hours at some pace and skips closed hours. */
export function createRunningClock({ start, pace, wall, calendar, onProgress }: RunningClockOptions): MarketClock {
	let speed = checked(pace.speed());
	const waiters = createWaiters();
	const trail = createSpeedHistory();
	let market = advance(calendar, start, 0, speed);
	let seen = wall.now();
	let stopped = false;
	let cancel = (): void => {};

	const now = (): UtcMs => {
		if (stopped) return market;
		const wallNow = wall.now();
		const elapsed = Math.max(0, Math.min(wallNow - seen, LONGEST_STEP));
		seen = wallNow;
		market = advance(calendar, market, elapsed, speed);
		leaveTrail();
		return market;
	};
	const speedHere = (): number => Math.min(speed, stretchAt(calendar, market)?.fastest ?? speed);
	const leaveTrail = (): void => trail.add({ wall: seen, market, speed: speedHere() });
	leaveTrail();
	/** Schedules the next beat, or the next awaited instant; an instant in closed hours is reached by the jump over them. */
	const schedule = (): void => {
		const target = Math.min(waiters.earliest(), stretchAt(calendar, market)?.end ?? market);
		const delay = Math.ceil((target - market) / speedHere());
		cancel();
		cancel = wall.after(Math.max(LEAST_DELAY, Math.min(BEAT, delay)), beat);
	};
	let reported = seen;
	const beat = (): void => {
		waiters.release(now());
		if (seen - reported >= BEAT || seen < reported) {
			reported = seen;
			onProgress?.(market);
		}
		schedule();
	};
	schedule();
	const ignorePace = pace.onChange(() => {
		waiters.release(now());
		speed = checked(pace.speed());
		leaveTrail();
		schedule();
	});

	return {
		kind: 'runs',
		now,
		speed: speedHere,
		reachedAt: trail.wallAt,
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
			ignorePace();
			cancel();
			waiters.close();
			onProgress?.(market);
		},
	};
}

function checked(speed: number): number {
	if (!(speed > 0 && Number.isFinite(speed))) throw new RangeError(`Speed must be a positive number, not ${speed}`);
	return speed;
}
