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
	let silent = 0;
	const look = (): void => {
		if (silent === 0 || pending.size > silent) return;
		silent = 0;
		for (const callback of [...pending]) {
			pending.delete(callback);
			callback();
		}
	};
	return {
		wait: (callback) => {
			const own = (): void => callback();
			pending.add(own);
			return () => {
				if (pending.delete(own)) look();
			};
		},
		leaveUnanswered: () => {
			silent++;
			look();
		},
		requestCount: () => pending.size - silent,
	};
}
