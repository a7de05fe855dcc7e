import { createHash } from 'node:crypto';
import { tryAgainIn } from '@sw/contract/errors';
import { HOUR, MINUTE } from '@sw/domain/time/units';
import type { Clock } from '../../../platform/clocks/clock.ts';
import { Problem } from '../../../platform/errors.ts';
import type { AccountRecords } from './ports.ts';

/** How often something may be tried for one address, one account, or one account from one address. Known and unknown accounts count alike. */
export const LIMITS = {
	/** One household guessing one account. */
	'login pair': { most: 10, window: 15 * MINUTE },
	/** One household guessing many accounts. */
	'login address': { most: 60, window: 15 * MINUTE },
	/** Many addresses guessing one account. Its owner comes in with a browser that the account knows. */
	'login account': { most: 100, window: HOUR },
	/** A browser that has been signed in to the account; it counts towards none of the three above, nor do they shut it out. */
	'login browser': { most: 20, window: 15 * MINUTE },
	'sign-up address': { most: 30, window: HOUR },
	/** Mails to one mailbox. */
	'mail account': { most: 6, window: HOUR },
	'mail address': { most: 30, window: HOUR },
	/** Addresses that one account asks for. */
	'address account': { most: 10, window: HOUR },
	/** Codes of links and tokens. */
	'code address': { most: 60, window: 15 * MINUTE },
	'password account': { most: 10, window: 15 * MINUTE },
	/** Codes of a second factor, by whoever has the password. */
	'factor account': { most: 10, window: HOUR },
	/** Addresses put on the wait-list. */
	'wait-list address': { most: 20, window: HOUR },
	/** Letters to the operator. */
	'letter address': { most: 3, window: HOUR },
	/** Trials of notices, each of which asks a server that the account has named. */
	'trial account': { most: 20, window: HOUR },
	'oauth address': { most: 60, window: 15 * MINUTE },
} as const satisfies Record<string, { most: number; window: number }>;
export type LimitName = keyof typeof LIMITS;

export interface Limits {
	/** Counts a try, or throws 429 with Retry-After when there were too many. */
	count(name: LimitName, ...whom: string[]): Promise<void>;
	/** A success: the tries before it are forgotten. */
	forget(name: LimitName, ...whom: string[]): Promise<void>;
}

/** Hashed, so that the table holds neither addresses nor mail addresses. */
const keyOf = (name: LimitName, whom: readonly string[]): string =>
	createHash('sha256')
		.update(JSON.stringify([name, ...whom]))
		.digest('base64url');

/** `onExceeded` hears once a window that there were too many. */
export const createLimits = (
	records: AccountRecords,
	clock: Clock,
	onExceeded: (name: LimitName, whom: readonly string[]) => Promise<void>,
): Limits => ({
	count: async (name, ...whom) => {
		const { most, window } = LIMITS[name];
		const now = clock.now();
		const { count, endsAt } = await records.countAttempt(keyOf(name, whom), window, now);
		if (count <= most) return;
		if (count === most + 1) await onExceeded(name, whom);
		const seconds = Math.max(1, Math.ceil((endsAt - now) / 1000));
		throw new Problem('rate_limited', { detail: tryAgainIn(seconds), headers: { 'retry-after': String(seconds) } });
	},
	forget: (name, ...whom) => records.forgetAttempts(keyOf(name, whom)),
});
