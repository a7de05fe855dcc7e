import type { WallClock } from './wall-clock.ts';

/** Resolves after `ms` on the wall clock; rejects with the signal's reason if it aborts. */
export function pause(wall: WallClock, ms: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal?.aborted) return reject(signal.reason);
		const onAbort = (): void => {
			cancel();
			reject(signal?.reason);
		};
		const cancel = wall.after(ms, () => {
			signal?.removeEventListener('abort', onAbort);
			resolve();
		});
		signal?.addEventListener('abort', onAbort, { once: true });
	});
}

/** Waits `ms`, or less if the service that was down recovers. Rejects with the signal's reason if it aborts. */
export type WaitForRecovery = (ms: number, signal: AbortSignal) => Promise<void>;

/** Subscribes to the recovery of a service that was down. Returns a function that unsubscribes. */
export type OnRecovery = (listener: () => void) => () => void;

export function createRecoveryWait(wall: WallClock, onRecovery: OnRecovery): WaitForRecovery {
	return async (ms, signal) => {
		const recovery = new AbortController();
		const unsubscribe = onRecovery(() => recovery.abort());
		try {
			await pause(wall, ms, AbortSignal.any([signal, recovery.signal]));
		} catch (error) {
			if (signal.aborted || !recovery.signal.aborted) throw error;
		} finally {
			unsubscribe();
		}
	};
}
