/** What a stranger tries with another person's address, from the stranger's side. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountApp, accountApp, type Browser, PASSWORD } from '../testing/account-app.ts';

const STRANGERS = 'what the stranger chose';
const OWNERS = 'what the owner chose';

let at: AccountApp;
let count = 0;
beforeAll(async () => {
	at = await accountApp();
});
afterAll(() => at[Symbol.asyncDispose]());

function fresh(): string {
	return `victim${++count}@example.test`;
}

/** id and code of the newest link that was mailed to the address. */
async function linkTo(email: string): Promise<{ id: string; code: string }> {
	const mail = (await at.readMailsTo(email)).at(-1);
	const [, id = '', code = ''] = /[?&]id=([\w-]+)&code=([\w-]+)/.exec(mail?.text ?? '') ?? [];
	return { id, code };
}

function signUp(browser: Browser, email: string, password: string) {
	return browser.send('POST', '/api/auth/signup', { email, password });
}

function login(browser: Browser, email: string, password: string) {
	return browser.send('POST', '/api/auth/login', { email, password });
}

function open(browser: Browser, { id, code }: { id: string; code: string }, more: object = {}) {
	return browser.send('PUT', `/api/confirm/complete/${id}`, { code, ...more });
}

/** The stranger is out, the owner is in with the password that the owner chose. */
async function expectOwned(stranger: Browser, email: string): Promise<void> {
	expect((await stranger.send('GET', '/api/me')).status).toBe(401);
	expect((await login(at.browser(), email, STRANGERS)).status).toBe(401);
	expect((await login(at.browser(), email, OWNERS)).status).toBe(200);
}

describe("an account prepared for another person's address", () => {
	it('is not confirmed by a click of the owner, who came first', async () => {
		const email = fresh();
		await signUp(at.browser(), email, OWNERS);
		const stranger = at.browser();
		await signUp(stranger, email, STRANGERS);
		const owner = at.browser();
		const newest = await linkTo(email);
		expect(await open(owner, newest)).toMatchObject({
			status: 422,
			body: { errors: [{ field: 'password' }, { field: 'new_password' }] },
		});
		expect(await open(owner, newest, { password: OWNERS })).toMatchObject({ status: 422, body: { errors: [{ field: 'password' }] } });
		expect((await login(at.browser(), email, STRANGERS)).status).toBe(401);
		expect((await open(owner, newest, { new_password: OWNERS })).status).toBe(200);
		await expectOwned(stranger, email);
	});

	it('is not confirmed by a click of the owner, who came second', async () => {
		const email = fresh();
		const stranger = at.browser();
		await signUp(stranger, email, STRANGERS);
		await login(stranger, email, STRANGERS);
		const owner = at.browser();
		await signUp(owner, email, OWNERS);
		expect((await stranger.send('POST', '/api/me/confirm')).status).toBe(200);
		const newest = await linkTo(email);
		expect((await open(owner, newest)).status).toBe(422);
		expect((await open(owner, newest, { new_password: OWNERS })).status).toBe(200);
		await expectOwned(stranger, email);
	});

	it('answers 404 to a correction when the address was confirmed by another account meanwhile', async () => {
		const email = fresh();
		const first = at.browser();
		const own = fresh();
		await signUp(first, own, STRANGERS);
		await login(first, own, STRANGERS);
		expect((await first.send('PUT', '/api/confirm/resend/email', { email })).status).toBe(200);
		const correction = await linkTo(email);
		const owner = at.browser();
		await signUp(owner, email, OWNERS);
		expect((await open(owner, await linkTo(email))).status).toBe(200);
		expect(await open(first, correction)).toMatchObject({ status: 404, body: { detail: 'This address now belongs to another account' } });
		expect((await login(at.browser(), email, OWNERS)).status).toBe(200);
		expect((await login(at.browser(), own, STRANGERS)).status).toBe(200);
	});

	it('does not come to the address by a correction of another', async () => {
		const stranger = at.browser();
		const own = fresh();
		await signUp(stranger, own, STRANGERS);
		await login(stranger, own, STRANGERS);
		const email = fresh();
		expect((await stranger.send('PUT', '/api/confirm/resend/email', { email })).status).toBe(200);
		const owner = at.browser();
		const newest = await linkTo(email);
		expect((await open(owner, newest)).status).toBe(422);
		expect((await open(owner, newest, { new_password: 'password123' })).status).toBe(400);
		expect((await open(owner, newest, { new_password: OWNERS })).status).toBe(200);
		await expectOwned(stranger, email);
	});

	it('does not move there once its own address is confirmed either: that takes its password', async () => {
		const { browser: stranger, user } = await at.createSignedInUser();
		const email = fresh();
		await stranger.send('PATCH', '/api/me', { email, password: PASSWORD });
		const newest = await linkTo(email);
		for (const more of [{}, { new_password: OWNERS }])
			expect(await open(at.browser(), newest, more)).toMatchObject({ status: 422, body: { errors: [{ field: 'password' }] } });
		expect((await stranger.send('GET', '/api/me')).body).toMatchObject({ email: user.email });
		const phone = at.browser();
		await login(phone, user.email, PASSWORD);
		expect((await open(phone, newest)).status).toBe(200);
	});

	it('does not block the owner from moving to the address', async () => {
		const email = fresh();
		const stranger = at.browser();
		await signUp(stranger, email, STRANGERS);
		await login(stranger, email, STRANGERS);
		const { browser } = await at.createSignedInUser();
		await browser.send('PATCH', '/api/me', { email, password: PASSWORD });
		expect((await open(browser, await linkTo(email))).status).toBe(200);
		expect((await stranger.send('GET', '/api/me')).status).toBe(401);
		expect((await login(at.browser(), email, PASSWORD)).status).toBe(200);
	});

	it('loses every older link when its address changes', async () => {
		const browser = at.browser();
		const mistyped = fresh();
		await signUp(browser, mistyped, OWNERS);
		await login(browser, mistyped, OWNERS);
		const first = await linkTo(mistyped);
		await browser.send('POST', '/api/password-recovery', { email: mistyped });
		const recovery = await linkTo(mistyped);
		const right = fresh();
		await browser.send('PUT', '/api/confirm/resend/email', { email: right });
		expect((await open(at.browser(), first, { new_password: STRANGERS })).status).toBe(404);
		expect((await open(browser, await linkTo(right))).status).toBe(200);
		const set = { code: recovery.code, password: STRANGERS };
		expect((await at.browser().send('PUT', `/api/password-recovery/${recovery.id}/complete`, set)).status).toBe(404);
	});
});

