import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DAY, tickerId } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateDemoAccounts } from '../../../compose/areas/accounts.ts';
import { type AccountApp, accountApp, type Browser, PASSWORD } from '../testing/account-app.ts';

let at: AccountApp;
let admin: Browser;
let adminId: string;
beforeAll(async () => {
	at = await accountApp();
	const { browser, user } = await at.createSignedInUser({ role: 'admin', email: 'root@example.test' });
	admin = browser;
	adminId = user.id;
});
afterAll(() => at[Symbol.asyncDispose]());

async function audit() {
	return (
		(await admin.send('GET', '/api/audit?max=100')).body as { items: { act: string; target: string; actor: string; detail: object }[] }
	).items;
}

describe('the profile', () => {
	it('is read, changed and checked', async () => {
		const { browser } = await at.createSignedInUser({ license: 'premium', licenseExpires: null });
		const change = { name: 'Ann', theme: 'dark', palette: 'blue-orange', notices: { mail: true } };
		expect(await browser.send('PATCH', '/api/me', change)).toMatchObject({ status: 200, body: { ...change, license: 'premium' } });
		expect(await browser.send('PATCH', '/api/me', { theme: 'light' })).toMatchObject({ body: { ...change, theme: 'light' } });
		expect(await browser.send('PATCH', '/api/me', { role: 'admin' })).toMatchObject({ status: 400, body: { errors: [{ field: 'role' }] } });
		expect(await browser.send('PATCH', '/api/me', { name: 'x'.repeat(101) })).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'name' }] },
		});
		expect(await browser.send('PATCH', '/api/me', { name: 'a\u0000b' })).toMatchObject({ status: 400 });
		expect((await browser.send('GET', '/api/me')).body).not.toHaveProperty('passwordHash');
	});

	it('has links to other sites: presets until it sets its own, which must be https templates', async () => {
		const { browser } = await at.createSignedInUser();
		const names = ({ body }: { body: unknown }) => (body as { links: { name: string }[] }).links.map(({ name }) => name);
		expect(names(await browser.send('GET', '/api/me'))).toEqual(['TradingView', 'Yahoo Finance', 'Finviz']);
		const own = { name: 'Broker', template: 'https://broker.example/{symbol}' };
		expect(await browser.send('PATCH', '/api/me', { links: [own] })).toMatchObject({ status: 200, body: { links: [own] } });
		expect(await browser.send('PATCH', '/api/me', { links: [{ ...own, template: 'http://broker.example/{symbol}' }] })).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'links.0.template', message: 'Start with https://.' }] },
		});
		expect(await browser.send('PATCH', '/api/me', { links: [own, own] })).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'links', message: 'Give each link its own name.' }] },
		});
		expect(await browser.send('PATCH', '/api/me', { links: Array(13).fill(own) })).toMatchObject({ status: 400 });
		expect(await browser.send('PATCH', '/api/me', { links: [] })).toMatchObject({ status: 200, body: { links: [] } });
		expect(await browser.send('PATCH', '/api/me', { theme: 'dark' })).toMatchObject({ body: { links: [] } });
	});

	it('loses its licence with the day on which it ends', async () => {
		const { browser } = await at.createSignedInUser({ license: 'pro', licenseExpires: (at.clock.now() + 60_000) as never });
		expect((await browser.send('GET', '/api/me')).body).toMatchObject({ license: 'pro' });
		at.clock.forward(60_000);
		expect((await browser.send('GET', '/api/me')).body).toMatchObject({ license: null, license_expires: null });
	});

	it('moves to another address by a link there, with the password', async () => {
		const { browser, user } = await at.createSignedInUser();
		const next = 'moved@example.test';
		expect(await browser.send('PATCH', '/api/me', { email: next })).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'password' }] },
		});
		await browser.send('PATCH', '/api/me', { email: 'root@example.test', password: PASSWORD });
		expect((await at.readMailsTo('root@example.test')).at(-1)?.subject).toBe('Your address was entered for another account');
		expect(await browser.send('PATCH', '/api/me', { email: next, password: PASSWORD })).toMatchObject({
			status: 200,
			body: { email: user.email, pending_email: next },
		});
		const mail = (await at.readMailsTo(next)).at(-1);
		const [, id, code] = /id=([\w-]+)&code=([\w-]+)/.exec(mail?.text ?? '') ?? [];
		expect((await browser.send('PUT', `/api/confirm/complete/${id}`, { code })).status).toBe(200);
		expect((await browser.send('GET', '/api/me')).body).toMatchObject({ email: next, pending_email: null });
		expect((await at.readMailsTo(user.email)).at(-1)?.subject).toBe('Your address was changed');
	});

	it('changes the password, ends other sessions, keeps this one', async () => {
		const { browser, user } = await at.createSignedInUser();
		const other = at.browser();
		await other.send('POST', '/api/auth/login', { email: user.email, password: PASSWORD });
		const put = (body: object) => browser.send('PUT', '/api/me/password', body);
		expect(await put({ password: 'not the one', new_password: 'something else' })).toMatchObject({
			status: 422,
			body: { errors: [{ field: 'password' }] },
		});
		expect(await put({ password: PASSWORD, new_password: 'short' })).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'new_password' }] },
		});
		expect(await put({ password: PASSWORD, new_password: 'qwertyuiop1' })).toMatchObject({
			status: 400,
			body: { errors: [{ message: 'This password is too common' }] },
		});
		expect(await put({ password: PASSWORD, new_password: 'something else' })).toMatchObject({ status: 200, body: { ended: 1 } });
		expect([(await browser.send('GET', '/api/me')).status, (await other.send('GET', '/api/me')).status]).toEqual([200, 401]);
	});

	it('speaks its language in each browser that signs in, and in the others once their tokens are renewed', async () => {
		const { browser, user } = await at.createSignedInUser();
		expect((await browser.send('GET', '/api/me')).body).toMatchObject({ language: 'en' });
		expect(await browser.send('PATCH', '/api/me', { language: 'xx' })).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'language' }] },
		});
		expect(await browser.send('PATCH', '/api/me', { language: 'de' })).toMatchObject({
			status: 200,
			body: { language: 'de', theme: 'auto' },
		});
		const other = at.browser();
		await other.send('POST', '/api/auth/login', { email: user.email, password: PASSWORD });
		await browser.send('POST', '/api/auth/refresh', {});
		expect([browser, other].map(({ cookies }) => cookies.get('language'))).toEqual(['de', 'de']);
		// Pages read it themselves.
		expect(other.attributes.get('language')).toMatchObject({ sameSite: 'Lax' });
		expect(other.attributes.get('language')).not.toHaveProperty('httpOnly');
	});

	it('speaks the language that it was signed up for in', async () => {
		const browser = at.browser();
		const account = { email: 'leserin@example.test', password: PASSWORD };
		expect(await browser.send('POST', '/api/auth/signup', { ...account, language: 'de' })).toMatchObject({ status: 200 });
		await browser.send('POST', '/api/auth/login', account);
		expect((await browser.send('GET', '/api/me')).body).toMatchObject({ language: 'de', palette: 'green-up' });
		expect(browser.cookies.get('language')).toBe('de');
	});

	it('goes with everything that hangs on it', async () => {
		const { browser, user } = await at.createSignedInUser();
		expect((await browser.send('DELETE', '/api/me')).status).toBe(204);
		// A preference, like colours: it identifies no user.
		expect([...browser.cookies.keys()]).toEqual(['language']);
		expect(await at.accounts.context.records.userById(user.id)).toBeUndefined();
		expect(await at.accounts.context.records.sessionsOf(user.id, at.accounts.context.clock.now())).toEqual([]);
		expect(await at.browser().send('DELETE', '/api/me')).toMatchObject({ status: 401, body: { title: 'Unauthorized' } });
	});
});

