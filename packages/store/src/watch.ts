import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';

export interface Watch {
	/** Looks now instead of at the next beat: somebody met an outage. */
	suspect(): void;
	close(): Promise<void>;
}

/** Milliseconds between two beats, and what one may take. */
export interface Beat {
	readonly every: number;
	readonly within: number;
}

/** An outage is told within 2 s: a beat that comes, and a second one that proves it. */
export const BEAT: Beat = { every: 150, within: 600 };

export interface WatchOptions {
	beat: Beat;
	/** Asks for a sign of life; `within` is what it may take, after which `giveUp` is called. */
	ask(within: number): Promise<unknown>;
	/** Ends what was asked and not answered, so that the next look begins anew. */
	giveUp?(): void;
	/** It stopped answering, and why. */
	onAway(why: string): void;
	onBack(): void;
}

/**
 * Asks a store again and again whether it answers: one that was stopped or cut off says nothing by itself, and whoever waits for it would wait for
 * long. Tells each change once; a single beat that fails is no outage.
 */
export const watch = ({ beat: { every, within }, ask, giveUp, onAway, onBack }: WatchOptions): Watch => {
	const closing = new AbortController();
	let away = false;
	let nudge: (() => void) | undefined;

	/** Why it does not answer; undefined when it does. */
	const fault = async (): Promise<string | undefined> => {
		try {
			await answered(ask(within), within);
			return undefined;
		} catch (error) {
			giveUp?.();
			return error instanceof Error ? error.message : String(error);
		}
	};

	const look = async (): Promise<void> => {
		const why = (await fault()) === undefined ? undefined : await fault();
		if (closing.signal.aborted || away === (why !== undefined)) return;
		away = why !== undefined;
		if (why === undefined) onBack();
		else onAway(why);
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
};

/** Rejects when the answer does not come in time. After a busy stretch of this process itself, what has arrived meanwhile is read before it counts as late. */
export const answered = async <T>(asking: Promise<T>, within: number): Promise<T> => {
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
		throw new Error(`no answer within ${within} ms`);
	})();
	late.catch(() => {});
	return Promise.race([answer, late]);
};
