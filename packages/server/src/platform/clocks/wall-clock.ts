import { type UtcMs, utcMs } from '@sw/domain/time/units';

/** Real time and timers as a dependency, so that tests can use a fake. */
export interface WallClock {
	/** Milliseconds since 1970-01-01T00:00:00Z. */
	now(): number;
	/** Calls back once after at least `ms`; returns a function that cancels. A pending timer does not keep the process running. */
	after(ms: number, callback: () => void): () => void;
}

export const systemWallClock: WallClock = {
	now: () => Date.now(),
	after(ms, callback) {
		const timer = setTimeout(callback, ms).unref();
		return () => clearTimeout(timer);
	},
};

/** The time of sessions, tokens, allowances and the audit log. */
export interface Clock {
	now(): UtcMs;
}

export function toClock(wall: { now(): number }): Clock {
	return { now: () => utcMs(wall.now()) };
}