describe('users administration', () => {
	it('finds by part, status and role, in order, by pages', async () => {
		for (const [i, status] of (['active', 'blocked', 'active'] as const).entries())
			await at.addUser({ email: `zoe${i}@find.test`, name: i === 0 ? 'Zoë 100%_' : '', status });
		const list = async (query: string) =>
			(await admin.send('GET', `/api/users?${query}`)).body as { items: { email: string }[]; total_count: number };
		expect(await list('q=FIND.test&sort_by=email&sort_dir=asc')).toMatchObject({
			total_count: 3,
			items: [0, 1, 2].map((i) => ({ email: `zoe${i}@find.test` })),
		});
		expect(await list('q=find.test&sort_by=email&sort_dir=desc&skip=1&max=1')).toMatchObject({
			total_count: 3,
			items: [{ email: 'zoe1@find.test' }],
		});
		expect(await list('q=find.test&status=blocked')).toMatchObject({ total_count: 1 });
		expect(await list('role=admin')).toMatchObject({ total_count: 1 });
		expect(await list('q=100%25_')).toMatchObject({ total_count: 1 });
		expect(await list('q=%25')).toMatchObject({ total_count: 1 });
		expect((await admin.send('GET', '/api/users?max=101')).status).toBe(400);
		expect((await admin.send('GET', '/api/users?sort_by=passwordHash')).status).toBe(400);
	});

	it('makes an account by invitation, grants a licence with an end, and writes it all down', async () => {
		const license_expires = '2026-12-31T00:00:00Z';
		const made = await admin.send('POST', '/api/users', { email: 'invited@example.test', license: 'premium', license_expires });
		expect(made).toMatchObject({
			status: 201,
			body: { status: 'active', role: 'user', license: 'premium', license_expires, license_in_force: 'premium' },
		});
		expect((await at.readMailsTo('invited@example.test'))[0]?.subject).toBe('Your Signalwheel account');
		expect(await admin.send('POST', '/api/users', { email: 'Invited@example.test' })).toMatchObject({ status: 409 });
		const { user_id: id } = made.body as { user_id: string };
		expect((await admin.send('GET', `/api/users/${id}`)).body).toEqual(made.body);
		expect(await admin.send('PATCH', `/api/users/${id}`, { license: 'pro' })).toMatchObject({
			status: 200,
			body: { license: 'pro', license_expires },
		});
		expect(await admin.send('PATCH', `/api/users/${id}`, { license: null })).toMatchObject({
			body: { license: null, license_expires: null },
		});
		expect(await admin.send('PATCH', `/api/users/${id}`, { email: 'root@example.test' })).toMatchObject({ status: 409 });
		expect((await admin.send('DELETE', `/api/users/${id}`)).status).toBe(204);
		expect((await admin.send('DELETE', `/api/users/${id}`)).status).toBe(404);
		const written = (await audit()).filter((line) => line.target === 'invited@example.test');
		expect(written.map((line) => line.act)).toEqual(['user.delete', 'user.change', 'user.change', 'user.create']);
		expect(written[2]?.detail).toEqual({ license: ['premium', 'pro'] });
		expect(written.every((line) => line.actor === 'root@example.test')).toBe(true);
	});

	it('invitation sets the first password', async () => {
		await admin.send('POST', '/api/users', { email: 'first@example.test' });
		const [mail] = await at.readMailsTo('first@example.test');
		const [, id, code] = /id=([\w-]+)&code=([\w-]+)/.exec(mail?.text ?? '') ?? [];
		at.clock.forward(6 * DAY);
		expect((await at.browser().send('PUT', `/api/password-recovery/${id}/complete`, { code, password: PASSWORD })).status).toBe(200);
		expect((await at.browser().send('POST', '/api/auth/login', { email: 'first@example.test', password: PASSWORD })).status).toBe(200);
		admin = at.browser();
		await admin.send('POST', '/api/auth/login', { email: 'root@example.test', password: PASSWORD });
	});

	it('never loses the last administrator', async () => {
		for (const change of [{ role: 'user' }, { status: 'blocked' }, { status: 'unconfirmed' }])
			expect((await admin.send('PATCH', `/api/users/${adminId}`, change)).status).toBe(409);
		expect((await admin.send('DELETE', `/api/users/${adminId}`)).status).toBe(409);
		expect((await admin.send('DELETE', '/api/me')).status).toBe(403);
	});

	it('takes rights away with the next call', async () => {
		const { browser, user } = await at.createSignedInUser({ role: 'admin' });
		expect((await browser.send('GET', '/api/users')).status).toBe(200);
		await admin.send('PATCH', `/api/users/${user.id}`, { role: 'user' });
		expect(await browser.send('GET', '/api/users')).toMatchObject({
			status: 403,
			body: { title: 'Access to specified resource is denied' },
		});
	});
});

