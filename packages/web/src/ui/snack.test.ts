import { beforeEach, describe, expect, it, vi } from 'vitest';

const shown = vi.hoisted(() => ({ show: vi.fn(), hide: vi.fn() }));
vi.mock('@mantine/notifications', () => ({ notifications: shown }));
const { snack } = await import('./snack.ts');

beforeEach(() => vi.clearAllMocks());

describe('a snackbar with a button', () => {
	it('offers newer data of a ticker for 30000 ms, one offer at a time', () => {
		snack.update('New report 11:45 ET', 'Measured again.', 'Show it', () => {});
		snack.update('New report 12:00 ET', 'Measured again.', 'Show it', () => {});
		expect(shown.show.mock.calls.map(([one]) => [one.id, one.title, one.autoClose])).toEqual([
			['update', 'New report 11:45 ET', 30_000],
			['update', 'New report 12:00 ET', 30_000],
		]);
		snack.updated();
		expect(shown.hide).toHaveBeenCalledTimes(3);
	});
});
