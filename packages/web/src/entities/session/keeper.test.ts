import { describe, expect, it } from 'vitest';
import { createKeeper, type KeeperParts, type TabMessage } from './keeper.ts';

const LIFE = 900_000;

/** Several tabs of one browser with one stopped clock, one lock and one channel. */
function browser(answer: () => number | null | Error, tabs = 2) {
	let now = 0;
	let refreshes = 0;
	let busy: Promise<unknown> = Promise.resolve();
	const timers: { at: number; run: () => void }[] = [];
	const reported: TabMessage[] = [];
	const ended = new Array<number>(tabs).fill(0);
	const signedIn = new Array<number>(tabs).fill(0);
	const keepers = Array.from({ length: tabs }, (_, tab) => {
		const parts: KeeperParts = {
			refresh: async () => {
				refreshes++;
				const result = answer();
				if (result instanceof Error) throw result;
				return result;
			},
			withLock: (work) => {
				const done = busy.then(work);
				busy = done.catch(() => {});
				return done;
			},
			notify: (message) => {
				reported.push(message);
				keepers.forEach((keeper, other) => {
					if (other !== tab) keeper.receive(message);
				});
			},
			now: () => now,
			schedule: (ms, run) => {
				const timer = { at: now + ms, run };
				timers.push(timer);
				return () => {
					if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1);
				};
			},
			onEnded: () => {
				ended[tab] = (ended[tab] ?? 0) + 1;
			},
			onSignedIn: () => {
				signedIn[tab] = (signedIn[tab] ?? 0) + 1;
			},
		};
		return createKeeper(parts);
	});
	const forward = async (ms: number): Promise<void> => {
		now += ms;
		for (const timer of timers.splice(0)) timer.at <= now ? timer.run() : timers.push(timer);
		for (let turn = 0; turn < 20; turn++) await Promise.resolve();
		await busy;
	};
	return { keepers, forward, reported, ended, signedIn, refreshes: () => refreshes, now: () => now };
}

describe('the session keeper', () => {
	it('refreshes 50 s before the end, once over all tabs', async () => {
		const { keepers, forward, refreshes, reported } = browser(() => LIFE, 3);
		for (const keeper of keepers) keeper.watch(LIFE);
		await forward(LIFE - 50_001);
		expect(refreshes()).toBe(0);
		await forward(1);
		expect(refreshes()).toBe(1);
		expect(reported).toEqual([{ kind: 'refreshed', accessLife: LIFE }]);
		await forward(LIFE - 50_000);
		expect(refreshes()).toBe(2);
	});

	it('refreshes at once when the end is unknown or past', async () => {
		const unknown = browser(() => LIFE, 1);
		unknown.keepers[0]?.watch(undefined);
		await unknown.forward(0);
		expect(unknown.refreshes()).toBe(1);
		const past = browser(() => LIFE, 1);
		past.keepers[0]?.watch(-1);
		await past.forward(0);
		expect(past.refreshes()).toBe(1);
	});

	it('makes one refresh of many calls that were refused at once', async () => {
		const { keepers, refreshes } = browser(() => LIFE, 2);
		const all = await Promise.all([...keepers, ...keepers, ...keepers].map((keeper) => keeper.refreshNow()));
		expect(all).toEqual(all.map(() => true));
		expect(refreshes()).toBe(1);
	});

	it('ends every tab when the server says that the session is over', async () => {
		const { keepers, ended } = browser(() => null);
		expect(await keepers[0]?.refreshNow()).toBe(false);
		expect(ended).toEqual([1, 1]);
	});

	it('never refreshes in a loop, however short a life the server gives', async () => {
		const { keepers, forward, refreshes } = browser(() => -1_000_000, 1);
		keepers[0]?.watch(undefined);
		for (let second = 0; second < 20; second++) await forward(1_000);
		expect(refreshes()).toBeLessThanOrEqual(5);
	});

	it('tries again after an outage instead of signing out', async () => {
		let down = true;
		const { keepers, forward, refreshes, ended } = browser(() => (down ? new Error('offline') : LIFE), 1);
		keepers[0]?.watch(undefined);
		await forward(0);
		down = false;
		await forward(5_000);
		expect({ refreshes: refreshes(), ended }).toEqual({ refreshes: 2, ended: [0] });
	});

	it('signs out and in over all tabs', () => {
		const { keepers, ended, signedIn } = browser(() => LIFE, 3);
		keepers[0]?.signIn(LIFE);
		expect(signedIn).toEqual([0, 1, 1]);
		keepers[1]?.signOut();
		expect(ended).toEqual([1, 1, 1]);
	});
});
