import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountApp, accountApp } from '../testing/account-app.ts';
import { type Deviation, type HostileProvider, startHostileProvider } from '../testing/hostile-provider.ts';
import { startOpenidServer } from '../testing/openid-server.ts';
import { createPerson, providerSignIn, redirectUrlOf } from '../testing/provider-sign-in.ts';

let at: AccountApp;
let provider: HostileProvider;
beforeAll(async () => {
	provider = await startHostileProvider();
	const { issuer, clientId, clientSecret } = provider;
	at = await accountApp({
		oauth: [
			{ name: 'mallory', issuer, clientId, clientSecret },
			{ name: 'late', issuer, clientId, clientSecret },
		],
	});
});
afterAll(async () => {
	await at[Symbol.asyncDispose]();
	await provider[Symbol.asyncDispose]();
});

async function answered(deviation: Deviation) {
	const { begin, finish } = providerSignIn(at, 'mallory');
	const browser = at.browser();
	provider.setNextResponse(await begin(browser), deviation);
	const { status, body } = await finish(browser, 'any code');
	return { status, body, isIn: browser.cookies.has('sw_access') };
}

const now = () => Math.floor(Date.now() / 1000);

describe('a provider', () => {
	it('that keeps to the rules signs in', async () => {
		expect(await answered({})).toMatchObject({ status: 200, isIn: true });
	});

	it.each<[string, Deviation]>([
		['claims to be another', { claims: { iss: 'https://accounts.example.com' } }],
		['names no issuer', { claims: { iss: undefined } }],
		['answers for another client', { claims: { aud: 'another' } }],
		['answers for several clients, made for another', { claims: { aud: ['signalwheel', 'another'], azp: 'another' } }],
		['names no client', { claims: { aud: undefined } }],
		['repeats the answer of another sign-in', { claims: { nonce: 'of another' } }],
		['leaves out the nonce', { claims: { nonce: undefined } }],
		['names no user', { claims: { sub: undefined } }],
		['signs with alg none', { signingKey: 'nothing' }],
		['signs with another key', { signingKey: 'another key' }],
		['signs with the client secret', { signingKey: 'the client secret' }],
		['shows an expired token', { claims: { exp: now() - 600 } }],
		['shows a token without expiry', { claims: { exp: undefined } }],
		['has a clock ten minutes ahead', { clockAheadSeconds: 600 }],
		['has a clock ten minutes behind', { clockAheadSeconds: -600 }],
		['shows no ID token', { omitsIdToken: true }],
		['shows another user at its userinfo endpoint', { claims: { email: undefined }, userinfoSub: 'someone else' }],
	])('that %s is refused', async (_, deviation) => {
		expect(await answered(deviation)).toMatchObject({ status: 400, body: { errors: [{ field: 'code' }] }, isIn: false });
	});

	it.each([20, -80])('may have a clock that is off by some seconds (%i)', async (clockAhead) => {
		expect(await answered({ clockAheadSeconds: clockAhead })).toMatchObject({ status: 200 });
	});

	it('cannot have its codes used twice, nor with the state of another sign-in', async () => {
		const { begin, finish } = providerSignIn(at, 'mallory');
		const browser = at.browser();
		provider.setNextResponse(await begin(browser, 'one'));
		expect(await finish(browser, 'code', 'two')).toMatchObject({ status: 400, body: { errors: [{ field: 'state' }] } });
		expect((await finish(browser, 'code', 'one')).status).toBe(200);
		expect(await finish(browser, 'code', 'one')).toMatchObject({ status: 400, body: { errors: [{ field: 'state' }] } });
	});

	it('that announces another issuer is unreachable until it stops', async () => {
		provider.setDiscovery({ discoveryIssuer: 'https://accounts.example.com' });
		const url = `/api/oauth/late/url?redirect_url=${encodeURIComponent(redirectUrlOf('late'))}&state=s`;
		expect((await at.browser().send('GET', url)).status).toBeGreaterThanOrEqual(400);
		provider.setDiscovery({});
		expect((await at.browser().send('GET', url)).status).toBe(200);
	});
});

describe('beside an honest provider', () => {
	it('a hostile one gets none of its codes, and its own open nothing there', async () => {
		await using honest = await startOpenidServer(redirectUrlOf('honest'));
		const { issuer, clientId, clientSecret } = honest;
		await using both = await accountApp({
			oauth: [
				{ name: 'honest', issuer, clientId, clientSecret },
				{ name: 'mallory', issuer: provider.issuer, clientId: provider.clientId, clientSecret: provider.clientSecret },
			],
		});
		const [ours, theirs] = [providerSignIn(both, 'honest'), providerSignIn(both, 'mallory')];
		const browser = both.browser();
		const back = await honest.consent((await ours.begin(browser)).href, createPerson());
		const code = back.searchParams.get('code');
		// Begun with the honest provider only: the hostile one is never asked.
		expect(await theirs.finish(browser, code, 'state-1')).toMatchObject({ status: 400, body: { errors: [{ field: 'state' }] } });
		expect((await ours.finish(browser, code)).status).toBe(200);
		const mixed = both.browser();
		provider.setNextResponse(await theirs.begin(mixed));
		expect(await ours.finish(mixed, 'any code')).toMatchObject({ status: 400, body: { errors: [{ field: 'state' }] } });
		// The same subject at two providers is two users.
		const two = both.browser();
		provider.setNextResponse(await theirs.begin(two), { claims: { sub: 'same', email: 'one@provider.test' } });
		expect((await theirs.finish(two, 'any code')).status).toBe(200);
		const { browser: three } = await ours.signIn(honest, createPerson({ sub: 'same', email: 'other@provider.test' }));
		expect((await two.send('GET', '/api/me')).body).toMatchObject({ email: 'one@provider.test' });
		expect((await three.send('GET', '/api/me')).body).toMatchObject({ email: 'other@provider.test' });
	});
});
