import { setTimeout as delay, setImmediate as yieldOnce } from 'node:timers/promises';

export interface Watch {
	/** Checks now instead of at the next interval, because a call failed with an outage. */
	checkNow(): void;
	close(): Promise<void>;
}

/** Milliseconds between two checks, and the time limit of each. */
export interface CheckTiming {
	readonly intervalMs: number;
	readonly timeoutMs: number;
}

/** Timing that reports an outage within 2 s: one check fails, and a second check confirms it. */
export const DEFAULT_TIMING: CheckTiming = { intervalMs: 150, timeoutMs: 600 };

export interface WatchOptions {
	checkTiming: CheckTiming;
	/** Pings the store. `giveUp` is called if the ping lasts longer than `timeoutMs`. */
	ping(timeoutMs: number): Promise<unknown>;
	/** Aborts an unanswered ping, so that the next check starts cleanly. */
	giveUp?(): void;
	/** Called when the store stopped answering, with the reason. */
	onAway(reason: string): void;
	onBack(): void;
}

/**
 * Checks repeatedly whether a store answers: a stopped or unreachable store sends no error, and calls would wait for a long time. Reports each change
 * once. A single failed check is no outage.
 */
export function watch({ checkTiming: { intervalMs, timeoutMs }, ping, giveUp, onAway, onBack }: WatchOptions): Watch {
	const closing = new AbortController();
	let isAway = false;
	let wake: (() => void) | undefined;

	/** Returns why the store does not answer; undefined if it does. */
	const pingStore = async (): Promise<string | undefined> => {
		try {
			await withTimeout(ping(timeoutMs), timeoutMs);
			return undefined;
		} catch (error) {
			giveUp?.();
			return error instanceof Error ? error.message : String(error);
		}
	};

	const check = async (): Promise<void> => {
		const reason = (await pingStore()) === undefined ? undefined : await pingStore();
		if (closing.signal.aborted || isAway === (reason !== undefined)) return;
		isAway = reason !== undefined;
		if (reason === undefined) onBack();
		else onAway(reason);
	};

	const run = async (): Promise<void> => {
		while (!closing.signal.aborted) {
			await check();
			const woken = new Promise<void>((resolve) => {
				wake = resolve;
			});
			await Promise.race([woken, delay(intervalMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})]);
			wake = undefined;
		}
		giveUp?.();
	};

	const running = run();
	return {
		checkNow: () => wake?.(),
		close: async () => {
			closing.abort();
			await running;
		},
	};
}

/** Rejects if the promise lasts longer than `timeoutMs`. If this process was busy, it first reads the answers that have arrived. */
export async function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
	let isDone = false;
	const answer = promise.then((answer) => {
		isDone = true;
		return answer;
	});
	answer.catch(() => {});
	const timeout = (async (): Promise<T> => {
		await delay(timeoutMs, undefined, { ref: false });
		for (let tick = 0; tick < 3 && !isDone; tick++) await yieldOnce();
		if (isDone) return answer;
		throw new Error(`no response within ${timeoutMs} ms`);
	})();
	timeout.catch(() => {});
	return Promise.race([answer, timeout]);
}
