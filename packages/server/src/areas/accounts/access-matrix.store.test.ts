import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '@sw/contract/base/define';
import { contract } from '@sw/contract/index';
import { KEY_SCOPES, type KeyScope } from '@sw/domain/access/api-key';
import type { User } from '@sw/domain/access/user';
import { DAY, MINUTE } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountApp, accountApp, type Browser, PASSWORD } from './testing/account-app.ts';
import { emptyAreas } from './testing/empty-areas.ts';
import { createTotpCode } from './testing/totp-code.ts';

const CALLERS = {
	anonymous: null,
	unconfirmed: { status: 'unconfirmed', confirmedAt: null, license: 'pro' },
	'no licence': {},
	basic: { license: 'basic' },
	premium: { license: 'premium' },
	pro: { license: 'pro' },
	admin: { role: 'admin' },
} as const satisfies Record<string, Partial<User> | null>;
type CallerKind = keyof typeof CALLERS;
const KINDS = Object.keys(CALLERS) as CallerKind[];

const MAY: Record<string, readonly CallerKind[]> = {
	public: KINDS,
	signed: KINDS,
	user: KINDS.filter((kind) => kind !== 'anonymous'),
	licence: ['basic', 'premium', 'pro', 'admin'],
	admin: ['admin'],
};

interface Row {
	method: string;
	path: string;
	access: string;
	success: string[];
	errors: string[];
	state: string;
	bare: string;
}

function list(cell = ''): string[] {
	return cell === '-' ? [] : cell.split(',');
}

const table: Row[] = readFileSync(join(import.meta.dirname, '../../../../../docs/spec/access.tsv'), 'utf8')
	.split('\n')
	.filter((line) => line && !line.startsWith('#'))
	.map((line) => {
		const [method = '', path = '', access = '', success, errors, state = '', , bare = ''] = line.split('\t');
		return { method, path, access, success: list(success), errors: list(errors), state, bare };
	});

const endpoints: Endpoint[] = Object.values(contract).flatMap((area) => Object.values(area) as Endpoint[]);

function key({ method, path }: { method: string; path: string }): string {
	return `${method} ${path}`;
}

const built = new Map(endpoints.map((endpoint) => [key(endpoint), endpoint]));

/** What the kind gets for a bare call: '409 unconfirmed:200' -> 200 for unconfirmed, 409 for the others. */
function bareFor(bare: string, kind: CallerKind): string {
	const [usual = '', ...exceptions] = bare.split(' ');
	const own = exceptions.find((exception) => exception.startsWith(`${kind}:`));
	return own?.split(':')[1] ?? usual;
}

function urlOf(path: string): string {
	return path.replace(
		/\{(\w+)\}/g,
		(_, name: string) =>
			({ id: path.startsWith('/api/landing') ? '1' : '00000000-0000-4000-8000-000000000000', date: '2026-01-05' })[name] ?? 'unknown',
	);
}

describe('the table of access', () => {
	it('names every call of the contract, with the same access and answers', () => {
		const named = new Set(table.map(key));
		expect([...built.keys()].filter((call) => !named.has(call))).toEqual([]);
		expect(named).toHaveLength(table.length);
		for (const row of table) {
			const endpoint = built.get(key(row));
			expect({ call: key(row), state: row.state }).toEqual({ call: key(row), state: endpoint ? 'built' : 'later' });
			if (!endpoint) continue;
			expect({ call: key(row), access: endpoint.access, success: Object.keys(endpoint.answers) }).toEqual({
				call: key(row),
				access: row.access,
				success: row.success,
			});
			for (const status of row.errors)
				expect({ call: key(row), errors: endpoint.errors.map(String) }).toEqual({
					call: key(row),
					errors: expect.arrayContaining([status]),
				});
		}
	});
});

