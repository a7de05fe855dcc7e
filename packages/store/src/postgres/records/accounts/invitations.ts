import type { Invitation, InvitationState } from '@sw/domain/access/invitation';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, count, desc, eq, gt, isNotNull, isNull, lte, not, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { invitations } from '../../schema/accounts.ts';

export async function addInvitation(db: Db, invitation: Invitation): Promise<void> {
	await db.insert(invitations).values({ ...invitation, usedBy: [...invitation.usedBy] });
}

export async function invitationById(db: Db, id: string): Promise<Invitation | undefined> {
	return (await db.select().from(invitations).where(eq(invitations.id, id)))[0];
}

/** The oldest open invitation for an address. */
export async function openInvitationFor(db: Db, emailKey: string, now: UtcMs): Promise<Invitation | undefined> {
	const where = and(eq(invitations.emailKey, emailKey), inState('open', now));
	return (await db.select().from(invitations).where(where).orderBy(asc(invitations.createdAt)).limit(1))[0];
}

/** Counts the account as created by the invitation; false when another request took its last use, or it is over. */
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

/** Undefined when there is no open one with this id. */
export async function withdrawInvitation(db: Db, id: string, now: UtcMs): Promise<Invitation | undefined> {
	return (
		await db
			.update(invitations)
			.set({ withdrawnAt: now })
			.where(and(eq(invitations.id, id), inState('open', now)))
			.returning()
	)[0];
}

/** Uses up all open setup links in one statement, so that of two requests with different links only one goes on; returns their ids. */
export async function useSetupLinks(db: Db, userId: string, now: UtcMs): Promise<string[]> {
	const where = and(eq(invitations.isSetup, true), inState('open', now));
	const used = await db
		.update(invitations)
		.set({ usedBy: [userId] })
		.where(where)
		.returning({ id: invitations.id });
	return used.map(({ id }) => id);
}

/** Newest first. */
export async function listInvitations(
	db: Db,
	{ state, now, skip, max }: { state: InvitationState | undefined; now: UtcMs; skip: number; max: number },
): Promise<{ items: Invitation[]; total: number }> {
	const where = state && inState(state, now);
	const order = [desc(invitations.createdAt), asc(invitations.id)];
	const [items, [counted]] = await Promise.all([
		db
			.select()
			.from(invitations)
			.where(where)
			.orderBy(...order)
			.offset(skip)
			.limit(max),
		db.select({ total: count() }).from(invitations).where(where),
	]);
	return { items, total: counted?.total ?? 0 };
}

export async function sweepInvitations(db: Db, before: UtcMs): Promise<void> {
	await db.delete(invitations).where(lte(invitations.expiresAt, before));
}

/** `invitationState` in SQL. */
function inState(state: InvitationState, now: UtcMs): SQL | undefined {
	const isUsed = sql`cardinality(${invitations.usedBy}) >= ${invitations.uses}`;
	if (state === 'used') return isUsed;
	if (state === 'withdrawn') return and(not(isUsed), isNotNull(invitations.withdrawnAt));
	const isTimely = state === 'open' ? gt(invitations.expiresAt, now) : lte(invitations.expiresAt, now);
	return and(not(isUsed), isNull(invitations.withdrawnAt), isTimely);
}
