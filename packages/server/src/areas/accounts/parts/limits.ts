import { createHash } from 'node:crypto';
import { retryAfterMessage } from '@sw/contract/base/errors';
import { HOUR, MINUTE } from '@sw/domain/time/units';
import type { Clock } from '../../../platform/clocks/wall-clock.ts';
import { Problem } from '../../../platform/errors.ts';
import type { AccountRecords } from './ports.ts';

/** Rate limits of attempts by IP address, by account, or by both. Existing and unknown accounts are limited alike. */
export const LIMITS = {
	/** One IP address guesses one account's password. */
	'login pair': { maxAttempts: 10, windowMs: 15 * MINUTE },
	/** One IP address guesses many accounts' passwords. */
	'login address': { maxAttempts: 60, windowMs: 15 * MINUTE },
	/** Many IP addresses guess one account's password. Its owner can still sign in from a known browser. */
	'login account': { maxAttempts: 100, windowMs: HOUR },
	/** A browser that has signed in to the account before. Counted separately from the three limits above, and not blocked by them. */
	'login browser': { maxAttempts: 20, windowMs: 15 * MINUTE },
	'sign-up address': { maxAttempts: 30, windowMs: HOUR },
	/** Mails to one mailbox. */
	'mail account': { maxAttempts: 6, windowMs: HOUR },
	'mail address': { maxAttempts: 30, windowMs: HOUR },
	/** Changes of the mail address requested by one account. */
	'address account': { maxAttempts: 10, windowMs: HOUR },
	/** Codes of links and tokens tried from one IP address. */
	'code address': { maxAttempts: 60, windowMs: 15 * MINUTE },
	'password account': { maxAttempts: 10, windowMs: 15 * MINUTE },
	/** Second-factor codes tried after the right password. */
	'factor account': { maxAttempts: 10, windowMs: HOUR },
	/** Wait-list sign-ups from one IP address. */
	'wait-list address': { maxAttempts: 20, windowMs: HOUR },
	/** Contact messages to the operator from one IP address. */
	'letter address': { maxAttempts: 3, windowMs: HOUR },
	/** Test deliveries, each of which contacts a server configured by the account. */
	'trial account': { maxAttempts: 20, windowMs: HOUR },
	'oauth address': { maxAttempts: 60, windowMs: 15 * MINUTE },
} as const satisfies Record<string, { maxAttempts: number; windowMs: number }>;
export type LimitName = keyof typeof LIMITS;

export interface Limits {
	/** Counts an attempt; throws 429 with Retry-After when there were too many. `keys`: the ids or IP addresses that are counted together. */
	count(name: LimitName, ...keys: string[]): Promise<void>;
	/** Resets the count of attempts after a success. */
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
			const { maxAttempts, windowMs } = LIMITS[name];
			const now = clock.now();
			const { count, endsAt } = await records.countAttempt(hashKey(name, keys), windowMs, now);
			if (count <= maxAttempts) return;
			if (count === maxAttempts + 1) await onExceeded(name, keys);
			const seconds = Math.max(1, Math.ceil((endsAt - now) / 1000));
			throw new Problem('rate_limited', { detail: retryAfterMessage(seconds), headers: { 'retry-after': String(seconds) } });
		},
		forget: (name, ...keys) => records.forgetAttempts(hashKey(name, keys)),
	};
}

/** Returns a hash as the key, so that the table contains neither IP nor mail addresses. */
function hashKey(name: LimitName, keys: readonly string[]): string {
	return createHash('sha256')
		.update(JSON.stringify([name, ...keys]))
		.digest('base64url');
}
