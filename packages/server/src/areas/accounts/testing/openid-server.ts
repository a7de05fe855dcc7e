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
export type CookieJar = Map<string, string>;

interface ServerOptions {
	/** URL to which the provider reports that a session has ended. */
	logoutUri?: string;
	/** URL to which the provider may redirect after sign-out. */
	signOutRedirectUrl?: string;
	/** Whether the provider issues refresh tokens. Default: false. */
	issuesRefreshTokens?: boolean;
}

export interface OpenidServer extends AsyncDisposable {
	issuer: string;
	clientId: string;
	clientSecret: string;
	/** Follows the provider's pages as that person, and returns the URL to which the browser is redirected. */
	consent(url: string, person: Person | 'cancelled', jar?: CookieJar): Promise<URL>;
	/** Changes a person's claims. */
	changePerson(person: Person): void;
	/** Removes a person. */
	removePerson(person: Pick<Person, 'sub'>): void;
	/** Returns all refresh tokens issued so far. */
	listRefreshTokens(): readonly string[];
	/** Sets the person who signs in to the provider's pages from now on. */
	setPerson(person: Person): void;
	/** Opens a page that ends the provider's session, and confirms it. Returns the URL to which the browser is redirected. */
	signOut(url: string, jar: CookieJar): Promise<URL>;
	/** Stops responding to calls. */
	stop(): Promise<void>;
}

/** Starts a real local OpenID provider whose pages grant or cancel every request immediately. */
export async function startOpenidServer(
	redirectUrl: string,
	{ logoutUri, signOutRedirectUrl, issuesRefreshTokens = false }: ServerOptions = {},
): Promise<OpenidServer> {
	const client = { client_id: 'signalwheel', client_secret: 'a secret of at least thirty-two characters' };
	const people = new Map<string, Person>();
	let nextPerson: Person | 'cancelled' = 'cancelled';
	const server: Server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const provider = new Provider(issuer, {
		clients: [
			{
				...client,
				redirect_uris: [redirectUrl],
				grant_types: ['authorization_code', ...(issuesRefreshTokens ? ['refresh_token'] : [])],
				response_types: ['code'],
				...(logoutUri ? { backchannel_logout_uri: logoutUri, backchannel_logout_session_required: true } : {}),
				...(signOutRedirectUrl ? { post_logout_redirect_uris: [signOutRedirectUrl] } : {}),
			},
		],
		claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
		pkce: { required: () => true },
		features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true }, rpInitiatedLogout: { enabled: true } },
		// The provider's default fetch refuses addresses of this machine.
		fetch: (url: string, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) => fetch(url, options),
		cookies: { keys: ['test'] },
		issueRefreshToken: async () => issuesRefreshTokens,
		ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, RefreshToken: 600 },
		interactions: { url: (_ctx: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
		findAccount: (_ctx: unknown, id: string) => {
			const person = people.get(id);
			return person && { accountId: id, claims: () => ({ ...person }) };
		},
	});
	const finishInteraction = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const { prompt, params, grantId, session } = await provider.interactionDetails(request, response);
		if (nextPerson === 'cancelled') {
			await provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'The person cancelled' });
			return;
		}
		if (prompt.name === 'login') {
			people.set(nextPerson.sub, nextPerson);
			await provider.interactionFinished(request, response, { login: { accountId: nextPerson.sub } });
			return;
		}
		const grant = grantId
			? await provider.Grant.find(grantId)
			: new provider.Grant({ accountId: session?.accountId, clientId: String(params['client_id']) });
		grant?.addOIDCScope('openid email profile groups');
		await provider.interactionFinished(request, response, { consent: { grantId: await grant?.save() } }, { mergeWithLastSubmission: true });
	};
	const handleRequest = provider.callback();
	server.on('request', (request, response) => {
		if (request.url?.startsWith('/interaction/'))
			finishInteraction(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
		else handleRequest(request, response);
	});

	const send = async (url: URL, jar: CookieJar, form?: Record<string, string>): Promise<Response> => {
		const headers = { cookie: [...jar].map(([k, v]) => `${k}=${v}`).join('; ') };
		const response = await fetch(url, {
			redirect: 'manual',
			headers,
			...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
		});
		for (const setCookie of response.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
			jar.set(name, value);
		}
		return response;
	};

	const signOut = async (url: string, jar: CookieJar): Promise<URL> => {
		const page = await (await send(new URL(url), jar)).text();
		const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
		const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
		const response = await send(new URL(action, issuer), jar, { xsrf, logout: 'yes' });
		return new URL(response.headers.get('location') ?? '', issuer);
	};

	const consent = async (url: string, person: Person | 'cancelled', jar: CookieJar = new Map()): Promise<URL> => {
		nextPerson = person;
		let currentUrl = new URL(url);
		for (let hop = 0; hop < 12; hop++) {
			const response = await send(currentUrl, jar);
			const location = response.headers.get('location');
			if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
			currentUrl = new URL(location, currentUrl);
			if (currentUrl.href.startsWith(redirectUrl)) return currentUrl;
		}
		throw new Error('The provider redirected too often.');
	};

	const stop = (): Promise<void> =>
		new Promise((resolve) => {
			server.close(() => resolve());
			server.closeAllConnections();
		});
	const issuedTokens: string[] = [];
	provider.on('refresh_token.saved', ({ jti }) => issuedTokens.push(jti));
	const setPerson = (person: Person): void => {
		nextPerson = person;
	};
	return {
		issuer,
		clientId: client.client_id,
		clientSecret: client.client_secret,
		consent,
		setPerson,
		changePerson: (person) => void people.set(person.sub, person),
		removePerson: ({ sub }) => void people.delete(sub),
		listRefreshTokens: () => issuedTokens,
		signOut,
		stop,
		[Symbol.asyncDispose]: stop,
	};
}