describe('access', () => {
	let at: AccountApp;
	beforeAll(async () => {
		at = await accountApp({ areas: emptyAreas });
	});
	afterAll(() => at[Symbol.asyncDispose]());

	/** A browser of that kind; calls may end its session or account, so each call has its own. */
	const caller = async (kind: CallerKind): Promise<Browser> => {
		const browser = at.browser();
		const change = CALLERS[kind];
		if (change === null) return browser;
		const user = await at.addUser({ passwordHash: null, ...change });
		const { access, refresh } = await at.accounts.context.sessions.open(user, { address: '203.0.113.1', agent: '' });
		browser.cookies.set('sw_access', access).set('sw_refresh', refresh);
		return browser;
	};

	const check = async (row: Row, kind: CallerKind): Promise<void> => {
		const browser = await caller(kind);
		if (row.path === '/api/auth/refresh') browser.cookies.delete('sw_refresh');
		const { status } = await browser.send(row.method, urlOf(row.path));
		const message = `${key(row)} as ${kind}: ${status}`;
		const allowed = MAY[row.access]?.includes(kind);
		if (row.state === 'later') expect([404, 405], message).toContain(status);
		else if (!allowed) expect(status, message).toBe(kind === 'anonymous' ? 401 : 403);
		else if (row.bare !== '-') expect(String(status), message).toBe(bareFor(row.bare, kind));
		else expect(status === 401 || status === 403 || status >= 500, message).toBe(false);
	};

	it.each(KINDS)('of %s is what the table says, call by call', async (kind) => {
		for (const row of table) await check(row, kind);
	});

	it('is refused with what is wrong with the session: missing, expired or ended', async () => {
		const closed = table.filter((row) => row.state === 'built' && row.access !== 'public' && row.access !== 'signed');
		expect(closed.length).toBeGreaterThan(90);
		const stranger = at.browser();
		const { browser: late } = await at.createSignedInUser({ role: 'admin', license: 'pro' });
		at.clock.forward(15 * MINUTE);
		const { browser: out } = await at.createSignedInUser({ role: 'admin', license: 'pro' });
		const gone = at.browser();
		gone.cookies.set('sw_access', out.cookies.get('sw_access') ?? '');
		await out.send('POST', '/api/auth/logoff');
		for (const row of closed)
			for (const [browser, words, challenge] of [
				[stranger, /^No session or personal key was sent/, 'Bearer'],
				[late, /^The access token has expired/, 'Bearer error="invalid_token"'],
				[gone, /^The session was ended/, 'Bearer error="invalid_token"'],
			] as const) {
				const { status, body, headers } = await browser.send(row.method, urlOf(row.path));
				const { detail } = body as { detail?: string };
				expect([key(row), status, detail, headers['www-authenticate']]).toEqual([key(row), 401, expect.stringMatching(words), challenge]);
			}
	});

	it('is refused before anything of the call is looked at', async () => {
		const browser = await caller('basic');
		expect((await browser.send('GET', '/api/users?max=9999&nonsense=1')).status).toBe(403);
		expect((await at.browser().send('PATCH', '/api/users/no-uuid', { nonsense: true })).status).toBe(401);
	});

	it('is refused with 405 for a wrong method and with 404 for an unknown path', async () => {
		expect((await at.browser().send('GET', '/api/oauth/google')).status).toBe(405);
		expect((await at.browser().send('POST', '/api/oauth/providers')).status).toBe(405);
		expect((await at.browser().send('GET', '/api/nothing')).status).toBe(404);
	});
});

describe('access by a personal key', () => {
	let at: AccountApp;
	beforeAll(async () => {
		at = await accountApp({ areas: emptyAreas });
	});
	afterAll(() => at[Symbol.asyncDispose]());

	const scoped = table.filter(({ state }) => state === 'built').map((row) => ({ ...row, scope: built.get(key(row))?.scope }));

	/** A program with a key of that kind of account. */
	const program = async (kind: CallerKind, scopes: readonly KeyScope[]) => {
		const user = await at.addUser({ passwordHash: null, ...CALLERS[kind] });
		const { key: secret } = await at.addKey(user, scopes);
		const browser = at.browser();
		return (row: Row) => browser.send(row.method, urlOf(row.path), undefined, { authorization: `Bearer ${secret}` });
	};

	it('is refused with what is wrong with the key: unknown, revoked, expired, or of a blocked account', async () => {
		const made = async () => {
			const user = await at.addUser({ license: 'pro' });
			return { user, ...(await at.addKey(user, KEY_SCOPES)) };
		};
		const [expired, revoked, blocked] = [await made(), await made(), await made()];
		at.clock.forward(DAY);
		const { records } = at.accounts.context;
		const [left, kept] = [await at.addKey(revoked.user, KEY_SCOPES), await at.addKey(blocked.user, KEY_SCOPES)];
		await records.removeKey(left.id, revoked.user.id);
		await records.changeUser(blocked.user.id, { status: 'blocked' });
		const calls = scoped.filter(({ scope }) => scope !== undefined);
		expect(calls.length).toBeGreaterThan(30);
		const browser = at.browser();
		for (const row of calls)
			for (const [secret, words] of [
				['swk_unknown', /^This key is unknown or was revoked/],
				[left.key, /^This key is unknown or was revoked/],
				[expired.key, /^This key has expired/],
				[kept.key, /^The account of this key is blocked/],
				['sk_other', /^This is not a personal key/],
			] as const) {
				const { status, body, headers } = await browser.send(row.method, urlOf(row.path), undefined, { authorization: `Bearer ${secret}` });
				const { detail } = body as { detail?: string };
				const said = [key(row), status, detail, headers['www-authenticate']];
				expect(said).toEqual([key(row), 401, expect.stringMatching(words), 'Bearer error="invalid_token"']);
			}
	});

	it('is to the calls of its scope alone, with the rights of its account, and never to those of administrators', async () => {
		for (const kind of KINDS.filter((one) => one !== 'anonymous'))
			for (const scopes of [...KEY_SCOPES.map((scope) => [scope]), KEY_SCOPES]) {
				const call = await program(kind, scopes);
				for (const row of scoped.filter(({ access }) => access !== 'public' && access !== 'signed')) {
					const { status } = await call(row);
					const opens = row.scope !== undefined && scopes.includes(row.scope) && MAY[row.access]?.includes(kind);
					const message = `${key(row)} with ${scopes} of ${kind}: ${status}`;
					if (opens) expect([400, 404, 415], message).toContain(status);
					else expect(status, message).toBe(403);
				}
			}
	});

	it('names no call that changes an account, pays, or administers', () => {
		for (const { path, method, access, scope } of scoped) {
			if (access === 'admin' || /^\/api\/(?:me|auth|confirm|password-recovery|oauth|users)\b/.test(path))
				expect(scope, path).toBeUndefined();
			if (/^\/api\/(?:orders|subscription|products)\b/.test(path) && method !== 'GET') expect(scope, path).toBeUndefined();
		}
	});
});

