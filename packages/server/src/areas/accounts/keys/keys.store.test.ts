import { KEY_CALLS_PER_WINDOW, KEY_SCOPES, type KeyScope, MAX_KEYS_PER_ACCOUNT } from '@sw/domain/access/api-key';
import { DAY, MINUTE, SECOND } from '@sw/domain/time/units';
import { bindAccountRecords } from '@sw/store/postgres/records/accounts/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscribeToSessions } from '../../../compose/areas/accounts.ts';
import { type AccountApp, accountApp, type Browser, PASSWORD } from '../testing/account-app.ts';
import { emptyAreas } from '../testing/empty-areas.ts';

let at: AccountApp;
beforeAll(async () => {
	at = await accountApp({ areas: emptyAreas });
});
afterAll(() => at[Symbol.asyncDispose]());

interface Made {
	id: string;
	key: string;
}
const KEYS = '/api/me/keys';
/** No routes behind it: an authorized request gets 404. */
const LIST = '/api/sector-charts';

async function make(browser: Browser, scopes: readonly KeyScope[] = KEY_SCOPES, days = 30): Promise<Made> {
	const { status, body } = await browser.send('POST', KEYS, { name: 'a script', scopes, days, password: PASSWORD });
	expect(status).toBe(201);
	return body as Made;
}

function bearer(key: string) {
	return { authorization: `Bearer ${key}` };
}

/** A program that holds the key and no cookie. */
function program(key: string) {
	const caller = at.browser();
	return (method: string, url: string, body?: unknown) => caller.send(method, url, body, bearer(key));
}

function detailOf(body: unknown): string | undefined {
	return (body as { detail?: string }).detail;
}

describe('making a key', () => {
	it.each([
		['no name', { name: ' ', scopes: ['lists:read'], days: 1 }, 400, 'name'],
		['no scope', { name: 'x', scopes: [], days: 1 }, 400, 'scopes'],
		['an unknown scope', { name: 'x', scopes: ['admin'], days: 1 }, 400, 'scopes.0'],
		['no end', { name: 'x', scopes: ['lists:read'], days: 0 }, 400, 'days'],
		['more than a year', { name: 'x', scopes: ['lists:read'], days: 366 }, 400, 'days'],
		['a wrong password', { name: 'x', scopes: ['lists:read'], days: 1, password: 'something else' }, 422, 'password'],
		['no password', { name: 'x', scopes: ['lists:read'], days: 1 }, 422, 'password'],
	])('is refused with %s', async (_, body, status, field) => {
		const { browser } = await at.createSignedInUser();
		const answer = await browser.send('POST', KEYS, body);
		expect({ status: answer.status, field: (answer.body as { errors: { field: string }[] }).errors[0]?.field }).toEqual({ status, field });
		expect((await browser.send('GET', KEYS)).body).toMatchObject({ items: [] });
	});

	it('shows it once, keeps its hash, says it in the log and by mail', async () => {
		const { browser, user } = await at.createSignedInUser({ license: 'basic' });
		const { key, id } = await make(browser, ['account:read', 'lists:read', 'lists:read'], 7);
		expect(key).toMatch(/^swk_[\w-]{43}$/);
		const { body } = await browser.send('GET', KEYS);
		expect(body).toEqual({
			items: [
				{
					id,
					name: 'a script',
					tail: key.slice(-4),
					scopes: ['account:read', 'lists:read'],
					created: '2026-06-30T15:45:00Z',
					expires: '2026-07-07T15:45:00Z',
					used: null,
				},
			],
			now: '2026-06-30T15:45:00Z',
		});
		const rows = (await at.records.pool.query('select * from api_keys where id = $1', [id])).rows;
		expect(JSON.stringify(rows)).not.toContain(key.slice(0, 20));
		expect((await at.readMailsTo(user.email)).map(({ subject }) => subject)).toEqual(['A personal key was created for your account']);
		const { items } = await at.accounts.context.records.listAudit({ target: user.email }, 0, 10);
		expect(items.map(({ act, detail }) => ({ act, detail }))).toEqual([
			{ act: 'key.create', detail: { name: 'a script', scopes: ['account:read', 'lists:read'], days: 7 } },
		]);
	});

	it('is for confirmed accounts, and ends at its allowance also for two at once', async () => {
		const unconfirmed = await at.createSignedInUser({ status: 'unconfirmed', confirmedAt: null });
		const body = { name: 'x', scopes: ['lists:read'], days: 1, password: PASSWORD };
		expect((await unconfirmed.browser.send('POST', KEYS, body)).status).toBe(403);
		const { browser } = await at.createSignedInUser();
		for (let n = 1; n < MAX_KEYS_PER_ACCOUNT; n++) await make(browser);
		const both = await Promise.all([browser.send('POST', KEYS, body), browser.send('POST', KEYS, body)]);
		expect(both.map(({ status }) => status).sort()).toEqual([201, 403]);
		expect(both.map((answer) => detailOf(answer.body))).toContain('An account can have at most 20 keys: revoke one first');
	});
});

