import type { WaitForRecovery } from '../../platform/clocks/pause.ts';
import type { Readiness } from '../../platform/readiness.ts';
import { type Continuation, type MarketState, nextState, type Transition } from './states.ts';

export interface LifeParts {
	rest: WaitForRecovery;
	readiness: Readiness;
	/**
	 * Brings the market up to date. Returns how to continue, or undefined if the market only shows stored data. `aborter` is aborted when the result is no
	 * longer needed; the work can abort it, too.
	 */
	start(isRestart: boolean, turn: AbortController): Promise<Continuation | undefined>;
	/** Whether this process leads. Default: always. */
	leading?: Leading;
	/**
	 * Shows what the leading process publishes, until the signal aborts; must not reject before. Calls `checkLead` regularly, because a lead that was renewed
	 * late continues without a change event.
	 */
	follow?(signal: AbortSignal, look: () => void): Promise<void>;
	/** Whether any report can be read. */
	readable(): boolean;
	/** Whether a failure is external and temporary: the market then retries, even if no report can be read yet. */
	comesBack(reason: unknown): boolean;
	/** Whether a failure of the first start is final, even if reports can be read. Default: no failure is. */
	endsStart?(reason: unknown): boolean;
	onError(message: string, error: unknown): void;
}

export interface Life {
	state(): MarketState;
	/** Aborts when the market is stopped. */
	readonly ending: AbortSignal;
	/** Runs the market until it only shows stored data or is stopped. Rejects if it fails before any report can be read. */
	live(): Promise<void>;
	/** Restarts on corrected data. Resolves when the market runs again; rejects if it is stopped or loses the lead. */
	startOver(): Promise<void>;
	/** The same for a market that only shows stored data, which `read` reloads. Rejects if `read` does; the earlier data stays readable. */
	correct(read: () => Promise<void>): Promise<void>;
	/** Stops the market. Resolves when the current work has ended. */
	stop(reason: Error): Promise<void>;
}

const NO_FILE_LEFT = 'The server has reached its limit of open files: raise it (ulimit -n) and restart the server.';

/** An error's full message, for administrators and the log. */
export function fullMessage(reason: unknown): string {
	return reason instanceof Error ? reason.message : String(reason);
}

/** An error's message for public health, without paths and handles in errors of the operating system. */
export function publicMessage(reason: unknown): string {
	const text = fullMessage(reason);
	if (/\b(?:EMFILE|ENFILE)\b|too many open files/i.test(text)) return NO_FILE_LEFT;
	const code = (reason as NodeJS.ErrnoException | null)?.code;
	return reason instanceof Error && 'syscall' in reason && typeof code === 'string' ? `Operating system error ${code}: see the log.` : text;
}

const LOST = new Error('Another process leads the market.');

