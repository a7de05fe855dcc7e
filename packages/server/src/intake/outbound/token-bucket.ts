/** Allows `capacity` requests at once and `perSecond` of them on average. Pure: the caller tells the time and does the waiting. */
export interface TokenBucket {
	/** Takes a token, possibly ahead of time; answers how many milliseconds the caller must wait before he uses it. */
	take(now: number): number;
}

export const createTokenBucket = ({ capacity, perSecond }: { capacity: number; perSecond: number }): TokenBucket => {
	if (!(capacity >= 1 && perSecond > 0)) throw new RangeError('A token bucket holds at least one token and fills.');
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
};
