import type { UtcMs } from '@sw/domain/time/units';
import { createTurns } from '../../platform/turns.ts';

/** Stores the market clock's position. One save at a time; of waiting instants only the newest is saved, so an older one never overwrites it. */
export interface ClockSaver {
	/** Resolves when this instant, or a newer one, is saved. */
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
