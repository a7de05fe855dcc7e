import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createGithubProvider } from './github.ts';
import { OauthRefusedError, OauthUnreachableError } from './provider.ts';

let server: Server;
let site: string;
let answers: Record<string, { status: number; body: unknown }>;
let requests: { path: string; body: string; authorization: string | undefined }[];

const flow = { redirectUrl: 'http://localhost:8080/oauth/github', state: 's', verifier: 'v'.repeat(43), nonce: 'n' };

function provider() {
	return createGithubProvider({ name: 'github', issuer: null, clientId: 'id', clientSecret: 'secret' }, { site, api: site });
}

beforeAll(async () => {
	server = createServer((request, response) => {
		let body = '';
		request.on('data', (piece) => {
			body += piece;
		});
		request.on('end', () => {
			const path = request.url ?? '';
			requests.push({ path, body, authorization: request.headers.authorization });
			const answer = answers[path] ?? { status: 404, body: {} };
			response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
	server.close();
	server.closeAllConnections();
});
beforeEach(() => {
	requests = [];
	answers = {
		'/login/oauth/access_token': { status: 200, body: { access_token: 'gho_1', token_type: 'bearer', scope: 'user:email' } },
		'/user': { status: 200, body: { id: 42, name: null, email: 'shown@example.test' } },
		'/user/emails': {
			status: 200,
			body: [
				{ email: 'old@example.test', primary: false, verified: true },
				{ email: 'ann@example.test', primary: true, verified: true },
			],
		},
	};
});

it('asks with PKCE and takes the primary verified address, not the one shown', async () => {
	const url = new URL(await provider().begin(flow));
	expect(url.origin + url.pathname).toBe(`${site}/login/oauth/authorize`);
	expect(url.searchParams.get('code_challenge_method')).toBe('S256');
	expect(await provider().finish(flow, 'code-1')).toEqual({
		subject: '42',
		email: 'ann@example.test',
		emailVerified: true,
		name: '',
		groups: [],
		sid: null,
		idToken: null,
		refreshToken: null,
	});
	expect(requests[0]?.body).toContain(`code_verifier=${flow.verifier}`);
	expect(requests[1]?.authorization?.toLowerCase()).toBe('bearer gho_1');
});

it('vouches for no address that is not verified', async () => {
	answers['/user/emails'] = { status: 200, body: [{ email: 'ann@example.test', primary: true, verified: false }] };
	expect(await provider().finish(flow, 'code-1')).toMatchObject({ email: null, emailVerified: false });
});

it('reads an error that comes with status 200', async () => {
	answers['/login/oauth/access_token'] = { status: 200, body: { error: 'bad_verification_code', error_description: 'expired' } };
	await expect(provider().finish(flow, 'used')).rejects.toBeInstanceOf(OauthRefusedError);
});

it('distinguishes an outage from a refusal', async () => {
	answers['/user'] = { status: 502, body: {} };
	await expect(provider().finish(flow, 'code-1')).rejects.toBeInstanceOf(OauthUnreachableError);
	const away = createGithubProvider(
		{ name: 'github', issuer: null, clientId: 'id', clientSecret: 's' },
		{ site: 'http://127.0.0.1:9', api: 'http://127.0.0.1:9' },
	);
	await expect(away.finish(flow, 'code-1')).rejects.toBeInstanceOf(OauthUnreachableError);
});
