import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOUR, MINUTE } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountApp, accountApp, type Browser, ORIGIN, PASSWORD } from '../testing/account-app.ts';
import { type Deviation, type HostileProvider, startHostileProvider } from '../testing/hostile-provider.ts';
import { type CookieJar, type OpenidServer, startOpenidServer } from '../testing/openid-server.ts';
import { createPerson, providerSignIn, redirectUrlOf } from '../testing/provider-sign-in.ts';
import { createTotpCode } from '../testing/totp-code.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };

let at: AccountApp;
let company: OpenidServer;
let hostile: HostileProvider;
/** Statuses that the provider got for its messages. */
const reported: number[] = [];

/** Leads the provider's messages into the app, which listens at no port. */
const relay = createServer((request, response) => {
	let payload = '';
	request.on('data', (piece) => {
		payload += piece;
	});
	request.on('end', async () => {
		const { statusCode } = await at.app.inject({ method: 'POST', url: request.url ?? '', headers: FORM, payload });
		reported.push(statusCode);
		response.writeHead(statusCode).end();
	});
});

beforeAll(async () => {
	await new Promise<void>((listening) => relay.listen(0, '127.0.0.1', listening));
	const logoutUri = `http://127.0.0.1:${(relay.address() as AddressInfo).port}/api/oauth/company/logout`;
	company = await startOpenidServer(redirectUrlOf('company'), { logoutUri, signOutRedirectUrl: `${ORIGIN}/` });
	hostile = await startHostileProvider();
	const { clientId, clientSecret } = company;
	at = await accountApp({
		oauth: [
			{ name: 'company', issuer: company.issuer, clientId, clientSecret, logout: true },
			{ name: 'hostile', issuer: hostile.issuer, clientId: hostile.clientId, clientSecret: hostile.clientSecret },
		],
	});
});
afterAll(async () => {
	await at[Symbol.asyncDispose]();
	await company[Symbol.asyncDispose]();
	await hostile[Symbol.asyncDispose]();
	relay.close();
});

async function isIn(browser: Browser): Promise<boolean> {
	return (await browser.send('GET', '/api/me')).status === 200;
}

describe('signing out', () => {
	it('also signs out at the provider, which leads back', async () => {
		const jar: CookieJar = new Map();
		const { browser } = await providerSignIn(at, 'company').signIn(company, createPerson(), undefined, jar);
		const { status, body } = await browser.send('POST', '/api/auth/logoff');
		expect(status).toBe(200);
		expect(await isIn(browser)).toBe(false);
		const { url } = body as { url: string };
		expect(url.startsWith(company.issuer)).toBe(true);
		expect((await company.signOut(url, jar)).href).toBe(`${ORIGIN}/`);
	});

	it('does so by a link, too', async () => {
		const { browser } = await providerSignIn(at, 'company').signIn(company, createPerson());
		const { status, headers } = await browser.send('GET', '/logout');
		expect({ status, isThere: String(headers['location']).startsWith(company.issuer) }).toEqual({ status: 302, isThere: true });
		expect(await isIn(browser)).toBe(false);
	});

	it('stays here for sessions by password, and where the operator wants no more', async () => {
		const { browser } = await at.createSignedInUser();
		expect((await browser.send('POST', '/api/auth/logoff')).status).toBe(204);
		const other = at.browser();
		const { begin, finish } = providerSignIn(at, 'hostile');
		hostile.setNextResponse(await begin(other));
		await finish(other, 'code');
		expect((await other.send('POST', '/api/auth/logoff')).status).toBe(204);
	});
});

