import { type Listener, listen } from '@sw/store/postgres/listen';
import type { Records } from '@sw/store/postgres/records';
import { countedForgettings, forgetPages, PAGES_CHANNEL } from '@sw/store/postgres/records/kept-pages';

/** How often administrators had kept pages forgotten, in any process: pages are kept by it, so those of another number are never shown again. */
export interface PageEdition extends Listener {
	now(): number;
	/** Has them forgotten everywhere: here at once, elsewhere as soon as they hear of it. */
	forget(): Promise<void>;
}

export const openPageEdition = async (
	{ db, url }: Pick<Records, 'db' | 'url'>,
	onTrouble: (what: string, error: unknown) => void,
): Promise<PageEdition> => {
	let edition = 0;
	const rise = (to: number): void => {
		edition = Math.max(edition, to);
	};
	const read = async (): Promise<void> => rise(await countedForgettings(db));
	const listener = await listen(url, {
		channel: PAGES_CHANNEL,
		onMessage: (count) => rise(Number(count)),
		onResume: () => void read().catch((error) => onTrouble('reading which pages are forgotten', error)),
	});
	await read();
	return {
		now: () => edition,
		forget: async () => rise(await forgetPages(db)),
		close: listener.close,
	};
};
