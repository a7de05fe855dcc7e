import { SECOND } from '@sw/domain/time/units';
import type { Records } from '@sw/store/postgres/records';
import { forgetPages, timesForgotten } from '@sw/store/postgres/records/kept-pages';
import type { WallClock } from '../platform/clocks/wall-clock.ts';

/** How often administrators had kept pages forgotten, in any process: pages are kept by it, so those of another number are never shown again. */
export interface PageEdition {
	now(): number;
	/** Has them forgotten everywhere: here at once, elsewhere at the next look. */
	forget(): Promise<void>;
	close(): void;
}

const LOOK_EVERY = 5 * SECOND;

export const openPageEdition = async (
	{ db }: Pick<Records, 'db'>,
	wall: WallClock,
	onTrouble: (what: string, error: unknown) => void,
): Promise<PageEdition> => {
	let edition = await timesForgotten(db);
	let isClosed = false;
	let cancel = (): void => {};
	const look = async (): Promise<void> => {
		try {
			edition = Math.max(edition, await timesForgotten(db));
		} catch (error) {
			onTrouble('looking whether pages are forgotten', error);
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
			edition = Math.max(edition, await forgetPages(db));
		},
		close: () => {
			isClosed = true;
			cancel();
		},
	};
};
