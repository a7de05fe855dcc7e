import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { snack, snackList } from './snack.ts';

function clear(): void {
	for (const { id } of snackList.current()) snackList.hide(id);
}

beforeEach(clear);

describe('ways back', () => {
	beforeEach(() => {
		vi.useFakeTimers();
		vi.stubGlobal('document', { addEventListener: () => {} });
	});
	afterEach(() => {
		clear();
		vi.useRealTimers();
		vi.unstubAllGlobals();
	});

	it('are one for each act, the newest first; six quick acts leave six, each for ten seconds in sight', () => {
		const undone: number[] = [];
		for (let act = 1; act <= 6; act++) snack.begin()('Update frozen list', `act ${act}`, 'Undo', () => undone.push(act));
		const shown = () => snackList.current().map(({ message }) => message);
		expect(shown()).toEqual(['act 6', 'act 5', 'act 4', 'act 3']);
		snackList.current()[1]?.button?.act();
		expect([undone, shown()]).toEqual([[5], ['act 6', 'act 4', 'act 3', 'act 2']]);
		vi.advanceTimersByTime(9_999);
		expect(shown()).toHaveLength(4);
		vi.advanceTimersByTime(1);
		expect(shown()).toEqual(['act 1']);
		snackList.current()[0]?.button?.act();
		expect([undone, shown()]).toEqual([[5, 1], []]);
	});

	it('are in the order in which their actions began, whatever the order of the answers, before what only informs', () => {
		snack.info('Saved', 'told');
		const star = snack.begin();
		const freeze = snack.begin();
		freeze('Update frozen list', 'freeze', 'Undo', () => {});
		star('Favourites', 'star', 'Undo', () => {});
		expect(snackList.current().map(({ message }) => message)).toEqual(['freeze', 'star', 'told']);
	});
});
