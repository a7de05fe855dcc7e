/**
 * Decides whether a vendor may be called. After repeated failures it is left alone for a while; after a rate limit, for as long as it asks or for a minute,
 * longer each time. Then a single request tries. Pure: the caller passes the time.
 */
export interface CircuitBreaker {
	readonly state: 'closed' | 'open' | 'trying';
	/** Why it is not closed. */
	readonly why: 'outage' | 'limit';
	/** 0: go ahead. Otherwise milliseconds until the next try is allowed. */
	wait(now: number): number;
	/** The same, without starting a try. */
	left(now: number): number;
	succeeded(): void;
	failed(now: number): void;
	/** The vendor reported a rate limit; `pause` milliseconds if it said how long to wait. */
	limited(now: number, pause?: number): void;
}

interface BreakerRule {
	/** Failures in a row before it opens. */
	failures?: number;
	/** Two failures in a row this far apart are enough: the vendor does not answer, and each request runs into its timeout. */
	failingFor?: number;
	coolDown?: number;
	/** The first pause when the vendor does not say how long; each further one is twice as long, up to the longest. */
	pause?: number;
	longestPause?: number;
}

/** After this long without a rate limit, pauses start from the first one again. */
const FORGIVEN = 10 * 60_000;

export function createCircuitBreaker(rule: BreakerRule = {}): CircuitBreaker {
	const { failures = 5, failingFor = 15_000, coolDown = 20_000, pause = 60_000, longestPause = 15 * 60_000 } = rule;
	let count = 0;
	let since = 0;
	let complaints = 0;
	let openUntil = 0;
	let state: CircuitBreaker['state'] = 'closed';
	let why: CircuitBreaker['why'] = 'outage';
	const open = (until: number, because: CircuitBreaker['why']): void => {
		state = 'open';
		why = because;
		openUntil = until;
	};
	return {
		get state() {
			return state;
		},
		get why() {
			return why;
		},
		wait(now) {
			if (state === 'closed') return 0;
			// While one request tries, the others wait for its result.
			if (state === 'trying' || now < openUntil) return Math.max(1, openUntil - now);
			state = 'trying';
			openUntil = now + coolDown;
			return 0;
		},
		left: (now) => (state === 'open' ? Math.max(0, openUntil - now) : 0),
		succeeded() {
			// This answers a request from before it opened, so it says nothing about now.
			if (state === 'open') return;
			count = 0;
			state = 'closed';
		},
		failed(now) {
			if (state === 'open') return;
			// The rate limit is over: from here on, this failure counts like any other.
			if (state === 'trying' && why === 'limit') {
				state = 'closed';
				count = 0;
			}
			if (count === 0) since = now;
			count++;
			const isEnough = count >= failures || (count > 1 && now - since >= failingFor);
			if (state === 'trying' || isEnough) open(now + coolDown, 'outage');
		},
		limited(now, requestedDelay) {
			// Rate-limit answers to concurrent requests count as one.
			const isNew = state !== 'open' || why !== 'limit';
			if (isNew) {
				if (now - openUntil > FORGIVEN) complaints = 0;
				complaints++;
			}
			const own = isNew ? Math.min(longestPause, pause * 2 ** (complaints - 1)) : 0;
			open(Math.max(isNew ? 0 : openUntil, now + (requestedDelay ?? own)), 'limit');
		},
	};
}
