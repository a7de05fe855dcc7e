const BAR_WIDTH = 28;

/** Progress of the start, for /api/health, the starting page and the terminal. */
export interface Progress {
	status: 'starting' | 'ready' | 'stopping' | 'failed';
	/** In words for users, such as 'Loading market data'. */
	phase: string;
	/** Fraction of the phase that is done, 0 to 1; null if unknown. */
	progress: number | null;
}

export interface Readiness {
	getProgress(): Progress;
	setPhase(text: string, progress?: number | null): void;
	set(status: Progress['status'], text?: string): void;
	onChange(listener: (progress: Progress) => void): void;
}

export function createReadiness(): Readiness {
	let state: Progress = { status: 'starting', phase: 'Starting', progress: null };
	const listeners: ((progress: Progress) => void)[] = [];
	const update = (next: Progress): void => {
		state = next;
		for (const listener of listeners) listener(state);
	};
	return {
		getProgress: () => state,
		setPhase: (phase, progress = null) => update({ ...state, phase, progress }),
		set: (status, phase = status === 'ready' ? 'Ready' : state.phase) => update({ status, phase, progress: null }),
		onChange: (listener) => void listeners.push(listener),
	};
}

/** Prints progress: on a terminal as one line that is redrawn, elsewhere as one line for each phase and quarter. */
export function createProgressBar(out: NodeJS.WriteStream): (progress: Progress) => void {
	let lastLine = '';
	return ({ status, phase, progress }) => {
		const isDone = status !== 'starting';
		if (!out.isTTY) {
			const line = progress === null ? phase : `${phase} ${Math.floor(progress * 4) * 25} %`;
			if (line !== lastLine && !isDone) out.write(`${line}\n`);
			lastLine = line;
			return;
		}
		const filled = Math.round((progress ?? 0) * BAR_WIDTH);
		const bar = progress === null ? '' : ` [${'='.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}] ${Math.round(progress * 100)} %`;
		const line = isDone ? '' : `${phase}${bar}`;
		if (line === lastLine) return;
		lastLine = line;
		out.write(`\r\x1b[2K${line}`);
	};
}
