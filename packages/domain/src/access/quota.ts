import type { UtcMs } from '../time/units.ts';

/** Calls that are counted in windows of one length, the first of which begins with the first call. */
export interface Quota {
	/** Calls that a window allows. */
	readonly limit: number;
	/** Length of a window, in milliseconds. */
	readonly window: number;
	/** Calls that the present window still allows; below 0 it was one too many. */
	readonly left: number;
	/** When the next window may begin. */
	readonly endsAt: UtcMs;
}

/** The quota after one more call; `last` is what the call before left, undefined for the first. */
export const counted = (last: Quota | undefined, limit: number, window: number, now: UtcMs): Quota =>
	last === undefined || now >= last.endsAt
		? { limit, window, left: limit - 1, endsAt: (now + window) as UtcMs }
		: { ...last, left: Math.max(last.left - 1, -1) };

/** The caller's remaining allowance. */
export type QuotaTold = Pick<Quota, 'limit' | 'window' | 'left'> & { readonly seconds: number };

/** Seconds until the next window may begin, at least 1. */
export const secondsLeft = ({ endsAt }: Pick<Quota, 'endsAt'>, now: UtcMs): number => Math.max(1, Math.ceil((endsAt - now) / 1_000));
