import { type AccountApp, type Answer, type Browser, ORIGIN } from './account-app.ts';
import type { Jar, OpenidServer, Person } from './openid-server.ts';

let number = 0;

/** A person whom no test knows yet, with a verified address. */
export function person(change: Partial<Person> = {}): Person {
	const email = `someone${++number}@provider.test`;
	return { sub: `someone-${number}`, email, email_verified: true, name: 'Ann Person', ...change };
}

export function redirectUrl(provider: string): string {
	return `${ORIGIN}/oauth/${provider}`;
}

/** The steps of a sign-in with a provider. */
export function providerSignIn(at: Pick<AccountApp, 'browser'>, provider: string) {
	const redirect = redirectUrl(provider);

	/** The address of the provider's page. */
	const begin = async (browser: Browser, state = 'state-1'): Promise<URL> => {
		const { body } = await browser.send('GET', `/api/oauth/${provider}/url?redirect_url=${encodeURIComponent(redirect)}&state=${state}`);
		return new URL((body as { url: string }).url);
	};

	const finish = (browser: Browser, code: string | null, state: string | null = 'state-1'): Promise<Answer> =>
		browser.send('POST', `/api/oauth/${provider}`, { code, redirect_url: redirect, state });

	return {
		begin,
		finish,
		/** The whole of it in a new browser. */
		signIn: async (
			server: Pick<OpenidServer, 'consent'>,
			who: Person,
			browser = at.browser(),
			jar: Jar = new Map(),
		): Promise<Answer & { browser: Browser }> => {
			const back = await server.consent((await begin(browser)).href, who, jar);
			return { browser, ...(await finish(browser, back.searchParams.get('code'), back.searchParams.get('state'))) };
		},
	};
}
