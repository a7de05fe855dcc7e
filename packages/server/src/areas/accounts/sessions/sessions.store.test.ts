import cookie from '@fastify/cookie';
import { DAY, MINUTE, SECOND } from '@sw/domain/time/units';
import { bindAccountRecords } from '@sw/store/postgres/records/accounts/accounts';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscribeToSessions } from '../../../compose/areas/accounts.ts';
import { type AccountApp, accountApp, type Browser, PASSWORD } from '../testing/account-app.ts';

let at: AccountApp;
beforeAll(async () => {
	at = await accountApp();
});
afterAll(() => at[Symbol.asyncDispose]());

function refresh(browser: Browser) {
	return browser.send('POST', '/api/auth/refresh');
}

describe('signing in', () => {
	it('gives cookies that script and other sites do not get, and their ends in the answer', async () => {
		const user = await at.addUser();
		const browser = at.browser();
		const answer = await browser.send('POST', '/api/auth/login', { email: user.email.toUpperCase(), password: PASSWORD });
		expect(answer).toMatchObject({
			status: 200,
			body: { access_token_exp: '2026-06-30T16:00:00Z', refresh_token_exp: '2026-07-30T15:45:00Z', now: '2026-06-30T15:45:00Z' },
		});
		expect(browser.attributes.get('sw_access')).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 900 });
		expect(browser.attributes.get('sw_refresh')).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 30 * 86_400 });
		expect(JSON.stringify(answer.body)).not.toContain(browser.cookies.get('sw_refresh'));
	});

	it.each([
		['an unknown address', { email: 'unknown@example.test', password: PASSWORD }, 401, 'Unauthorized'],
		['a wrong password', { email: 'known@example.test', password: 'something else' }, 401, 'Unauthorized'],
		['a blocked account', { email: 'blocked@example.test', password: PASSWORD }, 403, 'Forbidden'],
		['no password', { email: 'known@example.test' }, 400, 'Malformed request parameters'],
		['a number', { email: 1, password: PASSWORD }, 400, 'Malformed request parameters'],
	])('answers %s with %s', async (_, body, status, title) => {
		if (!(await at.accounts.context.records.userByEmail('known@example.test'))) {
			await at.addUser({ email: 'known@example.test' });
			await at.addUser({ email: 'blocked@example.test', status: 'blocked' });
		}
		expect(await at.browser().send('POST', '/api/auth/login', body)).toMatchObject({ status, body: { title } });
	});

	it('answers a wrong password and an unknown address alike', async () => {
		const user = await at.addUser();
		const [known, unknown] = await Promise.all(
			[user.email, 'unknown2@example.test'].map((email) =>
				at.browser().send('POST', '/api/auth/login', { email, password: 'something else' }),
			),
		);
		expect(known?.body).toEqual(unknown?.body);
	});

	it('lets an unconfirmed account in, without a licence', async () => {
		const { browser } = await at.createSignedInUser({ status: 'unconfirmed', confirmedAt: null, license: 'pro' });
		expect((await browser.send('GET', '/api/me')).body).toMatchObject({ status: 'unconfirmed', license: null });
	});

	it('stops guessing at one account from one address, with Retry-After, and forgets after the window', async () => {
		const user = await at.addUser();
		const browser = at.browser();
		const guess = (password: string) => browser.send('POST', '/api/auth/login', { email: user.email, password });
		for (let i = 0; i < 10; i++) expect((await guess(`wrong password ${i}`)).status).toBe(401);
		const refused = await guess(PASSWORD);
		expect(refused).toMatchObject({
			status: 429,
			body: { title: 'Too Many Requests', detail: 'Too many requests, try again in 900 s' },
		});
		expect(refused.headers['retry-after']).toBe('900');
		at.clock.forward(15 * MINUTE);
		expect((await guess(PASSWORD)).status).toBe(200);
	});

	it('stops guessing at one account from many addresses', async () => {
		const user = await at.addUser();
		const statuses: number[] = [];
		for (let i = 0; i < 101; i++) {
			statuses.push((await at.browser().send('POST', '/api/auth/login', { email: user.email, password: 'something else' })).status);
		}
		expect(statuses.filter((s) => s === 401)).toHaveLength(100);
		expect(statuses.at(-1)).toBe(429);
	});
});

