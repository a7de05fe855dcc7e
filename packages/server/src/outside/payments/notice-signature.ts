import { createHash, timingSafeEqual } from 'node:crypto';
import type { NoticeFields } from '@sw/domain/billing/notice';
import { hashedText, signedText } from '@sw/domain/billing/signed-text';

export interface NoticeKeys {
	/** Of SIGNATURE. */
	readonly validation: string;
	/** Of HASH. */
	readonly secret: string;
}

const digest = (name: 'sha256' | 'md5', text: string): Buffer => createHash(name).update(text, 'utf8').digest();

/** In constant time over two of the same length. */
type Compare = (a: Uint8Array, b: Uint8Array) => boolean;

const same = (given: string, right: Buffer, compare: Compare): boolean => {
	const bytes = Buffer.from(given, 'hex');
	const isHex = given.length === right.length * 2 && bytes.length === right.length;
	// Something of the right length is compared whatever was given.
	return compare(isHex ? bytes : Buffer.alloc(right.length), right) && isHex;
};

/** SIGNATURE must be right; HASH, which older notices carry alone, must be where it is sent. */
export const isSigned = (fields: NoticeFields, { validation, secret }: NoticeKeys, compare: Compare = timingSafeEqual): boolean => {
	const signature = same(fields.SIGNATURE ?? '', digest('sha256', signedText(fields, validation)), compare);
	const hash = fields.HASH === undefined || same(fields.HASH, digest('md5', hashedText(fields, secret)), compare);
	return signature && hash;
};

export const signNotice = (fields: NoticeFields, { validation, secret }: NoticeKeys): NoticeFields => ({
	...fields,
	HASH: digest('md5', hashedText(fields, secret)).toString('hex'),
	SIGNATURE: digest('sha256', signedText(fields, validation)).toString('hex'),
});
