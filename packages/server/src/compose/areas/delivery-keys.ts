import type { Db } from '@sw/store/postgres/records';
import { settingOr } from '@sw/store/postgres/records/settings';
import { z } from 'zod';
import type { PushConfig } from '../../config/config.ts';
import { makePushKeys, type PushKeys } from '../../outside/push/push.ts';
import type { RandomSource } from '../../platform/random-source.ts';

const SECRETS = 'delivery_secrets';
const SECRET_BYTES = 32;

const kept = z.object({ push: z.object({ publicKey: z.string(), privateKey: z.string() }), unsubscribe: z.string() });

export interface DeliveryKeys {
	readonly push: PushKeys;
	/** Signs the unsubscribe links in mails. */
	readonly unsubscribe: Buffer;
}

/** Created at the first start and kept in the database: browsers subscribe with the public key, and sent mails contain links signed with the other. */
export async function deliveryKeys(
	db: Db,
	configured: PushConfig['keys'],
	randomSource: Pick<RandomSource, 'bytes'>,
): Promise<DeliveryKeys> {
	const made = { push: makePushKeys(), unsubscribe: randomSource.bytes(SECRET_BYTES).toString('base64') };
	const { push, unsubscribe } = kept.parse(await settingOr(db, SECRETS, made));
	return { push: configured ?? push, unsubscribe: Buffer.from(unsubscribe, 'base64') };
}
