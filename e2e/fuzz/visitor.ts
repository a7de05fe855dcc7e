import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_SCOPES, type KeyScope } from '@sw/domain/access/api-key';
import type { Records } from '@sw/store/postgres/records';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { addKey } from '../personal-key.ts';
import type { FuzzCall } from './calls.ts';

/** A key may call 300 times a minute: rotating through this many, none is exhausted by 2,500 calls a second. */
const KEYS_PER_SCOPE = 500;

const KEY_NAME = 'Fuzz';

const ADMIN_EMAIL = 'admin@demo.test';

/** An administrator with personal keys, whose session is restored whenever a call has ended it; each call comes from a different IP. */
export async function createAdminClient(app: FastifyInstance, folder: string, records: Records) {
	const password = readFileSync(join(folder, 'demo-password'), 'utf8').trim();
	const { rows } = await records.pool.query<{ password_hash: string }>('select password_hash from users where email = $1', [ADMIN_EMAIL]);
	const hash = rows[0]?.password_hash ?? '';
	let callCount = 0;
	const nextIp = (): string => {
		callCount++;
		return `10.${(callCount >> 16) & 255}.${(callCount >> 8) & 255}.${callCount & 255}`;
	};
	let cookies: Record<string, string> = {};
	const keys = createKeys(records.pool, ADMIN_EMAIL);

	const signIn = async (): Promise<void> => {
		await records.pool.query('delete from attempts');
		const response = await app.inject({
			method: 'POST',
			url: '/api/auth/login',
			payload: { email: ADMIN_EMAIL, password },
			remoteAddress: nextIp(),
		});
		if (response.statusCode !== 200) throw new Error(`Signing in answered ${response.statusCode}: ${response.body}`);
		cookies = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
	};

	/** Restores the administrator and the session, before and after each round. */
	const restoreAdmin = async (): Promise<void> => {
		await records.pool.query("update users set password_hash = $2, role = 'admin', status = 'active', seen_at = null where email = $1", [
			ADMIN_EMAIL,
			hash,
		]);
		const { statusCode } = await app.inject({ method: 'GET', url: '/api/me', cookies, remoteAddress: nextIp() });
		if (statusCode !== 200) await signIn();
		await records.pool.query('update users set seen_at = null where email = $1', [ADMIN_EMAIL]);
		await keys.reset();
	};

	return {
		restoreAdmin,
		/** Whether requested corrections are still queued or running. */
		hasActiveJobs: async (): Promise<boolean> => {
			const { body } = await app.inject({ method: 'GET', url: '/api/jobs?max=100', cookies, remoteAddress: nextIp() });
			const { items } = JSON.parse(body) as { items: { state: string }[] };
			return items.some(({ state }) => state === 'queued' || state === 'running');
		},
		/** Sends a call signed in, or with a personal key of that scope only. */
		send: async (
			{ method, url, headers, payload }: FuzzCall,
			scope?: KeyScope | undefined,
		): Promise<{ status: number; body: string; type: string }> => {
			const call: InjectOptions = {
				method: method as 'GET',
				url,
				...(scope === undefined ? { headers, cookies } : { headers: { ...headers, authorization: keys.nextBearer(scope) } }),
				remoteAddress: nextIp(),
				...(payload === undefined ? {} : { payload }),
			};
			const response = await app.inject(call);
			if (response.statusCode < 300 && /logoff|logout|\/api\/me\/sessions|\/api\/me$|password/.test(url)) await restoreAdmin();
			return { status: response.statusCode, body: response.body, type: String(response.headers['content-type'] ?? '') };
		},
	};
}

/** Personal keys of an account, with one scope each. */
function createKeys(pool: Records['pool'], email: string) {
	let keys = new Map<KeyScope, string[]>();
	let turn = 0;
	return {
		/** Resets the keys to existing and unused. */
		reset: async (): Promise<void> => {
			await pool.query('update api_keys set used_at = null where name = $1', [KEY_NAME]);
			const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from api_keys where name = $1', [KEY_NAME]);
			if (rows[0]?.count === KEYS_PER_SCOPE * KEY_SCOPES.length) return;
			await pool.query('delete from api_keys where name = $1', [KEY_NAME]);
			keys = new Map(KEY_SCOPES.map((scope) => [scope, []]));
			for (const [scope, scopeKeys] of keys)
				while (scopeKeys.length < KEYS_PER_SCOPE) scopeKeys.push(await addKey(pool, email, KEY_NAME, [scope]));
		},
		/** Returns the Authorization header with the next key of the scope. */
		nextBearer: (scope: KeyScope): string => `Bearer ${keys.get(scope)?.[turn++ % KEYS_PER_SCOPE]}`,
	};
}
