/** Stops asking a vendor that fails again and again, and lets one request try after a while. Pure: the caller tells the time. */
export interface CircuitBreaker {
	readonly state: 'closed' | 'open' | 'trying';
	/** 0: go ahead. Otherwise milliseconds until the next try is allowed. */
	wait(now: number): number;
	succeeded(): void;
	failed(now: number): void;
}

export const createCircuitBreaker = ({ failures = 5, coolDown = 60_000 } = {}): CircuitBreaker => {
	let count = 0;
	let openUntil = 0;
	let state: CircuitBreaker['state'] = 'closed';
	return {
		get state() {
			return state;
		},
		wait(now) {
			if (state === 'closed') return 0;
			// While one request tries, the others wait for what becomes of it.
			if (state === 'trying' || now < openUntil) return Math.max(1, openUntil - now);
			state = 'trying';
			openUntil = now + coolDown;
			return 0;
		},
		succeeded() {
			count = 0;
			state = 'closed';
		},
		failed(now) {
			count++;
			if (state === 'trying' || count >= failures) {
				state = 'open';
				openUntil = now + coolDown;
			}
		},
	};
};
