import type { EndedAtProvider, ProviderSession } from '@sw/domain/access/identity';
import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { providerSessions } from '../../schema/accounts.ts';

export async function addProviderSession(db: Db, given: ProviderSession): Promise<void> {
	await db.insert(providerSessions).values(given);
}

/** The sign-in that waited for its second factor has opened a session. */
export async function moveProviderSession(db: Db, linkId: string, sessionId: string): Promise<void> {
	await db.update(providerSessions).set({ sessionId, linkId: null }).where(eq(providerSessions.linkId, linkId));
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
