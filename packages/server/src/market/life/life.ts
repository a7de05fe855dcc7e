import type { WaitForRecovery } from '../../platform/clocks/pause.ts';
import type { Readiness } from '../../platform/readiness.ts';
import { type Continuation, type MarketState, nextState, type Transition } from './states.ts';

export interface LifecycleParts {
	waitForRecovery: WaitForRecovery;
	readiness: Readiness;
	/**
	 * Brings the market up to date. Returns how to continue, or undefined if the market only shows stored data. `aborter` is aborted when the result is no
	 * longer needed; the work can abort it, too.
	 */
	start(isRestart: boolean, aborter: AbortController): Promise<Continuation | undefined>;
	/** Whether this process leads. Default: always. */
	leading?: Leading;
	/**
	 * Shows what the leading process publishes, until the signal aborts; must not reject earlier. Calls `checkLead` regularly, because a lead that was renewed
	 * late continues without a change event.
	 */
	follow?(signal: AbortSignal, checkLead: () => void): Promise<void>;
	/** Whether any report can be read. */
	hasReadableReports(): boolean;
	/** Whether a failure is external and temporary: the market then retries, even if no report can be read yet. */
	isTemporary(reason: unknown): boolean;
	/** Whether a failure of the first start is final, even if reports can be read. Default: no failure is. */
	isFatalAtStart?(reason: unknown): boolean;
	onError(message: string, error: unknown): void;
}

export interface Lifecycle {
	state(): MarketState;
	/** Aborts when the market is stopped. */
	readonly stopSignal: AbortSignal;
	/** Runs the market until it only shows stored data or is stopped. Rejects if it fails before any report can be read. */
	run(): Promise<void>;
	/** Restarts on corrected data. Resolves when the market runs again; rejects if it is stopped or loses the lead. */
	startOver(): Promise<void>;
	/** Corrects a market that only shows stored data: `reload` rereads the data. Rejects if `reload` rejects; the earlier data stays readable. */
	correct(reload: () => Promise<void>): Promise<void>;
	/** Stops the market. Resolves when the current work has ended. */
	stop(reason: Error): Promise<void>;
}

const TOO_MANY_FILES_MESSAGE = 'The server has reached its limit of open files: raise it (ulimit -n) and restart the server.';

/** Returns an error's full message, for administrators and the log. */
export function fullMessage(reason: unknown): string {
	return reason instanceof Error ? reason.message : String(reason);
}

/** Returns an error's message for public health, without the paths and handles that errors of the operating system contain. */
export function publicMessage(reason: unknown): string {
	const text = fullMessage(reason);
	if (/\b(?:EMFILE|ENFILE)\b|too many open files/i.test(text)) return TOO_MANY_FILES_MESSAGE;
	const code = (reason as NodeJS.ErrnoException | null)?.code;
	return reason instanceof Error && 'syscall' in reason && typeof code === 'string' ? `Operating system error ${code}: see the log.` : text;
}

const LEAD_LOST = new Error('Another process leads the market.');

