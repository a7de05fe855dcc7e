/** Who can create an account where the operator limits it: settings, invitations, mail domains, the first administrator. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DAY, utcMs } from '@sw/domain/time/units';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { prepareSetup } from '../../../compose/areas/accounts.ts';
import { openSiteSettingsStore } from '../../../compose/core/site-settings-store.ts';
import { type AccountApp, accountApp, type Browser, PASSWORD } from '../testing/account-app.ts';
import { createSetupLink } from '../users/invitations.ts';

const OTHER = 'what the stranger chose';

let at: AccountApp;
let admin: Browser;
let count = 0;

beforeAll(async () => {
	at = await accountApp();
	({ browser: admin } = await at.createSignedInUser({ role: 'admin', email: 'admin@example.test' }));
});
afterAll(() => at[Symbol.asyncDispose]());
afterEach(() => set({}));

function set(settings: { sign_up?: string; sign_up_domains?: string }): Promise<void> {
	return openSiteSettingsStore(at.records.db).write(settings);
}

function fresh(domain = 'example.test'): string {
	return `person${++count}@${domain}`;
}

function signUp(email: string, browser = at.browser()) {
	return browser.send('POST', '/api/auth/signup', { email, password: PASSWORD });
}

interface Held {
	id: string;
	code: string;
}

/** Creates an invitation and returns what its holder has. */
async function invite(body: object = {}): Promise<Held> {
	const { status, body: made } = await admin.send('POST', '/api/invitations', body);
	if (status !== 201) throw new Error(`${status}: ${JSON.stringify(made)}`);
	const { link, invitation } = made as { link: string | null; invitation: { email: string | null } };
	return held(link ?? (await at.readMailsTo(invitation.email ?? '')).at(-1)?.text ?? '');
}

function held(text: string): Held {
	const [, id = '', code = ''] = /\/auth\/signup\?invitation=([\w-]+)&code=([\w-]+)/.exec(text) ?? [];
	return { id, code };
}

function accept({ id, code }: Held, body: object = {}, browser = at.browser()) {
	return browser.send('PUT', `/api/invitations/${id}/accept`, { code, password: PASSWORD, ...body });
}

function verify({ id, code }: Held) {
	return at.browser().send('PUT', `/api/invitations/${id}/verify`, { code });
}

async function confirmationTo(email: string): Promise<Held> {
	const [, id = '', code = ''] = /confirm\?id=([\w-]+)&code=([\w-]+)/.exec((await at.readMailsTo(email)).at(-1)?.text ?? '') ?? [];
	return { id, code };
}

describe('sign-up', () => {
	it.each([
		['invitation', 'Sign-up is by invitation: open the link of your invitation'],
		['closed', 'Sign-up is closed: ask the operator for an account'],
	])('is refused with a sentence when it is set to %s, the same for every address', async (mode, detail) => {
		const { user } = await at.createSignedInUser();
		await set({ sign_up: mode });
		for (const email of [fresh(), user.email]) expect(await signUp(email)).toMatchObject({ status: 403, body: { detail } });
		expect((await at.browser().send('POST', '/api/auth/login', { email: user.email, password: PASSWORD })).status).toBe(200);
	});

	it('is limited to the mail domains of the setting, exactly and in any case', async () => {
		await set({ sign_up_domains: 'Company.test, company.org' });
		for (const domain of ['company.test', 'COMPANY.org']) expect((await signUp(fresh(domain))).status).toBe(200);
		for (const domain of ['mail.company.test', 'x-company.test', 'company.test.evil.test'])
			expect(await signUp(fresh(domain))).toMatchObject({
				status: 400,
				body: { errors: [{ field: 'email', message: 'Only addresses at company.test, company.org can be used here' }] },
			});
	});

	it('does not lead to another domain by a correction of the address, or a later change', async () => {
		await set({ sign_up_domains: 'company.test' });
		const browser = at.browser();
		const email = fresh('company.test');
		await signUp(email, browser);
		await browser.send('POST', '/api/auth/login', { email, password: PASSWORD });
		const refused = { status: 400, body: { errors: [{ field: 'email' }] } };
		expect(await browser.send('PUT', '/api/confirm/resend/email', { email: fresh() })).toMatchObject(refused);
		const { id, code } = await confirmationTo(email);
		expect((await browser.send('PUT', `/api/confirm/complete/${id}`, { code })).status).toBe(200);
		expect(await browser.send('PATCH', '/api/me', { email: fresh(), password: PASSWORD })).toMatchObject(refused);
	});
});

