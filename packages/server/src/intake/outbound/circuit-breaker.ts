/**
 * Decides whether a vendor may be called. The breaker opens for a while after repeated failures. After a rate limit it opens for as long as the vendor asks, or
 * for a minute that doubles each time. Then a single trial request decides whether the breaker closes. Pure: the caller passes the time in ms.
 */
export interface CircuitBreaker {
	readonly state: 'closed' | 'open' | 'trying';
	/** Why the breaker is not closed. */
	readonly why: 'outage' | 'limit';
	/** 0 if a request may be sent now, which can start a trial; otherwise milliseconds until the next check. */
	wait(now: number): number;
	/** Milliseconds until a request may be sent, without starting a trial. */
	remainingMs(now: number): number;
	recordSuccess(): void;
	recordFailure(now: number): void;
	/** The vendor reported a rate limit. `pause`: milliseconds, if it stated how long to wait. */
	recordRateLimit(now: number, pause?: number): void;
}

interface BreakerRule {
	/** Consecutive failures after which the breaker opens. */
	failures?: number;
	/** Two or more failures in a row over at least this many milliseconds open the breaker, too: each request probably ran into its timeout. */
	failingFor?: number;
	/** Milliseconds that the breaker stays open after failures. */
	coolDown?: number;
	/** First pause in ms if the vendor does not state one; each further pause is twice as long, up to `longestPause`. */
	pause?: number;
	longestPause?: number;
}

/** Milliseconds without a rate limit after which the next pause has the initial length again. */
const LIMIT_RESET_MS = 10 * 60_000;

export function createCircuitBreaker(rule: BreakerRule = {}): CircuitBreaker {
	const { failures = 5, failingFor = 15_000, coolDown = 20_000, pause = 60_000, longestPause = 15 * 60_000 } = rule;
	let failureCount = 0;
	let failingSince = 0;
	let limitCount = 0;
	let openUntil = 0;
	let state: CircuitBreaker['state'] = 'closed';
	let why: CircuitBreaker['why'] = 'outage';
	const open = (until: number, reason: CircuitBreaker['why']): void => {
		state = 'open';
		why = reason;
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
			// During a trial, the other requests wait for its result.
			if (state === 'trying' || now < openUntil) return Math.max(1, openUntil - now);
			state = 'trying';
			openUntil = now + coolDown;
			return 0;
		},
		remainingMs: (now) => (state === 'open' ? Math.max(0, openUntil - now) : 0),
		recordSuccess() {
			// The request was sent before the breaker opened, so the result does not show whether the vendor is available now.
			if (state === 'open') return;
			failureCount = 0;
			state = 'closed';
		},
		recordFailure(now) {
			if (state === 'open') return;
			// The rate limit is over, so this failure counts as the first of a new series.
			if (state === 'trying' && why === 'limit') {
				state = 'closed';
				failureCount = 0;
			}
			if (failureCount === 0) failingSince = now;
			failureCount++;
			const shouldOpen = failureCount >= failures || (failureCount > 1 && now - failingSince >= failingFor);
			if (state === 'trying' || shouldOpen) open(now + coolDown, 'outage');
		},
		recordRateLimit(now, requestedDelay) {
			// Rate-limit responses to concurrent requests count as one.
			const isNew = state !== 'open' || why !== 'limit';
			if (isNew) {
				if (now - openUntil > LIMIT_RESET_MS) limitCount = 0;
				limitCount++;
			}
			const defaultPause = isNew ? Math.min(longestPause, pause * 2 ** (limitCount - 1)) : 0;
			open(Math.max(isNew ? 0 : openUntil, now + (requestedDelay ?? defaultPause)), 'limit');
		},
	};
}
