import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { snack } from './snack.ts';
import { snackList } from './snack-list.ts';

const clear = (): void => {
	for (const { id } of snackList.standing()) snackList.hide(id);
};
beforeEach(clear);

describe('ways back', () => {
	beforeEach(() => {
		vi.useFakeTimers();
		vi.stubGlobal('document', { addEventListener: () => {}, removeEventListener: () => {} });
	});
	afterEach(() => {
		clear();
		vi.useRealTimers();
		vi.unstubAllGlobals();
	});

	it('are one for each act, the newest first; six quick acts leave six, each for ten seconds in sight', () => {
		const undone: number[] = [];
		for (let act = 1; act <= 6; act++) snack.undo('Update frozen list', `act ${act}`, 'Undo', () => undone.push(act));
		const standing = () => snackList.standing().map(({ message }) => message);
		expect(standing()).toEqual(['act 6', 'act 5', 'act 4', 'act 3']);
		snackList.standing()[1]?.button?.act();
		expect([undone, standing()]).toEqual([[5], ['act 6', 'act 4', 'act 3', 'act 2']]);
		vi.advanceTimersByTime(9_999);
		expect(standing()).toHaveLength(4);
		vi.advanceTimersByTime(1);
		expect(standing()).toEqual(['act 1']);
		snackList.standing()[0]?.button?.act();
		expect([undone, standing()]).toEqual([[5, 1], []]);
	});

	it('stand in the order in which their acts began, in whatever order those are answered, before what only informs', () => {
		snack.info('Saved', 'told');
		const star = snack.begin();
		const freeze = snack.begin();
		freeze('Update frozen list', 'freeze', 'Undo', () => {});
		star('Favourites', 'star', 'Undo', () => {});
		expect(snackList.standing().map(({ message }) => message)).toEqual(['freeze', 'star', 'told']);
	});
});

describe('a snackbar with a button', () => {
	it('offers newer data of a ticker for 30000 ms, one offer at a time', () => {
		snack.update('New report 11:45 ET', 'Measured again.', 'Show it', () => {});
		snack.update('New report 12:00 ET', 'Measured again.', 'Show it', () => {});
		expect(snackList.standing().map(({ id, title, lasts }) => [id, title, lasts])).toEqual([['update', 'New report 12:00 ET', 30_000]]);
		snack.updated();
		expect(snackList.standing()).toEqual([]);
	});

	it('leaves before its button acts, so that the act may show another', () => {
		const act = vi.fn(() => expect(snackList.standing()).toEqual([]));
		snack.update('New report 11:45 ET', 'Measured again.', 'Show it', act);
		snackList.standing()[0]?.button?.act();
		expect(act).toHaveBeenCalledOnce();
	});
});