describe('an invitation for one address', () => {
	it('creates a confirmed account with its role and licence and signs in, where others are refused', async () => {
		await set({ sign_up: 'invitation', sign_up_domains: 'company.test' });
		const email = fresh();
		const ends = new Date(at.clock.now() + 30 * DAY).toISOString().replace('.000Z', 'Z');
		const link = await invite({ email, license: 'premium', license_expires: ends, mail: true });
		expect((await verify(link)).body).toMatchObject({ email, role: 'user', license: 'premium', license_expires: ends, setup: false });
		const browser = at.browser();
		expect(await accept(link, { name: 'Ann' }, browser)).toMatchObject({
			status: 200,
			body: { email, session: { now: expect.any(String) } },
		});
		expect((await browser.send('GET', '/api/me')).body).toMatchObject({
			...{ email, name: 'Ann', status: 'active', license: 'premium' },
			license_expires: ends,
		});
		expect((await admin.send('GET', '/api/audit?act=invitation.')).body).toMatchObject({
			items: [
				{ act: 'invitation.use', actor: email },
				{ act: 'invitation.create', actor: 'admin@example.test', target: email },
			],
		});
	});

	it('can make an administrator; one for any address can not', async () => {
		const browser = at.browser();
		await accept(await invite({ email: fresh(), role: 'admin' }), {}, browser);
		expect((await browser.send('GET', '/api/users')).status).toBe(200);
		expect(await admin.send('POST', '/api/invitations', { role: 'admin' })).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'email', message: 'An invitation for an administrator must name the address' }] },
		});
	});

	it('is for no other address', async () => {
		const email = fresh();
		const link = await invite({ email });
		expect(await accept(link, { email: fresh() })).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'email', message: `This invitation is for ${email}` }] },
		});
		expect((await accept(link, { email: email.toUpperCase() })).status).toBe(200);
	});

	it('gives the owner an account that a stranger prepared, and the stranger nothing', async () => {
		const email = fresh();
		const stranger = at.browser();
		await stranger.send('POST', '/api/auth/signup', { email, password: OTHER });
		await stranger.send('POST', '/api/auth/login', { email, password: OTHER });
		const prepared = await confirmationTo(email);
		const before = await at.accounts.context.records.userByEmail(email);
		await at.addKey(before ?? (await at.addUser()), ['lists:read']);
		const browser = at.browser();
		expect((await accept(await invite({ email, license: 'pro' }), {}, browser)).status).toBe(200);
		expect((await browser.send('GET', '/api/me')).body).toMatchObject({ email, license: 'pro', status: 'active' });
		expect((await stranger.send('GET', '/api/me')).status).toBe(401);
		expect((await stranger.send('POST', '/api/auth/refresh')).status).toBe(401);
		expect((await stranger.send('POST', '/api/auth/login', { email, password: OTHER })).status).toBe(401);
		expect((await stranger.send('PUT', `/api/confirm/complete/${prepared.id}`, { code: prepared.code })).status).toBe(404);
		expect(await at.accounts.context.records.keysOf(before?.id ?? '')).toEqual([]);
	});

	it('is refused for an address with an account, when it is created and when it is used', async () => {
		const { user } = await at.createSignedInUser();
		expect(await admin.send('POST', '/api/invitations', { email: user.email })).toMatchObject({
			status: 409,
			body: { errors: [{ field: 'email', message: 'This address already has an account' }] },
		});
		const email = fresh();
		const link = await invite({ email });
		await at.addUser({ email });
		expect((await accept(link)).status).toBe(409);
		expect((await verify(link)).status).toBe(200);
	});
});

