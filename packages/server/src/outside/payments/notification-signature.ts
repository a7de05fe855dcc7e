import { createHash, timingSafeEqual } from 'node:crypto';
import type { NotificationFields } from '@sw/domain/billing/payment-notification';
import { signedText, textOfHash } from '@sw/domain/billing/signed-text';

export interface NotificationKeys {
	/** For SIGNATURE. */
	readonly validation: string;
	/** For HASH. */
	readonly secret: string;
}

/** Constant-time comparison of two values of the same length. */
type Compare = (a: Uint8Array, b: Uint8Array) => boolean;

/** SIGNATURE must be valid. HASH, the only signature of older payment notifications, must be valid if it is present. */
export function isSigned(
	fields: NotificationFields,
	{ validation, secret }: NotificationKeys,
	compare: Compare = timingSafeEqual,
): boolean {
	const signature = same(fields.SIGNATURE ?? '', digest('sha256', signedText(fields, validation)), compare);
	const hash = fields.HASH === undefined || same(fields.HASH, digest('md5', textOfHash(fields, secret)), compare);
	return signature && hash;
}

function same(signature: string, right: Buffer, compare: Compare): boolean {
	const bytes = Buffer.from(signature, 'hex');
	const isHex = signature.length === right.length * 2 && bytes.length === right.length;
	// A value of the right length is always compared, whatever was received.
	return compare(isHex ? bytes : Buffer.alloc(right.length), right) && isHex;
}

function digest(name: 'sha256' | 'md5', text: string): Buffer {
	return createHash(name).update(text, 'utf8').digest();
}

export function signNotification(fields: NotificationFields, { validation, secret }: NotificationKeys): NotificationFields {
	return {
		...fields,
		HASH: digest('md5', textOfHash(fields, secret)).toString('hex'),
		SIGNATURE: digest('sha256', signedText(fields, validation)).toString('hex'),
	};
}
