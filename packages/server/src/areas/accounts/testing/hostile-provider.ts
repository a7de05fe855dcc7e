import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, SignJWT, UnsecuredJWT } from 'jose';

/** What the provider does wrong in its next answer. */
export interface Deviation {
	/** Claims that replace the right ones; undefined: left out. */
	claims?: Readonly<Record<string, unknown>>;
	/** Seconds by which the provider's clock is ahead. */
	clockAhead?: number;
	/** Default: its own key. */
	signedWith?: 'another key' | 'nothing' | 'the client secret';
	withoutIdToken?: boolean;
	/** `sub` at the userinfo endpoint. */
	userinfoSub?: string;
	/** The issuer that it claims to be in its discovery document. */
	discoveredAs?: string;
}

export interface HostileProvider extends AsyncDisposable {
	issuer: string;
	clientId: string;
	clientSecret: string;
	/** Sets the answer to the next code; any code is accepted, any number of times. */
	answer(url: URL, deviation?: Deviation): void;
	/** Signs a logout token. */
	logoutToken(claims: Readonly<Record<string, unknown>>, signedWith?: Deviation['signedWith'], type?: string): Promise<string>;
	discover(deviation: Deviation): void;
}

/** An OpenID provider that answers a code with whatever a test asks for. */
export async function hostileProvider(): Promise<HostileProvider> {
	const clientId = 'signalwheel';
	const clientSecret = 'a secret of at least thirty-two characters';
	const [own, other] = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
	if (!own || !other) throw new Error('no keys');
	const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' };
	let issuer = '';
	let next: Deviation & { nonce: string } = { nonce: '' };
	let discovered: Deviation = {};

	const sign = (claims: Readonly<Record<string, unknown>>, signedWith: Deviation['signedWith'], typ?: string): Promise<string> | string => {
		if (signedWith === 'nothing') return new UnsecuredJWT({ ...claims }).encode();
		const header = { kid: 'own', ...(typ === undefined ? {} : { typ }) };
		if (signedWith === 'the client secret')
			return new SignJWT({ ...claims }).setProtectedHeader({ ...header, alg: 'HS256' }).sign(Buffer.from(clientSecret));
		return new SignJWT({ ...claims })
			.setProtectedHeader({ ...header, alg: 'RS256' })
			.sign(signedWith === 'another key' ? other.privateKey : own.privateKey);
	};

	const idToken = (): Promise<string> | string => {
		const now = Math.floor(Date.now() / 1000) + (next.clockAhead ?? 0);
		const times = { iat: now, nbf: now, exp: now + 60 };
		const claims = {
			iss: issuer,
			aud: clientId,
			sub: 'mallory',
			email: 'mallory@provider.test',
			email_verified: true,
			nonce: next.nonce,
			...times,
		};
		return sign({ ...claims, ...next.claims }, next.signedWith);
	};

	const answers: Record<string, () => unknown> = {
		'/.well-known/openid-configuration': () => ({
			issuer: discovered.discoveredAs ?? issuer,
			authorization_endpoint: `${issuer}/authorize`,
			token_endpoint: `${issuer}/token`,
			userinfo_endpoint: `${issuer}/userinfo`,
			jwks_uri: `${issuer}/jwks`,
			end_session_endpoint: `${issuer}/logout`,
			response_types_supported: ['code'],
			subject_types_supported: ['public'],
			// It even announces what no provider should.
			id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
		}),
		'/jwks': () => ({ keys: [jwk] }),
		'/token': async () => ({
			access_token: 'an access token',
			token_type: 'bearer',
			refresh_token: 'a refresh token',
			...(next.withoutIdToken ? {} : { id_token: await idToken() }),
		}),
		'/userinfo': () => ({ sub: next.userinfoSub ?? 'mallory', email: 'mallory@provider.test', email_verified: true }),
	};
	const server = createServer(async (request, response) => {
		const answer = answers[new URL(request.url ?? '', issuer).pathname];
		response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify((await answer?.()) ?? {}));
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

	return {
		issuer,
		clientId,
		clientSecret,
		answer: (url, deviation = {}) => {
			next = { ...deviation, nonce: url.searchParams.get('nonce') ?? '' };
		},
		logoutToken: async (claims, signedWith, type = 'logout+jwt') => sign(claims, signedWith, type),
		discover: (deviation) => {
			discovered = deviation;
		},
		[Symbol.asyncDispose]: () =>
			new Promise((closed) => {
				server.close(() => closed());
				server.closeAllConnections();
			}),
	};
}
