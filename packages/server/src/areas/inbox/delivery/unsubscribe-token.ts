/** The token of unsubscribe links, derived from the account and a secret of this service, so that none must be stored. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;
const MAC_BYTES = 20;
const SHAPE = /^[\w-]{48}$/;

export function unsubscribeToken(secret: Buffer, userId: string): string {
	const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
	return Buffer.concat([id, macOf(secret, id)]).toString('base64url');
}

function macOf(secret: Buffer, id: Buffer): Buffer {
	return createHmac('sha256', secret).update('unsubscribe').update(id).digest().subarray(0, MAC_BYTES);
}

/** The account, or undefined for a token that this service did not issue. Constant-time comparison. */
export function unsubscribedBy(secret: Buffer, token: string): string | undefined {
	if (!SHAPE.test(token)) return undefined;
	const bytes = Buffer.from(token, 'base64url');
	const id = bytes.subarray(0, ID_BYTES);
	if (!timingSafeEqual(macOf(secret, id), bytes.subarray(ID_BYTES))) return undefined;
	return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
