import type { Calendar } from '@sw/domain/time/calendar';
import { SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { MarketClock } from './market-clock.ts';
import { advance, createSpeedHistory, stretchAt } from './running-clock.ts';
import type { WallClock } from './wall-clock.ts';

/** The time of another process's clock `age` milliseconds ago, and its speed in market seconds per second. */
export interface ClockReading {
	at: UtcMs;
	age: number;
	speed: number;
}

/** Follows a market clock that runs in another process. */
export interface FollowedClock extends MarketClock {
	applyReading(reading: ClockReading): void;
}

/** The leader sends its time every second. If it stops sending, the time is extrapolated for at most this long. */
const MAX_EXTRAPOLATION = 3 * SECOND;

export function createFollowedClock({ start, wall, calendar }: { start: UtcMs; wall: WallClock; calendar: Calendar }): FollowedClock {
	const speedHistory = createSpeedHistory();
	let market = start;
	let lastReading = { at: start, wall: wall.now(), speed: 0 };
	let isStopped = false;
	const currentSpeed = (): number => Math.min(lastReading.speed, stretchAt(calendar, market)?.maxSpeed ?? lastReading.speed);
	const msSinceReading = (): number => Math.max(0, wall.now() - lastReading.wall);
	const now = (): UtcMs => {
		if (isStopped || lastReading.speed === 0) return market;
		const extrapolated = advance(calendar, lastReading.at, Math.min(msSinceReading(), MAX_EXTRAPOLATION), lastReading.speed);
		// Rounded because `age` has fractions of a millisecond, while a report's instants are stored, and hashed, in whole milliseconds.
		market = utcMs(Math.max(market, Math.floor(extrapolated)));
		speedHistory.add({ wall: wall.now(), market, speed: currentSpeed() });
		return market;
	};
	return {
		kind: 'runs',
		now,
		speed: () => (isStopped || msSinceReading() > MAX_EXTRAPOLATION ? 0 : currentSpeed()),
		reachedAt: speedHistory.wallAt,
		waitUntil: () => Promise.reject(new Error('Only the process that leads the market can schedule tasks on its clock.')),
		applyReading({ at: marketTime, age, speed }) {
			now();
			lastReading = { at: marketTime, wall: wall.now() - age, speed };
			now();
		},
		stop() {
			now();
			isStopped = true;
		},
	};
}
