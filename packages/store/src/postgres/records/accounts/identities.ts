import type { EndedProviderSessions, LinkedIdentity, OauthFlow, OauthFlowKey, ProviderSession } from '@sw/domain/access/sign-in-records';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, eq, gt, isNull, lte, or } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { identities, oauthFlows, providerSessions } from '../../schema/accounts.ts';

/** Adds a sign-in flow. If a browser starts another one with the same state, its secrets are replaced. */
export async function addFlow(db: Db, flow: OauthFlow): Promise<void> {
	const { verifier, nonce, redirectUrl, expiresAt } = flow;
	await db
		.insert(oauthFlows)
		.values(flow)
		.onConflictDoUpdate({
			target: [oauthFlows.browserHash, oauthFlows.provider, oauthFlows.state],
			set: { verifier, nonce, redirectUrl, expiresAt },
		});
}

/** Removes the flow and returns it: each can end only once, successfully or not. Undefined if it doesn't exist or has expired. */
export async function consumeFlow(db: Db, { browserHash, provider, state }: OauthFlowKey, now: UtcMs): Promise<OauthFlow | undefined> {
	return (
		await db
			.delete(oauthFlows)
			.where(
				and(
					eq(oauthFlows.browserHash, browserHash),
					eq(oauthFlows.provider, provider),
					eq(oauthFlows.state, state),
					gt(oauthFlows.expiresAt, now),
				),
			)
			.returning()
	)[0];
}

export async function sweepFlows(db: Db, now: UtcMs): Promise<void> {
	await db.delete(oauthFlows).where(lte(oauthFlows.expiresAt, now));
}

export async function identity(db: Db, provider: string, subject: string): Promise<LinkedIdentity | undefined> {
	return (
		await db
			.select()
			.from(identities)
			.where(and(eq(identities.provider, provider), eq(identities.subject, subject)))
	)[0];
}

/** Returns false if an account already has that identity. */
export async function addIdentity(db: Db, identity: LinkedIdentity): Promise<boolean> {
	return (await db.insert(identities).values(identity).onConflictDoNothing().returning({ subject: identities.subject })).length === 1;
}

export function identitiesOf(db: Db, userId: string): Promise<LinkedIdentity[]> {
	return db.select().from(identities).where(eq(identities.userId, userId)).orderBy(asc(identities.createdAt));
}

export async function addProviderSession(db: Db, session: ProviderSession): Promise<void> {
	await db.insert(providerSessions).values(session);
}

/**
 * Moves the provider session of a sign-in that waited for its second factor to the session it has opened.
 * `refreshToken`: encrypted with a secret of that session.
 */
export async function moveProviderSession(db: Db, linkId: string, sessionId: string, refreshToken: string | null): Promise<void> {
	await db.update(providerSessions).set({ sessionId, linkId: null, refreshToken }).where(eq(providerSessions.linkId, linkId));
}

export async function waitingProviderSession(db: Db, linkId: string): Promise<ProviderSession | undefined> {
	return (await db.select().from(providerSessions).where(eq(providerSessions.linkId, linkId)))[0];
}

/** Claims the next check with the provider; false if the last one was after `checkedBefore`. Of several tabs, only one makes the check. */
export async function beginProviderCheck(db: Db, id: string, checkedBefore: UtcMs, now: UtcMs): Promise<boolean> {
	const isDue = and(eq(providerSessions.id, id), lte(providerSessions.checkedAt, checkedBefore));
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

/** Returns the sessions that a provider has ended: by `sid` if both sides know it, otherwise all of the subject. */
export function sessionsEndedAtProvider(
	db: Db,
	{ provider, subject, sid, createdBefore }: EndedProviderSessions,
): Promise<ProviderSession[]> {
	const subjectCondition = subject === null ? undefined : eq(providerSessions.subject, subject);
	const sessionCondition =
		sid === null
			? subjectCondition
			: or(eq(providerSessions.sid, sid), subjectCondition && and(isNull(providerSessions.sid), subjectCondition));
	return db
		.select()
		.from(providerSessions)
		.where(and(eq(providerSessions.provider, provider), lte(providerSessions.createdAt, createdBefore), sessionCondition));
}
