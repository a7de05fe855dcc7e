import { DAY, HOUR } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountApp, accountApp, type Browser, PASSWORD } from '../testing/account-app.ts';

let at: AccountApp;
let count = 0;
beforeAll(async () => {
	at = await accountApp();
});
afterAll(() => at[Symbol.asyncDispose]());

const NEW_PASSWORD = 'a quite different one';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** id and code of the newest link that was mailed to the address. */
async function linkTo(email: string): Promise<{ id: string; code: string }> {
	const mail = (await at.readMailsTo(email)).at(-1);
	const [, id = '', code = ''] = /[?&]id=([\w-]+)&code=([\w-]+)/.exec(mail?.text ?? '') ?? [];
	return { id, code };
}

function login(email: string, password = PASSWORD): Promise<{ status: number }> {
	return at.browser().send('POST', '/api/auth/login', { email, password });
}

async function signUp(browser: Browser = at.browser(), email = `new${++count}@example.test`) {
	const answer = await browser.send('POST', '/api/auth/signup', { email, password: PASSWORD });
	return { email, ...answer };
}

describe('signing up', () => {
	it('mails a link that brings fourteen days of basic, once', async () => {
		const browser = at.browser();
		const { email, status, body } = await signUp(browser);
		expect({ status, body }).toEqual({ status: 200, body: { email, expires: '2026-07-01T15:45:00Z' } });
		await browser.send('POST', '/api/auth/login', { email, password: PASSWORD });
		expect((await browser.send('GET', '/api/me')).body).toMatchObject({ status: 'unconfirmed', license: null, license_expires: null });
		const { id, code } = await linkTo(email);
		const complete = () => browser.send('PUT', `/api/confirm/complete/${id}`, { code });
		expect(await complete()).toMatchObject({ status: 200, body: { email } });
		expect((await browser.send('GET', '/api/me')).body).toMatchObject({
			status: 'active',
			license: 'basic',
			license_expires: '2026-07-14T15:45:00Z',
		});
		expect(await complete()).toMatchObject({ status: 404, body: { title: 'Not Found' } });
	});

	it('answers 409 for a confirmed address alone, and the same for a new one and one that waits', async () => {
		const user = await at.addUser();
		expect(await signUp(undefined, user.email)).toMatchObject({ status: 409, body: { title: 'Conflict' } });
		const first = await signUp();
		const second = await signUp(undefined, first.email);
		expect(second).toMatchObject({ status: 200, body: first.body });
	});

	it.each([
		['no-address', PASSWORD, 'email', 'Format name@example.com'],
		['', PASSWORD, 'email', 'Required to fill in'],
		['a@b.test', 'short', 'password', 'Should not be less than 10 characters'],
		['a@b.test', 'x'.repeat(129), 'password', 'Should not be more than 128 characters'],
		['a@b.test', 'P@ssword123', 'password', 'This password is too common'],
		['annabell@b.test', 'annabell2026', 'password', 'This password is too common'],
		['a@b.test', undefined, 'password', 'The parameter password must be defined and cannot be null.'],
	])('refuses %s with %s', async (email, password, field, message) => {
		const answer = await at.browser().send('POST', '/api/auth/signup', { email, password });
		expect(answer).toMatchObject({ status: 400, body: { title: 'Malformed request parameters', errors: [{ field, message }] } });
	});

	it('gives an account to the owner of the mailbox, not to the first or second person who signed up', async () => {
		const { email } = await signUp();
		const thief = at.browser();
		await thief.send('POST', '/api/auth/login', { email, password: PASSWORD });
		const owner = at.browser();
		await owner.send('POST', '/api/auth/signup', { email, password: NEW_PASSWORD });
		expect((await login(email, NEW_PASSWORD)).status).toBe(401);
		const { id, code } = await linkTo(email);
		await owner.send('PUT', `/api/confirm/complete/${id}`, { code });
		expect((await login(email, NEW_PASSWORD)).status).toBe(200);
		expect((await login(email)).status).toBe(401);
		expect((await thief.send('GET', '/api/me')).status).toBe(401);
	});
});

