/**
 * Opaque tokens. A refresh token is `family secret`: the family identifies the session and stays, the secret changes at each use. The successor is an
 * HMAC keyed by the secret that was presented, over a random salt stored with the session: presenting the same token again within the grace period
 * yields the same successor, and the database alone yields no token.
 */
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { RandomSource } from '../../../platform/random-source.ts';

const FAMILY_BYTES = 16;
const SECRET_BYTES = 32;
const ENCODED_LENGTH = ((FAMILY_BYTES + SECRET_BYTES) * 4) / 3;

export function sha256(secret: string | Buffer): Buffer {
	return hash('sha256', secret, 'buffer');
}

/** Constant-time comparison. */
export function sameHash(a: Uint8Array | null, b: Uint8Array): boolean {
	return a !== null && a.length === b.length && timingSafeEqual(a, b);
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

export function newRefreshToken(randomSource: RandomSource): RefreshToken {
	return {
		family: randomSource.bytes(FAMILY_BYTES),
		secret: randomSource.bytes(SECRET_BYTES),
	};
}

export function newSecret(randomSource: RandomSource): string {
	return randomSource.bytes(SECRET_BYTES).toString('base64url');
}

export function encodeRefresh({ family, secret }: RefreshToken): string {
	return Buffer.concat([family, secret]).toString('base64url');
}

/** Undefined for text that is not a refresh token. */
export function decodeRefresh(text: string): RefreshToken | undefined {
	if (text.length !== ENCODED_LENGTH || !/^[\w-]+$/.test(text)) return undefined;
	const bytes = Buffer.from(text, 'base64url');
	return { family: bytes.subarray(0, FAMILY_BYTES), secret: bytes.subarray(FAMILY_BYTES) };
}

/** The pair that replaces the presented token; the same for the same token and salt. */
export function successorOf({ family, secret }: RefreshToken, salt: Uint8Array): { refresh: RefreshToken; access: string } {
	const derive = (purpose: string): Buffer => createHmac('sha256', secret).update(purpose).update(salt).digest();
	return { refresh: { family, secret: derive('refresh') }, access: derive('access').toString('base64url') };
}