describe('a confirmation', () => {
	it('completes at once in the browser that asked', async () => {
		const email = fresh();
		const browser = at.browser();
		await signUp(browser, email, OWNERS);
		expect(browser.attributes.get('sw_browser')).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
		expect((await open(browser, await linkTo(email))).status).toBe(200);
	});

	it('takes the password of the sign-up on a phone, and guesses at it are counted', async () => {
		const email = fresh();
		await signUp(at.browser(), email, OWNERS);
		const link = await linkTo(email);
		const phone = at.browser();
		expect((await open(phone, link, { password: OWNERS })).status).toBe(200);
		const other = fresh();
		await signUp(at.browser(), other, OWNERS);
		const guessed = await linkTo(other);
		const statuses: number[] = [];
		for (let guess = 0; guess < 12; guess++) statuses.push((await open(phone, guessed, { password: `guess number ${guess}` })).status);
		expect(statuses).toEqual([...new Array<number>(10).fill(422), 429, 429]);
	});
});

describe('asking whether an address has an account', () => {
	it.each(['PATCH /api/me', 'PUT /api/confirm/resend/email'])(
		'by %s reveals nothing, is rate-limited, and notifies the owner',
		async (call) => {
			const [method = '', path = ''] = call.split(' ');
			const waits = { status: 'unconfirmed', confirmedAt: null, license: null } as const;
			const ask = async (browser: Browser, email: string) => {
				const { status, body } = await browser.send(method, path, { email, ...(method === 'PATCH' ? { password: PASSWORD } : {}) });
				return { status, shape: JSON.stringify(body).replaceAll(email, 'ADDRESS') };
			};
			const { browser } = await at.createSignedInUser(waits);
			const owner = await at.addUser();
			const known = await ask(browser, owner.email);
			const unknown = await ask(browser, fresh());
			expect(known).toEqual(unknown);
			expect(known.status).toBe(200);
			expect(await at.readMailsTo(owner.email)).toMatchObject([{ subject: 'Your address was entered for another account' }]);
			expect((await at.readMailsTo(owner.email))[0]?.text).not.toMatch(/code=/);
			const statuses: number[] = [];
			for (let n = 0; n < 10; n++) statuses.push((await ask(browser, (await at.addUser()).email)).status);
			expect(statuses.slice(0, 8)).toEqual(new Array(8).fill(200));
			expect(statuses.slice(8)).toEqual([429, 429]);
		},
	);
});

describe('a hundred wrong passwords from a few addresses', () => {
	it('do not lock the owner out of a browser that the account knows', async () => {
		const { browser, user } = await at.createSignedInUser();
		await browser.send('POST', '/api/auth/logoff');
		for (let address = 0; address < 12; address++) {
			const guesser = at.browser();
			for (let guess = 0; guess < 10; guess++) await login(guesser, user.email, `wrong number ${guess}`);
		}
		expect((await login(at.browser(), user.email, PASSWORD)).status).toBe(429);
		const household = at.browser();
		for (let guess = 0; guess < 61; guess++) await login(household, user.email, 'wrong again');
		expect((await login(browser, user.email, PASSWORD)).status).toBe(200);
	});

	it('are not possible with the secret of a browser that knows another account', async () => {
		const { user } = await at.createSignedInUser();
		const { browser: guesser } = await at.createSignedInUser();
		const statuses: number[] = [];
		for (let guess = 0; guess < 11; guess++) statuses.push((await login(guesser, user.email, 'wrong again')).status);
		expect(statuses.at(-1)).toBe(429);
	});

	it('are not possible in a known browser either', async () => {
		const { browser, user } = await at.createSignedInUser();
		const statuses: number[] = [];
		for (let guess = 0; guess < 21; guess++) statuses.push((await login(browser, user.email, 'wrong again')).status);
		expect([statuses.at(19), statuses.at(20)]).toEqual([401, 429]);
	});
});
