import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A person at the provider. */
export interface Person {
	sub: string;
	email?: string;
	email_verified?: boolean;
	name?: string;
	groups?: unknown;
}

export interface OpenidServer extends AsyncDisposable {
	issuer: string;
	clientId: string;
	clientSecret: string;
	/** Goes through the provider's pages as that person, and returns the address to which the browser is redirected. */
	consent(url: string, person: Person | 'cancelled'): Promise<URL>;
	/** Stops responding to calls. */
	stop(): Promise<void>;
}

/** A real local OpenID provider whose pages grant or cancel every request at once. */
export async function openidServer(redirectUrl: string): Promise<OpenidServer> {
	const client = { client_id: 'signalwheel', client_secret: 'a secret of at least thirty-two characters' };
	const people = new Map<string, Person>();
	let next: Person | 'cancelled' = 'cancelled';
	const server: Server = createServer();
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const provider = new Provider(issuer, {
		clients: [{ ...client, redirect_uris: [redirectUrl], grant_types: ['authorization_code'], response_types: ['code'] }],
		claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
		pkce: { required: () => true },
		features: { devInteractions: { enabled: false } },
		cookies: { keys: ['test'] },
		ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
		interactions: { url: (_ctx: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
		findAccount: (_ctx: unknown, id: string) => {
			const person = people.get(id);
			return person && { accountId: id, claims: () => ({ ...person }) };
		},
	});
	const agree = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const { prompt, params, grantId, session } = await provider.interactionDetails(request, response);
		if (next === 'cancelled') {
			await provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'The person said no' });
			return;
		}
		if (prompt.name === 'login') {
			people.set(next.sub, next);
			await provider.interactionFinished(request, response, { login: { accountId: next.sub } });
			return;
		}
		const grant = grantId
			? await provider.Grant.find(grantId)
			: new provider.Grant({ accountId: session?.accountId, clientId: String(params['client_id']) });
		grant?.addOIDCScope('openid email profile groups');
		await provider.interactionFinished(request, response, { consent: { grantId: await grant?.save() } }, { mergeWithLastSubmission: true });
	};
	const serve = provider.callback();
	server.on('request', (request, response) => {
		if (request.url?.startsWith('/interaction/'))
			agree(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
		else serve(request, response);
	});

	const consent = async (url: string, person: Person | 'cancelled'): Promise<URL> => {
		next = person;
		const cookies = new Map<string, string>();
		let at = new URL(url);
		for (let hop = 0; hop < 12; hop++) {
			const answer = await fetch(at, { redirect: 'manual', headers: { cookie: [...cookies].map(([k, v]) => `${k}=${v}`).join('; ') } });
			for (const line of answer.headers.getSetCookie()) {
				const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
				cookies.set(name, value);
			}
			const location = answer.headers.get('location');
			if (!location) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
			at = new URL(location, at);
			if (at.href.startsWith(redirectUrl)) return at;
		}
		throw new Error('The provider leads in circles.');
	};

	const stop = (): Promise<void> =>
		new Promise((stopped) => {
			server.close(() => stopped());
			server.closeAllConnections();
		});
	return { issuer, clientId: client.client_id, clientSecret: client.client_secret, consent, stop, [Symbol.asyncDispose]: stop };
}
