import type { WallClock } from '../wall-clock.ts';

export interface FakeWallClock extends WallClock {
	/** Advances by `ms`: fires due timers in order of time, each at its own instant, and lets promises settle after each. */
	advance(ms: number): Promise<void>;
	/** Advances without firing timers, like a sleeping machine. Timers that are due then fire at the next `advance`. */
	leap(ms: number): void;
	/** Number of pending timers. */
	countPending(): number;
}

export function createFakeWallClock(start = Date.UTC(2026, 0, 1)): FakeWallClock {
	const timers = new Map<number, { due: number; callback: () => void }>();
	let now = start;
	let nextId = 0;
	const findNextDue = (latest: number): number | undefined => {
		let earliestId: number | undefined;
		for (const [id, { due }] of timers) {
			if (due <= latest && (earliestId === undefined || due < (timers.get(earliestId)?.due ?? 0))) earliestId = id;
		}
		return earliestId;
	};
	return {
		now: () => now,
		after(ms, callback) {
			const id = nextId++;
			timers.set(id, { due: now + Math.max(0, ms), callback });
			return () => timers.delete(id);
		},
		async advance(ms) {
			const end = now + ms;
			await settle();
			for (let id = findNextDue(end); id !== undefined; id = findNextDue(end)) {
				const timer = timers.get(id);
				timers.delete(id);
				now = Math.max(now, timer?.due ?? now);
				timer?.callback();
				await settle();
			}
			now = end;
			await settle();
		},
		leap: (ms) => {
			now += ms;
		},
		countPending: () => timers.size,
	};
}

function settle(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}
