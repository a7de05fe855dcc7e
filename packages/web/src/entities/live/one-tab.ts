import type { LiveEvent } from './hub-client.ts';

/** What the tabs of one browser share: a lock that one of them holds, and a channel to the others. */
export interface TabParts {
	/** Runs `work` once this tab holds the lock, and releases it when `work` settles; rejects if `signal` aborts before. */
	turn(work: () => Promise<void>, signal: AbortSignal): Promise<void>;
	notify(event: LiveEvent): void;
	/** Whether the shared connection is up. */
	onConnection(up: boolean): void;
	/** Waits; rejects when `signal` aborts. */
	pause(ms: number, signal: AbortSignal): Promise<void>;
	log(message: string): void;
}

/** Delays before each retry; the last one repeats. */
const RETRY_MS = [0, 2_000, 10_000, 30_000, 60_000];

/**
 * Keeps one connection for all tabs. The tab that holds the lock connects with `connect` (which settles when the connection ends), reconnects when
 * it breaks, and passes every event to itself and the others. Aborting `signal` passes the lock to the next tab.
 */
export async function keepOneConnection(
	parts: TabParts,
	connect: (connected: () => void, onEvent: (event: LiveEvent) => void, signal: AbortSignal) => Promise<void>,
	received: (event: LiveEvent) => void,
	signal: AbortSignal,
): Promise<void> {
	const notify = (event: LiveEvent): void => {
		parts.notify(event);
		received(event);
	};
	const hold = async (): Promise<void> => {
		for (let tries = 0; !signal.aborted; tries++) {
			await parts.pause(RETRY_MS[Math.min(tries, RETRY_MS.length - 1)] ?? 0, signal);
			try {
				await connect(
					() => {
						parts.onConnection(true);
						// Events may have been missed while disconnected, so every tab requests the newest report.
						if (tries > 0) notify('report');
						tries = 0;
					},
					notify,
					signal,
				);
			} catch (error) {
				if (!signal.aborted) parts.onConnection(false);
				if (!signal.aborted) parts.log(`Live connection: ${error instanceof Error ? error.message : String(error)}`);
			}
		}
	};
	// Aborting while waiting for the lock or holding it isn't a failure.
	await parts.turn(hold, signal).catch(() => {});
}
