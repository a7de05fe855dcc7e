import * as client from 'openid-client';
import { classifyError, configureClient, createAuthorizationUrl, exchangeCode } from './flow.ts';
import { type OauthConfig, type OauthProvider, OauthRefusedError, OauthUnreachableError } from './provider.ts';

export interface GithubUrls {
	/** URL of the site where users sign in. */
	site: string;
	api: string;
}

const GITHUB_URLS: GithubUrls = { site: 'https://github.com', api: 'https://api.github.com' };

interface EmailRecord {
	email: string;
	primary: boolean;
	verified: boolean;
}

/** Creates a provider for GitHub, which supports OAuth 2 but not OpenID Connect: two API calls read the identity. */
export function createGithubProvider(
	{ name, label, clientId, clientSecret, linkByEmail }: OauthConfig,
	urls: GithubUrls = GITHUB_URLS,
): OauthProvider {
	const issuer = `${urls.site}/login/oauth`;
	const configuration = configureClient(
		new client.Configuration(
			{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/access_token` },
			clientId,
			clientSecret,
		),
		new URL(urls.site),
	);
	const fetchApi = async (token: string, path: string): Promise<unknown> => {
		const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'Signalwheel' });
		const response = await client.fetchProtectedResource(configuration, token, new URL(urls.api + path), 'GET', null, headers);
		if (response.status >= 500) throw new OauthUnreachableError(`GitHub answered ${response.status}`);
		if (!response.ok) throw new OauthRefusedError(`GitHub answered ${response.status}`);
		return response.json();
	};
	return {
		name,
		label: label ?? 'GitHub',
		rules: null,
		linksByEmail: linkByEmail ?? false,
		logoutUrl: async () => undefined,
		readLogout: async () => {
			throw new OauthRefusedError('GitHub sends no logout tokens');
		},
		begin: (flow) => createAuthorizationUrl(configuration, flow, { scope: 'read:user user:email' }),
		finish: async (flow, code) => {
			try {
				const { access_token: token } = await exchangeCode(configuration, flow, code);
				const user = (await fetchApi(token, '/user')) as { id: number; name: string | null };
				const emails = (await fetchApi(token, '/user/emails')) as EmailRecord[];
				const verifiedEmail = emails.find((a) => a.primary && a.verified) ?? emails.find((a) => a.verified);
				const { id, name: displayName } = user;
				return {
					subject: String(id),
					email: verifiedEmail?.email ?? null,
					emailVerified: verifiedEmail !== undefined,
					name: displayName ?? '',
					groups: [],
					sid: null,
					idToken: null,
					refreshToken: null,
				};
			} catch (error) {
				throw classifyError(error);
			}
		},
	};
}
