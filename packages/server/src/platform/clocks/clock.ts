import { type UtcMs, utcMs } from '@sw/domain/time/units';

/** The wall clock for sessions, tokens, allowances and the audit log. */
export interface Clock {
	now(): UtcMs;
}

export const clockOf = (wall: { now(): number }): Clock => ({ now: () => utcMs(wall.now()) });
