import { type ClaimPath, readClaim } from '@sw/domain/access/claims';
import { utcMs } from '@sw/domain/time/units';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { classifyError, configureClient, createAuthorizationUrl, exchangeCode, isLocal } from './flow.ts';
import {
	type LogoutMessage,
	type OauthConfig,
	type OauthProvider,
	OauthRefusedError,
	OauthSessionEndedError,
	type VerifiedIdentity,
} from './provider.ts';

/** The claim that marks a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** Only asymmetric algorithms, so that the provider's public key can't be used as a shared secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];

/** Maximum age of a logout token in seconds. */
const MAX_LOGOUT_TOKEN_AGE_S = 300;

/** Allowed clock difference in seconds. */
const CLOCK_TOLERANCE_S = 30;

interface LogoutTokenParts {
	issuer: string;
	clientId: string;
	keys: ReturnType<typeof createRemoteJWKSet>;
}

/** Claims of the ID token, or of the userinfo endpoint of providers that keep the token small. */
type Claims = Readonly<Record<string, unknown>>;

const DEFAULT_SCOPE = 'openid email profile';
const DEFAULT_CLAIM = 'groups';

/** Creates an OpenID Connect provider, discovered from its issuer. Failed discovery is retried. ID tokens must have a valid signature. */
export function createOpenidProvider(
	{
		name,
		issuer,
		clientId,
		clientSecret,
		scope = DEFAULT_SCOPE,
		claim = DEFAULT_CLAIM,
		grants,
		linkByEmail,
		logout = false,
	}: OauthConfig & { issuer: string },
	label: string,
): OauthProvider {
	const server = new URL(issuer);
	let discovery: Promise<client.Configuration> | undefined;
	const loadConfiguration = async (): Promise<client.Configuration> => {
		const execute = [client.enableNonRepudiationChecks, ...(isLocal(server) ? [client.allowInsecureRequests] : [])];
		discovery ??= client
			.discovery(server, clientId, clientSecret, undefined, { timeout: 10, execute })
			.then((config) => configureClient(config, server));
		try {
			return await discovery;
		} catch (error) {
			discovery = undefined;
			throw classifyError(error);
		}
	};
	let keys: LogoutTokenParts['keys'] | undefined;
	const loadKeys = (config: client.Configuration): LogoutTokenParts['keys'] => {
		const { jwks_uri: jwksUrl } = config.serverMetadata();
		if (jwksUrl === undefined) throw new OauthRefusedError('the provider publishes no keys');
		keys ??= createRemoteJWKSet(new URL(jwksUrl));
		return keys;
	};
	const groupsPath = grants === undefined ? undefined : claim;
	return {
		name,
		label,
		rules: grants ?? null,
		linksByEmail: linkByEmail ?? false,
		begin: async (flow) => createAuthorizationUrl(await loadConfiguration(), flow, { scope, nonce: flow.nonce }),
		finish: async (flow, code) => {
			const config = await loadConfiguration();
			try {
				const tokens = await exchangeCode(config, flow, code, flow.nonce);
				const idClaims = tokens.claims() as Claims & { sub: string };
				const hasAllClaims = hasRequiredClaims(idClaims, groupsPath) || !config.serverMetadata().userinfo_endpoint;
				const userInfo = hasAllClaims ? {} : await client.fetchUserInfo(config, tokens.access_token, idClaims.sub);
				const refreshToken = (groupsPath !== undefined && tokens.refresh_token) || null;
				const sid = typeof idClaims['sid'] === 'string' ? idClaims['sid'] : null;
				return {
					...toIdentity(idClaims.sub, idClaims, userInfo, groupsPath),
					sid,
					idToken: logout ? (tokens.id_token ?? null) : null,
					refreshToken,
				};
			} catch (error) {
				throw classifyError(error);
			}
		},
		renew: async (refreshToken, subject) => {
			const config = await loadConfiguration();
			try {
				const tokens = await client.refreshTokenGrant(config, refreshToken);
				const idClaims: Claims = tokens.claims() ?? {};
				if (idClaims['sub'] !== undefined && idClaims['sub'] !== subject) throw new OauthRefusedError('the tokens are of another user');
				const idTokenGroups = groupsPath === undefined ? [] : readClaim(idClaims, groupsPath);
				const needsUserInfo = idTokenGroups.length === 0 && config.serverMetadata().userinfo_endpoint !== undefined;
				const userInfo = needsUserInfo ? await client.fetchUserInfo(config, tokens.access_token, subject) : undefined;
				const hasClaims = idClaims['sub'] !== undefined || userInfo !== undefined;
				return {
					groups: hasClaims && groupsPath !== undefined ? (userInfo ? readClaim(userInfo, groupsPath) : idTokenGroups) : null,
					refreshToken: tokens.refresh_token ?? refreshToken,
				};
			} catch (error) {
				const hasEnded = error instanceof client.ResponseBodyError && error.error === 'invalid_grant';
				throw hasEnded ? new OauthSessionEndedError('invalid_grant', { cause: error }) : classifyError(error);
			}
		},
		logoutUrl: async (idToken, returnTo) => {
			if (!logout) return undefined;
			const config = await loadConfiguration();
			if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
			return client.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: returnTo }).href;
		},
		readLogout: async (token) => {
			const config = await loadConfiguration();
			try {
				return await readLogoutToken(token, { issuer: config.serverMetadata().issuer, clientId, keys: loadKeys(config) });
			} catch (error) {
				throw classifyError(error);
			}
		},
	};
}

