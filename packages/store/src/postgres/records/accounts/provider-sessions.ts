import type { EndedAtProvider, ProviderSession } from '@sw/domain/access/identity';
import type { UtcMs } from '@sw/domain/time/units';
import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { providerSessions } from '../../schema/accounts.ts';

export async function addProviderSession(db: Db, session: ProviderSession): Promise<void> {
	await db.insert(providerSessions).values(session);
}

/** The sign-in that waited for its second factor has opened a session. `refreshToken`: encrypted with a secret of that session. */
export async function moveProviderSession(db: Db, linkId: string, sessionId: string, refreshToken: string | null): Promise<void> {
	await db.update(providerSessions).set({ sessionId, linkId: null, refreshToken }).where(eq(providerSessions.linkId, linkId));
}

export async function waitingProviderSession(db: Db, linkId: string): Promise<ProviderSession | undefined> {
	return (await db.select().from(providerSessions).where(eq(providerSessions.linkId, linkId)))[0];
}

/** Claims the next question to the provider: false if it was asked after `due`, so that only one of several tabs asks. */
export async function beginProviderCheck(db: Db, id: string, due: UtcMs, now: UtcMs): Promise<boolean> {
	const isDue = and(eq(providerSessions.id, id), lte(providerSessions.checkedAt, due));
	return (await db.update(providerSessions).set({ checkedAt: now }).where(isDue).returning({ id: providerSessions.id })).length > 0;
}

export async function setProviderClaims(
	db: Db,
	id: string,
	claims: Partial<Pick<ProviderSession, 'groups' | 'refreshToken'>>,
): Promise<void> {
	await db.update(providerSessions).set(claims).where(eq(providerSessions.id, id));
}

export async function providerSessionOf(db: Db, sessionId: string): Promise<ProviderSession | undefined> {
	return (await db.select().from(providerSessions).where(eq(providerSessions.sessionId, sessionId)))[0];
}

/** By `sid` where both sides know it, otherwise all of the subject. */
export function sessionsEndedAtProvider(db: Db, { provider, subject, sid, before }: EndedAtProvider): Promise<ProviderSession[]> {
	const ofSubject = subject === null ? undefined : eq(providerSessions.subject, subject);
	const named = sid === null ? ofSubject : or(eq(providerSessions.sid, sid), ofSubject && and(isNull(providerSessions.sid), ofSubject));
	return db
		.select()
		.from(providerSessions)
		.where(and(eq(providerSessions.provider, provider), lte(providerSessions.createdAt, before), named));
}
