import { describe, expect, it, vi } from 'vitest';
import { keepOneConnection, type LiveEvent, type TabParts } from './hub-client.ts';

/** Tabs of one browser: the lock goes to them in the order of their requests. */
function browser() {
	let last: Promise<void> = Promise.resolve();
	const tabs: ((event: LiveEvent) => void)[] = [];
	const pauses: number[] = [];
	const connections: boolean[] = [];
	const tab = (received: (event: LiveEvent) => void): TabParts => {
		tabs.push(received);
		return {
			withLock: (work, signal) => {
				const mine = last.then(() => (signal.aborted ? undefined : work()));
				last = mine.catch(() => {});
				return mine;
			},
			notify: (event) => {
				for (const other of tabs) if (other !== received) other(event);
			},
			onConnection: (up) => connections.push(up),
			wait: async (ms) => {
				pauses.push(ms);
			},
			log: () => {},
		};
	};
	return { tab, pauses, standings: connections };
}

function settle() {
	return new Promise((resolve) => setTimeout(resolve));
}

/** A connection that lasts until its signal aborts or it is broken. */
function line() {
	const state = { open: 0, event: (_: LiveEvent): void => {}, abortTransaction: () => {} };
	const connect = (connected: () => void, onEvent: (event: LiveEvent) => void, signal: AbortSignal): Promise<void> => {
		state.open++;
		state.event = onEvent;
		connected();
		return new Promise((resolve, reject) => {
			state.abortTransaction = () => reject(new Error('broken'));
			signal.addEventListener('abort', () => resolve());
		});
	};
	return { state, connect };
}

describe('one connection over all tabs', () => {
	it('is held by one tab, which forwards to the others', async () => {
		const { tab } = browser();
		const [a, b] = [vi.fn(), vi.fn()];
		const [first, second] = [line(), line()];
		const [leaveA, leaveB] = [new AbortController(), new AbortController()];
		void keepOneConnection(tab(a), first.connect, a, leaveA.signal);
		void keepOneConnection(tab(b), second.connect, b, leaveB.signal);
		await settle();
		expect([first.state.open, second.state.open]).toEqual([1, 0]);
		first.state.event('report');
		expect([a.mock.calls, b.mock.calls]).toEqual([[['report']], [['report']]]);

		leaveA.abort();
		await settle();
		expect(second.state.open).toBe(1);
		second.state.event('messages');
		expect([a.mock.lastCall, b.mock.lastCall]).toEqual([['messages'], ['messages']]);
		leaveB.abort();
	});

	it('comes back after a break, has all tabs ask what they missed, and waits longer each time that it fails', async () => {
		const { tab, pauses, standings } = browser();
		const [received, other] = [vi.fn(), vi.fn()];
		tab(other);
		const leave = new AbortController();
		const { state, connect } = line();
		let refusals = 6;
		void keepOneConnection(
			tab(received),
			(connected, onEvent, signal) => (refusals-- > 0 ? Promise.reject(new Error('no')) : connect(connected, onEvent, signal)),
			received,
			leave.signal,
		);
		await settle();
		expect(pauses).toEqual([0, 2_000, 10_000, 30_000, 60_000, 60_000, 60_000]);
		expect(received.mock.calls).toEqual([['report']]);
		state.abortTransaction();
		await settle();
		expect(state.open).toBe(2);
		expect([received.mock.calls.length, other.mock.calls.length]).toEqual([2, 2]);
		// Down once per refused attempt, up, broken, up again.
		expect(standings).toEqual([false, false, false, false, false, false, true, false, true]);
		leave.abort();
	});

	it('ends quietly when the turn never came', async () => {
		const leave = new AbortController();
		const parts: TabParts = {
			withLock: () => Promise.reject(new Error('aborted')),
			notify: () => {},
			onConnection: () => {},
			wait: async () => {},
			log: () => {},
		};
		await expect(
			keepOneConnection(
				parts,
				async () => {},
				() => {},
				leave.signal,
			),
		).resolves.toBeUndefined();
	});
});
