import { type ApiKey, computeKeyExpiry, KEY_PREFIX, type KeyScope, MAX_KEYS_PER_ACCOUNT } from '@sw/domain/access/api-key';
import { notFound, Problem } from '../../../platform/errors.ts';
import { createIdentityCheck } from '../context/call.ts';
import type { CallOrigin, Context } from '../context/context.ts';
import { createSecret, sha256 } from '../parts/tokens.ts';

type Parts = Pick<Context, 'records' | 'hasher' | 'limits' | 'mails' | 'backgroundMail' | 'audit' | 'clock' | 'randomSource'>;

export interface KeyRequest {
	name: string;
	scopes: readonly KeyScope[];
	days: number;
	password?: string | undefined;
}

const TAIL_LENGTH = 4;
const TOO_MANY_KEYS = `An account can have at most ${MAX_KEYS_PER_ACCOUNT} keys: revoke one first`;

/** Lets users manage their own API keys. */
export function createKeys(parts: Parts) {
	const { records, mails, backgroundMail, audit, clock, randomSource } = parts;
	const identityCheck = createIdentityCheck(parts);
	return {
		list: (userId: string): Promise<ApiKey[]> => records.keysOf(userId),

		/** `key` is the key itself, which is not stored. 403 if the account has MAX_KEYS_PER_ACCOUNT keys already, 422 for a wrong password. */
		create: async (
			userId: string,
			{ name, scopes, days, password }: KeyRequest,
			callOrigin: CallOrigin,
		): Promise<{ apiKey: ApiKey; key: string }> => {
			const user = await identityCheck.requireOwner(userId, password);
			const now = clock.now();
			const key = `${KEY_PREFIX}${createSecret(randomSource)}`;
			const apiKey: ApiKey = {
				id: randomSource.uuid(),
				userId,
				name,
				keyHash: sha256(key),
				tail: key.slice(-TAIL_LENGTH),
				scopes: [...new Set(scopes)].sort(),
				createdAt: now,
				expiresAt: computeKeyExpiry(now, days),
				usedAt: null,
			};
			await records.transaction(async (tx) => {
				if (!(await tx.addKey(apiKey, MAX_KEYS_PER_ACCOUNT))) throw new Problem('denied', { detail: TOO_MANY_KEYS });
				await audit(
					{
						actor: user,
						act: 'key.create',
						target: user.email,
						detail: { name, scopes: apiKey.scopes, days },
						address: callOrigin.address,
					},
					tx,
				);
			});
			backgroundMail.send(mails.keyCreated(user.email, name, { at: now, address: callOrigin.address }));
			return { apiKey, key };
		},

		revoke: async (userId: string, id: string, callOrigin: CallOrigin): Promise<void> => {
			const user = await records.userById(userId);
			if (!user) throw new Problem('unauthenticated');
			await records.transaction(async (tx) => {
				const removedKey = await tx.removeKey(id, userId);
				if (!removedKey) throw notFound('Key not found');
				await audit(
					{ actor: user, act: 'key.revoke', target: user.email, detail: { name: removedKey.name }, address: callOrigin.address },
					tx,
				);
			});
		},
	};
}
