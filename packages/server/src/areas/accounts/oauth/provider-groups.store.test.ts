import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSiteSettingsStore } from '../../../compose/core/site-settings-store.ts';
import { type AccountApp, accountApp, type Browser } from '../testing/account-app.ts';
import { type OpenidServer, type Person, startOpenidServer } from '../testing/openid-server.ts';
import { createPerson, providerSignIn, redirectUrlOf } from '../testing/provider-sign-in.ts';

const GRANTS = [
	{ group: 'traders', grant: 'premium' },
	{ group: 'operators', grant: 'admin' },
	{ group: 'guests', grant: 'user' },
] as const;

let at: AccountApp;
let company: OpenidServer;
let plain: OpenidServer;
beforeAll(async () => {
	company = await startOpenidServer(redirectUrlOf('company'));
	plain = await startOpenidServer(redirectUrlOf('plain'));
	const { clientId, clientSecret } = company;
	at = await accountApp({
		oauth: [
			{
				name: 'company',
				label: 'The Company',
				issuer: company.issuer,
				clientId,
				clientSecret,
				scope: 'openid email profile groups',
				claim: 'groups.name',
				grants: GRANTS,
			},
			{ name: 'plain', issuer: plain.issuer, clientId: plain.clientId, clientSecret: plain.clientSecret },
		],
	});
});
afterAll(async () => {
	await at[Symbol.asyncDispose]();
	await company[Symbol.asyncDispose]();
	await plain[Symbol.asyncDispose]();
});

function groups(...names: string[]): Pick<Person, 'groups'> {
	return { groups: names.map((name) => ({ name })) };
}

function enter(who: Person) {
	return providerSignIn(at, 'company').signIn(company, who);
}

async function me(browser: Browser) {
	return (await browser.send('GET', '/api/me')).body;
}

describe('sign-in with a provider whose groups decide', () => {
	it('is one of several, under its own label', async () => {
		expect((await at.browser().send('GET', '/api/oauth/providers')).body).toMatchObject({
			items: [
				{ provider: 'company', label: 'The Company' },
				{ provider: 'plain', label: 'Plain' },
			],
		});
	});

	it('creates an account with the most that the groups give, even where sign-up is closed', async () => {
		const settings = openSiteSettingsStore(at.records.db);
		await settings.write({ sign_up: 'closed', sign_up_domains: 'elsewhere.test' });
		const { status, browser } = await enter(createPerson(groups('others', 'guests', 'traders')));
		expect(status).toBe(200);
		expect(await me(browser)).toMatchObject({ role: 'user', license: 'premium', license_expires: null });
		expect((await providerSignIn(at, 'plain').signIn(plain, createPerson())).status).toBe(403);
		await settings.write({});
	});

	it.each([
		['of no such group', groups('others')],
		['without groups', {}],
	])('refuses users %s, and creates nothing', async (_, change) => {
		const who = createPerson(change);
		const { status, body, browser } = await enter(who);
		expect({ status, body }).toMatchObject({
			status: 403,
			body: { detail: 'Your groups at The Company give no access here: ask the operator' },
		});
		expect(browser.cookies.has('sw_access')).toBe(false);
		expect(await at.accounts.context.records.userByEmail(who.email ?? '')).toBeUndefined();
	});

	it('brings role and licence up to date at each sign-in, and ends all access of a user who left', async () => {
		const who = createPerson(groups('operators'));
		const { browser: admin } = await enter(who);
		expect((await admin.send('GET', '/api/users')).status).toBe(200);
		const { browser: trader } = await enter({ ...who, ...groups('traders') });
		expect(await me(trader)).toMatchObject({ role: 'user', license: 'premium' });
		expect((await admin.send('GET', '/api/users')).status).toBe(403);
		const user = await at.accounts.context.records.userByEmail(who.email ?? '');
		const { items } = await at.accounts.context.records.listAudit({}, 0, 50);
		expect(items.filter(({ act, target }) => act === 'user.change' && target === user?.email)).toMatchObject([
			{ detail: { role: 'user', license: 'premium', groups: ['traders'] } },
			{ detail: { role: 'admin', groups: ['operators'] } },
		]);
		if (!user) throw new Error('no user');
		const { key } = await at.addKey(user, ['account:read']);
		expect((await enter({ ...who, ...groups() })).status).toBe(403);
		for (const browser of [admin, trader]) {
			expect((await browser.send('GET', '/api/me')).status).toBe(401);
			expect((await browser.send('POST', '/api/auth/refresh')).status).toBe(401);
		}
		expect((await at.browser().send('GET', '/api/me', undefined, { authorization: `Bearer ${key}` })).status).toBe(401);
	});

	it('leaves the licence of users who get an account only', async () => {
		const who = createPerson(groups('traders'));
		await enter(who);
		const { browser } = await enter({ ...who, ...groups('guests') });
		expect(await me(browser)).toMatchObject({ license: 'premium' });
	});
});

describe('an address that already has an account', () => {
	it('is not opened by its provider, unless the operator allows it', async () => {
		const { browser: owner, user } = await at.createSignedInUser({ license: 'pro' });
		for (const [name, server] of [
			['company', company],
			['plain', plain],
		] as const) {
			const answer = await providerSignIn(at, name).signIn(server, createPerson({ email: user.email, ...groups('traders') }));
			expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining('already has an account') } });
			expect(answer.browser.cookies.has('sw_access')).toBe(false);
		}
		expect(await me(owner)).toMatchObject({ license: 'pro', identities: [], has_password: true });
	});
});
