import type { UtcMs } from '@sw/domain/time/units';
import type { MarketClock } from '../../platform/clocks/market-clock.ts';
import { createStandingClock } from '../../platform/clocks/standing-clock.ts';

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
	stand(instant?: UtcMs): void;
	/** Releases its timers. Returns its position if it was running. */
	stop(): UtcMs | undefined;
}

/** `runFrom` creates the running clock. */
export const createLifeClock = (start: UtcMs, runFrom: (start: UtcMs) => MarketClock): LifeClock => {
	let clock: MarketClock = createStandingClock(start);
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
		stand: (instant) => {
			const at = instant ?? clock.now();
			clock.stop();
			clock = createStandingClock(at);
		},
		stop: () => {
			const [at, ran] = [clock.now(), clock.kind === 'runs'];
			clock.stop();
			return ran ? at : undefined;
		},
	};
};
