import { MINUTE, SECOND } from '@sw/domain/time/units';
import type { WallClock } from './wall-clock.ts';

/** The speed of a market clock. */
export interface Pace {
	/** Returns market seconds per wall-clock second; above 0. */
	speed(): number;
	/** Calls back after each change of the speed. Returns a function that unsubscribes. */
	onChange(listener: () => void): () => void;
}

export function createSteadyPace(speed: number): Pace {
	return { speed: () => speed, onChange: () => () => {} };
}

/** Market seconds per wall-clock second while a user is watching: a report every 45 seconds. */
export const WATCHED_SPEED = 20;
export const UNWATCHED_SPEED = 1;
/** How long a user counts as watching. A visible page reports once a minute; one report can be late. */
export const WATCH_TIMEOUT_MS = MINUTE + 30 * SECOND;

interface WatchedPace extends Pace {
	/** Records that a user is watching. */
	recordWatching(): void;
	stop(): void;
}

/** Runs fast while a user is watching, and at wall-clock speed otherwise. */
export function createWatchedPace(wall: WallClock): WatchedPace {
	const listeners = new Set<() => void>();
	let isWatched = false;
	let watchedUntil = 0;
	let cancelCheck = (): void => {};

	const setWatched = (watched: boolean): void => {
		isWatched = watched;
		for (const listener of listeners) listener();
	};
	const checkWatching = (): void => {
		const remaining = watchedUntil - wall.now();
		if (remaining > 0) cancelCheck = wall.after(remaining, checkWatching);
		else setWatched(false);
	};

	return {
		speed: () => (isWatched ? WATCHED_SPEED : UNWATCHED_SPEED),
		onChange(listener) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		recordWatching() {
			watchedUntil = wall.now() + WATCH_TIMEOUT_MS;
			if (isWatched) return;
			cancelCheck = wall.after(WATCH_TIMEOUT_MS, checkWatching);
			setWatched(true);
		},
		stop: () => cancelCheck(),
	};
}
