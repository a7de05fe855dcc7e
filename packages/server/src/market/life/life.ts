import type { Rest } from '../../platform/clocks/rest.ts';
import type { Readiness } from '../../platform/readiness.ts';
import { ALONE, type Leading } from './leading.ts';
import { restartAfter } from './restart-after.ts';
import { type GoOn, type MarketState, type Move, next } from './states.ts';

export interface LifeParts {
	rest: Rest;
	readiness: Readiness;
	/**
	 * Brings the market up to date: what to go on with, or undefined when it stands on what is stored. `again`: there was a start before. `turn` aborts
	 * when what follows counts for nothing; the work may end it itself.
	 */
	start(again: boolean, turn: AbortController): Promise<GoOn | undefined>;
	/** Whether this process leads; it does for good unless told. */
	leading?: Leading;
	/**
	 * Shows what the process that leads publishes, until the signal aborts; it does not reject before. `look` is called now and then: a lead whose renewal
	 * came late is led on without a change that would be told.
	 */
	follow?(signal: AbortSignal, look: () => void): Promise<void>;
	/** Whether a report can be read. */
	readable(): boolean;
	/** Whether a failure is of something outside that will come back: it is waited for also where nothing can be read yet. */
	comesBack(why: unknown): boolean;
	/** Whether a failure of the first start is final, whatever can be read: waiting changes nothing. Default: none is. */
	endsStart?(why: unknown): boolean;
	/** Hears of failures. */
	onTrouble(what: string, error: unknown): void;
}

export interface Life {
	state(): MarketState;
	/** Aborts when the market is stopped. */
	readonly ending: AbortSignal;
	/** Lives until the market stands for good or is stopped. Rejects when it fails before anything can be read. */
	live(): Promise<void>;
	/** Starts anew on what was corrected; resolves when the market goes on from there, rejects when it is stopped. */
	startOver(): Promise<void>;
	/** The same for a market that stands: `read` reads what is stored again. Rejects as that does; what could be read before still can. */
	correct(read: () => Promise<void>): Promise<void>;
	/** Resolves when the work that is under way has ended. */
	stop(why: Error): Promise<void>;
}

const NO_FILE_LEFT = 'The server has reached its limit of open files: raise it (ulimit -n) and restart the server.';

/** An error's message as it is: for administrators and the log. */
export const exactWords = (why: unknown): string => (why instanceof Error ? why.message : String(why));

/** An error's message for public health: what the operating system says of paths and handles is for administrators and the log. */
export const words = (why: unknown): string => {
	const said = exactWords(why);
	if (/\b(?:EMFILE|ENFILE)\b|too many open files/i.test(said)) return NO_FILE_LEFT;
	const code = (why as NodeJS.ErrnoException | null)?.code;
	return why instanceof Error && 'syscall' in why && typeof code === 'string' ? `Operating system error ${code}: see the log.` : said;
};

const LOST = new Error('Another process leads the market.');

const untilAborted = (signal: AbortSignal): Promise<void> =>
	new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));

/** Leads a market through its states: does the work of the present one and makes the move that it ends with, unless another came in between. */
export const createLife = (parts: LifeParts): Life => {
	const { rest, readiness, start, leading = ALONE, follow = untilAborted, readable, comesBack, endsStart = () => false, onTrouble } = parts;
	const ending = new AbortController();
	const leads = (): boolean => leading.epoch() !== undefined;
	let state: MarketState = { name: leads() ? 'starting' : 'following', starts: 0 };
	let turn = new AbortController();
	/** Aborts when a market that stands has to follow, or is stopped; corrections read on by themselves. */
	let left = new AbortController();
	let lived: Promise<void> = Promise.resolve();
	/** The work of the present state. */
	let working: Promise<unknown> = Promise.resolve();
	/** Settles when what was corrected is taken up. */
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
		if (now.name === 'running' || now.name === 'standing') taken(({ resolve }) => resolve());
		if (now.name === 'stopped') taken(({ reject }) => reject(now.why));
		if (now.name !== 'resting') return;
		onTrouble('market stopped after an error', now.why);
		if (readable()) readiness.set('ready', `Not updating: ${words(now.why)}`);
		else readiness.phase(`Waiting: ${words(now.why)}`);
	};

	const make = (move: Move): void => {
		const before = state;
		state = next(before, move);
		if (state === before) return;
		if (before.name === 'following') turn.abort(new Error('This process leads now.'));
		entered(state);
	};
	/** A lead that was lost and won again in between is another one. */
	const unhear = leading.onChange(() => {
		const under = working;
		make({ name: 'lost' });
		if (leads()) make({ name: 'leads' });
		return under;
	});

	const begin = async (starts: number): Promise<Move> => {
		const goOn = await start(starts > 0, turn);
		return goOn ? { name: 'caughtUp', goOn } : { name: 'read' };
	};

	/** The work of a state and the move that it ends with; undefined where nothing is to be done. */
	const workOf = async (now: MarketState): Promise<Move | undefined> => {
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
				await rest(restartAfter(now.starts), turn.signal);
				return { name: 'rested' };
			case 'standing':
				if (leading === ALONE) return undefined;
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
			const isBearable = (why: unknown): boolean => !(isFirst && endsStart(why)) && (readable() || comesBack(why));
			const work = workOf(now).catch((why): Move => ({ name: 'failed', why, bearable: isBearable(why) }));
			working = work;
			const move = await work;
			if (!move) break;
			if (state === now) make(move);
		}
		if (state.name !== 'stopped' || ending.signal.aborted) return;
		onTrouble('market failed', state.why);
		readiness.set('failed', words(state.why));
		throw state.why;
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
			if (state.name === 'stopped') return Promise.reject(state.why);
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
		stop: (why) => {
			unhear();
			ending.abort(why);
			turn.abort(why);
			left.abort(why);
			make({ name: 'stop', why });
			return lived;
		},
	};
};
