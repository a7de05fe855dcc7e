import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, SignJWT, UnsecuredJWT } from 'jose';

/** What the provider does wrong in its next response. */
export interface Deviation {
	/** Claims that replace the correct ones; undefined: omitted. */
	claims?: Readonly<Record<string, unknown>>;
	/** Seconds by which the provider's clock is ahead. */
	clockAheadSeconds?: number;
	/** Default: its own key. */
	signingKey?: 'another key' | 'nothing' | 'the client secret';
	omitsIdToken?: boolean;
	/** `sub` at the userinfo endpoint. */
	userinfoSub?: string;
	/** The issuer named in the discovery document. Default: the real one. */
	discoveryIssuer?: string;
}

export interface HostileProvider extends AsyncDisposable {
	issuer: string;
	clientId: string;
	clientSecret: string;
	/** Sets the response to the next code; any code is accepted, any number of times. */
	setNextResponse(url: URL, deviation?: Deviation): void;
	/** Signs a logout token. */
	signLogoutToken(claims: Readonly<Record<string, unknown>>, signingKey?: Deviation['signingKey'], type?: string): Promise<string>;
	setDiscovery(deviation: Deviation): void;
}

/** Starts an OpenID provider whose responses deviate as a test demands. */
export async function startHostileProvider(): Promise<HostileProvider> {
	const clientId = 'signalwheel';
	const clientSecret = 'a secret of at least thirty-two characters';
	const [providerKey, otherKey] = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
	if (!providerKey || !otherKey) throw new Error('no keys');
	const jwk = { ...(await exportJWK(providerKey.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' };
	let issuer = '';
	let nextResponse: Deviation & { nonce: string } = { nonce: '' };
	let discoveryDeviation: Deviation = {};

	const sign = (claims: Readonly<Record<string, unknown>>, signingKey: Deviation['signingKey'], typ?: string): Promise<string> | string => {
		if (signingKey === 'nothing') return new UnsecuredJWT({ ...claims }).encode();
		const header = { kid: 'own', ...(typ === undefined ? {} : { typ }) };
		if (signingKey === 'the client secret')
			return new SignJWT({ ...claims }).setProtectedHeader({ ...header, alg: 'HS256' }).sign(Buffer.from(clientSecret));
		return new SignJWT({ ...claims })
			.setProtectedHeader({ ...header, alg: 'RS256' })
			.sign(signingKey === 'another key' ? otherKey.privateKey : providerKey.privateKey);
	};

	const createIdToken = (): Promise<string> | string => {
		const now = Math.floor(Date.now() / 1000) + (nextResponse.clockAheadSeconds ?? 0);
		const timeClaims = { iat: now, nbf: now, exp: now + 60 };
		const claims = {
			iss: issuer,
			aud: clientId,
			sub: 'mallory',
			email: 'mallory@provider.test',
			email_verified: true,
			nonce: nextResponse.nonce,
			...timeClaims,
		};
		return sign({ ...claims, ...nextResponse.claims }, nextResponse.signingKey);
	};

	const routes: Record<string, () => unknown> = {
		'/.well-known/openid-configuration': () => ({
			issuer: discoveryDeviation.discoveryIssuer ?? issuer,
			authorization_endpoint: `${issuer}/authorize`,
			token_endpoint: `${issuer}/token`,
			userinfo_endpoint: `${issuer}/userinfo`,
			jwks_uri: `${issuer}/jwks`,
			end_session_endpoint: `${issuer}/logout`,
			response_types_supported: ['code'],
			subject_types_supported: ['public'],
			// Includes algorithms that no provider should announce.
			id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
		}),
		'/jwks': () => ({ keys: [jwk] }),
		'/token': async () => ({
			access_token: 'an access token',
			token_type: 'bearer',
			refresh_token: 'a refresh token',
			...(nextResponse.omitsIdToken ? {} : { id_token: await createIdToken() }),
		}),
		'/userinfo': () => ({ sub: nextResponse.userinfoSub ?? 'mallory', email: 'mallory@provider.test', email_verified: true }),
	};
	const server = createServer(async (request, response) => {
		const route = routes[new URL(request.url ?? '', issuer).pathname];
		response.writeHead(route ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify((await route?.()) ?? {}));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

	return {
		issuer,
		clientId,
		clientSecret,
		setNextResponse: (url, deviation = {}) => {
			nextResponse = { ...deviation, nonce: url.searchParams.get('nonce') ?? '' };
		},
		signLogoutToken: async (claims, signingKey, type = 'logout+jwt') => sign(claims, signingKey, type),
		setDiscovery: (deviation) => {
			discoveryDeviation = deviation;
		},
		[Symbol.asyncDispose]: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
