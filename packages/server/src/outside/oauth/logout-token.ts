/** Logout tokens of OpenID Connect Back-Channel Logout 1.0, section 2.6. */
import { utcMs } from '@sw/domain/time/units';
import { type createRemoteJWKSet, jwtVerify } from 'jose';
import { type LogoutMessage, OauthRefused } from './provider.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Asymmetric only: a key of the provider can't be used as a shared secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
/** Seconds since it was issued. */
const LIFE = 300;
/** Seconds that clocks may differ. */
const TOLERANCE = 30;

export interface LogoutTokenParts {
	issuer: string;
	clientId: string;
	keys: ReturnType<typeof createRemoteJWKSet>;
}

export async function readLogoutToken(token: string, { issuer, clientId, keys }: LogoutTokenParts): Promise<LogoutMessage> {
	const { payload } = await jwtVerify(token, keys, {
		issuer,
		audience: clientId,
		algorithms: ALGORITHMS,
		maxTokenAge: LIFE,
		clockTolerance: TOLERANCE,
		requiredClaims: ['iat', 'jti'],
	});
	const { events, nonce, sub, sid, iat = 0 } = payload;
	const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, EVENT);
	// An ID token has a nonce, and must never end a session.
	if (!isLogout || nonce !== undefined) throw new OauthRefused('not a logout token');
	const [subject, session] = [sub, sid].map((value) => (typeof value === 'string' && value !== '' ? value : null));
	if (subject === undefined || session === undefined || (subject === null && session === null))
		throw new OauthRefused('the logout token names neither user nor session');
	return { subject, sid: session, sentAt: utcMs(iat * 1000) };
}