/** Runs a market's state machine: does the work of the current state, then makes the resulting transition, unless another one came first. */
export function createLife(parts: LifeParts): Life {
	const {
		rest,
		readiness,
		start,
		leading = ALWAYS_LEADS,
		follow = untilAborted,
		readable,
		comesBack,
		endsStart = () => false,
		onError,
	} = parts;
	const ending = new AbortController();
	const leads = (): boolean => leading.epoch() !== undefined;
	let state: MarketState = { name: leads() ? 'starting' : 'following', starts: 0 };
	let turn = new AbortController();
	/** Aborted when an idle market must follow another process or is stopped. Corrections do their own work. */
	let left = new AbortController();
	let lived: Promise<void> = Promise.resolve();
	/** The work of the current state. */
	let working: Promise<unknown> = Promise.resolve();
	/** Settles when the requested restart has succeeded or failed. */
	let takenUp: PromiseWithResolvers<void> | undefined;

	const taken = (how: (waiting: PromiseWithResolvers<void>) => void): void => {
		if (takenUp) how(takenUp);
		takenUp = undefined;
	};

	const entered = (now: MarketState): void => {
		if (now.name === 'correcting') turn.abort(new Error('The market is applying corrections.'));
		if (now.name === 'following') {
			turn.abort(LOST);
			left.abort(LOST);
			taken(({ reject }) => reject(LOST));
		}
		if (now.name === 'running' || now.name === 'idle') taken(({ resolve }) => resolve());
		if (now.name === 'stopped') taken(({ reject }) => reject(now.reason));
		if (now.name !== 'resting') return;
		onError('market stopped after an error', now.reason);
		if (readable()) readiness.set('ready', `Not updating: ${publicMessage(now.reason)}`);
		else readiness.phase(`Waiting: ${publicMessage(now.reason)}`);
	};

	const make = (move: Transition): void => {
		const before = state;
		state = nextState(before, move);
		if (state === before) return;
		if (before.name === 'following') turn.abort(new Error('This process leads now.'));
		entered(state);
	};
	/** A lead that was lost and regained meanwhile counts as a new one. */
	const unsubscribe = leading.onChange(() => {
		const under = working;
		make({ name: 'lost' });
		if (leads()) make({ name: 'leads' });
		return under;
	});

	const begin = async (starts: number): Promise<Transition> => {
		const goOn = await start(starts > 0, turn);
		return goOn ? { name: 'caughtUp', goOn } : { name: 'read' };
	};

	/** Does the work of a state; resolves with the transition that it ends with, or undefined if there is nothing to do. */
	const workOf = async (now: MarketState): Promise<Transition | undefined> => {
		if (now.name !== 'running') turn = new AbortController();
		switch (now.name) {
			case 'following':
				await follow(turn.signal, () => leads() && make({ name: 'leads' }));
				return { name: 'lost' };
			case 'starting':
			case 'correcting':
				return begin(now.starts);
			case 'running':
				await now.goOn();
				return { name: 'ended' };
			case 'resting':
				await rest(restartDelay(now.starts), turn.signal);
				return { name: 'rested' };
			case 'idle':
				if (leading === ALWAYS_LEADS) return undefined;
				left = new AbortController();
				await untilAborted(left.signal);
				return { name: 'ended' };
			case 'stopped':
				return undefined;
		}
	};

	const live = async (): Promise<void> => {
		for (;;) {
			const now = state;
			const isFirst = now.name === 'starting' && now.starts === 0;
			const isBearable = (reason: unknown): boolean => !(isFirst && endsStart(reason)) && (readable() || comesBack(reason));
			const work = workOf(now).catch((reason): Transition => ({ name: 'failed', reason, bearable: isBearable(reason) }));
			working = work;
			const move = await work;
			if (!move) break;
			if (state === now) make(move);
		}
		if (state.name !== 'stopped' || ending.signal.aborted) return;
		onError('market failed', state.reason);
		readiness.set('failed', publicMessage(state.reason));
		throw state.reason;
	};

	return {
		state: () => state,
		ending: ending.signal,
		live: () => {
			const living = live();
			lived = living.catch(() => {});
			return living;
		},
		startOver: () => {
			if (state.name === 'stopped') return Promise.reject(state.reason);
			if (state.name === 'following') return Promise.reject(LOST);
			takenUp ??= Promise.withResolvers<void>();
			make({ name: 'corrected' });
			return takenUp.promise;
		},
		correct: async (read) => {
			make({ name: 'corrected' });
			try {
				await read();
			} catch (error) {
				make({ name: 'kept' });
				throw error;
			}
			make({ name: 'read' });
		},
		stop: (reason) => {
			unsubscribe();
			ending.abort(reason);
			turn.abort(reason);
			left.abort(reason);
			make({ name: 'stop', reason });
			return lived;
		},
	};
}

function untilAborted(signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));
}

const RESTART_AFTER = [5_000, 15_000, 60_000];

/** Milliseconds before a failed start is retried. `tries`: number of earlier tries. */
export function restartDelay(tries: number): number {
	return RESTART_AFTER[Math.min(tries, RESTART_AFTER.length - 1)]!;
}

/** Whether this process leads the market: ingests, scores and publishes. */
export interface Leading {
	/** Number of its term as leader; undefined while another process leads. */
	epoch(): number | undefined;
	/** Calls `listener` on each change; after a loss, the lead is not sought again before its promise has settled. Returns a function that unsubscribes. */
	onChange(listener: () => unknown): () => void;
}

/** For a process that never leads. */
export const NEVER_LEADS: Leading = { epoch: () => undefined, onChange: () => () => {} };

/** For a process that is the only one. */
export const ALWAYS_LEADS: Leading = { epoch: () => 0, onChange: () => () => {} };
