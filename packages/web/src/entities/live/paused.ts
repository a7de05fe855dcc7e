import { useSyncExternalStore } from 'react';

let paused = false;
const listeners = new Set<() => void>();

const pause = (is: boolean): void => {
	paused = is;
	for (const listener of listeners) listener();
};
const listen = (listener: () => void): (() => void) => {
	listeners.add(listener);
	return () => void listeners.delete(listener);
};

/** Whether the reader wants to hear of no newer report for now, on every page of this visit. */
export const usePaused = (): { paused: boolean; pause: (is: boolean) => void } => ({
	paused: useSyncExternalStore(
		listen,
		() => paused,
		() => false,
	),
	pause,
});
