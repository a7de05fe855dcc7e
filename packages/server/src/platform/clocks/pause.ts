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
