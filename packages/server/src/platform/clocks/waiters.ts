import type { UtcMs } from '@sw/domain/time/units';
import { ClockStopped } from './market-clock.ts';

interface Waiter {
	instant: UtcMs;
	settle(error?: unknown): void;
}

/** The pending waits of a market clock, released in the order of their instants. */
export interface Waiters {
	/** Earliest awaited instant; Infinity without one. */
	earliest(): number;
	add(instant: UtcMs, signal: AbortSignal | undefined): Promise<void>;
	/** Resolves waits for instants up to `now`. */
	release(now: UtcMs): void;
	/** Rejects all waits, and all later ones. */
	close(): void;
}

export function createWaiters(): Waiters {
	const waiting = new Set<Waiter>();
	let closed = false;
	return {
		earliest: () => {
			let earliest = Number.POSITIVE_INFINITY;
			for (const w of waiting) earliest = Math.min(earliest, w.instant);
			return earliest;
		},
		add(instant, signal) {
			if (closed) return Promise.reject(new ClockStopped());
			if (signal?.aborted) return Promise.reject(signal.reason);
			return new Promise((resolve, reject) => {
				const onAbort = (): void => waiter.settle(signal?.reason);
				const waiter: Waiter = {
					instant,
					settle(error) {
						waiting.delete(waiter);
						signal?.removeEventListener('abort', onAbort);
						if (error === undefined) resolve();
						else reject(error);
					},
				};
				waiting.add(waiter);
				signal?.addEventListener('abort', onAbort, { once: true });
			});
		},
		release(now) {
			const due = [...waiting].filter((w) => w.instant <= now).sort((a, b) => a.instant - b.instant);
			for (const waiter of due) waiter.settle();
		},
		close() {
			closed = true;
			for (const waiter of [...waiting]) waiter.settle(new ClockStopped());
		},
	};
}
