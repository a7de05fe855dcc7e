import { MINUTE } from '@sw/domain/time/units';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renewExpiredSession } from '../../../http/pages/renew-expired-session.ts';
import { type AccountApp, accountApp, type Browser, PASSWORD } from '../testing/account-app.ts';
import { createTotpCode } from '../testing/totp-code.ts';

const PROXY = '10.0.0.7';
const RULES = [
	{ group: 'traders', grant: 'pro' },
	{ group: 'guests', grant: 'user' },
	{ group: 'operators', grant: 'admin' },
] as const;

let at: AccountApp;
let count = 0;
const warned: string[] = [];

/** The part of a page that signs in, on the real cookies. */
async function pages(app: FastifyInstance): Promise<void> {
	for (const path of ['/main', '/auth/signin'])
		app.get(path, async (request, reply) => {
			const back = await renewExpiredSession(request, at.accounts.renew);
			for (const { name, value, options } of back?.cookies ?? []) reply.setCookie(name, value, options);
			return { to: back?.redirectTo ?? null };
		});
}

beforeAll(async () => {
	const proxy = { header: 'Remote-User', rules: RULES, at: ['10.0.0.0/8'], warn: (message: string) => void warned.push(message) };
	at = await accountApp({ proxy, createExtensions: () => [pages] });
});
afterAll(() => at[Symbol.asyncDispose]());

function person(groups = 'traders', change: Record<string, string> = {}): Record<string, string> {
	const user = `person${++count}`;
	return { 'remote-user': user, 'remote-email': `${user}@company.test`, 'remote-name': 'Ann', 'remote-groups': groups, ...change };
}

async function me(browser: Browser) {
	return (await browser.send('GET', '/api/me')).body as Record<string, unknown>;
}

/** A browser behind the proxy that has opened a page. */
async function opened(headers: Record<string, string>, browser = at.browser(PROXY)) {
	const answer = await browser.send('GET', '/main', undefined, headers);
	return { browser, ...answer };
}

describe('a page with the header of a trusted proxy', () => {
	it('signs in, with a new account that has what its groups give', async () => {
		const { browser } = await opened(person('others, traders', { 'remote-name': Buffer.from('Änne Größe').toString('latin1') }));
		expect(await me(browser)).toMatchObject({
			email: `person${count}@company.test`,
			name: 'Änne Größe',
			license: 'pro',
			has_password: false,
		});
	});

	it('takes the existing account of the address, and ends what a stranger prepared for it', async () => {
		const { user } = await at.createSignedInUser({ license: 'basic' });
		const { browser } = await opened(person('guests', { 'remote-email': user.email.toUpperCase() }));
		expect(await me(browser)).toMatchObject({ user_id: user.id, license: 'basic' });
		const stranger = at.browser();
		const email = `prepared${++count}@company.test`;
		await stranger.send('POST', '/api/auth/signup', { email, password: PASSWORD });
		await stranger.send('POST', '/api/auth/login', { email, password: PASSWORD });
		const owner = await opened(person('traders', { 'remote-email': email }));
		expect(await me(owner.browser)).toMatchObject({ email, status: 'active' });
		expect((await stranger.send('GET', '/api/me')).status).toBe(401);
		expect((await at.browser().send('POST', '/api/auth/login', { email, password: PASSWORD })).status).toBe(401);
	});

	it('brings role and licence up to date with each page, and a user without such a group out', async () => {
		const who = person('operators');
		const { browser } = await opened(who);
		expect((await browser.send('GET', '/api/users')).status).toBe(200);
		await opened({ ...who, 'remote-groups': 'traders' }, browser);
		expect((await browser.send('GET', '/api/users')).status).toBe(403);
		expect(await me(browser)).toMatchObject({ role: 'user', license: 'pro' });
		await opened({ ...who, 'remote-groups': 'others' }, browser);
		expect((await browser.send('GET', '/api/me')).status).toBe(401);
		expect((await browser.send('POST', '/api/auth/refresh')).status).toBe(401);
		expect((await opened(person('others'))).browser.cookies.has('sw_access')).toBe(false);
	});

	it('changes to the user whom the proxy names now, and ends the session before', async () => {
		const first = await opened(person());
		const cookies = new Map(first.browser.cookies);
		const who = person();
		await opened(who, first.browser);
		expect(await me(first.browser)).toMatchObject({ email: who['remote-email'] });
		const before = at.browser();
		for (const [name, value] of cookies) before.cookies.set(name, value);
		expect((await before.send('GET', '/api/me')).status).toBe(401);
	});

	it('opens one session, and renews it', async () => {
		const who = person();
		const { browser } = await opened(who);
		await opened(who, browser);
		at.clock.forward(16 * MINUTE);
		await opened(who, browser);
		expect(((await browser.send('GET', '/api/me/sessions')).body as { items: unknown[] }).items).toHaveLength(1);
	});

	it('does not sign in a blocked account, and asks for the second factor of another', async () => {
		const blocked = person();
		await at.addUser({ email: blocked['remote-email'] ?? '', status: 'blocked' });
		expect((await opened(blocked)).browser.cookies.has('sw_access')).toBe(false);

		const who = person();
		const { browser: owner } = await at.createSignedInUser({ email: who['remote-email'] ?? '' });
		const { secret } = (await owner.send('POST', '/api/me/second-factor/totp', { password: PASSWORD })).body as { secret: string };
		await owner.send('PUT', '/api/me/second-factor/totp', { code: createTotpCode(secret, at.clock.now()) });
		const { browser, body } = await opened(who);
		expect(body).toEqual({ to: '/auth/signin?step=code' });
		expect((await browser.send('GET', '/api/me')).status).toBe(401);
		at.clock.forward(MINUTE);
		expect((await browser.send('GET', '/auth/signin', undefined, who)).body).toEqual({ to: null });
		expect((await browser.send('POST', '/api/auth/second-factor', { code: createTotpCode(secret, at.clock.now()) })).status).toBe(200);
		expect(await me(browser)).toMatchObject({ email: who['remote-email'] });
	});

	it('needs an address for a new account', async () => {
		const { 'remote-email': _, ...nameless } = person();
		expect((await opened(nameless)).browser.cookies.has('sw_access')).toBe(false);
	});
});

describe('the header', () => {
	it('is ignored from any other address, and logged once', async () => {
		warned.length = 0;
		for (const address of ['198.51.100.9', '11.0.0.1', '127.0.0.1', '::1', '::ffff:127.0.0.1'])
			expect((await opened(person('operators'), at.browser(address))).browser.cookies.size).toBe(0);
		const forged = await at.browser('198.51.100.9').send('GET', '/main', undefined, { ...person('operators'), 'x-forwarded-for': PROXY });
		expect(forged.headers['set-cookie']).toBeUndefined();
		expect(warned).toEqual(['ignored the sign-in header of an address that is not a trusted proxy']);
	});

	it('opens no call of the API', async () => {
		expect((await at.browser(PROXY).send('GET', '/api/me', undefined, person('operators'))).status).toBe(401);
	});
});