describe('coming back to a page', () => {
	it('renews a session whose access has ended, once for two tabs, and no other', async () => {
		const { browser } = await at.createSignedInUser();
		const renew = async (cookies = browser.cookies) => {
			const app = Fastify();
			app.register(cookie);
			app.get('/', async (request) => (await at.accounts.renew(request))?.cookies.map(({ name, value }) => [name, value]) ?? null);
			const answer = await app.inject({ url: '/', cookies: Object.fromEntries(cookies) });
			await app.close();
			return answer.json();
		};
		// The access still opens: nothing is spent.
		expect(await renew()).toBeNull();
		at.clock.forward(16 * MINUTE);
		const one = await renew();
		// Browsers drop the access at its end; a second tab comes with what the first one spent.
		const other = await renew(new Map([['sw_refresh', browser.cookies.get('sw_refresh') ?? '']]));
		expect(one.map(([name]: [string]) => name)).toEqual(['sw_access', 'sw_refresh', 'language']);
		expect(other).toEqual(one);
		expect((await at.browser().send('GET', '/api/me', undefined, { cookie: `sw_access=${one[0][1]}` })).status).toBe(200);
		expect(await renew(new Map([['sw_refresh', 'nonsense']]))).toBeNull();
		expect(await renew(new Map())).toBeNull();
	});
});

