import type { AccountLink, LinkKind } from '@sw/domain/access/account-link';
import type { Invitation, InvitationState } from '@sw/domain/access/invitation';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, not, type SQL, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { accountLinks, invitations, users } from '../../schema/accounts.ts';

export async function addLink(db: Db, link: AccountLink): Promise<void> {
	await db.insert(accountLinks).values(link);
}

/** Finds a link that is neither used nor expired. */
export async function findOpenLink(db: Db, id: string, kinds: readonly LinkKind[], now: UtcMs): Promise<AccountLink | undefined> {
	return (
		await db
			.select()
			.from(accountLinks)
			.where(isOpen(id, kinds, now))
	)[0];
}

function isOpen(id: string, kinds: readonly LinkKind[], now: UtcMs) {
	return and(eq(accountLinks.id, id), inArray(accountLinks.kind, [...kinds]), isNull(accountLinks.usedAt), gt(accountLinks.expiresAt, now));
}

/** Marks the link as used; false if another request was faster. */
export async function useLink(db: Db, { id, kind }: Pick<AccountLink, 'id' | 'kind'>, now: UtcMs): Promise<boolean> {
	return (
		(
			await db
				.update(accountLinks)
				.set({ usedAt: now })
				.where(isOpen(id, [kind], now))
				.returning({ id: accountLinks.id })
		).length === 1
	);
}

/** Counts a wrong code, and closes the link when the count reaches `limit`. */
export async function countWrongCode(db: Db, id: string, limit: number, now: UtcMs): Promise<void> {
	const misses = sql`${accountLinks.misses} + 1`;
	await db
		.update(accountLinks)
		.set({ misses, usedAt: sql`case when ${misses} >= ${limit} then ${new Date(now).toISOString()}::timestamptz end` })
		.where(and(eq(accountLinks.id, id), isNull(accountLinks.usedAt)));
}

/** Closes the unused links of these kinds; returns their number. */
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

/** Returns the newest unconfirmed email address that differs from the account's own. */
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

export async function addInvitation(db: Db, invitation: Invitation): Promise<void> {
	await db.insert(invitations).values({ ...invitation, usedBy: [...invitation.usedBy] });
}

export async function invitationById(db: Db, id: string): Promise<Invitation | undefined> {
	return (await db.select().from(invitations).where(eq(invitations.id, id)))[0];
}

/** Returns the oldest open invitation for an email address. */
export async function openInvitationFor(db: Db, emailKey: string, now: UtcMs): Promise<Invitation | undefined> {
	const where = and(eq(invitations.emailKey, emailKey), inState('open', now));
	return (await db.select().from(invitations).where(where).orderBy(asc(invitations.createdAt)).limit(1))[0];
}

/** Counts one use of the invitation, by the account that was created; false if the invitation has no uses left or has ended. */
export async function useInvitation(db: Db, id: string, userId: string, now: UtcMs): Promise<boolean> {
	return (
		(
			await db
				.update(invitations)
				.set({ usedBy: sql`array_append(${invitations.usedBy}, ${userId}::uuid)` })
				.where(and(eq(invitations.id, id), inState('open', now)))
				.returning({ id: invitations.id })
		).length === 1
	);
}

/** Returns undefined if there is no open invitation with this id. */
export async function withdrawInvitation(db: Db, id: string, now: UtcMs): Promise<Invitation | undefined> {
	return (
		await db
			.update(invitations)
			.set({ withdrawnAt: now })
			.where(and(eq(invitations.id, id), inState('open', now)))
			.returning()
	)[0];
}

/** Uses all open setup links in one statement, so that of two requests with different links only one succeeds. Returns their ids. */
export async function useSetupLinks(db: Db, userId: string, now: UtcMs): Promise<string[]> {
	const where = and(eq(invitations.isSetup, true), inState('open', now));
	const usedInvitations = await db
		.update(invitations)
		.set({ usedBy: [userId] })
		.where(where)
		.returning({ id: invitations.id });
	return usedInvitations.map(({ id }) => id);
}

/** Returns one page of invitations, newest first, and how many match. */
export async function listInvitations(
	db: Db,
	{ state, now, skip, max }: { state: InvitationState | undefined; now: UtcMs; skip: number; max: number },
): Promise<{ items: Invitation[]; total: number }> {
	const where = state && inState(state, now);
	const order = [desc(invitations.createdAt), asc(invitations.id)];
	const [items, [countRow]] = await Promise.all([
		db
			.select()
			.from(invitations)
			.where(where)
			.orderBy(...order)
			.offset(skip)
			.limit(max),
		db.select({ total: count() }).from(invitations).where(where),
	]);
	return { items, total: countRow?.total ?? 0 };
}

export async function sweepInvitations(db: Db, before: UtcMs): Promise<void> {
	await db.delete(invitations).where(lte(invitations.expiresAt, before));
}

/** Returns the condition for a state, as `invitationState` determines it. */
function inState(state: InvitationState, now: UtcMs): SQL | undefined {
	const isUsed = sql`cardinality(${invitations.usedBy}) >= ${invitations.uses}`;
	if (state === 'used') return isUsed;
	if (state === 'withdrawn') return and(not(isUsed), isNotNull(invitations.withdrawnAt));
	const expiryCondition = state === 'open' ? gt(invitations.expiresAt, now) : lte(invitations.expiresAt, now);
	return and(not(isUsed), isNull(invitations.withdrawnAt), expiryCondition);
}
