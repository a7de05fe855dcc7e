import type { UtcMs } from '@sw/domain/time/units';
import type { MarketClock } from '../../platform/clocks/market-clock.ts';
import { createStandingClock } from '../../platform/clocks/standing-clock.ts';

/** The market clock through all starts: it stands while the market is brought up to date, and goes on from there. */
export interface LifeClock {
	now(): UtcMs;
	/** Market seconds in one of the wall; 0 while it stands. */
	speed(): number;
	/** By the wall, when it came to `instant`; undefined where it has not, or where nobody knows any more. */
	reachedAt(instant: UtcMs): number | undefined;
	/** Lets it go on from where it stands. */
	run(): MarketClock;
	/** Shows another clock from here on, one that never goes behind where this one stands. */
	show<C extends MarketClock>(from: (start: UtcMs) => C): C;
	/** Lets it stand where it is, or at `instant`; who waits on it is sent away. */
	stand(instant?: UtcMs): void;
	/** Releases its timers. Answers where it was, if it ran. */
	stop(): UtcMs | undefined;
}

/** `runFrom` makes the clock that runs. */
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
