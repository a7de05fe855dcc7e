/** Sends requests to a vendor within its rate limit, retries temporary failures, and pauses after repeated failures. */

import { pause } from '../../platform/clocks/pause.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { computeBackoffMs, computeRateLimitDelayMs, parseRetryAfter } from './backoff.ts';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';
import { WHOLE_BODY } from './decode.ts';
import { VendorError } from './vendor-error.ts';

/** Allows bursts of `capacity` requests, and `perSecond` on average. Pure: the caller passes the time in ms and does the waiting. */
interface TokenBucket {
	/** Takes a token, possibly in advance; returns the milliseconds to wait before using it. */
	take(now: number): number;
}

/** A burst has at most 1/BURST_DIVISOR of a minute's requests. */
const BURST_DIVISOR = 10;

export interface OutboundOptions {
	vendor: string;
	wall: WallClock;
	/** Uniform in [0, 1). */
	random: () => number;
	/** Requests per minute on average, and the largest burst. Default burst: 4. */
	perMinute: number;
	burst?: number;
	fetch?: typeof fetch;
	/** Milliseconds for one attempt, including the body. Default: 20,000. */
	timeout?: number;
	/** Maximum number of attempts for one request. Default: 4. */
	tries?: number;
	signal?: AbortSignal;
	/** Receives a message when requests are paused, and when the vendor is available again. */
	notify?(message: string): void;
}

export interface RequestOptions extends RequestInit {
	/** Milliseconds for an attempt of this request, including the body. Default: that of the client. */
	timeout?: number;
}

export interface Outbound {
	/** Returns the body of a successful response. Rejects with VendorError, after retrying temporary failures. */
	text(call: string, url: URL, init?: RequestOptions): Promise<string>;
	/** A successful response with its body already read; a redirect if `init` says not to follow it. */
	response(call: string, url: URL, init?: RequestOptions): Promise<Response>;
	/** Requests sent since the start, including retries. */
	readonly sent: number;
	state(): OutboundState;
}

interface OutboundState {
	readonly vendor: string;
	readonly perMinute: number;
	readonly sent: number;
	readonly state: CircuitBreaker['state'];
	readonly why: CircuitBreaker['why'];
	/** Milliseconds until requests may be sent; 0 if they may be now. */
	readonly wait: number;
}

const DEFAULT_TIMEOUT_MS = 20_000;
const DEFAULT_TRIES = 4;
/** Longest pause that a request waits for. In a longer pause the request fails, and the caller retries later. */
const MAX_PAUSE_MS = 120_000;
/** Pauses of at least this length are logged. */
const MIN_LOGGED_PAUSE_MS = 30_000;
const MAX_BODY_BYTES = 256 * 1024 * 1024;