describe('confirming', () => {
	it('sends the link again, also to a corrected address, which voids the links before', async () => {
		const { browser, user } = await at.createSignedInUser({ status: 'unconfirmed', confirmedAt: null });
		expect((await browser.send('POST', '/api/me/confirm')).status).toBe(200);
		const first = await linkTo(user.email);
		const right = `right${++count}@example.test`;
		expect((await browser.send('PUT', '/api/confirm/resend/email', { email: right })).body).toMatchObject({ email: right });
		expect((await at.browser().send('PUT', `/api/confirm/complete/${first.id}`, { code: first.code })).status).toBe(404);
		const { id, code } = await linkTo(right);
		expect((await browser.send('PUT', `/api/confirm/complete/${id}`, { code })).status).toBe(200);
		expect((await browser.send('GET', '/api/me')).body).toMatchObject({ email: right, status: 'active' });
		expect((await browser.send('POST', '/api/me/confirm')).status).toBe(409);
		expect((await browser.send('PUT', '/api/confirm/resend/email')).status).toBe(409);
	});

	it("does not move an account to another's address", async () => {
		const other = await at.addUser();
		const { browser } = await at.createSignedInUser({ status: 'unconfirmed', confirmedAt: null });
		expect((await browser.send('PUT', '/api/confirm/resend/email', { email: other.email })).status).toBe(200);
		expect(await at.readMailsTo(other.email)).toMatchObject([{ subject: 'Your address was entered for another account' }]);
	});

	it('ends after a day; voids links when asked', async () => {
		const { browser, user } = await at.createSignedInUser({ status: 'unconfirmed', confirmedAt: null });
		await browser.send('POST', '/api/me/confirm');
		const old = await linkTo(user.email);
		await browser.send('POST', '/api/me/confirm');
		expect((await browser.send('PUT', '/api/confirm/expiration')).body).toEqual({ voided: 2 });
		expect((await at.browser().send('PUT', `/api/confirm/complete/${old.id}`, { code: old.code })).status).toBe(404);
		await browser.send('POST', '/api/me/confirm');
		const { id, code } = await linkTo(user.email);
		at.clock.forward(DAY);
		expect((await at.browser().send('PUT', `/api/confirm/complete/${id}`, { code })).status).toBe(404);
	});

	it("refuses another link's code with 422 and closes the link after ten wrong ones", async () => {
		const { email } = await signUp();
		const own = await linkTo(email);
		const { email: otherEmail } = await signUp();
		const other = await linkTo(otherEmail);
		const complete = (code: string) => at.browser().send('PUT', `/api/confirm/complete/${own.id}`, { code });
		for (let i = 0; i < 10; i++)
			expect(await complete(other.code)).toMatchObject({
				status: 422,
				body: { title: 'Unprocessable Content', errors: [{ field: 'code' }] },
			});
		expect((await complete(own.code)).status).toBe(404);
		expect((await at.browser().send('PUT', `/api/confirm/complete/${UNKNOWN}`, { code: own.code })).status).toBe(404);
		expect((await at.browser().send('PUT', '/api/confirm/complete/7', { code: own.code })).status).toBe(400);
	});
});