describe('demo accounts', () => {
	const alone = {
		host: '127.0.0.1',
		origin: 'http://localhost:8080',
		trustedProxies: [],
		provider: 'simulated',
		databaseUrl: null,
	} as const;

	it('exist only where other machines cannot connect, with one password kept private', async () => {
		const config = { ...alone, folder: at.folder };
		const [, line = ''] = await updateDemoAccounts(at.accounts, config, true);
		const password = line.replace('Password: ', '');
		const file = join(at.folder, 'demo-password');
		expect([readFileSync(file, 'utf8').trim(), statSync(file).mode & 0o777]).toEqual([password, 0o600]);
		expect((await updateDemoAccounts(at.accounts, config, true))[1]).toBe(line);
		for (const [name, license] of [
			['basic', 'basic'],
			['premium', 'premium'],
			['pro', 'pro'],
			['admin', 'pro'],
		]) {
			const browser = at.browser();
			expect((await browser.send('POST', '/api/auth/login', { email: `${name}@demo.test`, password })).status).toBe(200);
			expect((await browser.send('GET', '/api/me')).body).toMatchObject({ license, role: name === 'admin' ? 'admin' : 'user' });
		}
		const elsewhere = [{ origin: 'https://signals.example' }, { origin: 'http://192.0.2.7:8080' }, { trustedProxies: ['192.0.2.0/24'] }];
		for (const other of [...elsewhere, { host: '0.0.0.0' }, { provider: 'files' as const }, { databaseUrl: 'postgres://elsewhere' }]) {
			await updateDemoAccounts(at.accounts, config, true);
			expect(await updateDemoAccounts(at.accounts, { ...config, ...other }, true)).toEqual([]);
			expect(existsSync(file)).toBe(false);
			expect(await at.accounts.context.records.userByEmail('pro@demo.test')).toBeUndefined();
		}
	});
});

