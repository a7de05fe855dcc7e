import { MINUTE } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountApp, accountApp, type Browser } from '../testing/account-app.ts';
import { type Deviation, type HostileProvider, startHostileProvider } from '../testing/hostile-provider.ts';
import { type OpenidServer, type Person, startOpenidServer } from '../testing/openid-server.ts';
import { createPerson, providerSignIn, redirectUrlOf } from '../testing/provider-sign-in.ts';
import { createTotpCode } from '../testing/totp-code.ts';

/** What the operator has configured; a test changes it as a restart with another configuration would. */
const mapping: { group: string; grant: 'premium' | 'basic' | 'admin' | 'user' }[] = [];
const USUAL: typeof mapping = [
	{ group: 'traders', grant: 'premium' },
	{ group: 'operators', grant: 'admin' },
	{ group: 'guests', grant: 'basic' },
];

let at: AccountApp;
let company: OpenidServer;
let plain: OpenidServer;
let hostile: HostileProvider;
beforeAll(async () => {
	mapping.splice(0, mapping.length, ...USUAL);
	company = await startOpenidServer(redirectUrlOf('company'), { issuesRefreshTokens: true });
	plain = await startOpenidServer(redirectUrlOf('plain'));
	hostile = await startHostileProvider();
	at = await accountApp({
		oauth: [company, plain, hostile].map(({ issuer, clientId, clientSecret }, n) => ({
			...{ issuer, clientId, clientSecret },
			name: ['company', 'plain', 'mallory'][n] ?? '',
			scope: 'openid email profile groups',
			grants: mapping,
		})),
	});
});
afterAll(async () => {
	await at[Symbol.asyncDispose]();
	for (const server of [company, plain, hostile]) await server[Symbol.asyncDispose]();
});

async function entered(groups: readonly string[], change: Partial<Person> = {}): Promise<{ who: Person; browser: Browser }> {
	const who = createPerson({ groups, ...change });
	const { browser, status } = await providerSignIn(at, 'company').signIn(company, who);
	expect(status).toBe(200);
	return { who, browser };
}

async function refreshed(browser: Browser, after = 10 * MINUTE): Promise<number> {
	at.clock.forward(after);
	return (await browser.send('POST', '/api/auth/refresh')).status;
}

async function me(browser: Browser) {
	return (await browser.send('GET', '/api/me')).body;
}

describe('the session of a user whose groups at the provider have changed', () => {
	it('has the present role and licence after a refresh, with an entry in the audit log', async () => {
		const { who, browser } = await entered(['operators']);
		expect((await browser.send('GET', '/api/users')).status).toBe(200);
		company.changePerson({ ...who, groups: ['traders'] });
		expect(await refreshed(browser)).toBe(200);
		expect(await me(browser)).toMatchObject({ role: 'user', license: 'premium' });
		expect((await browser.send('GET', '/api/users')).status).toBe(403);
		company.changePerson({ ...who, groups: ['guests'] });
		expect(await refreshed(browser)).toBe(200);
		expect(await me(browser)).toMatchObject({ role: 'user', license: 'basic' });
		const { items } = await at.accounts.context.records.listAudit({}, 0, 50);
		expect(items.filter(({ act, target }) => act === 'user.change' && target === who.email)).toMatchObject([
			{ detail: { license: 'basic', groups: ['guests'] } },
			{ detail: { role: 'user', license: 'premium', groups: ['traders'] } },
			{ detail: { role: 'admin', groups: ['operators'] } },
		]);
	});

	it('asks the provider at most every ten minutes', async () => {
		const { who, browser } = await entered(['operators']);
		company.changePerson({ ...who, groups: ['traders'] });
		expect(await refreshed(browser, 9 * MINUTE)).toBe(200);
		expect(await me(browser)).toMatchObject({ role: 'admin' });
		expect(await refreshed(browser, MINUTE)).toBe(200);
		expect(await me(browser)).toMatchObject({ role: 'user' });
	});

	it('ends with all access where the groups no longer give an account', async () => {
		const { who, browser } = await entered(['traders']);
		const { browser: other } = await providerSignIn(at, 'company').signIn(company, who);
		const user = await at.accounts.context.records.userByEmail(who.email ?? '');
		if (!user) throw new Error('no user');
		const { key } = await at.addKey(user, ['account:read']);
		company.changePerson({ ...who, groups: ['others'] });
		expect(await refreshed(browser)).toBe(401);
		for (const one of [browser, other]) expect((await one.send('GET', '/api/me')).status).toBe(401);
		expect((await at.browser().send('GET', '/api/me', undefined, { authorization: `Bearer ${key}` })).status).toBe(401);
	});

	it('ends where the provider no longer has the user', async () => {
		const { who, browser } = await entered(['traders']);
		company.removePerson(who);
		expect(await refreshed(browser)).toBe(401);
		expect((await browser.send('GET', '/api/me')).status).toBe(401);
	});

	it('follows also after a second factor', async () => {
		const { who, browser: owner } = await entered(['operators']);
		const { secret } = (await owner.send('POST', '/api/me/second-factor/totp', {})).body as { secret: string };
		await owner.send('PUT', '/api/me/second-factor/totp', { code: createTotpCode(secret, at.clock.now()) });
		at.clock.forward(MINUTE);
		const { browser, status } = await providerSignIn(at, 'company').signIn(company, who);
		expect(status).toBe(422);
		expect((await browser.send('POST', '/api/auth/second-factor', { code: createTotpCode(secret, at.clock.now()) })).status).toBe(200);
		company.changePerson({ ...who, groups: ['traders'] });
		expect(await refreshed(browser)).toBe(200);
		expect(await me(browser)).toMatchObject({ role: 'user', license: 'premium' });
	});
});