describe('recovering a password', () => {
	const start = (email: string) => at.browser().send('POST', '/api/password-recovery', { email });

	it('answers alike for known and unknown addresses, and mails the known one alone', async () => {
		const user = await at.addUser();
		const blocked = await at.addUser({ status: 'blocked' });
		for (const email of [user.email, blocked.email, `unknown${++count}@example.test`])
			expect(await start(email)).toMatchObject({ status: 200, body: { email } });
		expect(await at.readMailsTo(user.email)).toMatchObject([{ subject: 'Set a new password' }]);
		expect(await at.readMailsTo(blocked.email)).toEqual([]);
	});

	it('sets the password once, ends every session and notifies the owner', async () => {
		const { browser, user } = await at.createSignedInUser();
		await start(user.email);
		const { id, code } = await linkTo(user.email);
		const put = (step: string, body: object) => at.browser().send('PUT', `/api/password-recovery/${id}/${step}`, body);
		expect(await put('verify', { code })).toMatchObject({ status: 200 });
		expect(await put('complete', { code, password: 'password123' })).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'password' }] },
		});
		expect(await put('complete', { code, password: NEW_PASSWORD })).toMatchObject({ status: 200, body: { email: user.email } });
		expect(await put('verify', { code })).toMatchObject({ status: 404 });
		expect(await put('complete', { code, password: NEW_PASSWORD })).toMatchObject({ status: 404 });
		expect((await browser.send('GET', '/api/me')).status).toBe(401);
		expect([(await login(user.email)).status, (await login(user.email, NEW_PASSWORD)).status]).toEqual([401, 200]);
		expect((await at.readMailsTo(user.email)).at(-1)?.subject).toBe('Your password was changed');
	});

	it('ends after an hour, and is limited in guessing', async () => {
		const user = await at.addUser();
		await start(user.email);
		const { id, code } = await linkTo(user.email);
		const other = await at.addUser();
		await start(other.email);
		const foreign = await linkTo(other.email);
		const browser = at.browser();
		const verify = (c: string) => browser.send('PUT', `/api/password-recovery/${id}/verify`, { code: c });
		expect((await verify(foreign.code)).status).toBe(404);
		expect((await verify(code)).status).toBe(200);
		at.clock.forward(HOUR);
		expect((await verify(code)).status).toBe(404);
		const statuses: number[] = [];
		for (let i = 0; i < 62; i++) statuses.push((await verify('guess')).status);
		expect(statuses.slice(0, 59).every((s) => s === 404)).toBe(true);
		expect(statuses.at(-1)).toBe(429);
	});

	it('confirms an address that waited for it', async () => {
		const user = await at.addUser({ status: 'unconfirmed', confirmedAt: null, license: null });
		await start(user.email);
		const { id, code } = await linkTo(user.email);
		await at.browser().send('PUT', `/api/password-recovery/${id}/complete`, { code, password: NEW_PASSWORD });
		expect(await at.accounts.context.records.userByEmail(user.email)).toMatchObject({ status: 'active', license: 'basic' });
	});

	it('does not flood a mailbox', async () => {
		const user = await at.addUser();
		const statuses: number[] = [];
		for (let i = 0; i < 7; i++) statuses.push((await start(user.email)).status);
		expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
	});
});

describe('sign-in links', () => {
	it('open the session with the parameters that mail programs add', async () => {
		const user = await at.addUser();
		const { id, code } = await at.accounts.context.links.create('login', user);
		const browser = at.browser();
		const answer = await browser.send('GET', `/login?token=${id}.${code}&utm_source=mail&utm_campaign=x`);
		expect(answer).toMatchObject({ status: 302, headers: { location: '/' } });
		expect((await browser.send('GET', '/api/me')).body).toMatchObject({ email: user.email });
		expect(await browser.send('GET', '/logout?x=1')).toMatchObject({ status: 302, headers: { location: '/' } });
		expect((await browser.send('GET', '/api/me')).status).toBe(401);
	});

	it('open the session once, within ten minutes, and only for GET', async () => {
		const user = await at.addUser();
		const { context } = at.accounts;
		const { id, code } = await context.links.create('login', user);
		const browser = at.browser();
		expect((await browser.send('HEAD', `/login?token=${id}.${code}`)).headers['location']).toBe('/auth/signin');
		expect(await browser.send('GET', `/login?token=${id}.${code}`)).toMatchObject({ status: 302, headers: { location: '/' } });
		expect((await browser.send('GET', '/api/me')).body).toMatchObject({ email: user.email });
		expect((await at.browser().send('GET', `/login?token=${id}.${code}`)).headers['location']).toBe('/auth/signin?link=expired');
		const late = await context.links.create('login', user);
		at.clock.forward(10 * 60_000);
		expect((await at.browser().send('GET', `/login?token=${late.id}.${late.code}`)).headers['location']).toBe('/auth/signin?link=expired');
		for (const path of ['/login', '/login?token=', '/login?captcha=x'])
			expect(await at.browser().send('GET', path)).toMatchObject({ status: 302, headers: { location: '/auth/signin' } });
	});
});

