import { HOUR, MINUTE } from '@sw/domain/time/units';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountApp, accountApp, type Browser, ORIGIN, PASSWORD } from '../testing/account-app.ts';
import { createAuthenticator } from '../testing/authenticator.ts';
import { createAdminCommand } from '../users/admin-command.ts';

const FACTOR = '/api/me/second-factor';
let at: AccountApp;
beforeAll(async () => {
	at = await accountApp();
});
afterAll(() => at[Symbol.asyncDispose]());

type Body = Record<string, unknown>;

function codeOf(secret: string): string {
	return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.clock.now() });
}

/** The step of the code that was used last is over. */
function nextCode(secret: string): string {
	at.clock.forward(31_000);
	return codeOf(secret);
}

function login(browser: Browser, email: string, more: Body = {}) {
	return browser.send('POST', '/api/auth/login', { email, password: PASSWORD, ...more });
}

/** Sets an authenticator app up. */
async function enrol(browser: Browser): Promise<{ secret: string; codes: string[] }> {
	const { secret } = (await browser.send('POST', `${FACTOR}/totp`, { password: PASSWORD })).body as { secret: string };
	const { status, body } = await browser.send('PUT', `${FACTOR}/totp`, { code: codeOf(secret) });
	if (status !== 200) throw new Error(`enrolling answered ${status}`);
	return { secret, codes: (body as { recovery_codes: string[] }).recovery_codes };
}

async function owner() {
	const { browser, user } = await at.createSignedInUser();
	return { browser, user, ...(await enrol(browser)) };
}

async function addPasskey(browser: Browser) {
	const keys = createAuthenticator(ORIGIN);
	const { challenge } = (await browser.send('POST', `${FACTOR}/passkeys/options`, { password: PASSWORD })).body as { challenge: string };
	const added = await browser.send('POST', `${FACTOR}/passkeys`, { name: 'Laptop', credential: keys.create(challenge) });
	return { keys, added };
}

async function challengeOf(browser: Browser): Promise<string> {
	return ((await browser.send('POST', '/api/auth/passkey/options')).body as { challenge: string }).challenge;
}

const needsCode = { status: 422, body: { title: 'Unprocessable Content', errors: [{ field: 'code' }] } };

describe('an authenticator app', () => {
	it('is asked for by name once it is set up, and each of its codes opens once', async () => {
		const { user, secret, codes } = await owner();
		expect(codes).toHaveLength(10);
		const browser = at.browser();
		expect(await login(browser, user.email)).toMatchObject(needsCode);
		expect(await login(browser, user.email, { code: codeOf(secret) })).toMatchObject(needsCode);
		const code = nextCode(secret);
		expect((await login(browser, user.email, { code })).status).toBe(200);
		expect(await login(at.browser(), user.email, { code })).toMatchObject(needsCode);
		expect((await browser.send('GET', FACTOR)).body).toMatchObject({ totp: true, passkeys: [], recovery_codes_left: 10, required: false });
		expect((await at.readMailsTo(user.email)).at(-1)?.subject).toBe('Your second factor was changed');
	});

	it('reveals nothing without the password', async () => {
		const { user, secret } = await owner();
		const answer = await at
			.browser()
			.send('POST', '/api/auth/login', { email: user.email, password: 'not this one', code: nextCode(secret) });
		expect(answer).toMatchObject({ status: 401, body: { detail: 'Wrong e-mail address or password' } });
	});

	it('is not guessed, and guesses do not lock the owner out of a browser that the account knows', async () => {
		const { browser, user, secret } = await owner();
		await browser.send('POST', '/api/auth/logoff');
		const statuses: number[] = [];
		for (let guess = 0; guess < 12; guess++)
			statuses.push((await login(at.browser(), user.email, { code: String(100_000 + guess) })).status);
		expect(statuses.slice(9)).toEqual([422, 429, 429]);
		expect((await login(at.browser(), user.email, { code: nextCode(secret) })).status).toBe(429);
		expect((await login(browser, user.email, { code: nextCode(secret) })).status).toBe(200);
	});

	it('is neither added nor removed by a stolen session alone', async () => {
		const { browser } = await at.createSignedInUser();
		expect(await browser.send('POST', `${FACTOR}/totp`, {})).toMatchObject({ status: 422, body: { errors: [{ field: 'password' }] } });
		const { secret } = await enrol(browser);
		for (const body of [{ code: nextCode(secret) }, { password: PASSWORD, code: '000000' }])
			expect((await browser.send('DELETE', FACTOR, body)).status).toBe(422);
		expect((await browser.send('POST', `${FACTOR}/totp`, { password: PASSWORD })).status).toBe(409);
		expect((await browser.send('DELETE', FACTOR, { password: PASSWORD, code: nextCode(secret) })).status).toBe(204);
		expect((await browser.send('GET', FACTOR)).body).toMatchObject({ since: null, totp: false, recovery_codes_left: 0 });
	});

	it('is not set up before the address is proven', async () => {
		const { browser } = await at.createSignedInUser({ status: 'unconfirmed', confirmedAt: null });
		expect((await browser.send('POST', `${FACTOR}/totp`, { password: PASSWORD })).status).toBe(403);
	});
});