describe('the provider’s refresh token', () => {
	it('is not readable in the database, and is replaced at each use', async () => {
		const { browser } = await entered(['traders']);
		const stored = async (): Promise<string[]> =>
			(await at.records.pool.query('select refresh_token from provider_sessions where refresh_token is not null')).rows.map(
				(row) => row.refresh_token,
			);
		const before = await stored();
		expect(before.length).toBeGreaterThan(0);
		expect(before.filter((one) => company.listRefreshTokens().some((token) => one.includes(token)))).toEqual([]);
		await refreshed(browser);
		expect((await stored()).at(-1)).not.toBe(before.at(-1));
	});

	it('is not kept where groups decide nothing, nor where the provider gives none', async () => {
		await providerSignIn(at, 'plain').signIn(plain, createPerson({ groups: ['traders'] }));
		const { rows } = await at.records.pool.query("select refresh_token from provider_sessions where provider = 'plain'");
		expect(rows).toEqual([{ refresh_token: null }]);
	});
});

describe('what counts of the provider’s answers', () => {
	it('without any, the groups named at sign-in count, by the present mapping', async () => {
		const who = createPerson({ groups: ['traders'] });
		const { browser } = await providerSignIn(at, 'plain').signIn(plain, who);
		expect(await me(browser)).toMatchObject({ license: 'premium' });
		mapping[0] = { group: 'traders', grant: 'basic' };
		expect(await refreshed(browser)).toBe(200);
		expect(await me(browser)).toMatchObject({ license: 'basic' });
		mapping[0] = { group: 'former traders', grant: 'basic' };
		expect(await refreshed(browser)).toBe(401);
		mapping.splice(0, mapping.length, ...USUAL);
	});

	it('an outage changes nothing, and is logged', async () => {
		const away = await startOpenidServer(redirectUrlOf('away'), { issuesRefreshTokens: true });
		const warned: string[] = [];
		const { issuer, clientId, clientSecret } = away;
		await using own = await accountApp({
			oauth: [{ name: 'away', issuer, clientId, clientSecret, scope: 'openid email profile groups', grants: USUAL }],
			warn: (message) => warned.push(message),
		});
		const { browser } = await providerSignIn(own, 'away').signIn(away, createPerson({ groups: ['operators'] }));
		await away.stop();
		for (let time = 0; time < 2; time++) {
			own.clock.forward(10 * MINUTE);
			expect((await browser.send('POST', '/api/auth/refresh')).status).toBe(200);
		}
		expect(await me(browser)).toMatchObject({ role: 'admin' });
		expect(warned).toEqual(Array(2).fill("couldn't renew the groups of a session at its provider"));
	});

	it('a right answer is followed', async () => {
		const { begin, finish } = providerSignIn(at, 'mallory');
		const browser = at.browser();
		hostile.setNextResponse(await begin(browser), { claims: { groups: ['traders'] } });
		expect((await finish(browser, 'code')).status).toBe(200);
		hostile.setNextResponse(new URL(hostile.issuer), { claims: { groups: ['guests'], nonce: undefined } });
		expect(await refreshed(browser)).toBe(200);
		expect(await me(browser)).toMatchObject({ role: 'user', license: 'basic' });
	});

	it.each<[string, Deviation]>([
		['claims to be another', { claims: { iss: 'https://accounts.example.com' } }],
		['answers for another client', { claims: { aud: 'another' } }],
		['names another user', { claims: { sub: 'someone else' } }],
		['signs with alg none', { signingKey: 'nothing' }],
		['signs with another key', { signingKey: 'another key' }],
		['shows an expired token', { claims: { exp: Math.floor(Date.now() / 1000) - 600 } }],
		['shows another user at its userinfo endpoint', { omitsIdToken: true, userinfoSub: 'someone else' }],
	])('an answer that %s changes nothing', async (_, deviation) => {
		const { begin, finish } = providerSignIn(at, 'mallory');
		const browser = at.browser();
		hostile.setNextResponse(await begin(browser), { claims: { groups: ['traders'] } });
		expect((await finish(browser, 'code')).status).toBe(200);
		hostile.setNextResponse(new URL(hostile.issuer), {
			...deviation,
			claims: { groups: ['operators'], nonce: undefined, ...deviation.claims },
		});
		expect(await refreshed(browser)).toBe(200);
		expect(await me(browser)).toMatchObject({ role: 'user', license: 'premium' });
	});
});
