import type { UtcMs } from '../time/units.ts';

/** Calls counted in windows of equal length; the first window begins with the first call. */
export interface Quota {
	/** Calls allowed per window. */
	readonly limit: number;
	/** Length of a window, in milliseconds. */
	readonly window: number;
	/** Calls left in the current window; below 0, this call exceeds the limit. */
	readonly left: number;
	/** When the next window may start. */
	readonly endsAt: UtcMs;
}

/** The quota after another call; `last` is the previous result, undefined for the first call. */
export function countCall(last: Quota | undefined, limit: number, window: number, now: UtcMs): Quota {
	return last === undefined || now >= last.endsAt
		? { limit, window, left: limit - 1, endsAt: (now + window) as UtcMs }
		: { ...last, left: Math.max(last.left - 1, -1) };
}

/** The caller's remaining allowance, by the name of its policy: 'key', 'address', or 'call' for calls with a limit of their own. */
export type QuotaState = Pick<Quota, 'limit' | 'window' | 'left'> & { readonly policy: string; readonly seconds: number };

/** Seconds until the next window may start, at least 1. */
export function secondsLeft({ endsAt }: Pick<Quota, 'endsAt'>, now: UtcMs): number {
	return Math.max(1, Math.ceil((endsAt - now) / 1_000));
}