describe('recovery codes', () => {
	it('work once each, and their owner is notified', async () => {
		const { user, codes } = await owner();
		const [code = ''] = codes;
		const browser = at.browser();
		expect((await login(browser, user.email, { code: ` ${code.toUpperCase()} ` })).status).toBe(200);
		expect(await login(at.browser(), user.email, { code })).toMatchObject(needsCode);
		expect((await at.readMailsTo(user.email)).at(-1)).toMatchObject({ subject: 'A recovery code was used' });
		const renewed = await browser.send('POST', `${FACTOR}/recovery-codes`, { password: PASSWORD, code: codes[1] });
		expect(await login(at.browser(), user.email, { code: codes[2] })).toMatchObject(needsCode);
		const [fresh] = (renewed.body as { recovery_codes: string[] }).recovery_codes;
		expect((await login(at.browser(), user.email, { code: fresh })).status).toBe(200);
	});
});

describe('every other way in asks for it too', () => {
	it('a link of a mail', async () => {
		const { user, secret } = await owner();
		const { id, code } = await at.accounts.context.links.create('login', user);
		const browser = at.browser();
		expect((await browser.send('GET', `/login?token=${id}.${code}`)).headers['location']).toBe('/auth/signin?step=code');
		expect((await browser.send('GET', '/api/me')).status).toBe(401);
		expect((await at.browser().send('POST', '/api/auth/second-factor', { code: nextCode(secret) })).status).toBe(401);
		expect(await browser.send('POST', '/api/auth/second-factor', { code: '000000' })).toMatchObject(needsCode);
		expect((await browser.send('POST', '/api/auth/second-factor', { code: nextCode(secret) })).status).toBe(200);
		expect((await browser.send('GET', '/api/me')).body).toMatchObject({ email: user.email, second_factor: true });
		expect((await browser.send('POST', '/api/auth/second-factor', { code: nextCode(secret) })).status).toBe(401);
	});

	it('a link of a mail, for ten minutes', async () => {
		const { user, secret } = await owner();
		const { id, code } = await at.accounts.context.links.create('login', user);
		const browser = at.browser();
		await browser.send('GET', `/login?token=${id}.${code}`);
		at.clock.forward(10 * MINUTE);
		expect((await browser.send('POST', '/api/auth/second-factor', { code: codeOf(secret) })).status).toBe(401);
	});

	it('and recovering the password keeps it', async () => {
		const { user, secret } = await owner();
		await at.browser().send('POST', '/api/password-recovery', { email: user.email });
		const text = (await at.readMailsTo(user.email)).at(-1)?.text ?? '';
		const [, id, code] = /id=([\w-]+)&code=([\w-]+)/.exec(text) ?? [];
		const password = 'a quite different one';
		expect((await at.browser().send('PUT', `/api/password-recovery/${id}/complete`, { code, password })).status).toBe(200);
		expect(await login(at.browser(), user.email, { password })).toMatchObject(needsCode);
		expect((await login(at.browser(), user.email, { password, code: nextCode(secret) })).status).toBe(200);
	});
});

