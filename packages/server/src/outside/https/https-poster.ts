/**
 * Sends single HTTP requests to external servers, with limits on time and size; redirects aren't followed.
 * TLS is required, except for local receivers or when a plain agent is given.
 */
import { type ClientRequest, Agent as PlainAgent, request as plainRequest, type RequestOptions } from 'node:http';
import { Agent, request } from 'node:https';
import { parseRetryAfter } from '../../intake/outbound/backoff.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { type Outcome, refusedByReceiver, retryLater } from '../outcome.ts';
import { NotPublic } from './public-agent.ts';

export interface OutgoingRequest {
	readonly url: string;
	readonly headers: Readonly<Record<string, string | number>>;
	readonly body: Buffer | string;
	/** Default: POST. */
	readonly method?: 'GET' | 'POST';
	/** Read the response body, up to this many bytes; a larger body makes the request fail. Default: the body is discarded. */
	readonly maxBytes?: number;
	/** Succeed with the status alone, even if the requested body is incomplete or too large. Default: true if no body is requested, otherwise false. */
	readonly statusSuffices?: boolean;
}

/** The response, or the reason why there is none. */
export type RequestResult =
	| {
			readonly status: number;
			/** Delay in milliseconds that the server requested by its Retry-After header. */
			readonly retryAfter: number | undefined;
			/** Complete; present only if `maxBytes` was given. */
			readonly body?: Buffer;
	  }
	| { readonly status: null; readonly why: 'private' | 'unknown host' | 'certificate' | 'slow' | 'stopped' | 'unreachable' };

/** Never rejects. */
export type HttpsPoster = (request: OutgoingRequest, signal?: AbortSignal) => Promise<RequestResult>;

export interface HttpsPosterParts {
	readonly agent: Agent;
	readonly wall: WallClock;
	/** Used for http: URLs. Default: only https: is possible, except for local receivers. */
	readonly httpAgent?: PlainAgent | undefined;
	/** Default: no local receivers. */
	readonly localReceivers?: LocalReceivers;
	/** Milliseconds from sending the request to the end of the response. Default: 15 s. */
	readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 15_000;
/** Limits of a response in bytes. A body that wasn't requested is cut off at the limit. */
const MAX_BODY_BYTES = 64 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;

/** Options of the agents for local receivers. */
const KEEP_ALIVE_OPTIONS = { keepAlive: true, maxSockets: 8, maxFreeSockets: 4, timeout: 20_000 };

class TimeoutError extends Error {}
class AbortedError extends Error {}

export function createHttpsPoster({
	agent,
	wall,
	httpAgent,
	localReceivers = NO_LOCAL_RECEIVERS,
	timeoutMs = DEFAULT_TIMEOUT_MS,
}: HttpsPosterParts): HttpsPoster {
	const localAgents = { http: new PlainAgent(KEEP_ALIVE_OPTIONS), https: new Agent(KEEP_ALIVE_OPTIONS) };
	/** Local receivers are looked up at each request. All other hosts go through the agent that checks their addresses. */
	const openRequest = (url: string, options: RequestOptions): ClientRequest => {
		const agents = localReceivers.has(url) ? localAgents : { https: agent, http: httpAgent };
		return agents.http && url.startsWith('http:')
			? plainRequest(url, { ...options, agent: agents.http })
			: request(url, { ...options, agent: agents.https });
	};
	return ({ url, headers, body, method = 'POST', maxBytes, statusSuffices = maxBytes === undefined }, signal) =>
		new Promise((resolve) => {
			const finish = (result: RequestResult): void => {
				cancelTimeout();
				signal?.removeEventListener('abort', abort);
				resolve(result);
			};
			// If the status suffices, the request has succeeded once the headers arrived, whatever happens to the body.
			let earlyResult: RequestResult | undefined;
			const fail = (error: unknown): void => finish(earlyResult ?? { status: null, why: classifyFailure(error) });
			const abort = (): void => void request?.destroy(new AbortedError());
			// If the process was blocked past the timeout, the response may already have arrived: setImmediate lets it be read first.
			const cancelTimeout = wall.after(timeoutMs, () => setImmediate(() => request?.destroy(new TimeoutError())));
			let request: ClientRequest | undefined;
			if (signal?.aborted) return fail(new AbortedError());
			try {
				request = openRequest(url, { method, maxHeaderSize: MAX_HEADER_BYTES, headers: { ...headers } });
			} catch (error) {
				return fail(error);
			}
			signal?.addEventListener('abort', abort, { once: true });
			request.once('error', fail);
			request.once('response', (response) => {
				const { statusCode: status = 0 } = response;
				const result: RequestResult = { status, retryAfter: parseRetryAfter(response.headers['retry-after'] ?? null, wall.now()) };
				if (statusSuffices) earlyResult = result;
				const parts: Buffer[] = [];
				let byteCount = 0;
				response.on('data', (bytes: Buffer) => {
					byteCount += bytes.length;
					if (maxBytes !== undefined) parts.push(bytes);
					if (byteCount > (maxBytes ?? MAX_BODY_BYTES)) response.destroy();
				});
				response.once('error', () => {});
				response.once('close', () => {
					if (maxBytes === undefined) finish(result);
					else if (response.complete && byteCount <= maxBytes) finish({ ...result, body: Buffer.concat(parts) });
					else fail(new Error('The response is incomplete or too large.'));
				});
			});
			request.end(body);
		});
}

function classifyFailure(error: unknown): Extract<RequestResult, { status: null }>['why'] {
	if (error instanceof NotPublic) return 'private';
	if (error instanceof TimeoutError) return 'slow';
	if (error instanceof AbortedError) return 'stopped';
	const { code = '' } = error as { code?: string };
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA') return 'unknown host';
	return /CERT|TLS|SSL|ALTNAME|SELF_SIGNED|UNABLE_TO/.test(code) ? 'certificate' : 'unreachable';
}

type FailedRequest = Extract<RequestResult, { status: null }>;

const FAILURE_TEXTS = {
	'unknown host': 'There is no host with this name.',
	certificate: "An encrypted connection couldn't be established: the certificate isn't valid for this host.",
	slow: "The host didn't respond in time.",
	stopped: 'The server was shut down meanwhile.',
	unreachable: 'The host is unreachable.',
} as const;

/** Describes a failed request in our own words only: the user who chose the URL may be probing a network that isn't theirs. */
export function describeFailure({ why }: FailedRequest): Outcome {
	return why === 'private' ? refusedByReceiver("The host's address is in a private network.") : retryLater(FAILURE_TEXTS[why]);
}

/** Receivers in the operator's own network, by exact host and port. Only they may have a private address or use plain http. */
export interface LocalReceivers {
	has(url: string): boolean;
}

export const NO_LOCAL_RECEIVERS: LocalReceivers = { has: () => false };

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** `allowedHosts` contains host:port entries spelled as in canonical URLs, in which 0x7f.1 is 127.0.0.1. */
export function createLocalReceivers(allowedHosts: readonly string[]): LocalReceivers {
	const allowed = new Set(allowedHosts);
	return {
		has: (text) => {
			const url = URL.canParse(text) ? new URL(text) : undefined;
			const port = url && (url.port || DEFAULT_PORTS[url.protocol]);
			if (!url || port === undefined || url.username !== '' || url.password !== '' || url.hash !== '') return false;
			return url.protocol in DEFAULT_PORTS && allowed.has(`${url.hostname}:${port}`);
		},
	};
}