describe('refreshing', () => {
	/** Another browser with the same cookies. */
	const copyOf = (cookies: ReadonlyMap<string, string>): Browser => {
		const other = at.browser();
		for (const [name, value] of cookies) other.cookies.set(name, value);
		return other;
	};

	it('replaces both tokens; the one before gets the same successor until that is used, and ten seconds after', async () => {
		const { browser } = await at.createSignedInUser();
		const first = new Map(browser.cookies);
		await refresh(browser);
		const second = new Map(browser.cookies);
		expect(second.get('sw_refresh')).not.toBe(first.get('sw_refresh'));
		at.clock.forward(5 * MINUTE);
		const lost = copyOf(first);
		expect((await refresh(lost)).status).toBe(200);
		expect(lost.cookies).toEqual(second);

		await refresh(browser);
		const third = new Map(browser.cookies);
		at.clock.forward(10 * SECOND);
		const late = copyOf(first);
		expect((await refresh(late)).status).toBe(200);
		expect(late.cookies.get('sw_refresh')).toBe(second.get('sw_refresh'));
		expect((await refresh(late)).status).toBe(200);
		expect(late.cookies.get('sw_refresh')).toBe(third.get('sw_refresh'));
		expect((await late.send('GET', '/api/me')).status).toBe(200);
	});

	it('gives who never got an answer the same tokens after a long time, and access that still opens', async () => {
		const { browser } = await at.createSignedInUser();
		const first = new Map(browser.cookies);
		await refresh(browser);
		at.clock.forward(20 * MINUTE);
		const lost = copyOf(first);
		expect((await refresh(lost)).status).toBe(200);
		expect(lost.cookies.get('sw_refresh')).toBe(browser.cookies.get('sw_refresh'));
		expect((await lost.send('GET', '/api/me')).status).toBe(200);
	});

	it('gives two tabs that refresh at once one successor', async () => {
		const { browser } = await at.createSignedInUser();
		const tabs = Array.from({ length: 8 }, () => {
			const tab = at.browser();
			for (const [name, value] of browser.cookies) tab.cookies.set(name, value);
			return tab;
		});
		const answers = await Promise.all(tabs.map(refresh));
		expect(answers.map((a) => a.status)).toEqual(tabs.map(() => 200));
		expect(new Set(tabs.map((tab) => tab.cookies.get('sw_refresh')))).toHaveLength(1);
		expect((await tabs[3]?.send('GET', '/api/me'))?.status).toBe(200);
	});

	it('ends the session when a token is shown again later: thief and owner are both out', async () => {
		const { browser, user } = await at.createSignedInUser();
		const thief = at.browser();
		for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
		await refresh(browser);
		await refresh(browser);
		at.clock.forward(10 * SECOND + 1);
		expect(await refresh(thief)).toMatchObject({ status: 401, body: { title: 'No authorization information has been supplied' } });
		expect((await refresh(browser)).status).toBe(401);
		expect((await browser.send('GET', '/api/me')).status).toBe(401);
		const { items } = await at.accounts.context.records.listAudit({}, 0, 50);
		expect(items.filter((i) => i.target === user.email)).toMatchObject([{ act: 'session.reuse' }]);
	});

	it('finds a token that is several rotations old to be a reuse', async () => {
		const { browser } = await at.createSignedInUser();
		const old = browser.cookies.get('sw_refresh');
		for (let i = 0; i < 3; i++) await refresh(browser);
		expect((await at.browser().send('POST', '/api/auth/refresh', { refresh_token: old })).status).toBe(401);
		expect((await refresh(browser)).status).toBe(401);
	});

	it('takes the token from the body as well, and nothing that is none', async () => {
		const { browser } = await at.createSignedInUser();
		const token = browser.cookies.get('sw_refresh') ?? '';
		expect((await at.browser().send('POST', '/api/auth/refresh', { refresh_token: token })).status).toBe(200);
		for (const bad of ['', 'x', token.slice(1), `${token.slice(0, -4)}AAAA`, '\u0000'.repeat(64)])
			expect((await at.browser().send('POST', '/api/auth/refresh', { refresh_token: bad })).status).toBe(401);
		expect((await at.browser().send('POST', '/api/auth/refresh')).status).toBe(401);
		expect((await at.browser().send('POST', '/api/auth/refresh', { refresh_token: 5 })).status).toBe(400);
	});

	it('says whether a refused token is missing, expired or ended', async () => {
		const refused = async (browser: Browser) => {
			const { status, body, headers } = await refresh(browser);
			return { status, detail: (body as { detail: string }).detail, header: headers['www-authenticate'] };
		};
		expect(await refused(at.browser())).toEqual({
			status: 401,
			detail: 'No refresh token was sent: sign in.',
			header: 'Bearer',
		});
		const ended = {
			status: 401,
			detail: 'The session of this refresh token was ended: sign in again.',
			header: 'Bearer error="invalid_token"',
		};
		const { browser: over, user } = await at.createSignedInUser();
		await at.accounts.context.records.changeUser(user.id, { status: 'blocked' });
		expect(await refused(over)).toEqual(ended);
		const { browser: left } = await at.createSignedInUser();
		const copy = at.browser();
		for (const [name, value] of left.cookies) copy.cookies.set(name, value);
		await left.send('POST', '/api/auth/logoff');
		expect(await refused(copy)).toEqual(ended);
		const { browser: idle } = await at.createSignedInUser();
		at.clock.forward(30 * DAY);
		expect(await refused(idle)).toEqual({ ...ended, detail: 'The refresh token has expired: sign in again.' });
	});

	it('keeps the access token before for calls under way, ten seconds long', async () => {
		const { browser } = await at.createSignedInUser();
		const before = at.browser();
		before.cookies.set('sw_access', browser.cookies.get('sw_access') ?? '');
		await refresh(browser);
		expect((await before.send('GET', '/api/me')).status).toBe(200);
		at.clock.forward(10 * SECOND);
		expect((await before.send('GET', '/api/me')).status).toBe(401);
		expect((await browser.send('GET', '/api/me')).status).toBe(200);
	});

	it('ends access after 15 minutes, an idle session after 30 days, any session after 90', async () => {
		const { browser } = await at.createSignedInUser();
		at.clock.forward(15 * MINUTE);
		expect((await browser.send('GET', '/api/me')).status).toBe(401);
		for (let day = 0; day < 89; day += 25) {
			expect((await refresh(browser)).status).toBe(200);
			at.clock.forward(25 * DAY);
		}
		expect((await refresh(browser)).status).toBe(401);
		const { browser: idle } = await at.createSignedInUser();
		at.clock.forward(30 * DAY);
		expect((await refresh(idle)).status).toBe(401);
	});
});

