import { randomFillSync } from 'node:crypto';

/** Bytes of the process number. */
const NUMBER = 4;
const CHANCE = 24;
const WHOLE = /^[\w-]{38}$/;

/**
 * The secret ID of a connection: the number of the process that holds it, then 192 random bits. A made-up token names a process, which finds no such
 * connection.
 */
export function newToken(holder: number): string {
	const bytes = Buffer.alloc(NUMBER + CHANCE);
	bytes.writeUInt32BE(holder);
	return randomFillSync(bytes, NUMBER).toString('base64url');
}

/** The process that a token names; undefined for an invalid token. */
export function holderOf(token: unknown): number | undefined {
	return typeof token === 'string' && WHOLE.test(token) ? Buffer.from(token, 'base64url').readUInt32BE() : undefined;
}
