import { randomFillSync } from 'node:crypto';

/** Bytes of the number of a process. */
const NUMBER = 4;
const CHANCE = 24;
const WHOLE = /^[\w-]{38}$/;

/**
 * The secret name of a connection: who holds it, then 192 bits that nobody can guess. Whoever makes one up says where it is to be looked for, and finds
 * nothing there.
 */
export const newToken = (holder: number): string => {
	const bytes = Buffer.alloc(NUMBER + CHANCE);
	bytes.writeUInt32BE(holder);
	return randomFillSync(bytes, NUMBER).toString('base64url');
};

/** The process that a token names; undefined for what is none. */
export const holderOf = (token: unknown): number | undefined =>
	typeof token === 'string' && WHOLE.test(token) ? Buffer.from(token, 'base64url').readUInt32BE() : undefined;