describe('a demo account', () => {
	const config = () => ({
		host: '127.0.0.1',
		origin: 'http://localhost:8080',
		trustedProxies: [],
		provider: 'simulated' as const,
		databaseUrl: null,
		folder: at.folder,
	});
	const has = async (email: string) => (await at.accounts.context.records.userByEmail(email)) !== undefined;

	it('stays deleted over restarts and moves once an administrator has deleted it', async () => {
		await updateDemoAccounts(at.accounts, config(), true);
		const { records } = at.accounts.context;
		const gone = await records.userByEmail('pro@demo.test');
		await records.removeUser(gone?.id ?? '');
		expect((await updateDemoAccounts(at.accounts, config(), true))[0]).toBe(
			'Demo accounts: basic@demo.test, premium@demo.test, admin@demo.test',
		);
		await updateDemoAccounts(at.accounts, { ...config(), host: '0.0.0.0' }, true);
		expect(await has('basic@demo.test')).toBe(false);
		await updateDemoAccounts(at.accounts, config(), true);
		expect([await has('basic@demo.test'), await has('pro@demo.test')]).toEqual([true, false]);
	});

	it('has its password in no output but a terminal', async () => {
		const lines = await updateDemoAccounts(at.accounts, config(), false);
		const password = readFileSync(join(at.folder, 'demo-password'), 'utf8').trim();
		expect(lines[1]).toBe(`Password file: ${join(at.folder, 'demo-password')}`);
		expect(lines.join(' ')).not.toContain(password);
	});
});

describe("a visitor's allowance", () => {
	const open = (address: string, ticker: number) => at.accounts.hooks.visitorAllowance(address, tickerId(ticker));

	it('is twenty different tickers an address and New York day; a repeat is free', async () => {
		for (let ticker = 1; ticker <= 20; ticker++) expect(await open('203.0.113.9', ticker)).toEqual({ limit: 20, left: 20 - ticker });
		expect(await open('203.0.113.9', 21)).toBe('spent');
		expect(await open('203.0.113.9', 7)).toEqual({ limit: 20, left: 0 });
		expect(await open('203.0.113.10', 21)).toEqual({ limit: 20, left: 19 });
		at.clock.forward(DAY);
		expect(await open('203.0.113.9', 21)).toEqual({ limit: 20, left: 19 });
	});

	it('gives the last place once, however many ask at the same time', async () => {
		const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => open('203.0.113.11', i + 1)));
		expect(answers.filter((a) => a !== 'spent')).toHaveLength(20);
	});

	it('is swept with all that has run out', async () => {
		at.clock.forward(100 * DAY);
		await at.accounts.hooks.sweep();
		expect(await open('203.0.113.9', 1)).toEqual({ limit: 20, left: 19 });
		expect((await admin.send('GET', '/api/me')).status).toBe(401);
	});
});
