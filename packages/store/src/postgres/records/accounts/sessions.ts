import type { Rotation, Session, SessionOfUser } from '@sw/domain/access/session';
import type { UtcMs } from '@sw/domain/time/units';
import { and, desc, eq, gt, lte, ne, or } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { accountBrowsers, sessions, users } from '../../schema/accounts.ts';
import { notifySessionChange, notifySessionEnd } from '../notifications.ts';

export async function addSession(db: Db, session: Session): Promise<void> {
	await db.insert(sessions).values(session);
}

/** Finds the session with this hash of its current or previous access token. One round trip, because every call of a signed-in user needs it. */
export async function sessionByAccess(db: Db, accessHash: Uint8Array): Promise<SessionOfUser | undefined> {
	return (
		await db
			.select({ session: sessions, user: users })
			.from(sessions)
			.innerJoin(users, eq(users.id, sessions.userId))
			.where(or(eq(sessions.accessHash, accessHash), eq(sessions.previousAccessHash, accessHash)))
	)[0];
}

export async function sessionByFamily(db: Db, familyHash: Uint8Array): Promise<SessionOfUser | undefined> {
	return (
		await db
			.select({ session: sessions, user: users })
			.from(sessions)
			.innerJoin(users, eq(users.id, sessions.userId))
			.where(eq(sessions.familyHash, familyHash))
	)[0];
}

/** Replaces a session's tokens; false if another request did so first. `currentRefreshHash` must still be current. */
export async function rotateSession(db: Db, id: string, currentRefreshHash: Uint8Array, rotation: Rotation): Promise<boolean> {
	const changed = await db
		.update(sessions)
		.set(rotation)
		.where(and(eq(sessions.id, id), eq(sessions.refreshHash, currentRefreshHash)))
		.returning({ userId: sessions.userId });
	const [rotated] = changed;
	if (!rotated) return false;
	await db.update(users).set({ seenAt: rotation.rotatedAt }).where(eq(users.id, rotated.userId));
	await notifySessionChange(db, id);
	return true;
}

/** Returns the active sessions of a user, newest first. */
export function sessionsOf(db: Db, userId: string, now: UtcMs): Promise<Session[]> {
	return db
		.select()
		.from(sessions)
		.where(and(eq(sessions.userId, userId), gt(sessions.refreshExpires, now)))
		.orderBy(desc(sessions.rotatedAt));
}

/** Ends one session; with `userId`, only a session of that user. Returns whether a session ended. */
export async function endSession(db: Db, id: string, userId?: string): Promise<boolean> {
	const isOwn = userId === undefined ? undefined : eq(sessions.userId, userId);
	const endedSessions = await db
		.delete(sessions)
		.where(and(eq(sessions.id, id), isOwn))
		.returning({ id: sessions.id });
	if (endedSessions.length === 1) await notifySessionEnd(db, id);
	return endedSessions.length === 1;
}

/** Ends the sessions of a user except `exceptId`; returns their number. */
export async function endSessions(db: Db, userId: string, exceptId?: string): Promise<number> {
	const isOther = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
	const endedSessions = await db
		.delete(sessions)
		.where(and(eq(sessions.userId, userId), isOther))
		.returning({ id: sessions.id });
	await notifySessionChange(db, userId);
	return endedSessions.length;
}

/** Removes expired sessions of one user, or of all. */
export async function sweepSessions(db: Db, now: UtcMs, userId?: string): Promise<number> {
	const userCondition = userId === undefined ? undefined : eq(sessions.userId, userId);
	return (
		await db
			.delete(sessions)
			.where(and(lte(sessions.refreshExpires, now), userCondition))
			.returning({ id: sessions.id })
	).length;
}

/** Records that the account signed in with this browser at `now`. */
export async function rememberBrowser(db: Db, userId: string, browserHash: Uint8Array, now: UtcMs): Promise<void> {
	await db
		.insert(accountBrowsers)
		.values({ userId, browserHash, seenAt: now })
		.onConflictDoUpdate({ target: [accountBrowsers.userId, accountBrowsers.browserHash], set: { seenAt: now } });
}

/** Returns whether this address's account signed in with this browser after `since`. Unknown addresses run the same query, so timing doesn't reveal them. */
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
