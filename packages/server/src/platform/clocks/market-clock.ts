import { type UtcMs, utcMs } from '@sw/domain/time/units';

/**
 * The provider's time: what 'now' means for bars, reports and everything that users see of the market.
 * Users' sessions, tokens and allowances follow the wall clock instead.
 */
export interface MarketClock {
	/** 'runs': passes through trading hours at some speed. 'stopped': stays at the end of the data. */
	readonly kind: 'runs' | 'stopped';
	/** Never decreases. */
	now(): UtcMs;
	/** Returns the current market seconds per wall-clock second; 0 while the clock is stopped. */
	speed(): number;
	/**
	 * Resolves when now() reaches `instant`, or immediately if `instant` has passed.
	 * Rejects with the signal's reason if the signal aborts, or with ClockStopped if the clock is stopped.
	 */
	waitUntil(instant: UtcMs, signal?: AbortSignal): Promise<void>;
	/** Returns the wall-clock time in milliseconds at which the clock reached `instant`; undefined if not reached yet, or no longer known. */
	reachedAt(instant: UtcMs): number | undefined;
	/** Releases the timers; now() keeps its value, and waits reject. Can be called repeatedly. */
	stop(): void;
}

export class ClockStopped extends Error {
	override readonly name = 'ClockStopped';
	constructor() {
		super('The market clock was stopped.');
	}
}

interface Waiter {
	instant: UtcMs;
	settle(error?: unknown): void;
}

/** Pending waits of a market clock, released in the order of their instants. */
interface Waiters {
	/** Returns the earliest awaited instant; Infinity if there is none. */
	findEarliest(): number;
	add(instant: UtcMs, signal: AbortSignal | undefined): Promise<void>;
	/** Resolves waits for instants up to `now`. */
	release(now: UtcMs): void;
	/** Rejects all pending and all later waits. */
	close(): void;
}

export function createWaiters(): Waiters {
	const pendingWaiters = new Set<Waiter>();
	let isClosed = false;
	return {
		findEarliest: () => {
			let earliest = Number.POSITIVE_INFINITY;
			for (const w of pendingWaiters) earliest = Math.min(earliest, w.instant);
			return earliest;
		},
		add(instant, signal) {
			if (isClosed) return Promise.reject(new ClockStopped());
			if (signal?.aborted) return Promise.reject(signal.reason);
			return new Promise((resolve, reject) => {
				const onAbort = (): void => waiter.settle(signal?.reason);
				const waiter: Waiter = {
					instant,
					settle(error) {
						pendingWaiters.delete(waiter);
						signal?.removeEventListener('abort', onAbort);
						if (error === undefined) resolve();
						else reject(error);
					},
				};
				pendingWaiters.add(waiter);
				signal?.addEventListener('abort', onAbort, { once: true });
			});
		},
		release(now) {
			const due = [...pendingWaiters].filter((w) => w.instant <= now).sort((a, b) => a.instant - b.instant);
			for (const waiter of due) waiter.settle();
		},
		close() {
			isClosed = true;
			for (const waiter of [...pendingWaiters]) waiter.settle(new ClockStopped());
		},
	};
}

interface StoppedClock extends MarketClock {
	/** Moves the clock forward to the end of new data; ignores an earlier instant. */
	moveTo(instant: UtcMs): void;
}

/** Creates the clock of a provider without live data. The clock stays at the end of the last bar. */
export function createStoppedClock(start: UtcMs): StoppedClock {
	const waiters = createWaiters();
	let marketTime = start;
	return {
		kind: 'stopped',
		now: () => marketTime,
		speed: () => 0,
		reachedAt: () => undefined,
		waitUntil: (instant, signal) => (instant <= marketTime ? Promise.resolve() : waiters.add(instant, signal)),
		moveTo(instant) {
			marketTime = utcMs(Math.max(marketTime, instant));
			waiters.release(marketTime);
		},
		stop: () => waiters.close(),
	};
}
