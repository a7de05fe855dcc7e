import { pause } from './pause.ts';
import type { WallClock } from './wall-clock.ts';

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
