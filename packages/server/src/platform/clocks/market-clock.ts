import type { UtcMs } from '@sw/domain/time/units';

/**
 * The provider's time: what 'now' means for bars, reports and everything a reader sees of the market. Sessions, tokens and allowances of
 * users go by the wall clock instead.
 */
export interface MarketClock {
	/** 'runs' through trading hours at some speed, 'stands' at the end of the data. */
	readonly kind: 'runs' | 'stands';
	/** Never goes back. */
	now(): UtcMs;
	/** Market seconds that pass in one of the wall, here and now; 0 while it stands. */
	speed(): number;
	/** Resolves once now() has reached `instant`, at once when it has already. Rejects with the signal's reason when that aborts, or when the clock is stopped. */
	waitUntil(instant: UtcMs, signal?: AbortSignal): Promise<void>;
	/** By the wall, when the clock came to `instant`; undefined where it has not, or where nobody knows any more. */
	reachedAt(instant: UtcMs): number | undefined;
	/** Releases the timers; now() stays where it is and waits reject. Can be called twice. */
	stop(): void;
}

export class ClockStopped extends Error {
	override readonly name = 'ClockStopped';
	constructor() {
		super('The market clock was stopped.');
	}
}
