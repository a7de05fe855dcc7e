import { beforeEach, describe, expect, it, vi } from 'vitest';
import { snackList } from '../../ui/snackbars/snack.ts';
import { updateOffer } from './ticker-frame.tsx';

beforeEach(() => {
	for (const { id } of snackList.current()) snackList.hide(id);
});

describe('a snackbar with a button', () => {
	it('offers newer data of a ticker for 30000 ms, one offer at a time', () => {
		updateOffer.show('New report 11:45 ET', 'Measured again.', 'Show', () => {});
		updateOffer.show('New report 12:00 ET', 'Measured again.', 'Show', () => {});
		expect(snackList.current().map(({ id, title, durationMs }) => [id, title, durationMs])).toEqual([
			['update', 'New report 12:00 ET', 30_000],
		]);
		updateOffer.hide();
		expect(snackList.current()).toEqual([]);
	});

	it('leaves before its button acts, so that the act may show another', () => {
		const act = vi.fn(() => expect(snackList.current()).toEqual([]));
		updateOffer.show('New report 11:45 ET', 'Measured again.', 'Show', act);
		snackList.current()[0]?.button?.act();
		expect(act).toHaveBeenCalledOnce();
	});
});