describe('a provider that reports the end of its session', () => {
	it('ends the session that came from it at once, and no other of the user', async () => {
		const who = createPerson();
		const [one, two]: [CookieJar, CookieJar] = [new Map(), new Map()];
		const { browser: ended } = await providerSignIn(at, 'company').signIn(company, who, undefined, one);
		const { browser: other } = await providerSignIn(at, 'company').signIn(company, who, undefined, two);
		reported.length = 0;
		await company.signOut(`${company.issuer}/session/end`, one);
		expect(reported).toEqual([200]);
		expect([await isIn(ended), await isIn(other)]).toEqual([false, true]);
		expect((await ended.send('POST', '/api/auth/refresh')).status).toBe(401);
	});

	it('ends a sign-in that waits for its second factor, and the session that it became', async () => {
		const who = createPerson();
		const { browser: owner } = await providerSignIn(at, 'company').signIn(company, who);
		const { secret } = (await owner.send('POST', '/api/me/second-factor/totp', {})).body as { secret: string };
		await owner.send('PUT', '/api/me/second-factor/totp', { code: createTotpCode(secret, at.clock.now()) });
		for (const isOpen of [false, true]) {
			at.clock.forward(MINUTE);
			const jar: CookieJar = new Map();
			const { browser, status } = await providerSignIn(at, 'company').signIn(company, who, undefined, jar);
			expect(status).toBe(422);
			const complete = () => browser.send('POST', '/api/auth/second-factor', { code: createTotpCode(secret, at.clock.now()) });
			if (isOpen) expect((await complete()).status).toBe(200);
			await company.signOut(`${company.issuer}/session/end`, jar);
			if (!isOpen) expect((await complete()).status).toBe(401);
			expect(await isIn(browser)).toBe(false);
		}
	});
});

describe('a logout token', () => {
	const now = () => Math.floor(Date.now() / 1000);

	async function opened(sid: string | undefined, sub = 'mallory'): Promise<Browser> {
		const browser = at.browser();
		const { begin, finish } = providerSignIn(at, 'hostile');
		hostile.setNextResponse(await begin(browser), { claims: { sid, sub, email: `${sub}@provider.test` } });
		expect((await finish(browser, 'code')).status).toBe(200);
		return browser;
	}

	async function reportedAs(claims: object, signedWith?: Deviation['signingKey'], provider = 'hostile'): Promise<number> {
		const right = {
			iss: hostile.issuer,
			aud: hostile.clientId,
			iat: now(),
			exp: now() + 120,
			jti: crypto.randomUUID(),
			sub: 'mallory',
			events: EVENTS,
		};
		const token = await hostile.signLogoutToken({ ...right, ...claims }, signedWith);
		const payload = new URLSearchParams({ logout_token: token }).toString();
		return (await at.app.inject({ method: 'POST', url: `/api/oauth/${provider}/logout`, headers: FORM, payload })).statusCode;
	}

	it.each<[string, object, Deviation['signingKey']?, string?]>([
		['of another issuer', { iss: 'https://accounts.example.com' }],
		['for another client', { aud: 'another' }],
		['with alg none', {}, 'nothing'],
		['signed with another key', {}, 'another key'],
		['signed with the client secret', {}, 'the client secret'],
		['with a nonce, as ID tokens have', { nonce: 'n' }],
		['without the event', { events: undefined }],
		['with another event', { events: { other: {} } }],
		['without id', { jti: undefined }],
		['of neither user nor session', { sub: undefined }],
		['issued ten minutes ago', { iat: now() - 600 }],
		['issued in ten minutes', { iat: now() + 600 }],
		['that is expired', { exp: now() - 60 }],
		['sent to another provider', {}, undefined, 'company'],
	])('%s ends nothing', async (_, claims, signedWith, provider) => {
		const browser = await opened(undefined);
		expect(await reportedAs(claims, signedWith, provider)).toBe(400);
		expect(await isIn(browser)).toBe(true);
	});

	it('of a session ends that one, of a user all but later ones', async () => {
		const [one, two, other] = [await opened('s1'), await opened('s2'), await opened('s3', 'another')];
		expect(await reportedAs({ sid: 's1' })).toBe(200);
		expect([await isIn(one), await isIn(two)]).toEqual([false, true]);
		expect(await reportedAs({})).toBe(200);
		expect([await isIn(two), await isIn(other)]).toEqual([false, true]);
		at.clock.forward(Date.now() + HOUR - at.clock.now());
		const later = await opened('s4');
		expect(await reportedAs({})).toBe(200);
		expect(await isIn(later)).toBe(true);
	});

	it('has to be there, of a known provider', async () => {
		const send = (url: string, payload: string) => at.app.inject({ method: 'POST', url, headers: FORM, payload });
		expect((await send('/api/oauth/hostile/logout', '')).json()).toMatchObject({ status: 400, errors: [{ field: 'logout_token' }] });
		expect((await send('/api/oauth/hostile/logout', 'logout_token=x')).statusCode).toBe(400);
		expect((await send('/api/oauth/unknown/logout', 'logout_token=x')).statusCode).toBe(404);
		expect((await at.browser().send('POST', '/api/auth/login', { email: 'a@b.test', password: PASSWORD })).status).toBe(401);
	});
});
