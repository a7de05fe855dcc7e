import { type AccountApp, type Browser, ORIGIN, type TestResponse } from './account-app.ts';
import type { CookieJar, OpenidServer, Person } from './openid-server.ts';

let lastNumber = 0;

/** Creates a person that no test has used yet, with a verified address. */
export function createPerson(change: Partial<Person> = {}): Person {
	const email = `someone${++lastNumber}@provider.test`;
	return { sub: `someone-${lastNumber}`, email, email_verified: true, name: 'Ann Person', ...change };
}

export function redirectUrlOf(provider: string): string {
	return `${ORIGIN}/oauth/${provider}`;
}

/** Returns the steps of a sign-in with a provider. */
export function providerSignIn(accountApp: Pick<AccountApp, 'browser'>, provider: string) {
	const redirectTarget = redirectUrlOf(provider);

	/** Begins a sign-in, and returns the URL of the provider's page. */
	const begin = async (browser: Browser, state = 'state-1'): Promise<URL> => {
		const { body } = await browser.send(
			'GET',
			`/api/oauth/${provider}/url?redirect_url=${encodeURIComponent(redirectTarget)}&state=${state}`,
		);
		return new URL((body as { url: string }).url);
	};

	const finish = (browser: Browser, code: string | null, state: string | null = 'state-1'): Promise<TestResponse> =>
		browser.send('POST', `/api/oauth/${provider}`, { code, redirect_url: redirectTarget, state });

	return {
		begin,
		finish,
		/** Signs a person in, by default in a new browser. */
		signIn: async (
			server: Pick<OpenidServer, 'consent'>,
			signingIn: Person,
			browser = accountApp.browser(),
			jar: CookieJar = new Map(),
		): Promise<TestResponse & { browser: Browser }> => {
			const returnUrl = await server.consent((await begin(browser)).href, signingIn, jar);
			return { browser, ...(await finish(browser, returnUrl.searchParams.get('code'), returnUrl.searchParams.get('state'))) };
		},
	};
}
