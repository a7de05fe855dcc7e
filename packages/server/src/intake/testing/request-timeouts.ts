/** Timeouts of requests to a fake vendor. They end by what happens, not by how long a machine takes: when nothing but what will never be answered is still asked. */
export interface RequestTimeouts {
	/** As a clock's `after`: answers how the wait is given up. */
	wait(callback: () => void): () => void;
	/** The vendor leaves a request without an answer. */
	leaveUnanswered(): void;
	/** Requests that are still to be answered. */
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
