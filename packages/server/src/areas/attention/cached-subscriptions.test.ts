import { exchangeDate, utcMs } from '@sw/domain/time/units';
import { expect, it } from 'vitest';
import { cacheSubscriptions } from './breadth-handlers.ts';
import type { StoredSubscription } from './ports.ts';

const ANN = 'ann';
const KEY = 'price_short-one_hour-all-stocks';
const once: StoredSubscription = { key: KEY, depth: 1, level: null, since: utcMs(0) };
const DAY = exchangeDate('2026-06-29');

/** Records in memory, which count how often they are asked. */
function opened() {
	let stored: StoredSubscription[] = [];
	let reads = 0;
	/** What the next read waits for, and what the next change ends in after it is through. */
	let holdUp = Promise.resolve();
	let failure: Error | undefined;
	const through = <T>(answer: T): T => {
		if (failure) throw failure;
		return answer;
	};
	const own = cacheSubscriptions({
		subscriptionsOf: async () => {
			reads++;
			const found = stored;
			await holdUp;
			return through(found);
		},
		subscribe: async (_userId, subscription) => {
			stored = [...stored.filter(({ key }) => key !== subscription.key), subscription];
			return through(true);
		},
		unsubscribe: async (_userId, key) => {
			stored = stored.filter((each) => each.key !== key);
			through(undefined);
		},
		markSubscriptionNotified: async ({ key }) => {
			stored = stored.filter((each) => each.key !== key || each.level !== null);
		},
	});
	return {
		own,
		reads: () => reads,
		holdUp: (until: Promise<void>) => {
			holdUp = until;
		},
		failWith: (error: Error | undefined) => {
			failure = error;
		},
	};
}

async function levels(own: ReturnType<typeof opened>['own'], userId = ANN) {
	return [...(await own.get(userId)).values()].map(({ level }) => level);
}

it('asks the database once for each user, until something of theirs changes', async () => {
	const { own, reads } = opened();
	expect(await levels(own)).toEqual([]);
	expect(own.get(ANN)).not.toBeInstanceOf(Promise);
	await levels(own);
	expect(reads()).toBe(1);
	await own.subscribe(ANN, once, 50);
	expect(await levels(own)).toEqual([null]);
	await own.subscribe(ANN, { ...once, level: 0.1 }, 50);
	expect(await levels(own)).toEqual([0.1]);
	await own.unsubscribe(ANN, KEY);
	expect(await levels(own)).toEqual([]);
	await levels(own);
	expect(reads()).toBe(4);
});

it('a subscription without a level is over as soon as it was notified', async () => {
	const { own } = opened();
	await own.subscribe(ANN, once, 50);
	expect(await levels(own)).toEqual([null]);
	await own.markSubscriptionNotified({ ...once, userId: ANN }, DAY);
	expect(await levels(own)).toEqual([]);
});

it('does not keep what was read before a change', async () => {
	const { own, holdUp } = opened();
	const { promise, resolve } = Promise.withResolvers<void>();
	holdUp(promise);
	const before = levels(own);
	await own.subscribe(ANN, once, 50);
	resolve();
	expect(await before).toEqual([]);
	expect(await levels(own)).toEqual([null]);
});

it('keeps no failure, and looks again after a change that failed: it may be through', async () => {
	const { own, failWith } = opened();
	failWith(new Error('away'));
	await expect(levels(own)).rejects.toThrow('away');
	failWith(undefined);
	expect(await levels(own)).toEqual([]);
	failWith(new Error('away'));
	await expect(own.subscribe(ANN, once, 50)).rejects.toThrow('away');
	failWith(undefined);
	expect(await levels(own)).toEqual([null]);
});

it('forgets one user or all', async () => {
	const { own, reads } = opened();
	await levels(own);
	await levels(own, 'bob');
	own.forget(ANN);
	await levels(own);
	await levels(own, 'bob');
	expect(reads()).toBe(3);
	own.forget();
	await levels(own);
	await levels(own, 'bob');
	expect(reads()).toBe(5);
});
