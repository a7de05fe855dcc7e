import { KEY_SCOPES, type KeyScope } from '@sw/domain/access/api-key';
import type { Records } from '@sw/store/postgres/records';
import { addKey } from '../personal-key.ts';

/** A key may call 300 times a minute: rotating through this many, none is exhausted by 2,500 calls a second. */
const OF_EACH = 500;
const NAME = 'Fuzz';

/** Personal keys of an account, with one scope each. */
export function createKeys(pool: Records['pool'], email: string) {
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
			for (const [scope, of] of keys) while (of.length < OF_EACH) of.push(await addKey(pool, email, NAME, [scope]));
		},
		/** One of them, as a header value. */
		bearer: (scope: KeyScope): string => `Bearer ${keys.get(scope)?.[turn++ % OF_EACH]}`,
	};
}
