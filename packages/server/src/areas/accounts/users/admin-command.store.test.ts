import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AccountApp, accountApp, PASSWORD } from '../testing/account-app.ts';
import { createAdminCommand } from './admin-command.ts';

let at: AccountApp;
beforeAll(async () => {
	at = await accountApp();
});
afterAll(() => at[Symbol.asyncDispose]());

async function run(...args: string[]): Promise<{ code: number; lines: string[] }> {
	const lines: string[] = [];
	return { code: await createAdminCommand(at.accounts.context)(args, (line) => lines.push(line)), lines };
}

it('makes the first administrator, with a link for the password', async () => {
	const { code, lines } = await run('create', 'root@example.test');
	expect({ code, first: lines[0] }).toEqual({ code: 0, first: 'root@example.test is an administrator.' });
	const [, id, secret] = /id=([\w-]+)&code=([\w-]+)/.exec(lines[1] ?? '') ?? [];
	const browser = at.browser();
	expect((await browser.send('PUT', `/api/password-recovery/${id}/complete`, { code: secret, password: PASSWORD })).status).toBe(200);
	await browser.send('POST', '/api/auth/login', { email: 'root@example.test', password: PASSWORD });
	expect((await browser.send('GET', '/api/users')).status).toBe(200);
	expect((await browser.send('GET', '/api/audit')).body).toMatchObject({ items: [{ act: 'user.create', actor: 'command line' }] });
});

it('makes an account that exists an administrator, also one that was blocked', async () => {
	await at.addUser({ email: 'second@example.test', status: 'blocked' });
	expect((await run('create', 'Second@example.test')).code).toBe(0);
	expect((await run('list')).lines).toEqual(['root@example.test\tactive', 'second@example.test\tactive']);
});

it('prints a link that signs in once', async () => {
	const { lines } = await run('link', 'root@example.test');
	const browser = at.browser();
	await browser.send('GET', new URL(lines[0] ?? '').pathname + new URL(lines[0] ?? '').search);
	expect((await browser.send('GET', '/api/me')).body).toMatchObject({ email: 'root@example.test', role: 'admin' });
});

it.each([[[]], [['dance']], [['create']], [['create', 'no-address']]])('explains %j', async (args) => {
	expect(await run(...args)).toMatchObject({ code: 2 });
});

it('says that an address has no account', async () => {
	expect(await run('link', 'unknown@example.test')).toEqual({ code: 1, lines: ['unknown@example.test has no account.'] });
});
