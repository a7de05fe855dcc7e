/** Milliseconds before try `tries` + 1 (0 after the first failure): doubling, with full jitter, so that clients do not come back together. */
export const backoff = (tries: number, random: () => number, { base = 500, most = 30_000 } = {}): number =>
	Math.round(random() * Math.min(most, base * 2 ** tries));

/** 'Retry-After' as milliseconds from `now`: seconds or an HTTP date (RFC 9110, 10.2.3). Undefined when it says nothing. */
export const retryAfter = (header: string | null, now: number): number | undefined => {
	if (header === null || header.trim() === '') return undefined;
	if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Math.ceil(Number(header) * 1000);
	const at = Date.parse(header);
	return Number.isNaN(at) ? undefined : Math.max(0, at - now);
};
