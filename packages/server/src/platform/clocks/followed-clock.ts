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
	see(reading: ClockReading): void;
}

/** The leader reports its clock every second. If reports stop, the time is extrapolated for at most this long. */
const BELIEVED = 3 * SECOND;

export function createFollowedClock({ start, wall, calendar }: { start: UtcMs; wall: WallClock; calendar: Calendar }): FollowedClock {
	const trail = createSpeedHistory();
	let market = start;
	let seen = { at: start, wall: wall.now(), speed: 0 };
	let stopped = false;
	const speedHere = (): number => Math.min(seen.speed, stretchAt(calendar, market)?.fastest ?? seen.speed);
	const silent = (): number => Math.max(0, wall.now() - seen.wall);
	const now = (): UtcMs => {
		if (stopped || seen.speed === 0) return market;
		const reached = advance(calendar, seen.at, Math.min(silent(), BELIEVED), seen.speed);
		// Rounded because `age` has fractions of a millisecond, while a report's instants are stored, and hashed, in whole milliseconds.
		market = utcMs(Math.max(market, Math.floor(reached)));
		trail.add({ wall: wall.now(), market, speed: speedHere() });
		return market;
	};
	return {
		kind: 'runs',
		now,
		speed: () => (stopped || silent() > BELIEVED ? 0 : speedHere()),
		reachedAt: trail.wallAt,
		waitUntil: () => Promise.reject(new Error('Only the process that leads the market can schedule tasks on its clock.')),
		see({ at, age, speed }) {
			now();
			seen = { at, wall: wall.now() - age, speed };
			now();
		},
		stop() {
			now();
			stopped = true;
		},
	};
}
