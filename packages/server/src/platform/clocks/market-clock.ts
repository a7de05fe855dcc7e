import type { UtcMs } from '@sw/domain/time/units';

/**
 * The provider's time: what 'now' means for bars, reports and everything that users see of the market. Sessions, tokens and allowances of
 * users follow the wall clock instead.
 */
export interface MarketClock {
	/** 'runs' through trading hours at some speed, 'stopped' at the end of the data. */
	readonly kind: 'runs' | 'stopped';
	/** Never decreases. */
	now(): UtcMs;
	/** Market seconds per wall-clock second at present; 0 while the clock is stopped. */
	speed(): number;
	/** Resolves when now() reaches `instant`, immediately if it has. Rejects with the signal's reason when that aborts, or when the clock is stopped. */
	waitUntil(instant: UtcMs, signal?: AbortSignal): Promise<void>;
	/** Wall-clock time at which the clock reached `instant`; undefined where it has not, or where that is no longer known. */
	reachedAt(instant: UtcMs): number | undefined;
	/** Releases the timers; now() keeps its value and waits reject. Can be called twice. */
	stop(): void;
}

export class ClockStopped extends Error {
	override readonly name = 'ClockStopped';
	constructor() {
		super('The market clock was stopped.');
	}
}
