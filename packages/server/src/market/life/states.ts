/** The states of a market and the transitions between them, as a table. life.ts does the work of each state. */

/** Runs the market from where a start has brought it; resolves when no more data will come. */
export type Continuation = () => Promise<void>;

interface StateData {
	/** Shows what another process publishes. */
	following: object;
	/** Reads the stored data and brings it up to date. */
	starting: object;
	/** Processes slot after slot on a running clock. */
	running: { readonly resume: Continuation };
	/** Restarts immediately, because stored data was corrected. */
	correcting: object;
	/** Waits after a failure before a restart; the last good report stays readable. */
	resting: { readonly reason: unknown };
	/** All stored data can be read; new data comes only by imports and corrections. */
	idle: object;
	/** Final. */
	stopped: { readonly reason: unknown };
}

interface TransitionData {
	/** This process now leads. */
	leads: object;
	/** Another process leads, or is about to. */
	lost: object;
	/** The engine has processed the newest data. */
	caughtUp: { readonly resume: Continuation };
	/** Stored data has been read, and the market clock is paused. */
	read: object;
	/** Stored data was corrected. */
	corrected: object;
	/** The corrected data could not be read; the earlier data stays readable. */
	kept: object;
	/** The state's work failed. Recoverable if reports can be read or the failure is temporary. */
	failed: { readonly reason: unknown; readonly isRecoverable: boolean };
	/** The wait after a failure is over. */
	rested: object;
	/** No more data will come. */
	ended: object;
	stop: { readonly reason: unknown };
}

export type StateName = keyof StateData;
export type TransitionName = keyof TransitionData;

/** `starts` counts all restarts, whatever the reason. */
export type MarketState<N extends StateName = StateName> = { [K in N]: { readonly name: K; readonly starts: number } & StateData[K] }[N];
export type Transition<N extends TransitionName = TransitionName> = { [K in N]: { readonly name: K } & TransitionData[K] }[N];

function keepState(state: MarketState): MarketState {
	return state;
}

function run({ starts }: MarketState, { resume }: Transition<'caughtUp'>): MarketState {
	return { name: 'running', starts, resume };
}

function becomeIdle({ starts }: MarketState): MarketState {
	return { name: 'idle', starts };
}

/** Restarts the market, even while starting or correcting: data read before the correction is discarded. */
function correct({ starts }: MarketState): MarketState {
	return { name: 'correcting', starts: starts + 1 };
}

function start({ starts }: MarketState): MarketState {
	return { name: 'starting', starts: starts + 1 };
}

function follow({ starts }: MarketState): MarketState {
	return { name: 'following', starts };
}

function stop({ starts }: MarketState, { reason }: Transition<'stop'>): MarketState {
	return { name: 'stopped', starts, reason };
}

/** An unrecoverable failure stops the market: there is nothing to read meanwhile, and an operator is watching the start. */
function fail({ starts }: MarketState, { reason, isRecoverable }: Transition<'failed'>): MarketState {
	return {
		name: isRecoverable ? 'resting' : 'stopped',
		starts,
		reason,
	};
}

type Transitions = { readonly [N in TransitionName]: (state: MarketState, transition: Transition<N>) => MarketState };

/** By default, a transition leaves the state unchanged. */
const noTransitions: Transitions = {
	leads: keepState,
	lost: keepState,
	caughtUp: keepState,
	read: keepState,
	corrected: keepState,
	kept: keepState,
	failed: keepState,
	rested: keepState,
	ended: keepState,
	stop: keepState,
};

export const TRANSITIONS: Readonly<Record<StateName, Transitions>> = {
	following: { ...noTransitions, leads: start, stop },
	starting: { ...noTransitions, lost: follow, caughtUp: run, read: becomeIdle, corrected: correct, failed: fail, stop },
	running: { ...noTransitions, lost: follow, corrected: correct, failed: fail, ended: becomeIdle, stop },
	correcting: {
		...noTransitions,
		lost: follow,
		caughtUp: run,
		read: becomeIdle,
		corrected: correct,
		kept: becomeIdle,
		failed: fail,
		stop,
	},
	resting: { ...noTransitions, lost: follow, read: becomeIdle, rested: start, stop },
	idle: { ...noTransitions, lost: follow, corrected: correct, stop },
	stopped: noTransitions,
};

export function nextState<N extends TransitionName>(state: MarketState, transition: Transition<N>): MarketState {
	const handlers: Transitions = TRANSITIONS[state.name];
	return handlers[transition.name](state, transition);
}
