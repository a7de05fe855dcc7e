/**
 * Opaque tokens. A refresh token consists of a family, which identifies the session, and a secret, which changes at each use. The successor of a token is an
 * HMAC, keyed by the presented secret, over a random salt stored with the session. So presenting the same token again within the grace period yields the same
 * successor, and the database alone yields no token.
 */
import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { RandomSource } from '../../../platform/random-source.ts';

const FAMILY_BYTES = 16;
const SECRET_BYTES = 32;
const ENCODED_LENGTH = ((FAMILY_BYTES + SECRET_BYTES) * 4) / 3;

export function sha256(secret: string | Buffer): Buffer {
	return hash('sha256', secret, 'buffer');
}

/** Compares in constant time. */
export function isSameHash(storedHash: Uint8Array | null, presentedHash: Uint8Array): boolean {
	return storedHash !== null && storedHash.length === presentedHash.length && timingSafeEqual(storedHash, presentedHash);
}

export interface RefreshToken {
	family: Buffer;
	secret: Buffer;
}

/** The tokens of a browser, encoded for cookies. */
export interface TokenPair {
	access: string;
	refresh: string;
}

export function createRefreshToken(randomSource: RandomSource): RefreshToken {
	return {
		family: randomSource.bytes(FAMILY_BYTES),
		secret: randomSource.bytes(SECRET_BYTES),
	};
}

/** Creates 256 random bits in base64url. */
export function createSecret(randomSource: RandomSource): string {
	return randomSource.bytes(SECRET_BYTES).toString('base64url');
}

export function encodeRefreshToken({ family, secret }: RefreshToken): string {
	return Buffer.concat([family, secret]).toString('base64url');
}

/** Decodes a refresh token; undefined for malformed text. */
export function decodeRefreshToken(text: string): RefreshToken | undefined {
	if (text.length !== ENCODED_LENGTH || !/^[\w-]+$/.test(text)) return undefined;
	const bytes = Buffer.from(text, 'base64url');
	return { family: bytes.subarray(0, FAMILY_BYTES), secret: bytes.subarray(FAMILY_BYTES) };
}

/** Returns the part of a refresh token that stays the same for the whole session. The database has only the hash of this part. Empty for malformed text. */
export function familyOf(text: string): Buffer {
	return decodeRefreshToken(text)?.family ?? Buffer.alloc(0);
}

/** Derives the tokens that replace the presented one. The same token and salt always give the same pair. */
export function deriveSuccessor({ family, secret }: RefreshToken, salt: Uint8Array): { refresh: RefreshToken; access: string } {
	const derive = (purpose: string): Buffer => createHmac('sha256', secret).update(purpose).update(salt).digest();
	return { refresh: { family, secret: derive('refresh') }, access: derive('access').toString('base64url') };
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text with a secret that only the browser has (AES-256-GCM): the database alone doesn't reveal it. */
export function seal(text: string, secret: string | Buffer, randomSource: RandomSource): string {
	const nonce = randomSource.bytes(NONCE_BYTES);
	const cipher = createCipheriv('aes-256-gcm', deriveSealingKey(secret), nonce);
	return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Decrypts a text; undefined if it was sealed with another secret. */
export function unseal(sealed: string, secret: string | Buffer): string | undefined {
	const bytes = Buffer.from(sealed, 'base64url');
	try {
		const decipher = createDecipheriv('aes-256-gcm', deriveSealingKey(secret), bytes.subarray(0, NONCE_BYTES));
		decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
		return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
	} catch {
		return undefined;
	}
}

function deriveSealingKey(secret: string | Buffer): Buffer {
	return Buffer.from(hkdfSync('sha256', secret, '', 'provider refresh token', 32));
}
