import { createHmac, randomFillSync, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** The other processes of the service, as a hub needs them. */
export interface HubPeers {
	/** Number of this process in connection tokens. */
	readonly processNumber: number;
	/** Secret that all processes share and no client knows. */
	readonly secret: Buffer;
	/** Scheme, host and port of another process; undefined if it has stopped. Recent results come from a cache, unless `skipCache` is set. */
	baseUrlOf(number: number, skipCache?: boolean): Promise<string | undefined>;
}

const CLIENT_HEADER = 'x-signalwheel-client';
const PROOF_HEADER = 'x-signalwheel-proof';

type Call = Pick<FastifyRequest, 'method' | 'url' | 'ip'>;

/** Returns the headers of a forwarded call: the client's IP address and a proof that the address is genuine. */
export function createClientHeaders(secret: Buffer, call: Call): Record<string, string> {
	return {
		[CLIENT_HEADER]: call.ip,
		[PROOF_HEADER]: computeProof(secret, call).toString('base64url'),
	};
}

/** Computes a MAC that is valid for this call only. The URL contains the connection's token, and so names the process with the connection. */
function computeProof(secret: Buffer, { method, url, ip }: Call): Buffer {
	return createHmac('sha256', secret)
		.update(JSON.stringify(['hub', method, url, ip]))
		.digest();
}

/** Returns the client's IP address in a call that another process forwarded; undefined for all other calls, regardless of their headers. */
export function verifyClientIp(
	secret: Buffer,
	{ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>,
): string | undefined {
	const { [CLIENT_HEADER]: ip, [PROOF_HEADER]: claimedProof } = headers;
	if (typeof ip !== 'string' || typeof claimedProof !== 'string') return undefined;
	const proof = Buffer.from(claimedProof, 'base64url');
	const expected = computeProof(secret, { method, url, ip });
	return proof.length === expected.length && timingSafeEqual(proof, expected) ? ip : undefined;
}

/** Bytes of a token: the process number, then random ones. */
const NUMBER_BYTES = 4;
const RANDOM_BYTES = 24;
const TOKEN_SHAPE = /^[\w-]{38}$/;

/**
 * Creates the secret id of a connection: the number of the connection's process, then 192 random bits. An invented token also names a process, but that process
 * finds no such connection.
 */
export function createToken(processNumber: number): string {
	const bytes = Buffer.alloc(NUMBER_BYTES + RANDOM_BYTES);
	bytes.writeUInt32BE(processNumber);
	return randomFillSync(bytes, NUMBER_BYTES).toString('base64url');
}

/** Returns the number of the process that a token names; undefined for an invalid token. */
export function processNumberOf(token: unknown): number | undefined {
	return typeof token === 'string' && TOKEN_SHAPE.test(token) ? Buffer.from(token, 'base64url').readUInt32BE() : undefined;
}