export function createOutbound(options: OutboundOptions): Outbound {
	const { vendor, wall, random, perMinute, burst = 4, timeout = DEFAULT_TIMEOUT_MS, tries = DEFAULT_TRIES, signal } = options;
	const fetchFn = options.fetch ?? fetch;
	const bucket = createMinuteBucket(perMinute, burst);
	const breaker = createCircuitBreaker();
	/** Settles when the trial request after a pause has ended; all other requests wait for it. */
	let trial: PromiseWithResolvers<void> | undefined;
	let pausedSince: number | undefined;
	let sent = 0;

	/** Makes one attempt and returns the response with its body. Rejects with VendorError, or with the signal's reason. */
	const attempt = async (call: string, url: URL, { timeout: requestTimeout, ...init }: RequestOptions = {}): Promise<Response> => {
		const timeoutController = new AbortController();
		const timeoutMs = requestTimeout ?? timeout;
		const cancel = wall.after(timeoutMs, () => timeoutController.abort(new Error(`No response within ${timeoutMs / 1000} s.`)));
		const signals = [timeoutController.signal, ...(signal ? [signal] : [])];
		try {
			sent++;
			const response = await fetchFn(url, { ...init, signal: AbortSignal.any(signals) });
			if (response.status >= 400) throw await createResponseError(call, response);
			const length = Number(response.headers.get('content-length') ?? 0);
			if (length > MAX_BODY_BYTES) throw new VendorError(vendor, call, 'shape', `It has ${length} bytes.`, { field: WHOLE_BODY });
			const body = await response.arrayBuffer();
			const { status, headers } = response;
			return new Response(BODILESS_STATUSES.has(status) ? null : body, { status, headers: withoutEncoding(headers) });
		} catch (error) {
			if (error instanceof VendorError) throw error;
			if (signal?.aborted) throw signal.reason;
			const cause = timeoutController.signal.aborted ? timeoutController.signal.reason : error;
			throw new VendorError(vendor, call, 'outage', describeCause(cause), { cause: error });
		} finally {
			cancel();
		}
	};
	const createResponseError = async (call: string, response: Response): Promise<VendorError> => {
		const { status } = response;
		const text = (await response.text().catch(() => '')).trimStart();
		const excerpt = text.startsWith('<') ? '' : text.slice(0, 200).replace(/\s+/g, ' ');
		const retryDelay =
			status === 429
				? computeRateLimitDelayMs(response.headers, wall.now())
				: parseRetryAfter(response.headers.get('retry-after'), wall.now());
		const details = { status, ...(retryDelay === undefined ? {} : { retryAfter: retryDelay }) };
		const fault = status === 429 ? 'limit' : status >= 500 || status === 408 ? 'outage' : 'refused';
		return new VendorError(vendor, call, fault, `HTTP ${status}${excerpt ? `: ${excerpt}` : ''}.`, details);
	};

	const createPausedError = (call: string, retryAfter: number): VendorError =>
		breaker.why === 'limit'
			? new VendorError(vendor, call, 'limit', `Retry in ${Math.ceil(retryAfter / 1000)} s.`, { retryAfter, status: 429 })
			: new VendorError(vendor, call, 'outage', 'It failed several times in a row; requests are paused.', { retryAfter });
	/** Waits until a request may be sent; true if it is the trial request. */
	const waitForBreaker = async (call: string): Promise<boolean> => {
		for (;;) {
			signal?.throwIfAborted();
			if (trial) {
				await trial.promise;
				continue;
			}
			const waitMs = breaker.wait(wall.now());
			if (waitMs === 0) {
				if (breaker.state === 'closed') return false;
				trial = Promise.withResolvers();
				return true;
			}
			if (breaker.why === 'outage' || tries === 1 || waitMs > MAX_PAUSE_MS) throw createPausedError(call, waitMs);
			await pause(wall, waitMs, signal);
		}
	};
	const endTrial = (): void => {
		trial?.resolve();
		trial = undefined;
	};
	/** Logs when calls to the vendor stop, and when they resume. */
	const notifyChange = (call: string, error: VendorError | undefined): void => {
		const now = wall.now();
		if (error && breaker.state === 'open' && pausedSince === undefined) {
			const remainingMs = breaker.remainingMs(now);
			if (breaker.why === 'limit' && remainingMs < MIN_LOGGED_PAUSE_MS) return;
			pausedSince = now;
			options.notify?.(`${error.message} Retry in ${Math.ceil(remainingMs / 1000)} s.`);
		} else if (!error && breaker.state === 'closed' && pausedSince !== undefined) {
			options.notify?.(`${vendor}, ${call}: available again after ${Math.round((now - pausedSince) / 1000)} s.`);
			pausedSince = undefined;
		}
	};
	/** Waits for the rate limit and the breaker; true for the trial request. */
	const waitUntilAllowed = async (call: string): Promise<boolean> => {
		for (;;) {
			const isTrial = await waitForBreaker(call);
			try {
				const waitMs = bucket.take(wall.now());
				if (waitMs > 0) await pause(wall, waitMs, signal);
			} catch (error) {
				if (isTrial) endTrial();
				throw error;
			}
			// The breaker can have opened during the wait.
			if (isTrial || breaker.state === 'closed') return isTrial;
		}
	};
	const recordFailure = ({ fault, retryAfter: requestedPause }: VendorError): void => {
		if (fault === 'outage') breaker.recordFailure(wall.now());
		else if (fault === 'limit') breaker.recordRateLimit(wall.now(), requestedPause);
		// A rejected request shows that the vendor is available.
		else breaker.recordSuccess();
	};

	const fetchWithRetries = async (call: string, url: URL, init?: RequestOptions): Promise<Response> => {
		for (let failures = 0; ; failures++) {
			const isTrial = await waitUntilAllowed(call);
			let delay = 0;
			try {
				const response = await attempt(call, url, init);
				breaker.recordSuccess();
				notifyChange(call, undefined);
				return response;
			} catch (error) {
				if (!(error instanceof VendorError)) throw error;
				recordFailure(error);
				notifyChange(call, error);
				// After a rate limit, the breaker makes all requests wait.
				if (error.fault !== 'limit') delay = error.retryAfter ?? computeBackoffMs(failures, random);
				if (!error.isTemporary || failures + 1 >= tries || delay > MAX_PAUSE_MS) throw error;
			} finally {
				if (isTrial) endTrial();
			}
			if (delay > 0) await pause(wall, delay, signal);
		}
	};

	return {
		response: fetchWithRetries,
		text: async (call, url, init) => (await fetchWithRetries(call, url, init)).text(),
		get sent() {
			return sent;
		},
		state: () => ({ vendor, perMinute, sent, state: breaker.state, why: breaker.why, wait: breaker.remainingMs(wall.now()) }),
	};
}

const BODILESS_STATUSES = new Set([101, 204, 205, 304]);

/** Removes headers about the encoding, because the body is already decoded. */
function withoutEncoding(headers: Headers): Headers {
	const newHeaders = new Headers(headers);
	for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) newHeaders.delete(name);
	return newHeaders;
}

/** Returns the message of the underlying error: fetch wraps the reason of a broken connection. */
function describeCause(error: unknown): string {
	const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	return inner instanceof Error ? `${inner.message}.`.replace(/\.\.$/, '.') : String(inner);
}

export function createTokenBucket({ capacity, perSecond }: { capacity: number; perSecond: number }): TokenBucket {
	if (!(capacity >= 1 && perSecond > 0)) throw new RangeError('A token bucket must hold at least one token and refill.');
	let tokens = capacity;
	let lastTake = Number.NEGATIVE_INFINITY;
	return {
		take(now) {
			if (now > lastTake) {
				tokens = lastTake === Number.NEGATIVE_INFINITY ? capacity : Math.min(capacity, tokens + ((now - lastTake) / 1000) * perSecond);
				lastTake = now;
			}
			tokens -= 1;
			return tokens >= 0 ? 0 : Math.ceil((-tokens / perSecond) * 1000);
		},
	};
}

/** Creates a bucket with at most `perMinute` requests in any 60 seconds: the burst is deducted from the average rate. */
export function createMinuteBucket(perMinute: number, burst: number): TokenBucket {
	const capacity = Math.max(1, Math.min(burst, Math.floor(perMinute / BURST_DIVISOR)));
	return createTokenBucket({ capacity, perSecond: Math.max(perMinute - capacity, perMinute / 2) / 60 });
}