describe('content embedded in other sites', () => {
	let at: AccountApp;
	beforeAll(async () => {
		at = await accountApp({ areas: emptyAreas });
	});
	afterAll(() => at[Symbol.asyncDispose]());

	const open = endpoints.filter(({ isEmbeddable }) => isEmbeddable);

	it('is anonymous: cookies and keys, valid or not, are ignored, and none are set', async () => {
		expect(open.map(({ path }) => path)).toEqual([
			'/embed/wheel/{ticker_id}.svg',
			'/embed/card/{ticker_id}',
			'/oembed',
			'/wheels/{token}.png',
		]);
		const { browser } = await at.createSignedInUser({ license: 'pro' });
		for (const { path } of open) {
			const url = path === '/oembed' ? '/oembed?url=http://localhost:8080/ticker/1' : path.replace(/\{\w+\}/, '1');
			const stranger = await at.browser().send('GET', url);
			expect(stranger.status).toBe(404);
			for (const headers of [{}, { authorization: 'Bearer swk_nobody' }]) {
				const { status, body, headers: reported } = await browser.send('GET', url, undefined, headers);
				expect([status, body, reported['set-cookie'], reported['ratelimit']]).toEqual([404, stranger.body, undefined, undefined]);
			}
		}
		expect((await at.browser().send('GET', '/api/landing/sector-charts', undefined, { authorization: 'Bearer swk_nobody' })).status).toBe(
			401,
		);
	});

	it('takes no key and changes nothing', () => {
		for (const { access, method, scope } of open) expect([access, method, scope]).toEqual(['public', 'GET', undefined]);
	});
});

describe('an administrator without a second factor, where others reach the service', () => {
	let at: AccountApp;
	beforeAll(async () => {
		at = await accountApp({ areas: emptyAreas, origin: 'https://signals.example' });
	});
	afterAll(() => at[Symbol.asyncDispose]());

	const closed = table.filter(({ access, state }) => state === 'built' && (access === 'admin' || access === 'licence'));

	it('is refused every call for administrators and licence holders, with the next step', async () => {
		const { browser } = await at.createSignedInUser({ role: 'admin', license: 'pro' });
		expect(closed.length).toBeGreaterThan(40);
		for (const row of closed) {
			const { status, body } = await browser.send(row.method, urlOf(row.path));
			expect({ call: key(row), status, detail: (body as { detail?: string }).detail }).toEqual({
				call: key(row),
				status: 403,
				detail: 'Administrators need a second factor here: set one up in your profile first',
			});
		}
	});

	it('enrols, and the same session then opens what it was refused', async () => {
		const { browser } = await at.createSignedInUser({ role: 'admin' });
		const factor = '/api/me/second-factor';
		expect((await browser.send('GET', factor)).body).toMatchObject({ since: null, required: true });
		expect((await browser.send('POST', `${factor}/passkeys/options`, { password: PASSWORD })).status).toBe(200);
		const { secret } = (await browser.send('POST', `${factor}/totp`, { password: PASSWORD })).body as { secret: string };
		expect((await browser.send('GET', '/api/users')).status).toBe(403);
		expect((await browser.send('PUT', `${factor}/totp`, { code: createTotpCode(secret, at.clock.now()) })).status).toBe(200);
		for (const row of closed) {
			const { status } = await browser.send(row.method, urlOf(row.path));
			expect(status, `${key(row)}: ${status}`).not.toBe(403);
		}
	});
});