describe('an invitation for any address', () => {
	it('confirms the address by mail and gives the licence with it; repeating the sign-up takes no further use', async () => {
		await set({ sign_up: 'invitation' });
		const link = await invite({ license: 'pro' });
		const email = fresh();
		const browser = at.browser();
		for (let time = 0; time < 2; time++)
			expect(await accept(link, { email }, browser)).toMatchObject({ status: 200, body: { session: null } });
		expect((await at.readMailsTo(email)).at(-1)?.text).not.toContain('trial');
		const { id, code } = await confirmationTo(email);
		expect((await browser.send('PUT', `/api/confirm/complete/${id}`, { code })).status).toBe(200);
		await browser.send('POST', '/api/auth/login', { email, password: PASSWORD });
		expect((await browser.send('GET', '/api/me')).body).toMatchObject({ status: 'active', license: 'pro', license_expires: null });
		const used = { status: 400, body: { errors: [{ field: 'code', message: 'This invitation was already used: ask for a new one' }] } };
		expect(await accept(link, { email: fresh() })).toMatchObject(used);
		// Only the account that used it can repeat the sign-up, and only until its address is confirmed.
		expect(await accept(link, { email })).toMatchObject(used);
		const other = await invite();
		const unconfirmed = fresh();
		expect((await accept(other, { email: unconfirmed })).status).toBe(200);
		expect(await accept(link, { email: unconfirmed })).toMatchObject(used);
		expect((await accept(other, { email: unconfirmed })).status).toBe(200);
	});

	it('obeys the mail domains, and needs an address', async () => {
		await set({ sign_up: 'invitation', sign_up_domains: 'company.test' });
		const link = await invite();
		expect(await accept(link, { email: fresh() })).toMatchObject({ status: 400, body: { errors: [{ field: 'email' }] } });
		expect(await accept(link)).toMatchObject({ status: 400, body: { errors: [{ field: 'email', message: 'Required to fill in' }] } });
		expect((await accept(link, { email: fresh('company.test') })).status).toBe(200);
	});

	it('creates as many accounts as it says, also when all come at once', async () => {
		const link = await invite({ uses: 2 });
		const answers = await Promise.all(Array.from({ length: 5 }, () => accept(link, { email: fresh() })));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400]);
		expect((await admin.send('GET', '/api/invitations?state=used')).body).toMatchObject({
			items: expect.arrayContaining([expect.objectContaining({ id: link.id, uses: 2, used: 2 })]),
		});
		const users = (await admin.send('GET', `/api/users?q=person${count}@`)).body;
		expect(users).toMatchObject({ total_count: expect.any(Number) });
	});

	it.each([
		['expired', 'This invitation has expired: ask for a new one'],
		['withdrawn', 'This invitation was withdrawn: ask for a new one'],
	])('that is %s is refused with a sentence', async (state, message) => {
		const link = await invite({ days: 1 });
		if (state === 'withdrawn') expect((await admin.send('DELETE', `/api/invitations/${link.id}`, {})).status).toBe(204);
		else at.clock.forward(DAY);
		if (state === 'expired') await admin.send('POST', '/api/auth/refresh');
		const refused = { status: 400, body: { errors: [{ field: 'code', message }] } };
		expect(await verify(link)).toMatchObject(refused);
		expect(await accept(link, { email: fresh() })).toMatchObject(refused);
		expect((await admin.send('GET', `/api/invitations?state=${state}`)).body).toMatchObject({ items: [{ id: link.id, state }] });
		expect((await admin.send('DELETE', `/api/invitations/${link.id}`, {})).status).toBe(404);
	});

	it('is not found with another code, and closed with everything else', async () => {
		const link = await invite();
		expect((await verify({ ...link, code: 'guessed' })).status).toBe(404);
		await set({ sign_up: 'closed' });
		expect((await verify(link)).status).toBe(403);
		expect((await accept(link, { email: fresh() })).status).toBe(403);
		expect((await admin.send('POST', '/api/invitations', {})).status).toBe(409);
	});

	it.each([
		[{ uses: 0 }, 'uses'],
		[{ uses: 1_001 }, 'uses'],
		[{ uses: 2, email: 'one@example.test' }, 'uses'],
		[{ days: 91 }, 'days'],
		[{ mail: true }, 'email'],
		[{ email: 'nobody' }, 'email'],
		[{ license: 'pro', license_expires: '2020-01-01T00:00:00Z' }, 'license_expires'],
	])('can not be made with %j', async (body, field) => {
		expect(await admin.send('POST', '/api/invitations', body)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
	});
});

