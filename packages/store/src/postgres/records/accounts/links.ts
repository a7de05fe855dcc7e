import type { AccountLink, LinkKind } from '@sw/domain/access/account-link';
import type { UtcMs } from '@sw/domain/time/units';
import { and, desc, eq, gt, inArray, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { accountLinks, users } from '../../schema/accounts.ts';

export async function addLink(db: Db, link: AccountLink): Promise<void> {
	await db.insert(accountLinks).values(link);
}

/** A link that can still be used. */
export async function findOpenLink(db: Db, id: string, kinds: readonly LinkKind[], now: UtcMs): Promise<AccountLink | undefined> {
	return (
		await db
			.select()
			.from(accountLinks)
			.where(open(id, kinds, now))
	)[0];
}

function open(id: string, kinds: readonly LinkKind[], now: UtcMs) {
	return and(eq(accountLinks.id, id), inArray(accountLinks.kind, [...kinds]), isNull(accountLinks.usedAt), gt(accountLinks.expiresAt, now));
}

/** Marks it as used; false when another request was first. */
export async function useLink(db: Db, { id, kind }: Pick<AccountLink, 'id' | 'kind'>, now: UtcMs): Promise<boolean> {
	return (
		(
			await db
				.update(accountLinks)
				.set({ usedAt: now })
				.where(open(id, [kind], now))
				.returning({ id: accountLinks.id })
		).length === 1
	);
}

/** Counts a wrong code, and closes the link at the `most`-th. */
export async function countWrongCode(db: Db, id: string, limit: number, now: UtcMs): Promise<void> {
	const misses = sql`${accountLinks.misses} + 1`;
	await db
		.update(accountLinks)
		.set({ misses, usedAt: sql`case when ${misses} >= ${limit} then ${new Date(now).toISOString()}::timestamptz end` })
		.where(and(eq(accountLinks.id, id), isNull(accountLinks.usedAt)));
}

/** Closes the unused links of these kinds; returns how many. */
export async function voidLinks(db: Db, userId: string, kinds: readonly LinkKind[], now: UtcMs): Promise<number> {
	return (
		await db
			.update(accountLinks)
			.set({ usedAt: now })
			.where(
				and(
					eq(accountLinks.userId, userId),
					inArray(accountLinks.kind, [...kinds]),
					isNull(accountLinks.usedAt),
					gt(accountLinks.expiresAt, now),
				),
			)
			.returning({ id: accountLinks.id })
	).length;
}

export async function sweepLinks(db: Db, before: UtcMs): Promise<void> {
	await db.delete(accountLinks).where(lte(accountLinks.expiresAt, before));
}

/** The newest unconfirmed address that differs from the account's own. */
export async function pendingEmail(db: Db, userId: string, now: UtcMs): Promise<string | undefined> {
	return (
		await db
			.select({ email: accountLinks.email })
			.from(accountLinks)
			.innerJoin(users, eq(users.id, accountLinks.userId))
			.where(
				and(
					eq(accountLinks.userId, userId),
					eq(accountLinks.kind, 'confirm'),
					isNull(accountLinks.usedAt),
					gt(accountLinks.expiresAt, now),
					ne(accountLinks.email, users.email),
				),
			)
			.orderBy(desc(accountLinks.createdAt))
			.limit(1)
	)[0]?.email;
}
