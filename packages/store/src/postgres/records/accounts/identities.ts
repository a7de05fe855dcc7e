import type { LinkedIdentity, OauthFlow, OauthFlowKey } from '@sw/domain/access/identity';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { identities, oauthFlows } from '../../schema/accounts.ts';

/** If a browser starts again with the same state, the secrets are replaced. */
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

/** Removes the flow and returns it: each can end only once, successfully or not. */
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

/** False when an account already has that identity. */
export async function addIdentity(db: Db, identity: LinkedIdentity): Promise<boolean> {
	return (await db.insert(identities).values(identity).onConflictDoNothing().returning({ subject: identities.subject })).length === 1;
}

export function identitiesOf(db: Db, userId: string): Promise<LinkedIdentity[]> {
	return db.select().from(identities).where(eq(identities.userId, userId)).orderBy(asc(identities.createdAt));
}
