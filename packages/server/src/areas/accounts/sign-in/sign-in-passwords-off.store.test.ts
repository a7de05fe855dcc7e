import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareSetup } from '../../../compose/areas/accounts.ts';
import { type AccountApp, accountApp, type Browser, PASSWORD } from '../testing/account-app.ts';
import { type OpenidServer, startOpenidServer } from '../testing/openid-server.ts';
import { createPerson, providerSignIn, redirectUrlOf } from '../testing/provider-sign-in.ts';
import { createAdminCommand } from '../users/admin-command.ts';

const REFUSED = { status: 403, body: { detail: 'Password sign-in is turned off here: sign in with Company' } };
const CODE = { code: 'x' };

let at: AccountApp;
let company: OpenidServer;
beforeAll(async () => {
	company = await startOpenidServer(redirectUrlOf('company'));
	const { issuer, clientId, clientSecret } = company;
	at = await accountApp({ passwordsEnabled: false, oauth: [{ name: 'company', issuer, clientId, clientSecret }] });
});
afterAll(async () => {
	await at[Symbol.asyncDispose]();
	await company[Symbol.asyncDispose]();
});

async function run(...args: string[]): Promise<string[]> {
	const lines: string[] = [];
	await createAdminCommand(at.accounts.context)(args, (line) => lines.push(line));
	return lines;
}

async function open(link = ''): Promise<Browser> {
	const browser = at.browser();
	const { pathname, search } = new URL(link);
	await browser.send('GET', pathname + search);
	return browser;
}

describe('where passwords are off', () => {
	it('says so to the sign-in page', async () => {
		expect((await at.browser().send('GET', '/api/oauth/providers')).body).toMatchObject({ passwords: false });
	});

	it('opens accounts by the provider', async () => {
		const { browser, status } = await providerSignIn(at, 'company').signIn(company, createPerson());
		expect(status).toBe(200);
		const change = { password: PASSWORD, new_password: 'another long one' };
		expect(await browser.send('PUT', '/api/me/password', change)).toMatchObject(REFUSED);
	});

	it('refuses every other way in, with a right password too', async () => {
		const user = await at.addUser();
		const credential = { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} };
		const id = user.id;
		const calls: [method: string, url: string, body: object][] = [
			['POST', '/api/auth/login', { email: user.email, password: PASSWORD }],
			['POST', '/api/auth/signup', { email: 'new@example.test', password: PASSWORD }],
			['POST', '/api/password-recovery', { email: user.email }],
			['PUT', `/api/password-recovery/${id}/verify`, CODE],
			['PUT', `/api/password-recovery/${id}/complete`, { ...CODE, password: PASSWORD }],
			['POST', '/api/auth/passkey/options', {}],
			['POST', '/api/auth/passkey', { credential }],
			['PUT', `/api/invitations/${id}/verify`, CODE],
			['PUT', `/api/invitations/${id}/accept`, { ...CODE, password: PASSWORD }],
		];
		for (const [method, url, body] of calls) expect(await at.browser().send(method, url, body), url).toMatchObject(REFUSED);
		expect(await at.readMailsTo(user.email)).toEqual([]);
	});

	it('lets the operator in by a link of the command line, which is recorded', async () => {
		expect(await prepareSetup(at.accounts, { folder: at.folder }, true)).toEqual([
			'Create the first administrator: npm run admin -- create <email>',
		]);
		const lines = await run('create', 'root@example.test');
		expect(lines[1]).toMatch(/^Sign in: http:\/\/localhost:8080\/login\?token=/);
		const root = await open(lines[1]?.slice('Sign in: '.length));
		expect((await root.send('GET', '/api/users')).status).toBe(200);
		const reopened = await open((await run('link', 'root@example.test'))[0]);
		expect((await reopened.send('GET', '/api/me')).body).toMatchObject({ email: 'root@example.test', role: 'admin' });
		expect((await reopened.send('GET', '/api/audit')).body).toMatchObject({
			items: expect.arrayContaining([expect.objectContaining({ act: 'user.link', actor: 'command line', target: 'root@example.test' })]),
		});
		const user = await at.addUser();
		expect(await root.send('POST', `/api/users/${user.id}/sign-in-link`)).toMatchObject(REFUSED);
		expect(await prepareSetup(at.accounts, { folder: at.folder }, true)).toEqual([]);
	});
});
