import type { UtcMs } from '@sw/domain/time/units';
import { and, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { accountBrowsers, users } from '../../schema/accounts.ts';

/** Records a sign-in to the account in this browser; `now` becomes the last time. */
export async function rememberBrowser(db: Db, userId: string, browserHash: Uint8Array, now: UtcMs): Promise<void> {
	await db
		.insert(accountBrowsers)
		.values({ userId, browserHash, seenAt: now })
		.onConflictDoUpdate({ target: [accountBrowsers.userId, accountBrowsers.browserHash], set: { seenAt: now } });
}

/** Whether the account with this address was signed in to in this browser after `since`. An unknown address takes the same query. */
export async function knowsBrowser(db: Db, emailKey: string, browserHash: Uint8Array, since: UtcMs): Promise<boolean> {
	return (
		(
			await db
				.select({ seenAt: accountBrowsers.seenAt })
				.from(accountBrowsers)
				.innerJoin(users, eq(users.id, accountBrowsers.userId))
				.where(and(eq(users.emailKey, emailKey), eq(accountBrowsers.browserHash, browserHash), gt(accountBrowsers.seenAt, since)))
		).length === 1
	);
}

export async function forgetBrowsers(db: Db, userId: string): Promise<void> {
	await db.delete(accountBrowsers).where(eq(accountBrowsers.userId, userId));
}

export async function sweepBrowsers(db: Db, before: UtcMs): Promise<void> {
	await db.delete(accountBrowsers).where(lte(accountBrowsers.seenAt, before));
}
