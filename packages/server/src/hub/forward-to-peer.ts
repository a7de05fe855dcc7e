import { Agent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { WallClock } from '../platform/clocks/wall-clock.ts';
import { notFound, Problem } from '../platform/errors.ts';
import { answerPoll } from './connection.ts';
import type { HubLimits } from './limits.ts';
import { createClientHeaders, type HubPeers, processNumberOf } from './peers.ts';

/** Headers that are forwarded, because the process with the connection authenticates the caller and parses the call. */
const FORWARDED_HEADERS = ['authorization', 'cookie', 'content-type', 'user-agent'] as const;
/** Hop-by-hop headers: they concern the connection between the processes, not the response. */
const HOP_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding']);
/** Milliseconds, after the maximum time of a held poll, until an unanswered call is given up. */
const GRACE_MS = 10_000;
/** Number of connections whose forwarded polls this process counts. */
const COUNTED_CONNECTIONS = 50_000;

/** Forwards calls to the process with the connection. */
export interface PeerForwarder {
	/** Returns the number of the other process with the token's connection; undefined for this process and an invalid token. */
	findOtherProcess(token: unknown): number | undefined;
	/** Counts a poll of another process's connection. False beyond the limit, and for the first poll, because the connection may not exist. */
	countCall(token: string): boolean;
	/** Forwards a call to the process `processNumber` and sends the response. Throws 404 if that process has stopped, 503 if it doesn't answer. */
	forward(request: FastifyRequest, reply: FastifyReply, processNumber: number): Promise<void>;
	/** Answers waiting polls as if they had timed out, so that clients poll again, through another process. */
	close(): void;
}

export function createPeerForwarder(peers: HubPeers, wall: Pick<WallClock, 'now'>, limits: HubLimits): PeerForwarder {
	const agent = new Agent({ keepAlive: true });
	const paceByToken = new LRUCache<string, { minuteBegan: number; calls: number }>({ max: COUNTED_CONNECTIONS });
	const pendingAborts = new Map<FastifyReply, () => void>();

	const sendToPeer = (baseUrl: string, request: FastifyRequest, reply: FastifyReply): Promise<IncomingMessage> =>
		new Promise((resolve, reject) => {
			const headers: Record<string, string> = createClientHeaders(peers.secret, request);
			for (const name of FORWARDED_HEADERS) {
				const value = request.headers[name];
				if (value !== undefined) headers[name] = value;
			}
			const outgoing = httpRequest(
				baseUrl + request.url,
				{ method: request.method, agent, headers, timeout: limits.holdMs + GRACE_MS },
				resolve,
			);
			const abort = (): void => void outgoing.destroy(new Error("The connection is gone, or its process didn't respond."));
			outgoing.once('error', reject).once('timeout', abort);
			reply.raw.once('close', abort);
			pendingAborts.set(reply, abort);
			outgoing.end((request.body as string | null | undefined) ?? '');
		});

	let isClosed = false;
	return {
		findOtherProcess: (token) => {
			const processNumber = processNumberOf(token);
			return processNumber === peers.processNumber ? undefined : processNumber;
		},
		countCall: (token) => {
			const pace = paceByToken.get(token);
			if (!pace) return false;
			const now = wall.now();
			if (now - pace.minuteBegan >= 60_000) Object.assign(pace, { minuteBegan: now, calls: 0 });
			return ++pace.calls <= limits.pollsPerMinute;
		},
		forward: async (request, reply, processNumber) => {
			const { id } = request.query as { id: string };
			const baseUrl = await peers.baseUrlOf(processNumber);
			if (baseUrl === undefined) throw connectionNotFound();
			let response: IncomingMessage;
			try {
				response = await sendToPeer(baseUrl, request, reply);
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
				if ((await peers.baseUrlOf(processNumber, true)) === undefined) throw connectionNotFound();
				throw new Problem('unavailable', { headers: { 'retry-after': '1' } });
			} finally {
				pendingAborts.delete(reply);
			}
			const { statusCode = 502, headers } = response;
			if (statusCode >= 300) paceByToken.delete(id);
			else if (!paceByToken.has(id)) paceByToken.set(id, { minuteBegan: wall.now(), calls: 1 });
			reply.hijack();
			reply.raw.writeHead(statusCode, withoutHopHeaders(headers));
			// If the peer's response breaks off, the response to the client breaks off too.
			pipeline(response, reply.raw, () => {});
		},
		close: () => {
			isClosed = true;
			for (const abort of pendingAborts.values()) abort();
			agent.destroy();
		},
	};
}

function withoutHopHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
	return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_HEADERS.has(name)));
}

function connectionNotFound(): Problem {
	return notFound('No Connection with that ID');
}
