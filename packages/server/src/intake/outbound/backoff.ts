/** Milliseconds before try `tries` + 1 (0 after the first failure): doubling, with full jitter, so that clients do not come back together. */
export function backoff(tries: number, random: () => number, { base = 500, most = 30_000 } = {}): number {
	return Math.round(random() * Math.min(most, base * 2 ** tries));
}

/** 'Retry-After' as milliseconds from `now`: seconds or an HTTP date (RFC 9110, 10.2.3). Undefined when it says nothing. */
export function retryAfter(header: string | null, now: number): number | undefined {
	if (header === null || header.trim() === '') return undefined;
	if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Math.ceil(Number(header) * 1000);
	const at = Date.parse(header);
	return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** When a rate limit is free again, as Alpaca and X state it (seconds since 1970) or Reddit (seconds from now). */
const RESETS = ['x-ratelimit-reset', 'x-rate-limit-reset'];
const SINCE_1970 = 1e9;
/** A moment that a vendor names may be a little past already: not before the next second. */
const SOON = 1_000;

/** Milliseconds that an answer with status 429 asks to wait for; undefined when it says nothing. */
export function limitPause(headers: Headers, now: number): number | undefined {
	const requestedDelay = retryAfter(headers.get('retry-after'), now);
	if (requestedDelay !== undefined) return requestedDelay;
	for (const name of RESETS) {
		const reset = Number(headers.get(name) ?? Number.NaN);
		if (reset > 0) return Math.max(SOON, Math.ceil(reset > SINCE_1970 ? reset * 1000 - now : reset * 1000));
	}
	return undefined;
}