describe('a call without a session', () => {
	const refusal = async (browser: Browser, url = '/api/me'): Promise<unknown[]> => {
		const { status, headers, body } = await browser.send('GET', url);
		return [status, headers['www-authenticate'], (body as { detail: string }).detail.split(':')[0]];
	};

	it('says whether nothing was sent, access has expired or the session was ended', async () => {
		expect(await refusal(at.browser())).toEqual([401, 'Bearer', 'No session or personal key was sent']);
		const { browser } = await at.createSignedInUser();
		const access = browser.cookies.get('sw_access') ?? '';
		at.clock.forward(16 * MINUTE);
		const expired = [401, 'Bearer error="invalid_token"', 'The access token has expired'];
		expect(await refusal(browser)).toEqual(expired);
		browser.cookies.delete('sw_access');
		expect(await refusal(browser)).toEqual([401, 'Bearer', 'The access token has expired']);
		await refresh(browser);
		const left = at.browser();
		left.cookies.set('sw_access', browser.cookies.get('sw_access') ?? '');
		await browser.send('POST', '/api/auth/logoff');
		const ended = [401, 'Bearer error="invalid_token"', 'The session was ended'];
		expect(await refusal(left)).toEqual(ended);
		left.cookies.set('sw_access', access);
		expect(await refusal(left)).toEqual(ended);
	});
});

describe('ending', () => {
	it('logs off: cookies go, tokens are dead', async () => {
		const { browser } = await at.createSignedInUser();
		const kept = new Map(browser.cookies);
		expect(await browser.send('POST', '/api/auth/logoff')).toMatchObject({ status: 204 });
		expect([...browser.cookies.keys()]).toEqual(['language', 'sw_browser']);
		for (const [name, value] of kept) browser.cookies.set(name, value);
		expect((await browser.send('GET', '/api/me')).status).toBe(401);
		expect((await refresh(browser)).status).toBe(401);
	});

	it('lists sessions and ends one, or all the others', async () => {
		const { browser, user } = await at.createSignedInUser();
		const otherBrowsers = [at.browser(), at.browser(), at.browser()];
		for (const other of otherBrowsers) await other.send('POST', '/api/auth/login', { email: user.email, password: PASSWORD });
		const { items } = (await browser.send('GET', '/api/me/sessions')).body as { items: { id: string; current: boolean; agent: string }[] };
		expect(items).toHaveLength(4);
		expect(items.filter((s) => s.current)).toHaveLength(1);
		expect(items[0]?.agent).toBe('Test browser');
		const other = items.find((s) => !s.current);
		expect((await browser.send('DELETE', `/api/me/sessions/${other?.id}`)).status).toBe(204);
		expect((await browser.send('DELETE', `/api/me/sessions/${other?.id}`)).status).toBe(404);
		expect((await browser.send('DELETE', '/api/me/sessions')).body).toEqual({ ended: 2 });
		for (const gone of otherBrowsers) expect((await gone.send('GET', '/api/me')).status).toBe(401);
		expect((await browser.send('GET', '/api/me')).status).toBe(200);
	});

	it("does not end another user's session", async () => {
		const { browser } = await at.createSignedInUser();
		const { browser: victim } = await at.createSignedInUser();
		const { items } = (await victim.send('GET', '/api/me/sessions')).body as { items: { id: string }[] };
		expect((await browser.send('DELETE', `/api/me/sessions/${items[0]?.id}`)).status).toBe(404);
		expect((await victim.send('GET', '/api/me')).status).toBe(200);
	});

	it.each(['blocked', 'deleted'] as const)('a %s user is out with the next call', async (how) => {
		const { browser: admin } = await at.createSignedInUser({ role: 'admin' });
		const { browser, user } = await at.createSignedInUser();
		expect((await browser.send('GET', '/api/me')).status).toBe(200);
		if (how === 'blocked') expect((await admin.send('PATCH', `/api/users/${user.id}`, { status: 'blocked' })).status).toBe(200);
		else expect((await admin.send('DELETE', `/api/users/${user.id}`)).status).toBe(204);
		expect((await browser.send('GET', '/api/me')).status).toBe(401);
		expect((await refresh(browser)).status).toBe(401);
	});

	it('a user blocked by another process is out as soon as the notification arrives, and so are its live connections', async () => {
		const closed: string[] = [];
		const listener = await subscribeToSessions(at.records, at.accounts, {
			closeAccount: (id) => void closed.push(id),
			closeSession: () => {},
		});
		const { browser, user } = await at.createSignedInUser();
		expect((await browser.send('GET', '/api/me')).status).toBe(200);
		await bindAccountRecords(at.records.db).changeUser(user.id, { status: 'blocked' });
		await expect.poll(async () => (await browser.send('GET', '/api/me')).status).toBe(401);
		expect(closed).toContain(user.id);
		await listener.close();
	});

	it('says when the tokens end and sweeps what is dead', async () => {
		const { browser } = await at.createSignedInUser();
		const answer = await browser.send('PUT', '/api/auth/expiration');
		expect(answer.status).toBe(200);
		expect(answer.body).toHaveProperty('access_token_exp');
	});
});