describe('a key', () => {
	it('allows what its scopes name, and names the missing scope otherwise', async () => {
		const { browser } = await at.createSignedInUser({ license: 'pro' });
		const reads = program((await make(browser, ['lists:read'])).key);
		expect((await reads('GET', LIST)).status).toBe(404);
		const refused = await reads('POST', '/api/black-list', { tickers: [1] });
		expect({ status: refused.status, detail: detailOf(refused.body) }).toEqual({
			status: 403,
			detail: 'This call needs a key with the scope filters:write',
		});
		// What remains to the key, not to its address.
		for (const answer of [refused, await reads('GET', '/api/users')])
			expect([answer.status, answer.headers['ratelimit-policy']]).toEqual([answer.status, expect.stringMatching(/^"key";/)]);
	});

	it('opens no administration and no change of the account, whosever it is', async () => {
		const { browser } = await at.createSignedInUser({ role: 'admin' });
		const call = program((await make(browser)).key);
		for (const [method, url] of [
			['GET', '/api/users'],
			['GET', '/api/me'],
			['PATCH', '/api/me'],
			['DELETE', '/api/me'],
			['POST', KEYS],
			['GET', KEYS],
			['POST', '/api/auth/logoff'],
		] as const) {
			const { status, body } = await call(method, url);
			expect({ url, status, detail: detailOf(body) }).toEqual({ url, status: 403, detail: "This call doesn't accept keys: sign in" });
		}
		expect((await call('GET', LIST)).status).toBe(404);
	});

	it('has the licence that its account has when it calls', async () => {
		const { browser, user } = await at.createSignedInUser({ license: 'basic', licenseExpires: (at.clock.now() + DAY) as never });
		const call = program((await make(browser)).key);
		expect((await call('GET', LIST)).status).toBe(404);
		await at.accounts.context.records.changeUser(user.id, { licenseExpires: at.clock.now() as never });
		const ended = await call('GET', LIST);
		expect({ status: ended.status, detail: detailOf(ended.body) }).toEqual({ status: 403, detail: 'A licence is needed: see /prices' });
		expect((await call('GET', '/api/products')).status).toBe(404);
	});

	it.each([
		['unknown', 'swk_nobody'],
		['no key of ours', 'eyJhbGciOiJIUzI1NiJ9'],
		['empty', ''],
	])('that is %s opens nothing, not even with a cookie beside it', async (_, key) => {
		const { browser } = await at.createSignedInUser({ license: 'pro' });
		expect((await browser.send('GET', LIST, undefined, bearer(key))).status).toBe(401);
		expect((await browser.send('GET', '/api/oauth/providers', undefined, bearer(key))).status).toBe(401);
		expect((await browser.send('GET', LIST, undefined, { authorization: 'Basic YTpi' })).status).toBe(404);
	});

	it('does not lend its freedom from other sites to a cookie', async () => {
		const { browser } = await at.createSignedInUser({ license: 'pro' });
		const { key } = await make(browser);
		const foreign = { ...bearer(key), 'sec-fetch-site': 'cross-site' };
		expect((await browser.send('POST', '/api/black-list', { tickers: [1] }, foreign)).status).toBe(403);
	});

	it('is dead at its end, and stays in the list for thirty days more', async () => {
		const { browser, user } = await at.createSignedInUser({ license: 'pro' });
		const { key } = await make(browser, KEY_SCOPES, 1);
		const call = program(key);
		const begun = at.clock.now();
		const held = async () => (await at.accounts.context.records.keysOf(user.id)).length;
		at.clock.forward(DAY - 1);
		expect((await call('GET', LIST)).status).toBe(404);
		at.clock.forward(1);
		expect((await call('GET', LIST)).status).toBe(401);
		at.clock.forward(30 * DAY - 1);
		await at.accounts.hooks.sweep();
		expect(await held()).toBe(1);
		at.clock.forward(1);
		await at.accounts.hooks.sweep();
		expect(await held()).toBe(0);
		at.clock.forward(begun - at.clock.now());
	});

	it('is dead with the next call when it is revoked, its account blocked or its password recovered', async () => {
		const admin = (await at.createSignedInUser({ role: 'admin' })).browser;
		const ends: ((browser: Browser, made: Made, id: string) => Promise<unknown>)[] = [
			(browser, { id }) => browser.send('DELETE', `${KEYS}/${id}`),
			(_, __, id) => admin.send('PATCH', `/api/users/${id}`, { status: 'blocked' }),
			(_, __, id) => admin.send('DELETE', `/api/users/${id}/sessions`),
			(_, __, id) => at.accounts.context.records.removeUser(id),
		];
		for (const end of ends) {
			const { browser, user } = await at.createSignedInUser({ license: 'pro' });
			const made = await make(browser);
			const call = program(made.key);
			expect((await call('GET', LIST)).status).toBe(404);
			await end(browser, made, user.id);
			expect((await call('GET', LIST)).status).toBe(401);
		}
	});

	it('of another user is not found when revoked', async () => {
		const { browser } = await at.createSignedInUser();
		const { id } = await make(browser);
		const other = (await at.createSignedInUser()).browser;
		expect((await other.send('DELETE', `${KEYS}/${id}`)).status).toBe(404);
		expect(((await browser.send('GET', KEYS)).body as { items: unknown[] }).items).toHaveLength(1);
	});

	it('is dropped by every process once notified of its end', async () => {
		const { browser, user } = await at.createSignedInUser({ license: 'pro' });
		const { id, key } = await make(browser);
		const call = program(key);
		expect((await call('GET', LIST)).status).toBe(404);
		const closed: string[] = [];
		const listener = await subscribeToSessions(at.records, at.accounts, {
			closeAccount: (account) => closed.push(account),
			closeSession: () => {},
		});
		await bindAccountRecords(at.records.db).removeKey(id, user.id);
		await expect.poll(() => closed).toContain(user.id);
		expect((await call('GET', LIST)).status).toBe(401);
		await listener.close();
	});

	it('says when it was used last, to the minute', async () => {
		const { browser } = await at.createSignedInUser({ license: 'pro' });
		const call = program((await make(browser)).key);
		const used = async () => ((await browser.send('GET', KEYS)).body as { items: { used: string | null }[] }).items[0]?.used;
		const begun = at.clock.now();
		const after = (ms: number): string => new Date(begun + ms).toISOString().replace('.000', '');
		await call('GET', LIST);
		expect(await used()).toBe(after(0));
		at.clock.forward(59 * SECOND);
		await call('GET', LIST);
		expect(await used()).toBe(after(0));
		at.clock.forward(SECOND);
		await call('GET', LIST);
		expect(await used()).toBe(after(MINUTE));
	});

	it('has its own call limit, reports the remaining calls, and is refused with 429', async () => {
		const { browser } = await at.createSignedInUser({ license: 'pro' });
		const call = program((await make(browser)).key);
		const first = await call('GET', LIST);
		expect(first.headers['ratelimit-policy']).toBe(`"key";q=${KEY_CALLS_PER_WINDOW};w=60`);
		expect(first.headers.ratelimit).toBe(`"key";r=${KEY_CALLS_PER_WINDOW - 1};t=60`);
		for (let n = 1; n < KEY_CALLS_PER_WINDOW; n++) await call('GET', LIST);
		const stopped = await call('GET', LIST);
		expect({ status: stopped.status, after: stopped.headers['retry-after'] }).toEqual({ status: 429, after: '60' });
		expect((await browser.send('GET', LIST)).status).toBe(404);
		at.clock.forward(MINUTE);
		expect((await call('GET', LIST)).status).toBe(404);
	});
});
