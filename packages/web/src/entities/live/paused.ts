import { useSyncExternalStore } from 'react';
import { readSessionItem, writeSessionItem } from '../../lib/storage/session-storage.ts';

/** Cached stored value; undefined until first read. */
let paused: boolean | undefined;
const listeners = new Set<() => void>();

/** Whether the reader has paused new-report notices on every page of this browser tab, across reloads. */
export function usePaused(): { paused: boolean; pause: (is: boolean) => void } {
	return {
		paused: useSyncExternalStore(listen, isPaused, () => false),
		pause,
	};
}

function listen(listener: () => void): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

function pause(is: boolean): void {
	paused = is;
	writeSessionItem('reportsPaused', is);
	for (const listener of listeners) listener();
}

function isPaused(): boolean {
	paused ??= readSessionItem('reportsPaused') === true;
	return paused;
}
