import { createHash } from 'node:crypto';
import { retryAfterMessage } from '@sw/contract/base/errors';
import { HOUR, MINUTE } from '@sw/domain/time/units';
import type { Clock } from '../../../platform/clocks/wall-clock.ts';
import { Problem } from '../../../platform/errors.ts';
import type { AccountRecords } from './ports.ts';

/** Rate limits by IP address, by account, or by both; windows in milliseconds. Existing and unknown accounts are limited alike. */
export const LIMITS = {
	/** One IP address guesses one account's password. */
	'login pair': { most: 10, window: 15 * MINUTE },
	/** One IP address guesses many accounts' passwords. */
	'login address': { most: 60, window: 15 * MINUTE },
	/** Many IP addresses guess one account's password. Its owner can still sign in from a known browser. */
	'login account': { most: 100, window: HOUR },
	/** A browser that has signed in to the account before. Counted separately from the three limits above, and not blocked by them. */
	'login browser': { most: 20, window: 15 * MINUTE },
	'sign-up address': { most: 30, window: HOUR },
	/** Mails to one mailbox. */
	'mail account': { most: 6, window: HOUR },
	'mail address': { most: 30, window: HOUR },
	/** Changes of the mail address requested by one account. */
	'address account': { most: 10, window: HOUR },
	/** Codes of links and tokens tried from one IP address. */
	'code address': { most: 60, window: 15 * MINUTE },
	'password account': { most: 10, window: 15 * MINUTE },
	/** Second-factor codes tried after the right password. */
	'factor account': { most: 10, window: HOUR },
	/** Wait-list sign-ups from one IP address. */
	'wait-list address': { most: 20, window: HOUR },
	/** Contact messages to the operator from one IP address. */
	'letter address': { most: 3, window: HOUR },
	/** Test deliveries, each of which contacts a server configured by the account. */
	'trial account': { most: 20, window: HOUR },
	'oauth address': { most: 60, window: 15 * MINUTE },
} as const satisfies Record<string, { most: number; window: number }>;
export type LimitName = keyof typeof LIMITS;

export interface Limits {
	/** Counts an attempt; throws 429 with Retry-After when there were too many. `keys`: the ids or IP addresses that are counted together. */
	count(name: LimitName, ...keys: string[]): Promise<void>;
	/** Forgets the earlier attempts, after a success. */
	forget(name: LimitName, ...keys: string[]): Promise<void>;
}

/** `onExceeded` is called once per window, for the first attempt over the limit. */
export function createLimits(
	records: AccountRecords,
	clock: Clock,
	onExceeded: (name: LimitName, keys: readonly string[]) => Promise<void>,
): Limits {
	return {
		count: async (name, ...keys) => {
			const { most, window } = LIMITS[name];
			const now = clock.now();
			const { count, endsAt } = await records.countAttempt(keyOf(name, keys), window, now);
			if (count <= most) return;
			if (count === most + 1) await onExceeded(name, keys);
			const seconds = Math.max(1, Math.ceil((endsAt - now) / 1000));
			throw new Problem('rate_limited', { detail: retryAfterMessage(seconds), headers: { 'retry-after': String(seconds) } });
		},
		forget: (name, ...keys) => records.forgetAttempts(keyOf(name, keys)),
	};
}

/** Returns a hash as the key, so that the table contains neither IP nor mail addresses. */
function keyOf(name: LimitName, keys: readonly string[]): string {
	return createHash('sha256')
		.update(JSON.stringify([name, ...keys]))
		.digest('base64url');
}
