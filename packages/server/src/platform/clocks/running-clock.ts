import type { Calendar } from '@sw/domain/time/calendar';
import { MINUTE, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { createWaiters, type MarketClock } from './market-clock.ts';
import type { Pace } from './pace.ts';
import type { WallClock } from './wall-clock.ts';

/** Maximum interval between reads of the wall clock. */
const READ_INTERVAL = SECOND;
/** Maximum time that can pass between two reads: the market doesn't jump ahead after a laptop's sleep or a debugger's pause. */
const MAX_STEP = 10 * SECOND;
/** Shortest timer in milliseconds: timers can fire slightly early. */
const MIN_TIMER_MS = 1;

export interface RunningClockOptions {
	/** The time when the clock was last stopped, or the end of the provider's history. */
	start: UtcMs;
	pace: Pace;
	wall: WallClock;
	calendar: Calendar;
	/** Called every second and when stopped, with the current time, to be stored as the next `start`. */
	onProgress?: (now: UtcMs) => void;
}

/** Creates a market clock that runs through trading hours at a given pace and skips closed hours. */
export function createRunningClock({ start, pace, wall, calendar, onProgress }: RunningClockOptions): MarketClock {
	let speed = validateSpeed(pace.speed());
	const waiters = createWaiters();
	const speedHistory = createSpeedHistory();
	let market = advance(calendar, start, 0, speed);
	let lastWall = wall.now();
	let isStopped = false;
	let cancel = (): void => {};

	const now = (): UtcMs => {
		if (isStopped) return market;
		const wallNow = wall.now();
		const elapsed = Math.max(0, Math.min(wallNow - lastWall, MAX_STEP));
		lastWall = wallNow;
		market = advance(calendar, market, elapsed, speed);
		recordSpeed();
		return market;
	};
	const currentSpeed = (): number => Math.min(speed, stretchAt(calendar, market)?.maxSpeed ?? speed);
	const recordSpeed = (): void => speedHistory.add({ wall: lastWall, market, speed: currentSpeed() });
	recordSpeed();
	/** Schedules the timer for the next read, or for an earlier awaited instant. The jump over closed hours reaches the instants in them. */
	const schedule = (): void => {
		const target = Math.min(waiters.earliest(), stretchAt(calendar, market)?.end ?? market);
		const delay = Math.ceil((target - market) / currentSpeed());
		cancel();
		cancel = wall.after(Math.max(MIN_TIMER_MS, Math.min(READ_INTERVAL, delay)), onTimer);
	};
	let lastReported = lastWall;
	const onTimer = (): void => {
		waiters.release(now());
		if (lastWall - lastReported >= READ_INTERVAL || lastWall < lastReported) {
			lastReported = lastWall;
			onProgress?.(market);
		}
		schedule();
	};
	schedule();
	const unsubscribeFromPace = pace.onChange(() => {
		waiters.release(now());
		speed = validateSpeed(pace.speed());
		recordSpeed();
		schedule();
	});

	return {
		kind: 'runs',
		now,
		speed: currentSpeed,
		reachedAt: speedHistory.wallAt,
		waitUntil(instant, signal) {
			if (!isStopped && instant <= now()) return Promise.resolve();
			const promise = waiters.add(instant, signal);
			if (!isStopped) schedule();
			return promise;
		},
		stop() {
			if (isStopped) return;
			now();
			isStopped = true;
			unsubscribeFromPace();
			cancel();
			waiters.close();
			onProgress?.(market);
		},
	};
}

function validateSpeed(speed: number): number {
	if (!(speed > 0 && Number.isFinite(speed))) throw new RangeError(`Speed must be a positive number, not ${speed}`);
	return speed;
}

/** Market time that the clock runs after the close, for the last slot's reports, before jumping to the next open. */
const AFTER_CLOSE = 5 * MINUTE;
/** Minimum wall-clock time after the close, at any speed: publishing needs machine time, not market time. */
const MIN_WALL_TIME_AFTER_CLOSE = 5 * SECOND;

/** A stretch of time in which the clock runs. */
interface Stretch {
	end: UtcMs;
	maxSpeed: number;
}

/** Returns the stretch that contains `now`; undefined if the clock skips that time. */
export function stretchAt(calendar: Calendar, now: UtcMs): Stretch | undefined {
	const session = calendar.lastOpened(now);
	if (!session) return undefined;
	if (now < session.close) return { end: session.close, maxSpeed: Number.POSITIVE_INFINITY };
	const end = utcMs(session.close + AFTER_CLOSE);
	return now < end ? { end, maxSpeed: AFTER_CLOSE / MIN_WALL_TIME_AFTER_CLOSE } : undefined;
}

/** Returns the market time after `elapsed` wall-clock milliseconds at a speed, skipping closed hours. Throws RangeError beyond the calendar. */
export function advance(calendar: Calendar, from: UtcMs, elapsed: number, speed: number): UtcMs {
	let now = from;
	let remaining = elapsed;
	for (;;) {
		const stretch = stretchAt(calendar, now);
		if (stretch) {
			const pace = Math.min(speed, stretch.maxSpeed);
			if (now + remaining * pace < stretch.end) return utcMs(now + remaining * pace);
			remaining -= (stretch.end - now) / pace;
			now = stretch.end;
			continue;
		}
		const next = calendar.nextToOpen(now);
		if (!next) throw new RangeError('The calendar has no session after this one');
		now = next.open;
	}
}

/** From this point on, the market ran at this speed. Wall-clock and market time in milliseconds. */
interface SpeedChange {
	wall: number;
	market: number;
	speed: number;
}

/** The speeds of a market clock over time, to calculate when the clock reached an instant. */
interface SpeedHistory {
	/** Records that the clock is at `market` and continues at `speed`. */
	add(change: SpeedChange): void;
	/** Returns the wall-clock time at which the clock reached `instant`; undefined if that is too long ago, or in the future. */
	wallAt(instant: UtcMs): number | undefined;
}

/** A session adds three entries, and each change of speed one: enough for any outage. */
const MAX_CHANGES = 1_000;
/** Rounding error of timers, in wall-clock milliseconds. */
const TIMER_TOLERANCE = 1;

export function createSpeedHistory(): SpeedHistory {
	const changes: SpeedChange[] = [];
	let newest = Number.NEGATIVE_INFINITY;
	return {
		add(change) {
			newest = change.market;
			const last = changes.at(-1);
			const expected = last && last.market + (change.wall - last.wall) * last.speed;
			if (expected !== undefined && last?.speed === change.speed && Math.abs(expected - change.market) <= TIMER_TOLERANCE * change.speed)
				return;
			changes.push(change);
			if (changes.length > MAX_CHANGES) changes.shift();
		},
		wallAt(instant) {
			if (instant > newest) return undefined;
			const at = changes.findLastIndex(({ market }) => market <= instant);
			const change = changes[at];
			if (!change) return undefined;
			const wallTime = change.wall + (instant - change.market) / change.speed;
			return Math.round(Math.min(wallTime, changes[at + 1]?.wall ?? wallTime));
		},
	};
}
