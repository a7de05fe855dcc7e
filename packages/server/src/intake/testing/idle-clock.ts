import type { WallClock } from '../../platform/clocks/wall-clock.ts';

export interface IdleClock extends WallClock {
	/** Advances to `until`, from timer to timer, whenever no request is pending. */
	run(until: number): Promise<void>;
	/** A fetch that stops the clock until its response has arrived. */
	fetch: typeof fetch;
	/** Marks a pending request as one without a response, so that it does not stop the clock. */
	leaveUnanswered(): void;
}

/** Number of event-loop turns after which everything that a response triggers has run. */
const IDLE_TURNS = 4;

/**
 * A clock for runs of several days against real servers: it stops while a request is pending and otherwise jumps to the next timer. Days pass as fast as the
 * machine allows, and no result depends on its speed.
 */
export function createIdleClock(start: number): IdleClock {
	const timers = new Map<number, { due: number; callback: () => void }>();
	let now = start;
	let timerCount = 0;
	let pendingCount = 0;
	let unansweredCount = 0;

	const waitUntilIdle = async (): Promise<void> => {
		for (let calmTurns = 0; calmTurns < IDLE_TURNS; ) {
			await waitOneTurn();
			calmTurns = pendingCount > unansweredCount ? 0 : calmTurns + 1;
		}
	};
	const findNextTimer = (until: number): [number, { due: number; callback: () => void }] | undefined => {
		let best: [number, { due: number; callback: () => void }] | undefined;
		for (const entry of timers) if (entry[1].due <= until && (!best || entry[1].due < best[1].due)) best = entry;
		return best;
	};
	return {
		now: () => now,
		after(ms, callback) {
			const id = timerCount++;
			timers.set(id, { due: now + Math.max(0, ms), callback });
			return () => timers.delete(id);
		},
		async run(until) {
			await waitUntilIdle();
			for (let timer = findNextTimer(until); timer; timer = findNextTimer(until)) {
				timers.delete(timer[0]);
				now = Math.max(now, timer[1].due);
				timer[1].callback();
				await waitUntilIdle();
			}
			now = Math.max(now, until);
		},
		async fetch(input, init) {
			pendingCount++;
			let isSilent = false;
			try {
				const response = await fetch(input, init);
				// Read here, so that the clock waits for the body, too.
				const body = await response.arrayBuffer();
				return new Response(response.status === 204 ? null : body, { status: response.status, headers: response.headers });
			} catch (error) {
				isSilent = init?.signal?.aborted === true && unansweredCount > 0;
				throw error;
			} finally {
				pendingCount--;
				if (isSilent) unansweredCount--;
			}
		},
		leaveUnanswered: () => {
			unansweredCount++;
		},
	};
}

function waitOneTurn(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}