function hasRequiredClaims(idClaims: Claims, path: ClaimPath | undefined): boolean {
	return (
		idClaims['email'] !== undefined &&
		idClaims['email_verified'] !== undefined &&
		(path === undefined || readClaim(idClaims, path).length > 0)
	);
}

/** `userInfo`: claims of the userinfo endpoint. `email_verified` counts only for the address in the same source. */
function toIdentity(
	subject: string,
	idClaims: Claims,
	userInfo: Claims,
	path: ClaimPath | undefined,
): Omit<VerifiedIdentity, 'sid' | 'idToken' | 'refreshToken'> {
	const isSameEmail = idClaims['email_verified'] === undefined && idClaims['email'] === userInfo['email'];
	const { email, email_verified: verified } = (idClaims['email'] === undefined || isSameEmail ? userInfo : idClaims) as {
		email?: unknown;
		email_verified?: unknown;
	};
	const name = idClaims['name'] ?? userInfo['name'];
	const groups = path === undefined ? [] : readClaim(idClaims, path);
	return {
		subject,
		email: typeof email === 'string' ? email : null,
		emailVerified: verified === true || verified === 'true',
		name: typeof name === 'string' ? name : '',
		groups: groups.length > 0 || path === undefined ? groups : readClaim(userInfo, path),
	};
}

async function readLogoutToken(token: string, { issuer, clientId, keys }: LogoutTokenParts): Promise<LogoutMessage> {
	const { payload } = await jwtVerify(token, keys, {
		issuer,
		audience: clientId,
		algorithms: ALGORITHMS,
		maxTokenAge: MAX_LOGOUT_TOKEN_AGE_S,
		clockTolerance: CLOCK_TOLERANCE_S,
		requiredClaims: ['iat', 'jti'],
	});
	const { events, nonce, sub, sid, iat = 0 } = payload;
	const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, LOGOUT_EVENT);
	// ID tokens have a nonce; they must never end a session.
	if (!isLogout || nonce !== undefined) throw new OauthRefusedError('not a logout token');
	const [subject, session] = [sub, sid].map((value) => (typeof value === 'string' && value !== '' ? value : null));
	if (subject === undefined || session === undefined || (subject === null && session === null))
		throw new OauthRefusedError('the logout token names neither user nor session');
	return { subject, sid: session, sentAt: utcMs(iat * 1000) };
}