describe('a passkey', () => {
	it('is made by the owner and signs in by itself, in any browser, without anything experimental of Node', async () => {
		const warnings: string[] = [];
		const note = ({ name, message }: Error): unknown => name === 'ExperimentalWarning' && warnings.push(message);
		process.on('warning', note);
		const { browser, user } = await at.createSignedInUser();
		const { keys, added } = await addPasskey(browser);
		expect(added).toMatchObject({ status: 200, body: { recovery_codes: expect.arrayContaining([expect.any(String)]) } });
		const other = at.browser();
		expect(await login(other, user.email)).toMatchObject(needsCode);
		const credential = keys.get(await challengeOf(other));
		expect((await other.send('POST', '/api/auth/passkey', { credential })).status).toBe(200);
		expect((await other.send('GET', '/api/me')).body).toMatchObject({ email: user.email });
		const { passkeys } = (await other.send('GET', FACTOR)).body as { passkeys: { id: string; name: string; used: string | null }[] };
		expect(passkeys).toMatchObject([{ name: 'Laptop', used: expect.any(String) }]);
		process.off('warning', note);
		expect(warnings).toEqual([]);
	});

	it('opens nothing for who signs on another site, in another browser, twice, late, or without showing who they are', async () => {
		const { browser } = await at.createSignedInUser();
		const { keys } = await addPasskey(browser);
		const visitor = at.browser();
		const refused = async (credential: object, browser = visitor): Promise<void> =>
			expect(await browser.send('POST', '/api/auth/passkey', { credential })).toMatchObject({
				status: 401,
				body: { title: 'Unauthorized' },
			});
		await refused(keys.get(await challengeOf(visitor), { from: 'http://evil.example' }));
		await refused(keys.get(await challengeOf(visitor), { flags: 0x01 }));
		await refused(keys.get(await challengeOf(visitor)), at.browser());
		await refused(createAuthenticator(ORIGIN).get(await challengeOf(visitor)));
		const late = keys.get(await challengeOf(visitor));
		at.clock.forward(5 * MINUTE);
		await refused(late);
		const right = keys.get(await challengeOf(visitor));
		expect((await visitor.send('POST', '/api/auth/passkey', { credential: right })).status).toBe(200);
		await refused(right);
	});

	it('goes with a code, and the last one takes the second factor with it', async () => {
		const { browser } = await at.createSignedInUser();
		const { added } = await addPasskey(browser);
		const [code] = (added.body as { recovery_codes: string[] }).recovery_codes;
		const { passkeys } = (await browser.send('GET', FACTOR)).body as { passkeys: { id: string }[] };
		const path = `${FACTOR}/passkeys/${passkeys[0]?.id}`;
		const { browser: other } = await at.createSignedInUser();
		expect((await other.send('DELETE', path, { password: PASSWORD, code })).status).toBe(404);
		expect((await browser.send('DELETE', path, { password: PASSWORD, code: 'wrong' })).status).toBe(422);
		expect((await browser.send('DELETE', path, { password: PASSWORD, code })).status).toBe(204);
		expect((await browser.send('GET', FACTOR)).body).toMatchObject({ since: null, passkeys: [], recovery_codes_left: 0 });
	});
});

describe('administrators', () => {
	it('of a service that others reach may do nothing else before they have one', async () => {
		await using far = await accountApp({ origin: 'https://signals.example' });
		const { browser } = await far.createSignedInUser({ role: 'admin' });
		expect((await browser.send('GET', '/api/me')).body).toMatchObject({ role: 'user', license: null, must_enrol: true });
		const denied = await browser.send('GET', '/api/users');
		expect(denied).toMatchObject({ status: 403, body: { detail: expect.stringContaining('second factor') } });
		const { secret } = (await browser.send('POST', `${FACTOR}/totp`, { password: PASSWORD })).body as { secret: string };
		const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: far.clock.now() });
		expect((await browser.send('PUT', `${FACTOR}/totp`, { code })).status).toBe(200);
		expect((await browser.send('GET', '/api/users')).status).toBe(200);
		expect((await browser.send('GET', '/api/me')).body).toMatchObject({ role: 'admin', must_enrol: false });
	});

	it('remove a lost one by command: the account is signed out and its owner notified', async () => {
		const { browser, user } = await owner();
		const lines: string[] = [];
		expect(await createAdminCommand(at.accounts.context)(['reset-factor', user.email], (line) => lines.push(line))).toBe(0);
		expect(lines[0]).toContain('no longer needs a second factor');
		expect((await browser.send('GET', '/api/me')).status).toBe(401);
		expect((await login(at.browser(), user.email)).status).toBe(200);
		expect((await at.readMailsTo(user.email)).at(-1)?.subject).toBe('Your second factor was changed');
		const unknown = await createAdminCommand(at.accounts.context)(['reset-factor', 'unknown@example.test'], () => {});
		expect(unknown).toBe(1);
		at.clock.forward(HOUR);
	});
});