describe('other sites', () => {
	it.each([
		[{ 'sec-fetch-site': 'cross-site' }, 403],
		[{ 'sec-fetch-site': 'same-site' }, 403],
		[{ origin: 'https://evil.example' }, 403],
		[{ origin: 'null' }, 403],
		[{ 'sec-fetch-site': 'same-origin' }, 204],
	])('logging off with %o answers %s', async (headers, status) => {
		const { browser } = await at.createSignedInUser();
		expect((await browser.send('POST', '/api/auth/logoff', undefined, headers)).status).toBe(status);
	});

	it('cannot sign anybody out by a link', async () => {
		const { browser } = await at.createSignedInUser();
		const shown = await browser.send('GET', '/logout', undefined, { 'sec-fetch-site': 'cross-site' });
		expect(shown).toMatchObject({ status: 200 });
		expect(shown.body).toContain('Sign out');
		// Link checkers send HEAD.
		expect((await browser.send('HEAD', '/logout', undefined, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
		expect((await browser.send('GET', '/api/me')).status).toBe(200);
		expect(await browser.send('GET', '/logout', undefined, { 'sec-fetch-site': 'same-origin' })).toMatchObject({
			status: 302,
			headers: { location: '/' },
		});
		expect((await browser.send('GET', '/api/me')).status).toBe(401);
	});

	it('cannot post JSON as a form', async () => {
		const user = await at.addUser();
		const body = JSON.stringify({ email: user.email, password: PASSWORD });
		expect((await at.browser().send('POST', '/api/auth/login', body, { 'content-type': 'text/plain' })).status).toBe(400);
	});
});

describe('behind TLS', () => {
	it('cookies are secure and carry the host prefix', async () => {
		const secure = await accountApp({ origin: 'https://signals.example.test' });
		const { browser } = await secure.createSignedInUser();
		expect(browser.attributes.get('__Host-sw_access')).toMatchObject({ secure: true, httpOnly: true, path: '/' });
		expect([...browser.cookies.keys()]).toEqual(['__Host-sw_access', '__Host-sw_refresh', 'language', '__Host-sw_browser']);
		await secure[Symbol.asyncDispose]();
	});

	it('below a path of the host, cookies are sent there only', async () => {
		const below = await accountApp({ origin: 'https://example.test/signals' });
		const { browser } = await below.createSignedInUser();
		expect([...browser.attributes].map(([name, { path }]) => [name, path])).toEqual(
			['__Secure-sw_access', '__Secure-sw_refresh', 'language', '__Secure-sw_browser'].map((name) => [name, '/signals/']),
		);
		expect((await browser.send('GET', '/api/me')).status).toBe(200);
		await below[Symbol.asyncDispose]();
	});
});
