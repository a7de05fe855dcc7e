import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_SCOPES, type KeyScope } from '@sw/domain/access/api-key';
import type { Records } from '@sw/store/postgres/records';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { addKey } from '../personal-key.ts';
import type { FuzzCall } from './calls.ts';

/** A key may call 300 times a minute: rotating through this many, none is exhausted by 2,500 calls a second. */
const OF_EACH = 500;

const NAME = 'Fuzz';

const ADMIN = 'admin@demo.test';

/** An administrator with personal keys, whose session is restored whenever a call has ended it; each call comes from a different address. */
export async function createVisitor(app: FastifyInstance, folder: string, records: Records) {
	const password = readFileSync(join(folder, 'demo-password'), 'utf8').trim();
	const { rows } = await records.pool.query<{ password_hash: string }>('select password_hash from users where email = $1', [ADMIN]);
	const hash = rows[0]?.password_hash ?? '';
	let number = 0;
	const address = (): string => {
		number++;
		return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
	};
	let cookies: Record<string, string> = {};
	const keys = createKeys(records.pool, ADMIN);

	const signIn = async (): Promise<void> => {
		await records.pool.query('delete from attempts');
		const answer = await app.inject({
			method: 'POST',
			url: '/api/auth/login',
			payload: { email: ADMIN, password },
			remoteAddress: address(),
		});
		if (answer.statusCode !== 200) throw new Error(`Signing in answered ${answer.statusCode}: ${answer.body}`);
		cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
	};

	/** Before and after each round: signed in, and the administrator unchanged. */
	const settle = async (): Promise<void> => {
		await records.pool.query("update users set password_hash = $2, role = 'admin', status = 'active', seen_at = null where email = $1", [
			ADMIN,
			hash,
		]);
		const { statusCode } = await app.inject({ method: 'GET', url: '/api/me', cookies, remoteAddress: address() });
		if (statusCode !== 200) await signIn();
		await records.pool.query('update users set seen_at = null where email = $1', [ADMIN]);
		await keys.settle();
	};

	return {
		settle,
		/** Whether requested corrections are still queued or running. */
		jobsUnderWay: async (): Promise<boolean> => {
			const { body } = await app.inject({ method: 'GET', url: '/api/jobs?max=100', cookies, remoteAddress: address() });
			const { items } = JSON.parse(body) as { items: { state: string }[] };
			return items.some(({ state }) => state === 'queued' || state === 'running');
		},
		/** Signed in, or with a personal key of that scope only. */
		send: async (
			{ method, url, headers, payload }: FuzzCall,
			scope?: KeyScope | undefined,
		): Promise<{ status: number; body: string; type: string }> => {
			const call: InjectOptions = {
				method: method as 'GET',
				url,
				...(scope === undefined ? { headers, cookies } : { headers: { ...headers, authorization: keys.bearer(scope) } }),
				remoteAddress: address(),
				...(payload === undefined ? {} : { payload }),
			};
			const answer = await app.inject(call);
			if (answer.statusCode < 300 && /logoff|logout|\/api\/me\/sessions|\/api\/me$|password/.test(url)) await settle();
			return { status: answer.statusCode, body: answer.body, type: String(answer.headers['content-type'] ?? '') };
		},
	};
}

/** Personal keys of an account, with one scope each. */
function createKeys(pool: Records['pool'], email: string) {
	let keys = new Map<KeyScope, string[]>();
	let turn = 0;
	return {
		/** Resets the keys to existing and unused. */
		settle: async (): Promise<void> => {
			await pool.query('update api_keys set used_at = null where name = $1', [NAME]);
			const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from api_keys where name = $1', [NAME]);
			if (rows[0]?.count === OF_EACH * KEY_SCOPES.length) return;
			await pool.query('delete from api_keys where name = $1', [NAME]);
			keys = new Map(KEY_SCOPES.map((scope) => [scope, []]));
			for (const [scope, scopeKeys] of keys) while (scopeKeys.length < OF_EACH) scopeKeys.push(await addKey(pool, email, NAME, [scope]));
		},
		/** One of them, as a header value. */
		bearer: (scope: KeyScope): string => `Bearer ${keys.get(scope)?.[turn++ % OF_EACH]}`,
	};
}
