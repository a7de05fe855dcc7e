/** Requests to a vendor: within its rate limit, tried again with patience, given up in words. */

import { pause } from '../../platform/clocks/pause.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { backoff, retryAfter } from './backoff.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { WHOLE } from './decode.ts';
import { createTokenBucket } from './token-bucket.ts';
import { VendorError } from './vendor-error.ts';

export interface OutboundOptions {
	vendor: string;
	wall: WallClock;
	/** 0 up to 1. */
	random: () => number;
	/** Requests a minute on average, and at once. */
	perMinute: number;
	atOnce?: number;
	fetch?: typeof fetch;
	/** Milliseconds for one request with its body. */
	timeout?: number;
	/** Tries of one request. */
	tries?: number;
	signal?: AbortSignal;
}

export interface Outbound {
	/** Body of a good answer. Rejects with VendorError; passing faults were tried again before. */
	text(call: string, url: URL, init?: RequestInit): Promise<string>;
	/** The whole good answer (redirects too, when `init` follows none), its body read. */
	answer(call: string, url: URL, init?: RequestInit): Promise<Response>;
	/** Requests sent since the start, tries counted one by one. */
	readonly sent: number;
}

const TIMEOUT = 20_000;
const TRIES = 4;
/** A vendor that wants a longer pause is left for now: the caller tries again when it suits him. */
const LONGEST_PAUSE = 120_000;
const LARGEST_BODY = 256 * 1024 * 1024;

export const createOutbound = (options: OutboundOptions): Outbound => {
	const { vendor, wall, random, perMinute, atOnce = 4, timeout = TIMEOUT, tries = TRIES, signal } = options;
	const ask = options.fetch ?? fetch;
	const bucket = createTokenBucket({ capacity: atOnce, perSecond: perMinute / 60 });
	const breaker = createCircuitBreaker();
	let sent = 0;

	/** One try: the answer with its body, or VendorError. */
	const once = async (call: string, url: URL, init: RequestInit | undefined): Promise<Response> => {
		const ending = new AbortController();
		const cancel = wall.after(timeout, () => ending.abort(new Error(`No answer in ${timeout / 1000} s.`)));
		const signals = [ending.signal, ...(signal ? [signal] : [])];
		try {
			sent++;
			const answer = await ask(url, { ...init, signal: AbortSignal.any(signals) });
			if (answer.status >= 400) throw await refusal(call, answer);
			const length = Number(answer.headers.get('content-length') ?? 0);
			if (length > LARGEST_BODY) throw new VendorError(vendor, call, 'shape', `It has ${length} bytes.`, { field: WHOLE });
			const body = await answer.arrayBuffer();
			const { status, headers } = answer;
			return new Response(NO_BODY.has(status) ? null : body, { status, headers: decoded(headers) });
		} catch (error) {
			if (error instanceof VendorError) throw error;
			if (signal?.aborted) throw signal.reason;
			const why = ending.signal.aborted ? ending.signal.reason : error;
			throw new VendorError(vendor, call, 'outage', causeOf(why), { cause: error });
		} finally {
			cancel();
		}
	};
	const refusal = async (call: string, answer: Response): Promise<VendorError> => {
		const { status } = answer;
		const text = (await answer.text().catch(() => '')).trimStart();
		const said = text.startsWith('<') ? '' : text.slice(0, 200).replace(/\s+/g, ' ');
		const after = retryAfter(answer.headers.get('retry-after'), wall.now());
		const details = { status, ...(after === undefined ? {} : { retryAfter: after }) };
		const fault = status === 429 ? 'limit' : status >= 500 || status === 408 ? 'outage' : 'refused';
		return new VendorError(vendor, call, fault, `HTTP ${status}${said ? `: ${said}` : ''}.`, details);
	};

	const answer = async (call: string, url: URL, init?: RequestInit): Promise<Response> => {
		for (let failures = 0; ; failures++) {
			const closedFor = breaker.wait(wall.now());
			if (closedFor > 0) throw new VendorError(vendor, call, 'outage', 'It failed several times in a row; it is left alone for a while.', { retryAfter: closedFor }); // biome-ignore format: one step
			const turn = bucket.take(wall.now());
			if (turn > 0) await pause(wall, turn, signal);
			try {
				const good = await once(call, url, init);
				breaker.succeeded();
				return good;
			} catch (error) {
				if (!(error instanceof VendorError)) throw error;
				// A refusal is an answer: the vendor lives.
				if (error.fault === 'outage') breaker.failed(wall.now());
				else breaker.succeeded();
				const delay = error.retryAfter ?? backoff(failures, random);
				if (!error.isPassing || failures + 1 >= tries || delay > LONGEST_PAUSE) throw error;
				await pause(wall, delay, signal);
			}
		}
	};

	return {
		answer,
		text: async (call, url, init) => (await answer(call, url, init)).text(),
		get sent() {
			return sent;
		},
	};
};

const NO_BODY = new Set([101, 204, 205, 304]);

/** The body is unpacked already: headers must not say otherwise. */
const decoded = (headers: Headers): Headers => {
	const kept = new Headers(headers);
	for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name);
	return kept;
};

/** Node wraps the reason of a broken connection twice. */
const causeOf = (error: unknown): string => {
	const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	return inner instanceof Error ? `${inner.message}.`.replace(/\.\.$/, '.') : String(inner);
};
