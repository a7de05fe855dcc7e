/**
 * Computes the milliseconds to wait before a retry; `retries` is 0 after the first failure. Exponential with full jitter, so that clients don't retry together.
 */
export function computeBackoffMs(retries: number, random: () => number, { base = 500, most: max = 30_000 } = {}): number {
	return Math.round(random() * Math.min(max, base * 2 ** retries));
}

/** Parses 'Retry-After', seconds or an HTTP date (RFC 9110, 10.2.3), to milliseconds from `now`. Undefined if absent or invalid. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
	if (header === null || header.trim() === '') return undefined;
	if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Math.ceil(Number(header) * 1000);
	const at = Date.parse(header);
	return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** Headers that state when a rate limit resets: Alpaca and X in seconds since 1970, Reddit in seconds from now. */
const RESET_HEADERS = ['x-ratelimit-reset', 'x-rate-limit-reset'];
/** Larger values are seconds since 1970. */
const MIN_EPOCH_SECONDS = 1e9;
/** Minimum pause in ms, because a stated reset can be slightly in the past. */
const MIN_PAUSE_MS = 1_000;

/** Computes the milliseconds to wait after a response with status 429; undefined if no header states it. */
export function computeRateLimitDelayMs(headers: Headers, now: number): number | undefined {
	const requestedDelay = parseRetryAfter(headers.get('retry-after'), now);
	if (requestedDelay !== undefined) return requestedDelay;
	for (const name of RESET_HEADERS) {
		const reset = Number(headers.get(name) ?? Number.NaN);
		if (reset > 0) return Math.max(MIN_PAUSE_MS, Math.ceil(reset > MIN_EPOCH_SECONDS ? reset * 1000 - now : reset * 1000));
	}
	return undefined;
}
