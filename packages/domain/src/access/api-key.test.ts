import { describe, expect, it } from 'vitest';
import { DAY, MINUTE, utcMs } from '../time/units.ts';
import { USER_STATUSES } from './account.ts';
import {
	type ApiKey,
	computeKeyExpiry,
	isActiveKey,
	KEY_CALLS_PER_WINDOW,
	KEY_PREFIX,
	KEY_USE_RECORD_INTERVAL_MS,
	KEY_WINDOW_MS,
	MAX_KEY_DAYS,
	MAX_KEYS_PER_ACCOUNT,
} from './api-key.ts';
import { countCall } from './caller.ts';
import type { User } from './user.ts';

const NOW = utcMs(1_780_000_000_000);

function held(expiresAt: number, status: User['status'] = 'active') {
	return {
		key: { expiresAt } as ApiKey,
		user: { status } as User,
	};
}

describe('a personal key', () => {
	it('opens nothing from its end on, to the millisecond', () => {
		expect([NOW - 1, NOW, NOW + 1].map((end) => isActiveKey(held(end), NOW))).toEqual([false, false, true]);
	});

	it('opens nothing while its account is blocked', () => {
		expect(USER_STATUSES.filter((status) => isActiveKey(held(NOW + 1, status), NOW))).toEqual(['unconfirmed', 'active']);
	});

	it('lives for as many whole days as its owner chose, a year at most', () => {
		expect([1, 30, MAX_KEY_DAYS].map((days) => computeKeyExpiry(NOW, days) - NOW)).toEqual([DAY, 30 * DAY, 365 * DAY]);
	});

	it('makes 300 calls a minute, as the page about the command line says, and is noted as used once in a minute', () => {
		const first = countCall(undefined, KEY_CALLS_PER_WINDOW, KEY_WINDOW_MS, NOW);
		expect([first.left, first.endsAt - NOW, KEY_USE_RECORD_INTERVAL_MS]).toEqual([299, MINUTE, MINUTE]);
	});

	it('is one of twenty at most, and known for a secret by its beginning', () => {
		expect([MAX_KEYS_PER_ACCOUNT, KEY_PREFIX]).toEqual([20, 'swk_']);
	});
});
