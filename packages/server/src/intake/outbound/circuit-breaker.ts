/**
 * Whether a vendor may be asked. One that fails again and again is left alone for a while; one that says that it is asked too often, for as long as
 * it says, or for a minute, and longer each time. Then one request tries. Pure: the caller tells the time.
 */
export interface CircuitBreaker {
	readonly state: 'closed' | 'open' | 'trying';
	/** Why it is not closed. */
	readonly why: 'outage' | 'limit';
	/** 0: go ahead. Otherwise milliseconds until the next try is allowed. */
	wait(now: number): number;
	/** The same for who only looks. */
	left(now: number): number;
	succeeded(): void;
	failed(now: number): void;
	/** Told that it is asked too often; `pause` milliseconds if it says how long to wait. */
	limited(now: number, pause?: number): void;
}

interface BreakerRule {
	/** In a row. */
	failures?: number;
	/** Two failures in a row this far apart are enough: nobody answers, and each try takes its whole time. */
	failingFor?: number;
	coolDown?: number;
	/** The first pause of a vendor that does not say how long; each further one is twice as long, up to the longest. */
	pause?: number;
	longestPause?: number;
}

/** A vendor that has not complained for this long begins at the first pause again. */
const FORGIVEN = 10 * 60_000;

export const createCircuitBreaker = (rule: BreakerRule = {}): CircuitBreaker => {
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
			// While one request tries, the others wait for what becomes of it.
			if (state === 'trying' || now < openUntil) return Math.max(1, openUntil - now);
			state = 'trying';
			openUntil = now + coolDown;
			return 0;
		},
		left: (now) => (state === 'open' ? Math.max(0, openUntil - now) : 0),
		succeeded() {
			// An answer to what was asked before it was left alone says nothing of now.
			if (state === 'open') return;
			count = 0;
			state = 'closed';
		},
		failed(now) {
			if (state === 'open') return;
			// It no longer says that it is asked too often: from here on it is like any other that fails.
			if (state === 'trying' && why === 'limit') {
				state = 'closed';
				count = 0;
			}
			if (count === 0) since = now;
			count++;
			const isEnough = count >= failures || (count > 1 && now - since >= failingFor);
			if (state === 'trying' || isEnough) open(now + coolDown, 'outage');
		},
		limited(now, asked) {
			// Those that were under way together complain together: that is one complaint.
			const isNew = state !== 'open' || why !== 'limit';
			if (isNew) {
				if (now - openUntil > FORGIVEN) complaints = 0;
				complaints++;
			}
			const own = isNew ? Math.min(longestPause, pause * 2 ** (complaints - 1)) : 0;
			open(Math.max(isNew ? 0 : openUntil, now + (asked ?? own)), 'limit');
		},
	};
};
