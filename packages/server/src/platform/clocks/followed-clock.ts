import type { Calendar } from '@sw/domain/time/calendar';
import { SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { MarketClock } from './market-clock.ts';
import { advanceMarketTime, createSpeedHistory, findStretch } from './running-clock.ts';
import type { WallClock } from './wall-clock.ts';

/** The time of another process's clock `ageMs` milliseconds ago, and its speed in market seconds per wall-clock second. */
export interface ClockReading {
	at: UtcMs;
	ageMs: number;
	speed: number;
}

/** Follows a market clock that runs in another process. */
export interface FollowedClock extends MarketClock {
	applyReading(reading: ClockReading): void;
}

/** The leader sends its time every second. If it stops sending, the time is extrapolated for at most this long. */
const MAX_EXTRAPOLATION_MS = 3 * SECOND;

export function createFollowedClock({ start, wall, calendar }: { start: UtcMs; wall: WallClock; calendar: Calendar }): FollowedClock {
	const speedHistory = createSpeedHistory();
	let marketTime = start;
	let lastReading = { at: start, wallTime: wall.now(), speed: 0 };
	let isStopped = false;
	const currentSpeed = (): number => Math.min(lastReading.speed, findStretch(calendar, marketTime)?.maxSpeed ?? lastReading.speed);
	const msSinceReading = (): number => Math.max(0, wall.now() - lastReading.wallTime);
	const now = (): UtcMs => {
		if (isStopped || lastReading.speed === 0) return marketTime;
		const extrapolated = advanceMarketTime(calendar, lastReading.at, Math.min(msSinceReading(), MAX_EXTRAPOLATION_MS), lastReading.speed);
		// Rounded because `ageMs` has fractions of a millisecond, while a report's instants are stored, and hashed, in whole milliseconds.
		marketTime = utcMs(Math.max(marketTime, Math.floor(extrapolated)));
		speedHistory.add({ wallTime: wall.now(), marketTime, speed: currentSpeed() });
		return marketTime;
	};
	return {
		kind: 'runs',
		now,
		speed: () => (isStopped || msSinceReading() > MAX_EXTRAPOLATION_MS ? 0 : currentSpeed()),
		reachedAt: speedHistory.findWallTime,
		waitUntil: () => Promise.reject(new Error('Only the process that leads the market can schedule tasks on its clock.')),
		applyReading({ at: readingTime, ageMs, speed }) {
			now();
			lastReading = { at: readingTime, wallTime: wall.now() - ageMs, speed };
			now();
		},
		stop() {
			now();
			isStopped = true;
		},
	};
}
