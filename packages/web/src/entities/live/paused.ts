import { useSyncExternalStore } from 'react';
import { readSessionItem, writeSessionItem } from '../../lib/storage/session-storage.ts';

/** The stored value, cached after it is first read. */
let paused: boolean | undefined;
const listeners = new Set<() => void>();

/** Returns whether the reader has paused offers of new reports, and a function to change this. Applies to all pages of this browser tab, across reloads. */
export function usePaused(): { paused: boolean; pause: (value: boolean) => void } {
	return {
		paused: useSyncExternalStore(subscribe, isPaused, () => false),
		pause: setPaused,
	};
}

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

function setPaused(value: boolean): void {
	paused = value;
	writeSessionItem('reportsPaused', value);
	for (const listener of listeners) listener();
}

function isPaused(): boolean {
	paused ??= readSessionItem('reportsPaused') === true;
	return paused;
}
