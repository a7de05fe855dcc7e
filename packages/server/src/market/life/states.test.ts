import { describe, expect, it } from 'vitest';
import { type MarketState, nextState, type StateName, TRANSITIONS, type Transition, type TransitionName } from './states.ts';

async function goOn(): Promise<void> {}

const reason = new Error('cut off');
const STATES: { readonly [N in StateName]: MarketState<N> } = {
	following: { name: 'following', starts: 2 },
	starting: { name: 'starting', starts: 2 },
	running: { name: 'running', starts: 2, resume: goOn },
	correcting: { name: 'correcting', starts: 2 },
	resting: { name: 'resting', starts: 2, reason },
	idle: { name: 'idle', starts: 2 },
	stopped: { name: 'stopped', starts: 2, reason },
};
const SAMPLE_TRANSITIONS: { readonly [N in TransitionName]: Transition<N> } = {
	leads: { name: 'leads' },
	lost: { name: 'lost' },
	caughtUp: { name: 'caughtUp', resume: goOn },
	read: { name: 'read' },
	corrected: { name: 'corrected' },
	kept: { name: 'kept' },
	failed: { name: 'failed', reason, isRecoverable: true },
	rested: { name: 'rested' },
	ended: { name: 'ended' },
	stop: { name: 'stop', reason },
};

/** Where each move leads; one that is not named leaves the state as it is. */
const LEADS: Readonly<Record<StateName, Partial<Record<TransitionName, StateName>>>> = {
	following: { leads: 'starting', stop: 'stopped' },
	starting: { lost: 'following', caughtUp: 'running', read: 'idle', corrected: 'correcting', failed: 'resting', stop: 'stopped' },
	running: { lost: 'following', corrected: 'correcting', failed: 'resting', ended: 'idle', stop: 'stopped' },
	correcting: {
		lost: 'following',
		caughtUp: 'running',
		read: 'idle',
		corrected: 'correcting',
		kept: 'idle',
		failed: 'resting',
		stop: 'stopped',
	},
	resting: { lost: 'following', read: 'idle', rested: 'starting', stop: 'stopped' },
	idle: { lost: 'following', corrected: 'correcting', stop: 'stopped' },
	stopped: {},
};

function names<T extends object>(value: T) {
	return Object.keys(value) as (keyof T)[];
}

describe.each(names(STATES))('a market that is %s', (name) => {
	const state: MarketState = STATES[name];
	const leads = names(LEADS[name]).map((move) => [move, LEADS[name][move]] as const);
	const nowhere = names(SAMPLE_TRANSITIONS).filter((move) => !(move in LEADS[name]));

	it.each(leads)('is, by the move %s, %s', (move, to) => {
		const after = nextState(state, SAMPLE_TRANSITIONS[move]);
		expect(after.name).toBe(to);
		// The work that was under way counts for nothing.
		expect(after).not.toBe(state);
	});

	it.each(nowhere)('is left as it is by the move %s', (move) => expect(nextState(state, SAMPLE_TRANSITIONS[move])).toBe(state));
});

describe('a move', () => {
	it('is known in every state', () => {
		for (const moves of Object.values(TRANSITIONS)) expect(names(moves).sort()).toEqual(names(SAMPLE_TRANSITIONS).sort());
	});

	it('into a new start counts it', () => {
		expect(nextState(STATES.resting, SAMPLE_TRANSITIONS.rested).starts).toBe(3);
		expect(nextState(STATES.following, SAMPLE_TRANSITIONS.leads)).toEqual({ name: 'starting', starts: 3 });
		for (const from of ['starting', 'running', 'correcting', 'idle'] as const)
			expect(nextState(STATES[from], SAMPLE_TRANSITIONS.corrected)).toEqual({ name: 'correcting', starts: 3 });
	});

	it('of failure is for good where nothing can be read', () => {
		for (const from of ['starting', 'running', 'correcting'] as const)
			expect(nextState(STATES[from], { name: 'failed', reason, isRecoverable: false })).toEqual({
				name: 'stopped',
				starts: 2,
				reason,
			});
	});

	it('takes along what the next state works on', () => {
		expect(nextState(STATES.correcting, SAMPLE_TRANSITIONS.caughtUp)).toEqual({ name: 'running', starts: 2, resume: goOn });
		expect(nextState(STATES.running, SAMPLE_TRANSITIONS.failed)).toEqual({ name: 'resting', starts: 2, reason });
	});
});
