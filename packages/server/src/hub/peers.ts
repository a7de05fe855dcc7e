import { createHmac, randomFillSync, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** The processes of one product, as its hubs know each other. */
export interface HubPeers {
	/** Number of this process in connection tokens. */
	readonly number: number;
	/** Shared by all processes and known to no client. */
	readonly secret: Buffer;
	/** Scheme, host and port of another process; undefined when it has stopped. Recent answers are cached; `fresh` skips the cache. */
	addressOf(number: number, fresh?: boolean): Promise<string | undefined>;
}

const CLIENT = 'x-signalwheel-client';
const PROOF = 'x-signalwheel-proof';

type Call = Pick<FastifyRequest, 'method' | 'url' | 'ip'>;

/** Headers that carry the client's address in a forwarded call, with proof of it. */
export function clientHeaders(secret: Buffer, call: Call): Record<string, string> {
	return {
		[CLIENT]: call.ip,
		[PROOF]: proofOf(secret, call).toString('base64url'),
	};
}

/** Valid for this call only: the URL contains the token, which names the process that holds the connection. */
function proofOf(secret: Buffer, { method, url, ip }: Call): Buffer {
	return createHmac('sha256', secret)
		.update(JSON.stringify(['hub', method, url, ip]))
		.digest();
}

/** The client's address in a call that another process forwarded; undefined for all other calls, whatever their headers claim. */
export function verifiedClient(
	secret: Buffer,
	{ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>,
): string | undefined {
	const { [CLIENT]: ip, [PROOF]: shown } = headers;
	if (typeof ip !== 'string' || typeof shown !== 'string') return undefined;
	const proof = Buffer.from(shown, 'base64url');
	const right = proofOf(secret, { method, url, ip });
	return proof.length === right.length && timingSafeEqual(proof, right) ? ip : undefined;
}

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
