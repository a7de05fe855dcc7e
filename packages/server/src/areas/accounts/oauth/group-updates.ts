import { strongestGrant } from '@sw/domain/access/claims';
import { PROVIDER_CHECK_INTERVAL } from '@sw/domain/access/session-rules';
import type { ProviderSession } from '@sw/domain/access/sign-in-records';
import type { UtcMs } from '@sw/domain/time/units';
import { type OauthProvider, OauthSessionEndedError } from '../../../outside/oauth/provider.ts';
import type { Context } from '../context/context.ts';
import { applyGrant, endAccess } from '../parts/group-grant.ts';
import { familyOf, seal, unseal } from '../parts/tokens.ts';
import type { SessionGrant, Sessions } from '../sessions/sessions.ts';

type Parts = Pick<Context, 'records' | 'providers' | 'clock' | 'randomSource' | 'audit'> & { warn(details: object, message: string): void };

/**
 * Keeps a user's role and licence in line with their groups at the sign-in provider. Each refresh of the session fetches the current groups, if the
 * provider issued a refresh token, and applies the current rules. While the provider is unreachable, the last known groups apply.
 */
export function withGroupUpdates(sessions: Sessions, { records, providers, clock, randomSource, audit, warn }: Parts): Sessions {
	/** Returns the user's current groups; 'over' if the provider has ended the session. */
	const fetchGroups = async (
		providerSession: ProviderSession,
		{ name, renew }: OauthProvider,
		{ refresh }: SessionGrant,
	): Promise<readonly string[] | null | 'over'> => {
		const token = providerSession.refreshToken === null ? undefined : unseal(providerSession.refreshToken, familyOf(refresh));
		const now = clock.now();
		if (
			!renew ||
			token === undefined ||
			!(await records.beginProviderCheck(providerSession.id, (now - PROVIDER_CHECK_INTERVAL) as UtcMs, now))
		)
			return providerSession.groups;
		try {
			const claims = await renew(token, providerSession.subject);
			const groups = claims.groups ?? providerSession.groups;
			await records.setProviderClaims(providerSession.id, {
				groups,
				refreshToken: seal(claims.refreshToken, familyOf(refresh), randomSource),
			});
			return groups;
		} catch (error) {
			if (error instanceof OauthSessionEndedError) return 'over';
			warn(
				{ provider: name, reason: error instanceof Error ? error.message : String(error) },
				"couldn't renew the groups of a session at its provider",
			);
			return providerSession.groups;
		}
	};

	/** Applies the grant of the current groups. False if the session must end. */
	const applyCurrentGroups = async (tokens: SessionGrant, ipBucket: string): Promise<boolean> => {
		const providerSession = await records.providerSessionOf(tokens.sessionId);
		const provider = providerSession && providers.get(providerSession.provider);
		if (!providerSession || !provider || provider.rules === null || providerSession.groups === null) return true;
		const groups = await fetchGroups(providerSession, provider, tokens);
		if (groups === 'over') {
			await records.endSession(tokens.sessionId);
			return false;
		}
		if (groups === null) return true;
		const grant = strongestGrant(groups, provider.rules);
		return records.transaction(async (tx) => {
			const user = await tx.userById(tokens.userId);
			if (grant !== undefined)
				return user !== undefined && (await applyGrant(tx, audit, user, { grant, groups, address: ipBucket })) !== undefined;
			await endAccess(tx, providerSession.provider, providerSession.subject, clock.now());
			return false;
		});
	};

	return {
		...sessions,
		refresh: async (token, client) => {
			const tokens = await sessions.refresh(token, client);
			return tokens && (await applyCurrentGroups(tokens, client.address)) ? tokens : undefined;
		},
	};
}
