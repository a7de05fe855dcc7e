import { SECOND } from '@sw/domain/time/units';
import type { Records } from '@sw/store/postgres/records';
import { invalidatePages, pageGeneration } from '@sw/store/postgres/records/settings';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';

/** Counts how often cached pages and answers were cleared in any process: by an administrator, or because the stored past has changed. */
export interface PageEdition {
	now(): number;
	/** Clears cached pages and answers: here immediately, in other processes at their next check. */
	forget(): Promise<void>;
	/** Calls `listener` whenever this process must clear its caches. */
	onChange(listener: () => void): void;
	close(): void;
}

const LOOK_EVERY = 5 * SECOND;

export async function openPageEdition(
	{ db }: Pick<Records, 'db'>,
	wall: WallClock,
	onError: (message: string, error: unknown) => void,
): Promise<PageEdition> {
	let edition = await pageGeneration(db);
	const listeners = new Set<() => void>();
	const reach = (known: number): void => {
		if (known <= edition) return;
		edition = known;
		for (const listener of listeners) listener();
	};
	let isClosed = false;
	let cancel = (): void => {};
	const look = async (): Promise<void> => {
		try {
			reach(await pageGeneration(db));
		} catch (error) {
			onError('failed to check whether cached pages were cleared', error);
		}
		lookSoon();
	};
	const lookSoon = (): void => {
		if (!isClosed) cancel = wall.after(LOOK_EVERY, () => void look());
	};
	lookSoon();
	return {
		now: () => edition,
		forget: async () => {
			reach(await invalidatePages(db));
		},
		onChange: (listener) => void listeners.add(listener),
		close: () => {
			isClosed = true;
			cancel();
		},
	};
}
