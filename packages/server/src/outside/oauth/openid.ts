import * as client from 'openid-client';
import { authorizationUrl, classifyError, configureClient, exchangeCode, isLocal } from './flow.ts';
import type { OauthConfig, OauthProvider, ProvenIdentity } from './provider.ts';

/** Claims are in the ID token, or at the userinfo endpoint of providers that keep the token small. */
type Claims = Readonly<Record<string, unknown>>;

/** Any OpenID provider, found by discovery at its issuer; discovery is retried after a failure. */
export function createOpenidProvider(
	{ name, issuer, clientId, clientSecret }: OauthConfig & { issuer: string },
	label: string,
): OauthProvider {
	const server = new URL(issuer);
	let found: Promise<client.Configuration> | undefined;
	const configuration = async (): Promise<client.Configuration> => {
		found ??= client
			.discovery(server, clientId, clientSecret, undefined, { timeout: 10, execute: isLocal(server) ? [client.allowInsecureRequests] : [] })
			.then((configured) => configureClient(configured, server));
		try {
			return await found;
		} catch (error) {
			found = undefined;
			throw classifyError(error);
		}
	};
	return {
		name,
		label,
		begin: async (flow) => authorizationUrl(await configuration(), flow, { scope: 'openid email profile', nonce: flow.nonce }),
		finish: async (flow, code) => {
			const configured = await configuration();
			try {
				const tokens = await exchangeCode(configured, flow, code, flow.nonce);
				const claims = tokens.claims() as Claims & { sub: string };
				if (claims['email'] !== undefined || !configured.serverMetadata().userinfo_endpoint) return identityOf(claims.sub, claims);
				return identityOf(claims.sub, await client.fetchUserInfo(configured, tokens.access_token, claims.sub));
			} catch (error) {
				throw classifyError(error);
			}
		},
	};
}

function identityOf(subject: string, claims: Claims): ProvenIdentity {
	return {
		subject,
		email: typeof claims['email'] === 'string' ? claims['email'] : null,
		emailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
		name: typeof claims['name'] === 'string' ? claims['name'] : '',
	};
}
