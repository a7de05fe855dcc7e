import { type UtcMs, utcMs } from '@sw/domain/time/units';

/** The wall clock as sessions, tokens, allowances and audit read it. */
export interface Clock {
	now(): UtcMs;
}

export const clockOf = (wall: { now(): number }): Clock => ({ now: () => utcMs(wall.now()) });
