import type { UtcMs } from '@sw/domain/time/units';
import { createTurns } from '../../platform/turns.ts';

/** Stores how far a market clock is. One save at a time, and of the instants that wait the newest alone: an older one never overwrites a newer. */
export interface ClockSaver {
	/** Saved when its turn comes. Resolves when nothing is being saved that was told before. */
	save(at: UtcMs): Promise<void>;
}

export const createClockSaver = (store: (at: UtcMs) => Promise<void>): ClockSaver => {
	const inTurn = createTurns();
	let newest: UtcMs | undefined;
	return {
		save: (at) => {
			newest = at;
			return inTurn(async () => {
				if (newest === undefined) return;
				const due = newest;
				newest = undefined;
				await store(due);
			});
		},
	};
};
