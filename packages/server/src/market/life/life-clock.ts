import type { UtcMs } from '@sw/domain/time/units';
import { createStoppedClock, type MarketClock } from '../../platform/clocks/market-clock.ts';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';

/** The market clock across restarts of the market: it pauses while the market is brought up to date, then continues. */
export interface PausableClock {
	now(): UtcMs;
	/** Market seconds per wall-clock second; 0 while paused. */
	speed(): number;
	/** Wall-clock time at which the clock reached `instant`; undefined if it has not, or if that time is no longer known. */
	reachedAt(instant: UtcMs): number | undefined;
	/** Starts the clock from its current position. */
	run(): MarketClock;
	/** Replaces the clock by a new one, which `createFrom` creates at the current position. */
	replace<C extends MarketClock>(createFrom: (start: UtcMs) => C): C;
	/** Pauses the clock at its current position, or at `instant`; pending waits reject. */
	pause(instant?: UtcMs): void;
	/** Stops the clock for good. Returns its position if it was running. */
	stop(): UtcMs | undefined;
}

/** `createRunning` creates the running clock. */
export function createPausableClock(start: UtcMs, createRunning: (start: UtcMs) => MarketClock): PausableClock {
	let clock: MarketClock = createStoppedClock(start);
	const switchTo = <C extends MarketClock>(createFrom: (start: UtcMs) => C): C => {
		const newClock = createFrom(clock.now());
		clock.stop();
		clock = newClock;
		return newClock;
	};
	return {
		now: () => clock.now(),
		speed: () => clock.speed(),
		reachedAt: (instant) => clock.reachedAt(instant),
		run: () => switchTo(createRunning),
		replace: switchTo,
		pause: (instant) => {
			const at = instant ?? clock.now();
			clock.stop();
			clock = createStoppedClock(at);
		},
		stop: () => {
			const [at, wasRunning] = [clock.now(), clock.kind === 'runs'];
			clock.stop();
			return wasRunning ? at : undefined;
		},
	};
}

/** Saves the market clock's position, one save at a time. Of waiting positions only the newest is saved, so an older one never overwrites it. */
export interface ClockSaver {
	/** Resolves when this position, or a newer one, is saved. */
	save(at: UtcMs): Promise<void>;
}

export function createClockSaver(store: (at: UtcMs) => Promise<void>): ClockSaver {
	const runLimited = createSemaphore();
	let newest: UtcMs | undefined;
	return {
		save: (at) => {
			newest = at;
			return runLimited(async () => {
				if (newest === undefined) return;
				const position = newest;
				newest = undefined;
				await store(position);
			});
		},
	};
}