/** Runs a market's state machine: does the work of the current state, then makes the resulting transition, unless another one came first. */
export function createLifecycle(parts: LifecycleParts): Lifecycle {
	const {
		waitForRecovery,
		readiness,
		start,
		leading = ALWAYS_LEADS,
		follow = untilAborted,
		hasReadableReports,
		isTemporary,
		isFatalAtStart = () => false,
		onError,
	} = parts;
	const stopController = new AbortController();
	const isLeader = (): boolean => leading.getEpoch() !== undefined;
	let state: MarketState = { name: isLeader() ? 'starting' : 'following', starts: 0 };
	let workAborter = new AbortController();
	/** Aborted when an idle market must follow another process or is stopped. Corrections don't abort it, because `correct` does their work. */
	let idleAborter = new AbortController();
	let finished: Promise<void> = Promise.resolve();
	/** The work of the current state. */
	let currentWork: Promise<unknown> = Promise.resolve();
	/** Settles when the requested restart has succeeded or failed. */
	let pendingRestart: PromiseWithResolvers<void> | undefined;

	const settleRestart = (settle: (waiting: PromiseWithResolvers<void>) => void): void => {
		if (pendingRestart) settle(pendingRestart);
		pendingRestart = undefined;
	};

	const onEntered = (newState: MarketState): void => {
		if (newState.name === 'correcting') workAborter.abort(new Error('The market is applying corrections.'));
		if (newState.name === 'following') {
			workAborter.abort(LEAD_LOST);
			idleAborter.abort(LEAD_LOST);
			settleRestart(({ reject }) => reject(LEAD_LOST));
		}
		if (newState.name === 'running' || newState.name === 'idle') settleRestart(({ resolve }) => resolve());
		if (newState.name === 'stopped') settleRestart(({ reject }) => reject(newState.reason));
		if (newState.name !== 'resting') return;
		onError('market stopped after an error', newState.reason);
		if (hasReadableReports()) readiness.set('ready', `Not updating: ${publicMessage(newState.reason)}`);
		else readiness.setPhase(`Waiting: ${publicMessage(newState.reason)}`);
	};

	const transition = (event: Transition): void => {
		const previous = state;
		state = nextState(previous, event);
		if (state === previous) return;
		if (previous.name === 'following') workAborter.abort(new Error('This process leads now.'));
		onEntered(state);
	};
	/** If the lead was lost and regained since the last event, it counts as a new lead. */
	const unsubscribe = leading.onChange(() => {
		const current = currentWork;
		transition({ name: 'lost' });
		if (isLeader()) transition({ name: 'leads' });
		return current;
	});

	const runStart = async (starts: number): Promise<Transition> => {
		const resume = await start(starts > 0, workAborter);
		return resume ? { name: 'caughtUp', resume } : { name: 'read' };
	};

	/** Does the work of a state. Resolves with the transition that follows, or undefined if there is nothing to do. */
	const runStateWork = async (current: MarketState): Promise<Transition | undefined> => {
		if (current.name !== 'running') workAborter = new AbortController();
		switch (current.name) {
			case 'following':
				await follow(workAborter.signal, () => isLeader() && transition({ name: 'leads' }));
				return { name: 'lost' };
			case 'starting':
			case 'correcting':
				return runStart(current.starts);
			case 'running':
				await current.resume();
				return { name: 'ended' };
			case 'resting':
				await waitForRecovery(restartDelay(current.starts), workAborter.signal);
				return { name: 'rested' };
			case 'idle':
				if (leading === ALWAYS_LEADS) return undefined;
				idleAborter = new AbortController();
				await untilAborted(idleAborter.signal);
				return { name: 'ended' };
			case 'stopped':
				return undefined;
		}
	};

	const runStates = async (): Promise<void> => {
		for (;;) {
			const current = state;
			const isFirst = current.name === 'starting' && current.starts === 0;
			const isRecoverable = (reason: unknown): boolean =>
				!(isFirst && isFatalAtStart(reason)) && (hasReadableReports() || isTemporary(reason));
			const work = runStateWork(current).catch((reason): Transition => ({ name: 'failed', reason, isRecoverable: isRecoverable(reason) }));
			currentWork = work;
			const event = await work;
			if (!event) break;
			if (state === current) transition(event);
		}
		if (state.name !== 'stopped' || stopController.signal.aborted) return;
		onError('market failed', state.reason);
		readiness.set('failed', publicMessage(state.reason));
		throw state.reason;
	};

	return {
		state: () => state,
		stopSignal: stopController.signal,
		run: () => {
			const runPromise = runStates();
			finished = runPromise.catch(() => {});
			return runPromise;
		},
		startOver: () => {
			if (state.name === 'stopped') return Promise.reject(state.reason);
			if (state.name === 'following') return Promise.reject(LEAD_LOST);
			pendingRestart ??= Promise.withResolvers<void>();
			transition({ name: 'corrected' });
			return pendingRestart.promise;
		},
		correct: async (reload) => {
			transition({ name: 'corrected' });
			try {
				await reload();
			} catch (error) {
				transition({ name: 'kept' });
				throw error;
			}
			transition({ name: 'read' });
		},
		stop: (reason) => {
			unsubscribe();
			stopController.abort(reason);
			workAborter.abort(reason);
			idleAborter.abort(reason);
			transition({ name: 'stop', reason });
			return finished;
		},
	};
}

function untilAborted(signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));
}

const RESTART_DELAYS = [5_000, 15_000, 60_000];

/** Returns the milliseconds before a failed start is retried. `attempts`: number of earlier attempts. */
export function restartDelay(attempts: number): number {
	return RESTART_DELAYS[Math.min(attempts, RESTART_DELAYS.length - 1)]!;
}

/** Whether this process leads the market: ingests, scores and publishes. */
export interface Leading {
	/** Number of this process's term as leader; undefined while another process leads. */
	getEpoch(): number | undefined;
	/**
	 * Calls `listener` on each change. After a loss, this process tries to lead again only when the listener's promise has settled. Returns a function that
	 * unsubscribes.
	 */
	onChange(listener: () => unknown): () => void;
}

/** For a process that never leads. */
export const NEVER_LEADS: Leading = { getEpoch: () => undefined, onChange: () => () => {} };

/** For a process that is the only one. */
export const ALWAYS_LEADS: Leading = { getEpoch: () => 0, onChange: () => () => {} };
