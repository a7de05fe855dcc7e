import { type UtcMs, utcMs } from '@sw/domain/time/units';

/** The wall clock for sessions, tokens, allowances and the audit log. */
export interface Clock {
	now(): UtcMs;
}

export function clockOf(wall: { now(): number }): Clock {
	return { now: () => utcMs(wall.now()) };
}
