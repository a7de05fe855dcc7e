/** Allows `capacity` requests at once and `perSecond` on average. Pure: the caller passes the time and does the waiting. */
export interface TokenBucket {
	/** Takes a token, possibly in advance; returns the milliseconds to wait before using it. */
	take(now: number): number;
}

export function createTokenBucket({ capacity, perSecond }: { capacity: number; perSecond: number }): TokenBucket {
	if (!(capacity >= 1 && perSecond > 0)) throw new RangeError('A token bucket must hold at least one token and refill.');
	let tokens = capacity;
	let seen = Number.NEGATIVE_INFINITY;
	return {
		take(now) {
			if (now > seen) {
				tokens = seen === Number.NEGATIVE_INFINITY ? capacity : Math.min(capacity, tokens + ((now - seen) / 1000) * perSecond);
				seen = now;
			}
			tokens -= 1;
			return tokens >= 0 ? 0 : Math.ceil((-tokens / perSecond) * 1000);
		},
	};
}

/** Fraction (1/n) of a minute's requests that may go at once. */
const BURST = 10;

/** No minute, wherever it begins, has more than `perMinute` requests: a burst is deducted from the rate after it. */
export function createMinuteBucket(perMinute: number, atOnce: number): TokenBucket {
	const capacity = Math.max(1, Math.min(atOnce, Math.floor(perMinute / BURST)));
	return createTokenBucket({ capacity, perSecond: Math.max(perMinute - capacity, perMinute / 2) / 60 });
}
