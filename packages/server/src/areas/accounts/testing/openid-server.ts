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

/** The provider's cookies in one browser. */
export type Jar = Map<string, string>;

interface ServerOptions {
	/** Where the provider reports that its session has ended. */
	logoutUri?: string;
	/** Where it may lead after that. */
	returnTo?: string;
	/** Whether it gives refresh tokens. */
	refreshes?: boolean;
}

export interface OpenidServer extends AsyncDisposable {
	issuer: string;
	clientId: string;
	clientSecret: string;
	/** Goes through the provider's pages as that person, and returns the address to which the browser is redirected. */
	consent(url: string, person: Person | 'cancelled', jar?: Jar): Promise<URL>;
	/** What it says of a person from now on. */
	changes(person: Person): void;
	/** Removes a person. */
	forgets(person: Pick<Person, 'sub'>): void;
	/** All that it has given. */
	refreshTokens(): readonly string[];
	/** Who is at the browsers that open its pages from now on. */
	arrives(person: Person): void;
	/** Opens a page that ends the provider's session, and confirms it; returns where that leads. */
	signOut(url: string, jar: Jar): Promise<URL>;
	/** Stops responding to calls. */
	stop(): Promise<void>;
}

/** A real local OpenID provider whose pages grant or cancel every request at once. */
export async function openidServer(
	redirectUrl: string,
	{ logoutUri, returnTo, refreshes = false }: ServerOptions = {},
): Promise<OpenidServer> {
	const client = { client_id: 'signalwheel', client_secret: 'a secret of at least thirty-two characters' };
	const people = new Map<string, Person>();
	let next: Person | 'cancelled' = 'cancelled';
	const server: Server = createServer();
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const provider = new Provider(issuer, {
		clients: [
			{
				...client,
				redirect_uris: [redirectUrl],
				grant_types: ['authorization_code', ...(refreshes ? ['refresh_token'] : [])],
				response_types: ['code'],
				...(logoutUri ? { backchannel_logout_uri: logoutUri, backchannel_logout_session_required: true } : {}),
				...(returnTo ? { post_logout_redirect_uris: [returnTo] } : {}),
			},
		],
		claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
		pkce: { required: () => true },
		features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true }, rpInitiatedLogout: { enabled: true } },
		// Its own refuses addresses of this machine.
		fetch: (url: string, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) => fetch(url, options),
		cookies: { keys: ['test'] },
		issueRefreshToken: async () => refreshes,
		ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, RefreshToken: 600 },
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

	const send = async (at: URL, jar: Jar, form?: Record<string, string>): Promise<Response> => {
		const headers = { cookie: [...jar].map(([k, v]) => `${k}=${v}`).join('; ') };
		const answer = await fetch(at, {
			redirect: 'manual',
			headers,
			...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
		});
		for (const line of answer.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			jar.set(name, value);
		}
		return answer;
	};

	const signOut = async (url: string, jar: Jar): Promise<URL> => {
		const page = await (await send(new URL(url), jar)).text();
		const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
		const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
		const answer = await send(new URL(action, issuer), jar, { xsrf, logout: 'yes' });
		return new URL(answer.headers.get('location') ?? '', issuer);
	};

	const consent = async (url: string, person: Person | 'cancelled', jar: Jar = new Map()): Promise<URL> => {
		next = person;
		let at = new URL(url);
		for (let hop = 0; hop < 12; hop++) {
			const answer = await send(at, jar);
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
	const issuedTokens: string[] = [];
	provider.on('refresh_token.saved', ({ jti }) => issuedTokens.push(jti));
	const arrives = (person: Person): void => {
		next = person;
	};
	return {
		issuer,
		clientId: client.client_id,
		clientSecret: client.client_secret,
		consent,
		arrives,
		changes: (person) => void people.set(person.sub, person),
		forgets: ({ sub }) => void people.delete(sub),
		refreshTokens: () => issuedTokens,
		signOut,
		stop,
		[Symbol.asyncDispose]: stop,
	};
}