describe('where a mail leads', () => {
	it.each([
		['/api/auth/signup', { password: PASSWORD }],
		['/api/password-recovery', {}],
	])('after %s is the page that was wanted, of this site alone', async (path, more) => {
		const email = path.endsWith('signup') ? `onward${++count}@example.test` : (await at.addUser()).email;
		const ask = (redirect_to: string) => at.browser().send('POST', path, { email, ...more, redirect_to });
		expect((await ask('/favourites?sort=rate')).status).toBe(200);
		expect((await at.readMailsTo(email)).at(-1)?.text).toMatch(/&redirectTo=%2Ffavourites%3Fsort%3Drate\s/);
		for (const elsewhere of ['//evil.example', '/\\evil.example', 'https://evil.example', 'favourites'])
			expect((await ask(elsewhere)).status).toBe(400);
	});

	it('is shown as a folder, never as a link, to the operator of the machine', async () => {
		await using own = await accountApp({ isLocalOnly: true });
		const body = { email: 'me@example.test', password: PASSWORD };
		const reported = await own.browser().send('POST', '/api/auth/signup', body);
		expect(reported.body).toMatchObject({ outbox: expect.stringContaining('outbox') });
		expect(JSON.stringify(reported.body)).not.toMatch(/code=|confirm/);
		expect((await at.browser().send('POST', '/api/auth/signup', body)).body).not.toHaveProperty('outbox');
	});
});

describe('a sign-in link on a foreign page', () => {
	it("asks for a click before it signs anybody in to the stranger's account", async () => {
		const stranger = await at.addUser();
		const { id, code } = await at.accounts.context.links.create('login', stranger);
		const victim = at.browser();
		const response = await victim.send('GET', `/login?token=${id}.${code}`, undefined, { 'sec-fetch-site': 'cross-site' });
		expect(response).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
		expect(response.body).toContain(`<a href="/login?token=${id}.${code}" role="button">Sign in</a>`);
		expect([...victim.cookies.keys()]).toEqual([]);
		const markup = await victim.send('GET', `/login?token=${encodeURIComponent('"><script>')}`, undefined, {
			'sec-fetch-site': 'cross-site',
		});
		expect(markup).toMatchObject({ status: 302, headers: { location: '/auth/signin?link=expired' } });
		// The click comes from our own page.
		const clicked = await victim.send('GET', `/login?token=${id}.${code}`, undefined, { 'sec-fetch-site': 'same-origin' });
		expect(clicked).toMatchObject({ status: 302, headers: { location: '/' } });
	});
});

describe('mails', () => {
	it('are escaped, in text and HTML, and lie in the outbox for mail programs and the administrator', async () => {
		const { browser: admin } = await at.createSignedInUser({ role: 'admin' });
		const { email } = await signUp();
		const [mail] = await at.readMailsTo(email);
		expect(mail?.text).toContain('expires at 07/');
		expect(mail?.html).toContain('&amp;code=');
		const listed = (await admin.send('GET', '/api/outbox')).body as { items: { id: string; to: string }[] };
		expect(listed.items[0]).toMatchObject({ to: email, subject: 'Confirm your address' });
		const opened = await admin.send('GET', `/api/outbox/${listed.items[0]?.id}`);
		expect(opened).toMatchObject({ status: 200, body: { text: mail?.text } });
		expect((await admin.send('GET', '/api/outbox/..%2fdemo-password')).status).toBe(404);
	});
});
