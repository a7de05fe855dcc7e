import { DAY, MINUTE, utcMs } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

async function newestLine() {
	return ((await admin.send('GET', '/api/audit?max=1')).body as { items: object[] }).items[0];
}

async function sessionsOf(id: string) {
	return ((await admin.send('GET', `/api/users/${id}/sessions`)).body as { items: { id: string; current: boolean }[] }).items;
}

describe('the sessions of a user', () => {
	it('are shown, ended one by one and all at once, and what is ended is signed out at its next call', async () => {
		const { browser, user } = await at.createSignedInUser();
		const other = at.browser();
		await other.send('POST', '/api/auth/login', { email: user.email, password: PASSWORD });
		const items = await sessionsOf(user.id);
		expect(items).toMatchObject([
			{ current: false, created: expect.any(String), address: expect.any(String), agent: expect.any(String) },
			{ current: false },
		]);
		expect(JSON.stringify(items)).not.toMatch(/hash/i);
		const ends = async (id: string | undefined) => (await admin.send('DELETE', `/api/users/${user.id}/sessions/${id}`)).status;
		expect(await ends(items[0]?.id)).toBe(204);
		expect(await newestLine()).toMatchObject({ act: 'user.sign-out', target: user.email, detail: { address: expect.any(String) } });
		expect(await ends(items[0]?.id)).toBe(404);
		const alive = async () => (await Promise.all([browser, other].map((one) => one.send('GET', '/api/me')))).map(({ status }) => status);
		expect((await alive()).sort()).toEqual([200, 401]);
		expect(await admin.send('DELETE', `/api/users/${user.id}/sessions`)).toMatchObject({ status: 200, body: { ended: 1 } });
		expect(await newestLine()).toMatchObject({ act: 'user.sign-out', target: user.email, detail: { ended: 1 } });
		expect(await alive()).toEqual([401, 401]);
		expect(await sessionsOf(user.id)).toEqual([]);
	});

	it('of the one who acts end but for the present one', async () => {
		await at.browser().send('POST', '/api/auth/login', { email: 'root@example.test', password: PASSWORD });
		expect(await admin.send('DELETE', `/api/users/${adminId}/sessions`)).toMatchObject({ body: { ended: 1 } });
		expect(await sessionsOf(adminId)).toMatchObject([{ current: true }]);
	});

	it('exclude those of other users; an unknown user has none', async () => {
		const [one, two] = [await at.createSignedInUser(), await at.createSignedInUser()];
		const [session] = await sessionsOf(two.user.id);
		expect((await admin.send('DELETE', `/api/users/${one.user.id}/sessions/${session?.id}`)).status).toBe(404);
		expect((await two.browser.send('GET', '/api/me')).status).toBe(200);
		const unknownId = '0197b3a2-0000-7000-8000-00000000dead';
		for (const method of ['GET', 'DELETE']) expect((await admin.send(method, `/api/users/${unknownId}/sessions`)).status).toBe(404);
	});
});

describe('a sign-in link', () => {
	it('comes by mail alone, signs in once, and ends', async () => {
		const user = await at.addUser();
		const answer = await admin.send('POST', `/api/users/${user.id}/sign-in-link`);
		expect(answer).toMatchObject({ status: 202, body: { email: user.email } });
		expect(await newestLine()).toMatchObject({ act: 'user.link', actor: 'root@example.test', target: user.email, detail: {} });
		const token = /\/login\?token=([\w.-]+)/.exec((await at.readMailsTo(user.email)).at(-1)?.text ?? '')?.[1] ?? '';
		expect(token).not.toBe('');
		expect(JSON.stringify(answer.body)).not.toContain(token.split('.')[1]);
		const [first, second, late] = [at.browser(), at.browser(), at.browser()];
		expect((await first.send('GET', `/login?token=${token}`)).headers['location']).toBe('/');
		expect((await first.send('GET', '/api/me')).body).toMatchObject({ email: user.email });
		expect((await second.send('GET', `/login?token=${token}`)).headers['location']).toBe('/auth/signin?link=expired');
		await admin.send('POST', `/api/users/${user.id}/sign-in-link`);
		const next = /\/login\?token=([\w.-]+)/.exec((await at.readMailsTo(user.email)).at(-1)?.text ?? '')?.[1] ?? '';
		at.clock.forward(10 * MINUTE);
		expect((await late.send('GET', `/login?token=${next}`)).headers['location']).toBe('/auth/signin?link=expired');
	});

	it('is refused for who is blocked, and nothing is written', async () => {
		const user = await at.addUser({ status: 'blocked' });
		const before = await newestLine();
		expect(await admin.send('POST', `/api/users/${user.id}/sign-in-link`)).toMatchObject({
			status: 409,
			body: { errors: [{ field: 'status' }] },
		});
		expect(await newestLine()).toEqual(before);
		expect(await at.readMailsTo(user.email)).toEqual([]);
	});
});

describe('what an administrator changes by hand', () => {
	it('is in the audit log with its reason, before and after', async () => {
		const user = await at.addUser({ license: null, licenseExpires: null });
		await admin.send('PATCH', `/api/users/${user.id}`, { license: 'pro', license_expires: '2027-01-01T00:00:00Z', reason: 'won a prize' });
		expect(await newestLine()).toMatchObject({
			act: 'user.change',
			detail: { license: [null, 'pro'], licenseExpires: [null, '2027-01-01T00:00:00Z'], reason: 'won a prize' },
		});
		await admin.send('PATCH', `/api/users/${user.id}`, { status: 'blocked' });
		expect(((await newestLine()) as { detail: object }).detail).toEqual({ status: ['active', 'blocked'] });
		expect(await admin.send('PATCH', `/api/users/${user.id}`, { reason: 'x'.repeat(201) })).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'reason' }] },
		});
	});
});

describe('the list', () => {
	it('is in the order of the licences that are in force', async () => {
		const now = at.clock.now();
		const addOrdered = (name: string, change: object) =>
			at.addUser({ email: `${name}@order.test`, license: null, licenseExpires: null, ...change });
		await addOrdered('admin', { role: 'admin', license: 'basic' });
		await addOrdered('basic', { license: 'basic' });
		await addOrdered('ended', { license: 'pro', licenseExpires: utcMs(now) });
		await addOrdered('going', { license: 'premium', licenseExpires: utcMs(now + DAY) });
		await addOrdered('blocked', { license: 'pro', status: 'blocked' });
		const order = async (dir: string) =>
			(
				(await admin.send('GET', `/api/users?q=order.test&sort_by=license&sort_dir=${dir}`)).body as {
					items: { email: string; license_in_force: string | null }[];
				}
			).items.map(({ license_in_force }) => license_in_force);
		expect(await order('asc')).toEqual(['basic', 'premium', 'pro', null, null]);
		expect(await order('desc')).toEqual(['pro', 'premium', 'basic', null, null]);
	});
});
