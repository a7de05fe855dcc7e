/**
 * Opaque tokens. A refresh token is `family secret`: the family names the session and stays, the secret changes at each use.
 * The successor is an HMAC keyed by the secret that was shown, over a salt drawn at the rotation and kept with the session: who shows
 * the same token again within the grace gets the same successor, and the database alone yields no token at all.
 */
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { Chance } from '../../../platform/chance.ts';

const FAMILY_BYTES = 16;
const SECRET_BYTES = 32;
const ENCODED_LENGTH = ((FAMILY_BYTES + SECRET_BYTES) * 4) / 3;

export const sha256 = (secret: string | Buffer): Buffer => hash('sha256', secret, 'buffer');

/** Whether two hashes are equal, in a time that does not tell where they differ. */
export const sameHash = (a: Uint8Array | null, b: Uint8Array): boolean => a !== null && a.length === b.length && timingSafeEqual(a, b);

export interface RefreshToken {
	family: Buffer;
	secret: Buffer;
}

/** What a browser holds, encoded for cookies. */
export interface TokenPair {
	access: string;
	refresh: string;
}

export const newRefreshToken = (chance: Chance): RefreshToken => ({
	family: chance.bytes(FAMILY_BYTES),
	secret: chance.bytes(SECRET_BYTES),
});

export const newSecret = (chance: Chance): string => chance.bytes(SECRET_BYTES).toString('base64url');

export const encodeRefresh = ({ family, secret }: RefreshToken): string => Buffer.concat([family, secret]).toString('base64url');

/** Undefined for anything that was never a refresh token. */
export const decodeRefresh = (text: string): RefreshToken | undefined => {
	if (text.length !== ENCODED_LENGTH || !/^[\w-]+$/.test(text)) return undefined;
	const bytes = Buffer.from(text, 'base64url');
	return { family: bytes.subarray(0, FAMILY_BYTES), secret: bytes.subarray(FAMILY_BYTES) };
};

/** The pair that takes the shown token's place; the same for the same token and salt. */
export const successorOf = ({ family, secret }: RefreshToken, salt: Uint8Array): { refresh: RefreshToken; access: string } => {
	const derive = (purpose: string): Buffer => createHmac('sha256', secret).update(purpose).update(salt).digest();
	return { refresh: { family, secret: derive('refresh') }, access: derive('access').toString('base64url') };
};
