/** One request to an external server, over TLS except to local receivers and where a plain agent is given: limited in time and size, without following redirects. */
import { type ClientRequest, Agent as PlainAgent, request as plainRequest, type RequestOptions } from 'node:http';
import { Agent, request } from 'node:https';
import { retryAfter } from '../../intake/outbound/backoff.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { type Outcome, refusedByReceiver, retryLater } from '../outcome.ts';
import { NotPublic } from './public-agent.ts';

export interface Posted {
	readonly url: string;
	readonly headers: Readonly<Record<string, string | number>>;
	readonly body: Buffer | string;
	/** Default: POST. */
	readonly method?: 'GET' | 'POST';
	/** The answer's body is wanted, up to this size in bytes; a larger one is no answer. Default: it isn't read. */
	readonly mostBytes?: number;
	/** The status is an answer, even when the wanted body is incomplete or too large. Default: false. */
	readonly statusSuffices?: boolean;
}

/** The status, or the reason why there is none. */
export type Answered =
	| {
			readonly status: number;
			/** Requested delay in milliseconds. */
			readonly retryAfter: number | undefined;
			/** Complete; only where it was wanted. */
			readonly body?: Buffer;
	  }
	| { readonly status: null; readonly why: 'private' | 'unknown host' | 'certificate' | 'slow' | 'stopped' | 'unreachable' };

/** Never rejects. */
export type HttpsPoster = (posted: Posted, signal?: AbortSignal) => Promise<Answered>;

export interface HttpsPosterParts {
	readonly agent: Agent;
	readonly wall: WallClock;
	/** For addresses that begin with http. Default: they aren't reached. */
	readonly plain?: PlainAgent | undefined;
	/** Default: none. */
	readonly local?: LocalReceivers;
	/** Milliseconds from connecting to the end of the answer. */
	readonly within?: number;
}

const WITHIN = 15_000;
/** Limits of a response. Its body is not used, so a longer one is cut off. */
const LARGEST_ANSWER = 64 * 1024;
const LARGEST_HEADERS = 16 * 1024;

/** Of connections to local receivers. */
const KEEPING = { keepAlive: true, maxSockets: 8, maxFreeSockets: 4, timeout: 20_000 };

class Slow extends Error {}
class Stopped extends Error {}

export function createHttpsPoster({ agent, wall, plain, local = NO_LOCAL_RECEIVERS, within = WITHIN }: HttpsPosterParts): HttpsPoster {
	const toLocal = { http: new PlainAgent(KEEPING), https: new Agent(KEEPING) };
	/** The list is asked at each request: all others go through the agent that checks the address. */
	const begin = (url: string, options: RequestOptions): ClientRequest => {
		const agents = local.has(url) ? toLocal : { https: agent, http: plain };
		return agents.http && url.startsWith('http:')
			? plainRequest(url, { ...options, agent: agents.http })
			: request(url, { ...options, agent: agents.https });
	};
	return ({ url, headers, body, method = 'POST', mostBytes, statusSuffices = mostBytes === undefined }, signal) =>
		new Promise((resolve) => {
			const end = (answered: Answered): void => {
				cancel();
				signal?.removeEventListener('abort', stop);
				resolve(answered);
			};
			// Once the head is complete there is an answer, whatever happens to the body.
			let head: Answered | undefined;
			const fail = (error: unknown): void => end(head ?? { status: null, why: whyOf(error) });
			const stop = (): void => void sent?.destroy(new Stopped());
			// If the process was blocked for that long, the response may already be here: what has arrived is read first.
			const cancel = wall.after(within, () => setImmediate(() => sent?.destroy(new Slow())));
			let sent: ClientRequest | undefined;
			if (signal?.aborted) return fail(new Stopped());
			try {
				sent = begin(url, { method, maxHeaderSize: LARGEST_HEADERS, headers: { ...headers } });
			} catch (error) {
				return fail(error);
			}
			signal?.addEventListener('abort', stop, { once: true });
			sent.once('error', fail);
			sent.once('response', (answer) => {
				const { statusCode: status = 0 } = answer;
				const answered: Answered = { status, retryAfter: retryAfter(answer.headers['retry-after'] ?? null, wall.now()) };
				if (statusSuffices) head = answered;
				const parts: Buffer[] = [];
				let read = 0;
				answer.on('data', (bytes: Buffer) => {
					read += bytes.length;
					if (mostBytes !== undefined) parts.push(bytes);
					if (read > (mostBytes ?? LARGEST_ANSWER)) answer.destroy();
				});
				answer.once('error', () => {});
				answer.once('close', () => {
					if (mostBytes === undefined) end(answered);
					else if (answer.complete && read <= mostBytes) end({ ...answered, body: Buffer.concat(parts) });
					else fail(new Error('The response is incomplete or too large.'));
				});
			});
			sent.end(body);
		});
}

function whyOf(error: unknown): Extract<Answered, { status: null }>['why'] {
	if (error instanceof NotPublic) return 'private';
	if (error instanceof Slow) return 'slow';
	if (error instanceof Stopped) return 'stopped';
	const { code = '' } = error as { code?: string };
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA') return 'unknown host';
	return /CERT|TLS|SSL|ALTNAME|SELF_SIGNED|UNABLE_TO/.test(code) ? 'certificate' : 'unreachable';
}

type Unanswered = Extract<Answered, { status: null }>;

const WHY = {
	'unknown host': 'There is no host with this name.',
	certificate: "An encrypted connection couldn't be established: the certificate isn't valid for this host.",
	slow: "The host didn't respond in time.",
	stopped: 'The server was shut down meanwhile.',
	unreachable: 'The host is unreachable.',
} as const;

/** For requests without a response: only our own texts, since the user who chose the address may be probing a network that is not theirs. */
export function describeFailure({ why }: Unanswered): Outcome {
	return why === 'private' ? refusedByReceiver("The host's address is in a private network.") : retryLater(WHY[why]);
}

/** Receivers in the operator's own network, by exact host and port: only they may have a private address or plain http. */
export interface LocalReceivers {
	/** Whether a URL leads to one of them. */
	has(url: string): boolean;
}

export const NO_LOCAL_RECEIVERS: LocalReceivers = { has: () => false };

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** `listed`: host:port, spelled as in canonical URLs: 0x7f.1 and 127.0.0.1 are the same host. */
export function localReceivers(listed: readonly string[]): LocalReceivers {
	const known = new Set(listed);
	return {
		has: (text) => {
			const url = URL.canParse(text) ? new URL(text) : undefined;
			const port = url && (url.port || DEFAULT_PORTS[url.protocol]);
			if (!url || port === undefined || url.username !== '' || url.password !== '' || url.hash !== '') return false;
			return url.protocol in DEFAULT_PORTS && known.has(`${url.hostname}:${port}`);
		},
	};
}
