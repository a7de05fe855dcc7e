import type { WallClock } from '../../platform/clocks/wall-clock.ts';

/** Subscribes a listener. Returns a function that unsubscribes it. */
export type Subscribe = (listener: () => void) => () => void;

export interface ChangeWaiter {
	/** Resolves on a notification, including one since the last wait, after `ms` at the latest, or when the signal aborts. */
	wait(ms: number, signal: AbortSignal): Promise<void>;
	stop(): void;
}

export function createChangeWaiter(wall: Pick<WallClock, 'after'>, subscribe: Subscribe): ChangeWaiter {
	let isNotified = false;
	let wake = (): void => {};
	const stop = subscribe(() => {
		isNotified = true;
		wake();
	});
	return {
		wait: async (ms, signal) => {
			const woken = new Promise<void>((resolve) => {
				wake = resolve;
			});
			const cancel = wall.after(ms, wake);
			signal.addEventListener('abort', wake, { once: true });
			if (!isNotified && !signal.aborted) await woken;
			signal.removeEventListener('abort', wake);
			cancel();
			isNotified = false;
		},
		stop,
	};
}
