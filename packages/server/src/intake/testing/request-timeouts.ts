/** Timeouts of requests to a fake vendor. They expire once only requests without a response are pending, regardless of the speed of the machine. */
export interface RequestTimeouts {
	/** Like a clock's `after`: returns a function that cancels the wait. */
	wait(callback: () => void): () => void;
	/** Marks a request as one without a response. */
	leaveUnanswered(): void;
	/** Number of pending requests that will get a response. */
	requestCount(): number;
}

export function createRequestTimeouts(): RequestTimeouts {
	const pending = new Set<() => void>();
	let unansweredCount = 0;
	const expireIfIdle = (): void => {
		if (unansweredCount === 0 || pending.size > unansweredCount) return;
		unansweredCount = 0;
		for (const callback of [...pending]) {
			pending.delete(callback);
			callback();
		}
	};
	return {
		wait: (callback) => {
			const timeout = (): void => callback();
			pending.add(timeout);
			return () => {
				if (pending.delete(timeout)) expireIfIdle();
			};
		},
		leaveUnanswered: () => {
			unansweredCount++;
			expireIfIdle();
		},
		requestCount: () => pending.size - unansweredCount,
	};
}
