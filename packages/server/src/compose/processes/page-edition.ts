import { SECOND } from '@sw/domain/time/units';
import type { Records } from '@sw/store/postgres/records';
import { invalidatePages, pageGeneration } from '@sw/store/postgres/records/settings';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';

/** Counts how often cached pages and answers were cleared in any process: by an administrator, or because the stored past has changed. */
export interface PageEdition {
	current(): number;
	/** Clears cached pages and answers: here immediately, in other processes at their next check. */
	clearAll(): Promise<void>;
	/** Calls `listener` whenever this process must clear its caches. */
	onChange(listener: () => void): void;
	close(): void;
}

const CHECK_INTERVAL = 5 * SECOND;

export async function openPageEdition(
	{ db }: Pick<Records, 'db'>,
	wall: WallClock,
	onError: (message: string, error: unknown) => void,
): Promise<PageEdition> {
	let edition = await pageGeneration(db);
	const listeners = new Set<() => void>();
	const advanceTo = (newest: number): void => {
		if (newest <= edition) return;
		edition = newest;
		for (const listener of listeners) listener();
	};
	let isClosed = false;
	let cancel = (): void => {};
	const check = async (): Promise<void> => {
		try {
			advanceTo(await pageGeneration(db));
		} catch (error) {
			onError('failed to check whether cached pages were cleared', error);
		}
		scheduleCheck();
	};
	const scheduleCheck = (): void => {
		if (!isClosed) cancel = wall.after(CHECK_INTERVAL, () => void check());
	};
	scheduleCheck();
	return {
		current: () => edition,
		clearAll: async () => {
			advanceTo(await invalidatePages(db));
		},
		onChange: (listener) => void listeners.add(listener),
		close: () => {
			isClosed = true;
			cancel();
		},
	};
}
