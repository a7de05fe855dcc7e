import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** The processes of one product, as its hubs know each other. */
export interface Others {
	/** By which tokens name this process. */
	readonly number: number;
	/** Known to all of them and to nobody else. */
	readonly secret: Buffer;
	/** Scheme, host and port of another one; undefined when it has gone. What was answered lately is answered again, unless `anew`. */
	addressOf(number: number, anew?: boolean): Promise<string | undefined>;
}

const CLIENT = 'x-signalwheel-client';
const PROOF = 'x-signalwheel-proof';

type Call = Pick<FastifyRequest, 'method' | 'url' | 'ip'>;

/** Of this call alone: the URL holds the token, and with it who is to take it. */
const proofOf = (secret: Buffer, { method, url, ip }: Call): Buffer =>
	createHmac('sha256', secret)
		.update(JSON.stringify(['hub', method, url, ip]))
		.digest();

/** Headers that say for whom a call is passed on, and prove it. */
export const clientHeaders = (secret: Buffer, call: Call): Record<string, string> => ({
	[CLIENT]: call.ip,
	[PROOF]: proofOf(secret, call).toString('base64url'),
});

/** The client's address in a call that another process has passed on; undefined for all other calls, whatever they claim. */
export const provenClient = (
	secret: Buffer,
	{ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>,
): string | undefined => {
	const { [CLIENT]: ip, [PROOF]: shown } = headers;
	if (typeof ip !== 'string' || typeof shown !== 'string') return undefined;
	const proof = Buffer.from(shown, 'base64url');
	const right = proofOf(secret, { method, url, ip });
	return proof.length === right.length && timingSafeEqual(proof, right) ? ip : undefined;
};
