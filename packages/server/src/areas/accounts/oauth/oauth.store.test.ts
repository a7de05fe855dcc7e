import { MINUTE, utcMs } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSiteSettingsStore } from '../../../compose/core/site-settings-store.ts';
import { type AccountApp, accountApp, type Browser, ORIGIN, PASSWORD } from '../testing/account-app.ts';
import { type OpenidServer, type Person, startOpenidServer } from '../testing/openid-server.ts';
import { createTotpCode } from '../testing/totp-code.ts';

const REDIRECT = `${ORIGIN}/oauth/house`;
let at: AccountApp;
let server: OpenidServer;
let number = 0;

beforeAll(async () => {
	server = await startOpenidServer(REDIRECT);
	const { issuer, clientId, clientSecret } = server;
	at = await accountApp({
		oauth: [
			{ name: 'house', issuer, clientId, clientSecret, linkByEmail: true },
			{ name: 'gone', issuer: 'http://127.0.0.1:9', clientId, clientSecret },
		],
	});
});
afterAll(async () => {
	await at[Symbol.asyncDispose]();
	await server[Symbol.asyncDispose]();
});

function begin(browser: Browser, { redirect = REDIRECT, state = 'state-1', provider = 'house' } = {}) {
	return browser.send('GET', `/api/oauth/${provider}/url?redirect_url=${encodeURIComponent(redirect)}&state=${state}`);
}

function finish(browser: Browser, back: URL, state = back.searchParams.get('state')) {
	return browser.send('POST', '/api/oauth/house', { code: back.searchParams.get('code'), redirect_url: REDIRECT, state });
}

function person(change: Partial<Person> = {}): Person {
	return {
		sub: `sub-${++number}`,
		email: `p${number}@provider.test`,
		email_verified: true,
		name: 'Ann Person',
		...change,
	};
}

/** Begins, agrees at the provider, comes back. */
async function goThrough(browser: Browser, who: Person): Promise<URL> {
	const { body } = await begin(browser);
	return server.consent((body as { url: string }).url, who);
}

