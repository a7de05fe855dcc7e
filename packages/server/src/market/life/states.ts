/** The states of a market's life and the moves between them, as one table. What each state does stands in life.ts. */

/** Goes on from where a start has brought the market; ends when nothing more is to come. */
export type GoOn = () => Promise<void>;

interface StateData {
	/** Shows what another process publishes. */
	following: object;
	/** Reads what is stored and brings it up to date. */
	starting: object;
	/** Slot after slot, on a clock that runs. */
	running: { readonly goOn: GoOn };
	/** Starts anew at once, because what is stored was corrected. */
	correcting: object;
	/** Waits after a failure, to start anew; the last good report can be read. */
	resting: { readonly why: unknown };
	/** All that is stored can be read, and nothing comes by itself. */
	standing: object;
	/** For good. */
	stopped: { readonly why: unknown };
}

interface MoveData {
	/** This process leads from here on. */
	leads: object;
	/** Another process leads, or will. */
	lost: object;
	/** The engine stands on the newest data. */
	caughtUp: { readonly goOn: GoOn };
	/** What is stored has been read, and the market's clock stands. */
	read: object;
	/** Stored data were corrected. */
	corrected: object;
	/** The correction could not be read; what could be read before still can. */
	kept: object;
	/** The state's work failed; bearable while reports can be read, or when what is missing will come. */
	failed: { readonly why: unknown; readonly bearable: boolean };
	/** The wait after a failure is over. */
	rested: object;
	/** Nothing more is to come. */
	ended: object;
	stop: { readonly why: unknown };
}

export type StateName = keyof StateData;
export type MoveName = keyof MoveData;

/** `starts` counts how often it has been started anew, whatever the reason. */
export type MarketState<N extends StateName = StateName> = { [K in N]: { readonly name: K; readonly starts: number } & StateData[K] }[N];
export type Move<N extends MoveName = MoveName> = { [K in N]: { readonly name: K } & MoveData[K] }[N];

const stays = (state: MarketState): MarketState => state;
const run = ({ starts }: MarketState, { goOn }: Move<'caughtUp'>): MarketState => ({ name: 'running', starts, goOn });
const stand = ({ starts }: MarketState): MarketState => ({ name: 'standing', starts });
/** Also while it is starting or correcting: what was read before the correction counts for nothing. */
const correct = ({ starts }: MarketState): MarketState => ({ name: 'correcting', starts: starts + 1 });
const start = ({ starts }: MarketState): MarketState => ({ name: 'starting', starts: starts + 1 });
const follow = ({ starts }: MarketState): MarketState => ({ name: 'following', starts });
const stop = ({ starts }: MarketState, { why }: Move<'stop'>): MarketState => ({ name: 'stopped', starts, why });
/** Without a report there is nothing to read meanwhile, and somebody is looking at the start. */
const fail = ({ starts }: MarketState, { why, bearable }: Move<'failed'>): MarketState => ({
	name: bearable ? 'resting' : 'stopped',
	starts,
	why,
});

type Moves = { readonly [N in MoveName]: (state: MarketState, move: Move<N>) => MarketState };

/** A move that means nothing to a state leaves it as it is. */
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

export const MOVES: Readonly<Record<StateName, Moves>> = {
	following: { ...still, leads: start, stop },
	starting: { ...still, lost: follow, caughtUp: run, read: stand, corrected: correct, failed: fail, stop },
	running: { ...still, lost: follow, corrected: correct, failed: fail, ended: stand, stop },
	correcting: { ...still, lost: follow, caughtUp: run, read: stand, corrected: correct, kept: stand, failed: fail, stop },
	resting: { ...still, lost: follow, read: stand, rested: start, stop },
	standing: { ...still, lost: follow, corrected: correct, stop },
	stopped: still,
};

export const next = <N extends MoveName>(state: MarketState, move: Move<N>): MarketState => {
	const moves: Moves = MOVES[state.name];
	return moves[move.name](state, move);
};
