import type { WallClock } from '../../platform/clocks/wall-clock.ts';

/** Subscribes a listener. Returns the function that unsubscribes it. */
export type Hear = (listener: () => void) => () => void;

export interface UntilTold {
	/** Resolves on a notification, including one since the last wait, after `ms` at the latest, or when the signal aborts. */
	wait(ms: number, signal: AbortSignal): Promise<void>;
	stop(): void;
}

export const untilTold = (wall: Pick<WallClock, 'after'>, hear: Hear): UntilTold => {
	let isTold = false;
	let wake = (): void => {};
	const stop = hear(() => {
		isTold = true;
		wake();
	});
	return {
		wait: async (ms, signal) => {
			const woken = new Promise<void>((resolve) => {
				wake = resolve;
			});
			const cancel = wall.after(ms, wake);
			signal.addEventListener('abort', wake, { once: true });
			if (!isTold && !signal.aborted) await woken;
			signal.removeEventListener('abort', wake);
			cancel();
			isTold = false;
		},
		stop,
	};
};