describe('sign-in with another provider', () => {
	it('lists what is set up', async () => {
		expect((await at.browser().send('GET', '/api/oauth/providers')).body).toEqual({
			items: [
				{ provider: 'house', label: 'House' },
				{ provider: 'gone', label: 'Gone' },
			],
			passwords: true,
		});
	});

	it('asks with state, nonce and PKCE, whose secrets stay here', async () => {
		const browser = at.browser();
		const { status, body } = await begin(browser, { state: 'xyz' });
		const url = new URL((body as { url: string }).url);
		expect(status).toBe(200);
		expect(Object.fromEntries(url.searchParams)).toMatchObject({
			state: 'xyz',
			redirect_uri: REDIRECT,
			code_challenge_method: 'S256',
			response_type: 'code',
		});
		expect(url.searchParams.get('nonce')).toBeTruthy();
		expect(url.searchParams.has('code_verifier')).toBe(false);
		expect(browser.attributes.get('sw_oauth')).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 600 });
	});

	it('makes an account with the trial, and signs the same person in again', async () => {
		const who = person();
		for (let time = 0; time < 2; time++) {
			const browser = at.browser();
			expect((await finish(browser, await goThrough(browser, who))).status).toBe(200);
			expect((await browser.send('GET', '/api/me')).body).toMatchObject({
				email: who.email,
				name: 'Ann Person',
				status: 'active',
				license: 'basic',
				has_password: false,
				identities: [{ provider: 'house', email: who.email }],
			});
		}
		expect(
			await at.accounts.context.records.listUsers({
				q: who.email,
				sortBy: 'email',
				sortDir: 'asc',
				now: utcMs(at.clock.now()),
				skip: 0,
				max: 9,
			}),
		).toMatchObject({
			total: 1,
		});
	});

	it('joins the account of a verified address, and keeps its password where we proved the address too', async () => {
		const user = await at.addUser({ license: 'pro' });
		const browser = at.browser();
		expect((await finish(browser, await goThrough(browser, person({ email: user.email.toUpperCase() })))).status).toBe(200);
		expect((await browser.send('GET', '/api/me')).body).toMatchObject({ user_id: user.id, license: 'pro', has_password: true });
	});

	it('removes the password of an account whose address was never confirmed', async () => {
		const { browser: stranger, user } = await at.createSignedInUser({ status: 'unconfirmed', confirmedAt: null });
		const browser = at.browser();
		expect((await finish(browser, await goThrough(browser, person({ email: user.email })))).status).toBe(200);
		expect((await browser.send('GET', '/api/me')).body).toMatchObject({ user_id: user.id, status: 'active', has_password: false });
		expect((await stranger.send('GET', '/api/me')).status).toBe(401);
		expect((await at.browser().send('POST', '/api/auth/login', { email: user.email, password: PASSWORD })).status).toBe(401);
	});

	it.each([
		['unverified', { email_verified: false }],
		['absent', { email: undefined, email_verified: undefined }],
	])('answers 409 when the address is %s', async (_, change) => {
		const browser = at.browser();
		const who = { ...person(), ...change } as Person;
		expect(await finish(browser, await goThrough(browser, who))).toMatchObject({ status: 409, body: { title: 'Conflict' } });
		expect(browser.cookies.has('sw_access')).toBe(false);
	});

	it('waits for the second factor of an account that has one, ten minutes, in this browser alone', async () => {
		const { browser: own, user } = await at.createSignedInUser();
		const { secret } = (await own.send('POST', '/api/me/second-factor/totp', { password: PASSWORD })).body as { secret: string };
		const codeNow = (): string => createTotpCode(secret, at.clock.now());
		expect((await own.send('PUT', '/api/me/second-factor/totp', { code: codeNow() })).status).toBe(200);
		const who = person({ email: user.email });
		const returned = async (): Promise<Browser> => {
			const browser = at.browser();
			expect(await finish(browser, await goThrough(browser, who))).toMatchObject({ status: 422, body: { errors: [{ field: 'code' }] } });
			expect(browser.cookies.has('sw_access')).toBe(false);
			expect((await browser.send('GET', '/api/me')).status).toBe(401);
			return browser;
		};
		const enter = (browser: Browser, code: string) => browser.send('POST', '/api/auth/second-factor', { code });

		const browser = await returned();
		at.clock.forward(31_000);
		expect((await enter(at.browser(), codeNow())).status).toBe(401);
		expect(await enter(browser, '000000')).toMatchObject({ status: 422, body: { errors: [{ field: 'code' }] } });
		expect((await enter(browser, codeNow())).status).toBe(200);
		expect((await browser.send('GET', '/api/me')).body).toMatchObject({
			user_id: user.id,
			second_factor: true,
			identities: [{ provider: 'house', email: user.email }],
		});

		// The identity is joined by now: the next time it asks all the same.
		const late = await returned();
		at.clock.forward(10 * MINUTE);
		expect((await enter(late, codeNow())).status).toBe(401);
	});

	it('does not let a blocked account in', async () => {
		const user = await at.addUser({ status: 'blocked' });
		const browser = at.browser();
		expect((await finish(browser, await goThrough(browser, person({ email: user.email })))).status).toBe(409);
	});
});

