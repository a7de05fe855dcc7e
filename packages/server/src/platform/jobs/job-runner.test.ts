import { describe, expect, it } from 'vitest';
import { createJobRunner, type Job, type JobContext, type JobStore, type JobWork } from './job-runner.ts';

const memory = (start: readonly Job[] = []): JobStore & { saved: readonly Job[] } => {
	const store = {
		saved: start,
		load: async () => structuredClone([...store.saved]),
		save: async (jobs: readonly Job[]) => {
			store.saved = structuredClone([...jobs]);
		},
	};
	return store;
};

/** Work that waits until the test lets it go on. */
const gate = () => {
	const calls: { request: object; context: JobContext; finish(result: object): void; fail(error: Error): void }[] = [];
	const work: JobWork = (request, context) =>
		new Promise((resolve, reject) => {
			context.signal.addEventListener('abort', () => reject(context.signal.reason));
			calls.push({ request, context, finish: (result) => resolve({ ...result }), fail: reject });
		});
	return { calls, work };
};

const runner = (store: JobStore, work: JobWork) => {
	let ids = 0;
	const troubles: string[] = [];
	const made = createJobRunner({
		store,
		kinds: { work },
		wall: { now: () => 1_000 },
		newId: () => `job-${++ids}`,
		onTrouble: (what) => troubles.push(what),
	});
	return made.then((jobs) => ({ jobs, troubles }));
};

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the job runner', () => {
	it('runs one after another, tells progress, and keeps the result', async () => {
		const { calls, work } = gate();
		const store = memory();
		const { jobs } = await runner(store, work);
		const first = await jobs.submit('work', { n: 1 }, 'a@b');
		await jobs.submit('work', { n: 2 }, 'a@b');
		await settle();
		expect(calls).toHaveLength(1);
		calls[0]?.context.progress('Half of it', 0.5);
		expect(jobs.find(first.id)).toMatchObject({ state: 'running', phase: 'Half of it', progress: 0.5 });
		calls[0]?.finish({ built: 3 });
		expect(await jobs.ended(first.id)).toMatchObject({ state: 'done', result: { built: 3 }, progress: null });
		await settle();
		expect(calls[1]?.request).toEqual({ n: 2 });
		expect(jobs.list().map(({ state }) => state)).toEqual(['running', 'done']);
		expect(store.saved).toHaveLength(2);
	});

	it('answers the same request that waits or runs instead of a second one', async () => {
		const { calls, work } = gate();
		const { jobs } = await runner(memory(), work);
		const one = await jobs.submit('work', { n: 1 }, 'a');
		expect((await jobs.submit('work', { n: 1 }, 'b')).id).toBe(one.id);
		await settle();
		calls[0]?.finish({});
		await jobs.ended(one.id);
		expect((await jobs.submit('work', { n: 1 }, 'a')).id).not.toBe(one.id);
		await expect(jobs.submit('dance', {}, 'a')).rejects.toThrow(RangeError);
	});

	it('says why one failed, and cancels one that runs or waits', async () => {
		const { calls, work } = gate();
		const { jobs, troubles } = await runner(memory(), work);
		const [bad, running, waiting] = [
			await jobs.submit('work', { n: 1 }, 'a'),
			await jobs.submit('work', { n: 2 }, 'a'),
			await jobs.submit('work', { n: 3 }, 'a'),
		];
		await settle();
		calls[0]?.fail(new Error('no answer'));
		expect(await jobs.ended(bad.id)).toMatchObject({ state: 'failed', error: 'no answer' });
		await settle();
		await jobs.cancel(waiting.id);
		await jobs.cancel(running.id);
		expect(await jobs.ended(running.id)).toMatchObject({ state: 'canceled', error: null });
		expect(jobs.find(waiting.id)).toMatchObject({ state: 'canceled' });
		expect([await jobs.cancel(running.id), await jobs.cancel('nobody')]).toEqual([undefined, undefined]);
		expect([calls.length, troubles]).toEqual([2, ['the job work']]);
	});

	it('goes on after a stop with what was not finished', async () => {
		const store = memory();
		const before = gate();
		const { jobs } = await runner(store, before.work);
		await jobs.submit('work', { n: 1 }, 'a');
		await settle();
		await jobs.close();
		expect(store.saved).toMatchObject([{ state: 'running' }]);
		const after = gate();
		const again = await runner(store, after.work);
		await settle();
		expect(after.calls[0]?.request).toEqual({ n: 1 });
		after.calls[0]?.finish({});
		expect(await again.jobs.ended('job-1')).toMatchObject({ state: 'done' });
	});
});
