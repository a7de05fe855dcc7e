import { Agent, request as ask, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { WallClock } from '../platform/clocks/wall-clock.ts';
import { notFound, Problem } from '../platform/errors.ts';
import { answerPoll } from './connection.ts';
import type { HubLimits } from './limits.ts';
import { clientHeaders, type HubPeers, holderOf } from './peers.ts';

/** Headers that are forwarded: the process that holds the connection authenticates the caller and reads the call by them. */
const PASSED = ['authorization', 'cookie', 'content-type', 'user-agent'] as const;
/** Hop-by-hop headers: they concern the connection between the processes, not the answer. */
const OF_THE_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding']);
/** Milliseconds beyond the maximum hold after which a call to a process that doesn't answer is given up. */
const GRACE = 10_000;
/** Number of connections whose forwarded polls this process counts. */
const KEPT = 50_000;

/** Forwards calls of connections that other processes hold. */
export interface PeerForwarder {
	/** Number of the other process that holds the token's connection; undefined for this process and an invalid token. */
	holder(token: unknown): number | undefined;
	/**
	 * Counts a poll of a connection held elsewhere; false if it exceeds the rate limit, and for the first one, because the connection may not exist.
	 */
	inPace(token: string): boolean;
	/** Forwards a call to its holder and sends the answer. Throws 404 if that process has stopped, 503 if it doesn't answer. */
	pass(request: FastifyRequest, reply: FastifyReply, holder: number): Promise<void>;
	/** Answers waiting polls as if they had timed out, so that clients poll again, through another process. */
	close(): void;
}

export function createPeerForwarder(peers: HubPeers, wall: Pick<WallClock, 'now'>, limits: HubLimits): PeerForwarder {
	const agent = new Agent({ keepAlive: true });
	const known = new LRUCache<string, { minuteBegan: number; calls: number }>({ max: KEPT });
	const waiting = new Map<FastifyReply, () => void>();

	const call = (address: string, request: FastifyRequest, reply: FastifyReply): Promise<IncomingMessage> =>
		new Promise((resolve, reject) => {
			const headers: Record<string, string> = clientHeaders(peers.secret, request);
			for (const name of PASSED) {
				const value = request.headers[name];
				if (value !== undefined) headers[name] = value;
			}
			const outgoing = ask(address + request.url, { method: request.method, agent, headers, timeout: limits.holdMs + GRACE }, resolve);
			const giveUp = (): void => void outgoing.destroy(new Error("The connection is gone, or its process didn't respond."));
			outgoing.once('error', reject).once('timeout', giveUp);
			reply.raw.once('close', giveUp);
			waiting.set(reply, giveUp);
			outgoing.end((request.body as string | null | undefined) ?? '');
		});

	let isClosed = false;
	return {
		holder: (token) => {
			const holder = holderOf(token);
			return holder === peers.number ? undefined : holder;
		},
		inPace: (token) => {
			const pace = known.get(token);
			if (!pace) return false;
			const now = wall.now();
			if (now - pace.minuteBegan >= 60_000) Object.assign(pace, { minuteBegan: now, calls: 0 });
			return ++pace.calls <= limits.pollsAMinute;
		},
		pass: async (request, reply, holder) => {
			const { id } = request.query as { id: string };
			const address = await peers.addressOf(holder);
			if (address === undefined) throw gone();
			let answer: IncomingMessage;
			try {
				answer = await call(address, request, reply);
			} catch {
				if (reply.raw.destroyed) {
					reply.hijack();
					return;
				}
				if (isClosed && request.method === 'GET') {
					reply.hijack();
					answerPoll(reply.raw, '');
					return;
				}
				if ((await peers.addressOf(holder, true)) === undefined) throw gone();
				throw new Problem('unavailable', { headers: { 'retry-after': '1' } });
			} finally {
				waiting.delete(reply);
			}
			const { statusCode = 502, headers } = answer;
			if (statusCode >= 300) known.delete(id);
			else if (!known.has(id)) known.set(id, { minuteBegan: wall.now(), calls: 1 });
			reply.hijack();
			reply.raw.writeHead(statusCode, endToEnd(headers));
			// If the answer breaks off, so does the answer to the client.
			pipeline(answer, reply.raw, () => {});
		},
		close: () => {
			isClosed = true;
			for (const giveUp of waiting.values()) giveUp();
			agent.destroy();
		},
	};
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
	return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_HOP.has(name)));
}

function gone(): Problem {
	return notFound('No Connection with that ID');
}
