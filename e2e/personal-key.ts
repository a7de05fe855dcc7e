import { randomBytes, randomUUID } from 'node:crypto';
import { KEY_PREFIX, type KeyScope } from '@sw/domain/access/api-key';
import { sha256 } from '@sw/server/areas/accounts/parts/tokens';
import type { Records } from '@sw/store/postgres/records';

/** A new personal key of an account, valid for a year, stored directly instead of through the API. */
export async function addKey(pool: Records['pool'], email: string, name: string, scopes: readonly KeyScope[]): Promise<string> {
	const key = `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
	await pool.query(
		`insert into api_keys (id, user_id, name, key_hash, tail, scopes, created_at, expires_at)
		select $1, id, $2, $3, $4, $5, now(), now() + interval '1 year' from users where email = $6`,
		[randomUUID(), name, sha256(key), key.slice(-4), scopes, email],
	);
	return key;
}
