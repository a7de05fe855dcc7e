import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';

export interface Watch {
	/** Checks now instead of at the next interval, because a call failed with an outage. */
	suspect(): void;
	close(): Promise<void>;
}

/** Milliseconds between two checks, and the time limit of each. */
export interface Beat {
	readonly every: number;
	readonly within: number;
}

/** Reports an outage within 2 s: one check fails, and a second one confirms it. */
export const BEAT: Beat = { every: 150, within: 600 };

export interface WatchOptions {
	beat: Beat;
	/** Pings the store. If that takes longer than `within`, `giveUp` is called. */
	ask(within: number): Promise<unknown>;
	/** Aborts an unanswered ping, so that the next check starts cleanly. */
	giveUp?(): void;
	/** Called when the store stopped answering, with the reason. */
	onAway(reason: string): void;
	onBack(): void;
}

/**
 * Checks repeatedly whether a store answers: a store that was stopped or cut off sends no error, and calls would wait for a long time. Reports
 * each change once. A single failed check is no outage.
 */
export function watch({ beat: { every, within }, ask, giveUp, onAway, onBack }: WatchOptions): Watch {
	const closing = new AbortController();
	let away = false;
	let nudge: (() => void) | undefined;

	/** Why the store does not answer; undefined if it does. */
	const fault = async (): Promise<string | undefined> => {
		try {
			await rejectLateAnswer(ask(within), within);
			return undefined;
		} catch (error) {
			giveUp?.();
			return error instanceof Error ? error.message : String(error);
		}
	};

	const look = async (): Promise<void> => {
		const reason = (await fault()) === undefined ? undefined : await fault();
		if (closing.signal.aborted || away === (reason !== undefined)) return;
		away = reason !== undefined;
		if (reason === undefined) onBack();
		else onAway(reason);
	};

	const run = async (): Promise<void> => {
		while (!closing.signal.aborted) {
			await look();
			const nudged = new Promise<void>((resolve) => {
				nudge = resolve;
			});
			await Promise.race([nudged, delay(every, undefined, { signal: closing.signal, ref: false }).catch(() => {})]);
			nudge = undefined;
		}
		giveUp?.();
	};

	const running = run();
	return {
		suspect: () => nudge?.(),
		close: async () => {
			closing.abort();
			await running;
		},
	};
}

/** Rejects if the promise takes longer than `within` milliseconds. If this process was busy, it first reads what has arrived. */
export async function rejectLateAnswer<T>(asking: Promise<T>, within: number): Promise<T> {
	let done = false;
	const answer = asking.then((answer) => {
		done = true;
		return answer;
	});
	answer.catch(() => {});
	const late = (async (): Promise<T> => {
		await delay(within, undefined, { ref: false });
		for (let turns = 0; turns < 3 && !done; turns++) await turn();
		if (done) return answer;
		throw new Error(`no response within ${within} ms`);
	})();
	late.catch(() => {});
	return Promise.race([answer, late]);
}
