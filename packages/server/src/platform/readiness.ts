/** Progress of the start; read by /api/health, the starting page and the terminal's progress bar. */
export interface Progress {
	status: 'starting' | 'ready' | 'stopping' | 'failed';
	/** In plain language: 'Loading market data'. */
	phase: string;
	/** Share done, 0 to 1; null where unknown. */
	progress: number | null;
}

export interface Readiness {
	now(): Progress;
	phase(words: string, progress?: number | null): void;
	set(status: Progress['status'], words?: string): void;
	onChange(listener: (progress: Progress) => void): void;
}

export const createReadiness = (): Readiness => {
	let state: Progress = { status: 'starting', phase: 'Starting', progress: null };
	const listeners: ((progress: Progress) => void)[] = [];
	const change = (next: Progress): void => {
		state = next;
		for (const listener of listeners) listener(state);
	};
	return {
		now: () => state,
		phase: (phase, progress = null) => change({ ...state, phase, progress }),
		set: (status, phase = status === 'ready' ? 'Ready' : state.phase) => change({ status, phase, progress: null }),
		onChange: (listener) => void listeners.push(listener),
	};
};