describe('the setup link', () => {
	it('creates the first administrator once, also where several are open, and none is made afterwards', async () => {
		await using own = await accountApp();
		await openSiteSettingsStore(own.records.db).write({ sign_up: 'closed' });
		const links = [held((await createSetupLink(own.accounts.context)) ?? ''), held((await createSetupLink(own.accounts.context)) ?? '')];
		expect((await own.browser().send('PUT', `/api/invitations/${links[0]?.id}/verify`, { code: links[0]?.code })).body).toMatchObject({
			email: null,
			role: 'admin',
			setup: true,
		});
		const tries = await Promise.all(
			links.map(async ({ id, code }, n) => {
				const browser = own.browser();
				const body = { code, email: `root${n}@example.test`, password: PASSWORD };
				return { browser, ...(await browser.send('PUT', `/api/invitations/${id}/accept`, body)) };
			}),
		);
		expect(tries.map(({ status }) => status).sort()).toEqual([200, 400]);
		const root = tries.find(({ status }) => status === 200)?.browser;
		expect((await root?.send('GET', '/api/users'))?.body).toMatchObject({ total_count: 1, items: [{ role: 'admin', license: null }] });
		expect(await createSetupLink(own.accounts.context)).toBeUndefined();
	});

	it('is shown on a terminal, and in a file for the operator alone where the output may be stored', async () => {
		await using own = await accountApp();
		const file = join(own.folder, 'setup-link');
		const lines = (toTerminal: boolean) => prepareSetup(own.accounts, { folder: own.folder }, toTerminal);
		expect(await lines(false)).toEqual(['Create the first administrator, within 24 hours:', `  open the link in ${file}`]);
		expect(statSync(file).mode & 0o777).toBe(0o600);
		const { id, code } = held(readFileSync(file, 'utf8'));
		expect((await own.browser().send('PUT', `/api/invitations/${id}/verify`, { code })).status).toBe(200);
		const [, shown = ''] = await lines(true);
		expect(held(shown).code).not.toBe('');
		expect(existsSync(file)).toBe(false);
		await lines(false);
		await own.addUser({ role: 'admin' });
		expect(await lines(true)).toEqual([]);
		expect(existsSync(file)).toBe(false);
	});

	it('is void as soon as there is an administrator, and after a day', async () => {
		await using own = await accountApp();
		const open = (link: Held) => own.browser().send('PUT', `/api/invitations/${link.id}/verify`, { code: link.code });
		const late = held((await createSetupLink(own.accounts.context)) ?? '');
		own.clock.forward(DAY);
		expect((await open(late)).status).toBe(400);
		const link = held((await createSetupLink(own.accounts.context)) ?? '');
		await own.addUser({ role: 'admin' });
		expect(await open(link)).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'code', message: expect.stringContaining('already has an administrator') }] },
		});
	});
});

it('are swept a month after they expired', async () => {
	const link = await invite({ days: 1 });
	at.clock.forward(31 * DAY);
	await at.accounts.hooks.sweep();
	expect(await at.accounts.context.records.invitationById(link.id)).toBeUndefined();
	expect(
		await at.accounts.context.records.listInvitations({ state: undefined, now: utcMs(at.clock.now()), skip: 0, max: 10 }),
	).toMatchObject({
		items: expect.any(Array),
	});
});