describe('what does not fit', () => {
	it('is refused: another state, another browser, a replayed code, too late', async () => {
		const browser = at.browser();
		const back = await goThrough(browser, person());
		expect(await finish(browser, back, 'other')).toMatchObject({ status: 400, body: { errors: [{ field: 'state' }] } });
		const other = at.browser();
		await begin(other);
		other.cookies.set('sw_oauth', `${other.cookies.get('sw_oauth')}x`);
		expect((await finish(other, back)).status).toBe(400);
		expect((await finish(at.browser(), back)).status).toBe(400);
		expect((await finish(browser, back)).status).toBe(200);
		expect((await finish(browser, back)).status).toBe(400);
		const replay = at.browser();
		await begin(replay);
		expect(await finish(replay, back)).toMatchObject({ status: 400, body: { errors: [{ field: 'code' }] } });
		const late = at.browser();
		const lateBack = await goThrough(late, person());
		at.clock.forward(10 * MINUTE);
		expect((await finish(late, lateBack)).status).toBe(400);
	});

	it('creates accounts by the rules of sign-up, and an invitation for the verified address admits it with its grant', async () => {
		const settings = openSiteSettingsStore(at.records.db);
		const enter = async (who: Person) => {
			const browser = at.browser();
			return { browser, ...(await finish(browser, await goThrough(browser, who))) };
		};
		const owner = person();
		expect((await enter(owner)).status).toBe(200);
		await settings.write({ sign_up: 'invitation' });
		expect(await enter(person())).toMatchObject({ status: 403, body: { detail: expect.stringContaining('by invitation') } });
		expect((await enter(owner)).status).toBe(200);
		const { browser: admin } = await at.createSignedInUser({ role: 'admin' });
		const invited = person();
		await admin.send('POST', '/api/invitations', { email: invited.email, license: 'pro' });
		const { status, browser } = await enter(invited);
		expect(status).toBe(200);
		expect((await browser.send('GET', '/api/me')).body).toMatchObject({ license: 'pro', license_expires: null });
		expect((await admin.send('GET', '/api/invitations?state=used')).body).toMatchObject({ items: [{ email: invited.email, used: 1 }] });
		await settings.write({ sign_up: 'closed' });
		expect((await enter(person())).status).toBe(403);
		await settings.write({ sign_up_domains: 'company.test' });
		expect(await enter(person())).toMatchObject({ status: 400, body: { errors: [{ field: 'email' }] } });
		expect((await enter(person({ email: 'ann@Company.test' }))).status).toBe(200);
		await settings.write({});
	});

	it('a consent that was cancelled brings no code', async () => {
		const browser = at.browser();
		const { body } = await begin(browser);
		const back = await server.consent((body as { url: string }).url, 'cancelled');
		expect(back.searchParams.get('error')).toBe('access_denied');
		expect(await finish(browser, back)).toMatchObject({ status: 400, body: { errors: [{ field: 'code' }] } });
	});

	it.each([
		'https://evil.example/oauth/house',
		`${ORIGIN}/oauth/house/`,
		`${ORIGIN}/oauth/house?x=1`,
		`${ORIGIN}/oauth/gone`,
		'javascript:alert(1)',
	])('%s is no address to send codes to', async (redirect) => {
		expect(await begin(at.browser(), { redirect })).toMatchObject({ status: 400, body: { errors: [{ field: 'redirect_url' }] } });
		const browser = at.browser();
		expect((await browser.send('POST', '/api/oauth/house', { code: 'c', redirect_url: redirect, state: 's' })).status).toBe(400);
	});

	it('unknown providers are not found, parameters have to be there', async () => {
		expect((await begin(at.browser(), { provider: 'unknown' })).status).toBe(404);
		expect((await at.browser().send('POST', '/api/oauth/unknown', { code: 'c', redirect_url: REDIRECT, state: 's' })).status).toBe(404);
		expect(await at.browser().send('GET', '/api/oauth/house/url?redirect_url=&state=s')).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'redirect_url', message: 'The parameter redirect_url must be defined and cannot be null.' }] },
		});
	});

	it('distinguishes an unavailable provider from a refusal', async () => {
		expect(await begin(at.browser(), { provider: 'gone', redirect: `${ORIGIN}/oauth/gone` })).toMatchObject({
			status: 503,
			body: { detail: 'Gone is unreachable, try again later' },
		});
		const browser = at.browser();
		const back = await goThrough(browser, person());
		await server.stop();
		expect((await finish(browser, back)).status).toBe(503);
	});
});
