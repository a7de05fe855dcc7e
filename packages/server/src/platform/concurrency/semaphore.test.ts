import { describe, expect, it } from 'vitest';
import { createSemaphore, QueueFullError, type RunLimited } from './semaphore.ts';
import { createCoalescedRuns, createSingleFlight } from './single-flight.ts';

/** Pieces of work that end when the test says so. */
function tasks(runLimited: RunLimited) {
	const begun: string[] = [];
	const ends = new Map<string, PromiseWithResolvers<string>>();
	const ask = (name: string): Promise<string> =>
		runLimited(() => {
			begun.push(name);
			const end = Promise.withResolvers<string>();
			ends.set(name, end);
			return end.promise;
		});
	return {
		begun,
		ask,
		end: (name: string) => ends.get(name)?.resolve(name),
		fail: (name: string) => ends.get(name)?.reject(new Error(name)),
	};
}

describe('turns', () => {
	it('come one after another in the order of asking, also after one that failed', async () => {
		const { begun, ask, end, fail } = tasks(createSemaphore());
		const [a, b, c] = [ask('a'), ask('b'), ask('c')];
		expect(begun).toEqual(['a']);
		fail('a');
		await expect(a).rejects.toThrow('a');
		expect(begun).toEqual(['a', 'b']);
		end('b');
		await b;
		expect(begun).toEqual(['a', 'b', 'c']);
		end('c');
		expect(await c).toBe('c');
	});

	it('hand a place on to the one that waits, not to the one that asks just then', async () => {
		const { begun, ask, end } = tasks(createSemaphore());
		const a = ask('a');
		const b = ask('b');
		end('a');
		const c = ask('c');
		await a;
		expect(begun).toEqual(['a', 'b']);
		end('b');
		await b;
		end('c');
		await c;
		expect(begun).toEqual(['a', 'b', 'c']);
	});

	it('are free again after all have ended, and after work that throws before it waits', async () => {
		const runLimited = createSemaphore();
		const bad = (): Promise<never> => {
			throw new Error('bad');
		};
		await expect(runLimited(bad)).rejects.toThrow('bad');
		expect(await Promise.all([runLimited(async () => 1), runLimited(async () => 2)])).toEqual([1, 2]);
		expect(await runLimited(async () => 3)).toBe(3);
	});

	it('let so many run at once and so many wait, and refuse the next', async () => {
		const { begun, ask, end } = tasks(createSemaphore({ maxConcurrent: 2, maxQueued: 1 }));
		const [a, b, c] = [ask('a'), ask('b'), ask('c')];
		await expect(ask('d')).rejects.toThrow(QueueFullError);
		expect(begun).toEqual(['a', 'b']);
		end('b');
		await b;
		expect(begun).toEqual(['a', 'b', 'c']);
		const e = ask('e');
		for (const name of ['a', 'c']) end(name);
		await Promise.all([a, c]);
		end('e');
		expect(await e).toBe('e');
	});

	it('refuse with a given message', async () => {
		const runLimited = createSemaphore({ maxQueued: 0, createRefusal: () => new RangeError('full') });
		const first = Promise.withResolvers<void>();
		const running = runLimited(() => first.promise);
		await expect(runLimited(async () => {})).rejects.toThrow(RangeError);
		first.resolve();
		await running;
	});
});

describe('shared runs', () => {
	it('are one for all who ask for the same meanwhile', async () => {
		const share = createSingleFlight<string, number>();
		let runs = 0;
		const work = async (): Promise<number> => ++runs;
		expect(await Promise.all([share('a', work), share('a', work), share('b', work)])).toEqual([1, 1, 2]);
		expect(await share('a', work)).toBe(3);
	});

	it('are cached if configured, evict the oldest first, and drop a failed one', async () => {
		const share = createSingleFlight<string, number>({ maxCached: 2 });
		let runs = 0;
		const work = async (): Promise<number> => ++runs;
		await expect(share('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
		expect([await share('a', work), await share('a', work)]).toEqual([1, 1]);
		await share('b', work);
		await share('c', work);
		expect([await share('b', work), await share('c', work), await share('a', work)]).toEqual([2, 3, 4]);
	});

	it('are kept as long as they weigh no more than there is room for', async () => {
		const share = createSingleFlight<string, number>({ maxCached: 10, weightLimit: { limit: 10, computeWeight: (weight) => weight } });
		const runs: string[] = [];
		const ask = (key: string, weight: number): Promise<number> =>
			share(key, async () => {
				runs.push(key);
				return weight;
			});
		await ask('a', 6);
		await ask('b', 4);
		await ask('a', 6);
		expect(runs).toEqual(['a', 'b']);
		// The one that was asked for longest ago makes room; one that is too heavy is never kept.
		await ask('c', 3);
		await ask('d', 11);
		expect(runs).toEqual(['a', 'b', 'c', 'd']);
		await ask('a', 6);
		await ask('c', 3);
		expect(runs).toEqual(['a', 'b', 'c', 'd']);
		await ask('d', 11);
		await ask('b', 4);
		expect(runs).toEqual(['a', 'b', 'c', 'd', 'd', 'b']);
	});

	it('fail for all who waited', async () => {
		const share = createSingleFlight<number, number>();
		const bad = (): Promise<never> => {
			throw new Error('bad');
		};
		const both = await Promise.allSettled([share(1, bad), share(1, async () => 1)]);
		expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(await share(1, async () => 1)).toBe(1);
	});
});

describe('repeats', () => {
	it('run once more for all callers during a run, and each gets the result of its own run', async () => {
		const ends: ((outcome: string) => void)[] = [];
		const run = createCoalescedRuns(() => new Promise<string>((resolve) => ends.push(resolve)));
		const first = run();
		await Promise.resolve();
		const [second, third] = [run(), run()];
		expect(ends.length).toBe(1);
		ends[0]?.('first');
		expect(await first).toBe('first');
		await Promise.resolve();
		expect(ends.length).toBe(2);
		ends[1]?.('second');
		expect([await second, await third]).toEqual(['second', 'second']);
		const last = run();
		await Promise.resolve();
		ends[2]?.('last');
		expect([await last, ends.length]).toEqual(['last', 3]);
	});

	it('go on after a run that failed', async () => {
		let runs = 0;
		const run = createCoalescedRuns(async () => {
			runs++;
			if (runs === 1) throw new Error('no');
			return runs;
		});
		const failed = run();
		await expect(failed).rejects.toThrow('no');
		expect(await run()).toBe(2);
	});
});
