/** The states of a market and the transitions between them, as a table. life.ts does the work of each state. */

/** Runs the market from where a start has brought it; resolves when no more data will come. */
export type Continuation = () => Promise<void>;

interface StateData {
	/** Shows what another process publishes. */
	following: object;
	/** Reads the stored data and brings it up to date. */
	starting: object;
	/** Processes slot after slot on a running clock. */
	running: { readonly goOn: Continuation };
	/** Restarts immediately, because stored data was corrected. */
	correcting: object;
	/** Waits after a failure before a restart; the last good report stays readable. */
	resting: { readonly reason: unknown };
	/** All stored data can be read; new data comes only by imports and corrections. */
	idle: object;
	/** Final. */
	stopped: { readonly reason: unknown };
}

interface MoveData {
	/** This process now leads. */
	leads: object;
	/** Another process leads, or is about to. */
	lost: object;
	/** The engine has processed the newest data. */
	caughtUp: { readonly goOn: Continuation };
	/** Stored data has been read, and the market clock is paused. */
	read: object;
	/** Stored data was corrected. */
	corrected: object;
	/** The corrected data could not be read; the earlier data stays readable. */
	kept: object;
	/** The state's work failed. Recoverable if reports can be read or the failure is temporary. */
	failed: { readonly reason: unknown; readonly bearable: boolean };
	/** The wait after a failure is over. */
	rested: object;
	/** No more data will come. */
	ended: object;
	stop: { readonly reason: unknown };
}

export type StateName = keyof StateData;
export type TransitionName = keyof MoveData;

/** `starts` counts all restarts, whatever the reason. */
export type MarketState<N extends StateName = StateName> = { [K in N]: { readonly name: K; readonly starts: number } & StateData[K] }[N];
export type Transition<N extends TransitionName = TransitionName> = { [K in N]: { readonly name: K } & MoveData[K] }[N];

function stays(state: MarketState): MarketState {
	return state;
}

function run({ starts }: MarketState, { goOn }: Transition<'caughtUp'>): MarketState {
	return { name: 'running', starts, goOn };
}

function showPausedMarket({ starts }: MarketState): MarketState {
	return { name: 'idle', starts };
}

/** Also while starting or correcting: data read before the correction is discarded. */
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
function fail({ starts }: MarketState, { reason, bearable }: Transition<'failed'>): MarketState {
	return {
		name: bearable ? 'resting' : 'stopped',
		starts,
		reason,
	};
}

type Moves = { readonly [N in TransitionName]: (state: MarketState, move: Transition<N>) => MarketState };

/** By default, a transition leaves the state unchanged. */
const still: Moves = {
	leads: stays,
	lost: stays,
	caughtUp: stays,
	read: stays,
	corrected: stays,
	kept: stays,
	failed: stays,
	rested: stays,
	ended: stays,
	stop: stays,
};

export const TRANSITIONS: Readonly<Record<StateName, Moves>> = {
	following: { ...still, leads: start, stop },
	starting: { ...still, lost: follow, caughtUp: run, read: showPausedMarket, corrected: correct, failed: fail, stop },
	running: { ...still, lost: follow, corrected: correct, failed: fail, ended: showPausedMarket, stop },
	correcting: {
		...still,
		lost: follow,
		caughtUp: run,
		read: showPausedMarket,
		corrected: correct,
		kept: showPausedMarket,
		failed: fail,
		stop,
	},
	resting: { ...still, lost: follow, read: showPausedMarket, rested: start, stop },
	idle: { ...still, lost: follow, corrected: correct, stop },
	stopped: still,
};

export function nextState<N extends TransitionName>(state: MarketState, move: Transition<N>): MarketState {
	const moves: Moves = TRANSITIONS[state.name];
	return moves[move.name](state, move);
}
