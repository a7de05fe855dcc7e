import type { Calendar } from '@sw/domain/time/calendar';
import { MINUTE, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { createWaiters, type MarketClock } from './market-clock.ts';
import type { Pace } from './pace.ts';
import type { WallClock } from './wall-clock.ts';

/** Maximum interval between reads of the wall clock. */
const READ_INTERVAL_MS = SECOND;
/** Maximum time that can pass between two reads: the market doesn't jump ahead after a laptop's sleep or a debugger's pause. */
const MAX_STEP_MS = 10 * SECOND;
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
	let marketTime = advanceMarketTime(calendar, start, 0, speed);
	let lastWallTime = wall.now();
	let isStopped = false;
	let cancel = (): void => {};

	const now = (): UtcMs => {
		if (isStopped) return marketTime;
		const wallNow = wall.now();
		const elapsedMs = Math.max(0, Math.min(wallNow - lastWallTime, MAX_STEP_MS));
		lastWallTime = wallNow;
		marketTime = advanceMarketTime(calendar, marketTime, elapsedMs, speed);
		recordSpeed();
		return marketTime;
	};
	const currentSpeed = (): number => Math.min(speed, findStretch(calendar, marketTime)?.maxSpeed ?? speed);
	const recordSpeed = (): void => speedHistory.add({ wallTime: lastWallTime, marketTime, speed: currentSpeed() });
	recordSpeed();
	/** Schedules the timer for the next read, or for an earlier awaited instant. Instants within closed hours are reached by the jump over them. */
	const schedule = (): void => {
		const nextInstant = Math.min(waiters.findEarliest(), findStretch(calendar, marketTime)?.end ?? marketTime);
		const delayMs = Math.ceil((nextInstant - marketTime) / currentSpeed());
		cancel();
		cancel = wall.after(Math.max(MIN_TIMER_MS, Math.min(READ_INTERVAL_MS, delayMs)), onTimer);
	};
	let lastReportedAt = lastWallTime;
	const onTimer = (): void => {
		waiters.release(now());
		if (lastWallTime - lastReportedAt >= READ_INTERVAL_MS || lastWallTime < lastReportedAt) {
			lastReportedAt = lastWallTime;
			onProgress?.(marketTime);
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
		reachedAt: speedHistory.findWallTime,
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
			onProgress?.(marketTime);
		},
	};
}

function validateSpeed(speed: number): number {
	if (!(speed > 0 && Number.isFinite(speed))) throw new RangeError(`Speed must be a positive number, not ${speed}`);
	return speed;
}

/** Market time that the clock runs after the close, for the last slot's reports, before jumping to the next open. */
const MARKET_MS_AFTER_CLOSE = 5 * MINUTE;
/** Minimum wall-clock time after the close, at any speed: publishing needs machine time, not market time. */
const MIN_WALL_MS_AFTER_CLOSE = 5 * SECOND;

/** A stretch of time in which the clock runs. */
interface Stretch {
	end: UtcMs;
	maxSpeed: number;
}

/** Returns the stretch that contains `now`; undefined if the clock skips that time. */
export function findStretch(calendar: Calendar, now: UtcMs): Stretch | undefined {
	const session = calendar.lastOpened(now);
	if (!session) return undefined;
	if (now < session.close) return { end: session.close, maxSpeed: Number.POSITIVE_INFINITY };
	const end = utcMs(session.close + MARKET_MS_AFTER_CLOSE);
	return now < end ? { end, maxSpeed: MARKET_MS_AFTER_CLOSE / MIN_WALL_MS_AFTER_CLOSE } : undefined;
}

/** Returns the market time after `elapsedMs` wall-clock milliseconds at a speed, skipping closed hours. Throws RangeError beyond the calendar. */
export function advanceMarketTime(calendar: Calendar, start: UtcMs, elapsedMs: number, speed: number): UtcMs {
	let marketTime = start;
	let remainingMs = elapsedMs;
	for (;;) {
		const stretch = findStretch(calendar, marketTime);
		if (stretch) {
			const stretchSpeed = Math.min(speed, stretch.maxSpeed);
			if (marketTime + remainingMs * stretchSpeed < stretch.end) return utcMs(marketTime + remainingMs * stretchSpeed);
			remainingMs -= (stretch.end - marketTime) / stretchSpeed;
			marketTime = stretch.end;
			continue;
		}
		const next = calendar.nextToOpen(marketTime);
		if (!next) throw new RangeError('The calendar has no session after this one');
		marketTime = next.open;
	}
}

/** A change of speed: the market clock ran at `speed` from these times (in milliseconds) on. */
interface SpeedChange {
	wallTime: number;
	marketTime: number;
	speed: number;
}

/** The speeds of a market clock over time, to calculate when the clock reached an instant. */
interface SpeedHistory {
	/** Records that the clock is at `marketTime` and continues at `speed`. */
	add(change: SpeedChange): void;
	/** Returns the wall-clock time at which the clock reached `instant`; undefined if that is too long ago, or in the future. */
	findWallTime(instant: UtcMs): number | undefined;
}

/** Maximum number of stored changes. A session adds three, a change of speed one: enough for any outage. */
const MAX_CHANGES = 1_000;
/** Rounding error of timers, in wall-clock milliseconds. */
const TIMER_TOLERANCE = 1;

export function createSpeedHistory(): SpeedHistory {
	const changes: SpeedChange[] = [];
	let newestMarketTime = Number.NEGATIVE_INFINITY;
	return {
		add(change) {
			newestMarketTime = change.marketTime;
			const last = changes.at(-1);
			const expectedMarketTime = last && last.marketTime + (change.wallTime - last.wallTime) * last.speed;
			if (
				expectedMarketTime !== undefined &&
				last?.speed === change.speed &&
				Math.abs(expectedMarketTime - change.marketTime) <= TIMER_TOLERANCE * change.speed
			)
				return;
			changes.push(change);
			if (changes.length > MAX_CHANGES) changes.shift();
		},
		findWallTime(instant) {
			if (instant > newestMarketTime) return undefined;
			const at = changes.findLastIndex(({ marketTime }) => marketTime <= instant);
			const change = changes[at];
			if (!change) return undefined;
			const wallTime = change.wallTime + (instant - change.marketTime) / change.speed;
			return Math.round(Math.min(wallTime, changes[at + 1]?.wallTime ?? wallTime));
		},
	};
}
