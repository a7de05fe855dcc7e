import type { UtcMs } from '@sw/domain/time/units';
import { createStoppedClock, type MarketClock } from '../../platform/clocks/market-clock.ts';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';

/** The market clock across all starts: it pauses while the market is brought up to date, then continues. */
export interface LifeClock {
	now(): UtcMs;
	/** Market seconds per wall-clock second; 0 while paused. */
	speed(): number;
	/** Wall-clock time at which it reached `instant`; undefined if it has not, or if that time is no longer known. */
	reachedAt(instant: UtcMs): number | undefined;
	/** Continues from its present position. */
	run(): MarketClock;
	/** Shows another clock from here on, one that never goes back behind the present position. */
	show<C extends MarketClock>(from: (start: UtcMs) => C): C;
	/** Pauses it where it is, or at `instant`; rejects the waits on it. */
	showPausedMarket(instant?: UtcMs): void;
	/** Releases its timers. Returns its position if it was running. */
	stop(): UtcMs | undefined;
}

/** `runFrom` creates the running clock. */
export function createLifeClock(start: UtcMs, runFrom: (start: UtcMs) => MarketClock): LifeClock {
	let clock: MarketClock = createStoppedClock(start);
	const show = <C extends MarketClock>(from: (start: UtcMs) => C): C => {
		const shown = from(clock.now());
		clock.stop();
		clock = shown;
		return shown;
	};
	return {
		now: () => clock.now(),
		speed: () => clock.speed(),
		reachedAt: (instant) => clock.reachedAt(instant),
		run: () => show(runFrom),
		show,
		showPausedMarket: (instant) => {
			const at = instant ?? clock.now();
			clock.stop();
			clock = createStoppedClock(at);
		},
		stop: () => {
			const [at, ran] = [clock.now(), clock.kind === 'runs'];
			clock.stop();
			return ran ? at : undefined;
		},
	};
}

/** Stores the market clock's position. One save at a time; of waiting instants only the newest is saved, so an older one never overwrites it. */
export interface ClockSaver {
	/** Resolves when this instant, or a newer one, is saved. */
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
				const due = newest;
				newest = undefined;
				await store(due);
			});
		},
	};
}
