import type { WallClock } from './wall-clock.ts';

/** Resolves after `ms` on the wall clock; rejects with the signal's reason when that aborts. */
export function pause(wall: WallClock, ms: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal?.aborted) return reject(signal.reason);
		const stop = (): void => {
			cancel();
			reject(signal?.reason);
		};
		const cancel = wall.after(ms, () => {
			signal?.removeEventListener('abort', stop);
			resolve();
		});
		signal?.addEventListener('abort', stop, { once: true });
	});
}

/** Waits `ms`, or until what was down is back; rejects with the signal's reason when that aborts. */
export type WaitForRecovery = (ms: number, signal: AbortSignal) => Promise<void>;

/** Subscribes to the return of something that was down. Returns a function that unsubscribes. */
export type OnRecovery = (listener: () => void) => () => void;

/** Waits that end early once there is no reason to wait. */
export function createRecoveryWait(wall: WallClock, onBack: OnRecovery): WaitForRecovery {
	return async (ms, signal) => {
		const back = new AbortController();
		const stop = onBack(() => back.abort());
		try {
			await pause(wall, ms, AbortSignal.any([signal, back.signal]));
		} catch (error) {
			if (signal.aborted || !back.signal.aborted) throw error;
		} finally {
			stop();
		}
	};
}
