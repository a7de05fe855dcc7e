import type { WallClock } from '../../platform/clocks/wall-clock.ts';

export interface IdleClock extends WallClock {
	/** Advances to `until`, from timer to timer, whenever no request is pending. */
	run(until: number): Promise<void>;
	/** A fetch that stops the clock until its response has arrived. */
	fetch: typeof fetch;
	/** Marks a pending request as one without a response, so that it does not stop the clock. */
	leaveUnanswered(): void;
}

/** Turns of the event loop after which all work caused by a response is waiting for something else. */
const TURNS = 4;

/**
 * A clock for runs of several days against real servers: it stops while a request is pending and otherwise jumps to the next timer. Days pass as fast as the
 * machine allows, and no result depends on its speed.
 */
export function createIdleClock(start: number): IdleClock {
	const timers = new Map<number, { due: number; callback: () => void }>();
	let now = start;
	let made = 0;
	let underWay = 0;
	let silent = 0;

	const settle = async (): Promise<void> => {
		for (let calm = 0; calm < TURNS; ) {
			await turn();
			calm = underWay > silent ? 0 : calm + 1;
		}
	};
	const next = (until: number): [number, { due: number; callback: () => void }] | undefined => {
		let best: [number, { due: number; callback: () => void }] | undefined;
		for (const entry of timers) if (entry[1].due <= until && (!best || entry[1].due < best[1].due)) best = entry;
		return best;
	};
	return {
		now: () => now,
		after(ms, callback) {
			const id = made++;
			timers.set(id, { due: now + Math.max(0, ms), callback });
			return () => timers.delete(id);
		},
		async run(until) {
			await settle();
			for (let timer = next(until); timer; timer = next(until)) {
				timers.delete(timer[0]);
				now = Math.max(now, timer[1].due);
				timer[1].callback();
				await settle();
			}
			now = Math.max(now, until);
		},
		async fetch(input, init) {
			underWay++;
			let isSilent = false;
			try {
				const answer = await fetch(input, init);
				// Read here, so that the clock waits for the body, too.
				const body = await answer.arrayBuffer();
				return new Response(answer.status === 204 ? null : body, { status: answer.status, headers: answer.headers });
			} catch (error) {
				isSilent = init?.signal?.aborted === true && silent > 0;
				throw error;
			} finally {
				underWay--;
				if (isSilent) silent--;
			}
		},
		leaveUnanswered: () => {
			silent++;
		},
	};
}

function turn(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}
