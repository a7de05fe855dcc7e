import type { UtcMs } from '@sw/domain/time/units';
import { and, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { accountBrowsers, users } from '../schema/accounts.ts';

/** The account has been signed in to there; `now` is the last time. */
export const rememberBrowser = async (db: Db, userId: string, browserHash: Uint8Array, now: UtcMs): Promise<void> => {
	await db
		.insert(accountBrowsers)
		.values({ userId, browserHash, seenAt: now })
		.onConflictDoUpdate({ target: [accountBrowsers.userId, accountBrowsers.browserHash], set: { seenAt: now } });
};

/** Whether the account of the address was signed in to in this browser after `since`. The same question for an address without one. */
export const knowsBrowser = async (db: Db, emailKey: string, browserHash: Uint8Array, since: UtcMs): Promise<boolean> =>
	(
		await db
			.select({ seenAt: accountBrowsers.seenAt })
			.from(accountBrowsers)
			.innerJoin(users, eq(users.id, accountBrowsers.userId))
			.where(and(eq(users.emailKey, emailKey), eq(accountBrowsers.browserHash, browserHash), gt(accountBrowsers.seenAt, since)))
	).length === 1;

export const forgetBrowsers = async (db: Db, userId: string): Promise<void> => {
	await db.delete(accountBrowsers).where(eq(accountBrowsers.userId, userId));
};

export const sweepBrowsers = async (db: Db, before: UtcMs): Promise<void> => {
	await db.delete(accountBrowsers).where(lte(accountBrowsers.seenAt, before));
};
