import { randomUUID } from 'node:crypto';
import { utcMs } from '@sw/domain/time/units';
import { StoreError } from '@sw/store/faults/store-error';
import { openRecords, type Records } from '@sw/store/postgres/records';
import { addJob } from '@sw/store/postgres/records/jobs';
import { createTestDatabase, type TestDatabase } from '@sw/store/testing/databases';
import { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { systemWallClock } from '../clocks/wall-clock.ts';
import { bindJob, defineJob, type JobContext, type JobDefinition, JobDelayedError, type JsonObject } from './definition.ts';
import { type Jobs, openJobs } from './jobs.ts';

let database: TestDatabase;
let records: Records;
const opened: Jobs[] = [];
const errors: string[] = [];
beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'));
	records = openRecords(database.url);
});
afterEach(async () => {
	for (const jobs of opened.splice(0)) await jobs.stop();
});
afterAll(async () => {
	await records?.close();
	await database?.drop();
});

async function open(...definitions: JobDefinition<object>[]): Promise<Jobs> {
	const jobs = await openJobs({ records, definitions, wall: systemWallClock, onError: (message) => errors.push(message) });
	opened.push(jobs);
	return jobs;
}

const payload = z.object({ n: z.number() });

/** Work that waits until the test lets it go on. */
function gate() {
	const calls: { n: number; context: JobContext; finish(result: JsonObject): void; fail(error: Error): void }[] = [];
	const work = ({ n }: { n: number }, context: JobContext): Promise<JsonObject> =>
		new Promise((resolve, reject) => {
			context.signal.addEventListener('abort', () => reject(context.signal.reason));
			calls.push({ n, context, finish: resolve, fail: reject });
		});
	const call = async (at: number) => {
		await expect.poll(() => calls.length, { interval: 5 }).toBeGreaterThan(at);
		return calls[at] as (typeof calls)[number];
	};
	return { calls, call, work };
}

describe('jobs', () => {
	it('of an abandoned lane are released, and done by the next worker on it', async () => {
		const led = defineJob({ kind: 'led', lane: 'led', payload });
		const { call, work } = gate();
		const jobs = await open(led);
		const ending = new AbortController();
		const { drained } = await jobs.runLaneUntil('led', [bindJob(led, work)], ending.signal);
		const { id } = await jobs.submit(led, { n: 1 }, 'a@b');
		const broken = await call(0);
		ending.abort(new Error('Another process leads.'));
		await drained;
		expect(broken.context.signal.aborted).toBe(true);
		expect(await jobs.find(id)).toMatchObject({ state: 'queued' });
		expect(await jobs.find(id)).toMatchObject({ state: 'queued' });
		await jobs.runLaneUntil('led', [bindJob(led, work)], new AbortController().signal);
		(await call(1)).finish({ done: true });
		expect(await jobs.follow(id)).toMatchObject({ state: 'done', result: { done: true } });
	});

	it('that cannot work yet are delivered again and have not failed', async () => {
		const early = defineJob({ kind: 'early', lane: 'early', payload });
		const { call, work } = gate();
		const jobs = await open(early);
		await jobs.runLane('early', [bindJob(early, work)]);
		const { id } = await jobs.submit(early, { n: 1 }, 'a@b');
		(await call(0)).fail(new JobDelayedError('Not yet.'));
		(await call(1)).finish({ done: true });
		expect(await jobs.follow(id)).toMatchObject({ state: 'done' });
		expect(errors.filter((message) => message.includes('early'))).toEqual([]);
	});

	it('that may no longer commit have not failed: the next leader does them', async () => {
		const led = defineJob({ kind: 'led_on', lane: 'led_on', payload });
		const { call, work } = gate();
		const jobs = await open(led);
		const ending = new AbortController();
		const { drained } = await jobs.runLaneUntil('led_on', [bindJob(led, work)], ending.signal);
		const { id } = await jobs.submit(led, { n: 1 }, 'a@b');
		const lost = new StoreError('lead_lost', 'This process no longer leads the market.');
		// It leads on: its lease was renewed late.
		(await call(0)).fail(lost);
		(await call(1)).fail(new Error('The report was not published.', { cause: lost }));
		ending.abort(new Error('Another process leads.'));
		await drained;
		expect(await jobs.find(id)).toMatchObject({ state: 'queued', error: null });
		await jobs.runLaneUntil('led_on', [bindJob(led, work)], new AbortController().signal);
		(await call(2)).finish({ done: true });
		expect(await jobs.follow(id)).toMatchObject({ state: 'done', result: { done: true } });
		expect(errors).not.toContain('the job led_on');
	});

	it('run one after another, report progress and lines, and keep the result', async () => {
		const one = defineJob({ kind: 'one', lane: 'one', payload });
		const { calls, call, work } = gate();
		const jobs = await open(one);
		await jobs.runLane('one', [bindJob(one, work)]);
		const first = await jobs.submit(one, { n: 1 }, 'a@b');
		const second = await jobs.submit(one, { n: 2 }, 'a@b');
		expect([first, second]).toMatchObject([{ state: 'queued', phase: 'Waiting', by: 'a@b' }, { state: 'queued' }]);
		const running = await call(0);
		const received: unknown[] = [];
		const following = jobs.follow(first.id, {
			line: (line) => received.push(line),
			progress: (phase, share) => phase === 'Half of it' && received.push([phase, share]),
		});
		running.context.printLine('a line');
		running.context.progress('Half of it', 0.5);
		await expect.poll(() => jobs.find(first.id)).toMatchObject({ state: 'running', phase: 'Half of it', progress: 0.5 });
		expect(calls).toHaveLength(1);
		// A follower polls from time to time: a phase that ends before the next poll is missed.
		await expect.poll(() => received).toContainEqual(['Half of it', 0.5]);
		running.context.printLine('the last line');
		running.finish({ built: 3 });
		expect(await following).toMatchObject({ state: 'done', phase: 'Done', result: { built: 3 }, progress: null, error: null });
		expect(received.filter((value) => typeof value === 'string')).toEqual(['a line', 'the last line']);
		(await call(1)).finish({});
		expect((await jobs.follow(second.id)).finished).toBeGreaterThanOrEqual(second.created);
		const { items, total } = await jobs.readPage(['one'], { skip: 0, max: 1 });
		expect([items.map(({ id }) => id), total]).toEqual([[second.id], 2]);
		expect(await jobs.findNewestDone('one')).toMatchObject({ id: second.id });
		await expect(jobs.follow('00000000-0000-4000-8000-000000000000')).rejects.toThrow('Unknown job');
	});

	it('that are asked for twice are one while they wait or run; with a key also afterwards', async () => {
		const same = defineJob({ kind: 'same', lane: 'same', payload });
		const keyed = defineJob({ kind: 'keyed', lane: 'same', payload, key: ({ n }) => String(n) });
		const { call, work } = gate();
		const jobs = await open(same, keyed);
		await jobs.runLane('same', [bindJob(same, work), bindJob(keyed, async () => ({}))]);
		const [one, other] = await Promise.all([jobs.submit(same, { n: 1 }, 'a'), jobs.submit(same, { n: 1 }, 'b')]);
		expect(other.id).toBe(one.id);
		(await call(0)).finish({});
		await jobs.follow(one.id);
		const second = await jobs.submit(same, { n: 1 }, 'a');
		expect(second.id).not.toBe(one.id);
		(await call(1)).finish({});
		const first = await jobs.submit(keyed, { n: 5 }, 'a');
		await jobs.follow(first.id);
		expect(await jobs.submit(keyed, { n: 5 }, 'a')).toMatchObject({ id: first.id, state: 'done' });
		expect(await jobs.findByKey(keyed, { n: 5 })).toMatchObject({ id: first.id });
		expect(await jobs.findByKey(keyed, { n: 6 })).toBeUndefined();
	});

	it('say why they failed, and are tried again where their kind allows it', async () => {
		const plain = defineJob({ kind: 'plain', lane: 'fails', payload });
		const patient = defineJob({ kind: 'patient', lane: 'fails', payload, retries: 1 });
		const last: boolean[] = [];
		const jobs = await open(plain, patient);
		await jobs.runLane('fails', [
			bindJob(plain, async () => {
				throw new Error('no answer');
			}),
			bindJob(patient, async (_payload, { isLastTry }) => {
				last.push(isLastTry);
				if (!isLastTry) throw new Error('down');
				return {};
			}),
		]);
		errors.length = 0;
		expect(await jobs.follow((await jobs.submit(plain, { n: 1 }, 'a')).id)).toMatchObject({
			state: 'failed',
			error: 'no answer',
			result: null,
		});
		expect(await jobs.follow((await jobs.submit(patient, { n: 1 }, 'a')).id)).toMatchObject({ state: 'done' });
		expect([last, errors]).toEqual([
			[false, true],
			['job plain failed', 'job patient failed'],
		]);
		await expect(jobs.submit(plain, { n: 'many' } as never, 'a')).rejects.toThrow();
		await expect(jobs.submit(defineJob({ kind: 'dance', lane: 'fails', payload }), { n: 1 }, 'a')).rejects.toThrow(RangeError);
	});

	it('end when they are canceled, whether they wait or run', async () => {
		const kind = defineJob({ kind: 'cancel', lane: 'cancel', payload });
		const { calls, call, work } = gate();
		const jobs = await open(kind);
		await jobs.runLane('cancel', [bindJob(kind, work)]);
		const running = await jobs.submit(kind, { n: 1 }, 'a');
		const waiting = await jobs.submit(kind, { n: 2 }, 'a');
		await call(0);
		expect(await jobs.cancel(waiting.id)).toMatchObject({ state: 'canceled', phase: 'Canceled' });
		await jobs.cancel(running.id);
		expect(await jobs.follow(running.id)).toMatchObject({ state: 'canceled', phase: 'Canceled', error: null });
		expect([await jobs.cancel(running.id), await jobs.cancel('00000000-0000-4000-8000-000000000000')]).toEqual([undefined, undefined]);
		const after = await jobs.submit(kind, { n: 3 }, 'a');
		(await call(1)).finish({});
		await jobs.follow(after.id);
		expect(calls.map(({ n }) => n)).toEqual([1, 3]);
	});

	it('of other turns run beside each other over processes, those of one turn do not', async () => {
		const kind = defineJob({ kind: 'turn', lane: 'turn', payload, turn: ({ n }) => String(Math.floor(n / 10)) });
		const { calls, call, work } = gate();
		const [jobs, other] = [await open(kind), await open(kind)];
		await jobs.runLane('turn', [bindJob(kind, work)]);
		await other.runLane('turn', [bindJob(kind, work)]);
		const submitted = [];
		for (const n of [11, 12, 21]) submitted.push(await jobs.submit(kind, { n }, 'a'));
		await call(1);
		expect(calls.map(({ n }) => n).sort()).toEqual([11, 21]);
		for (const { finish } of calls) finish({});
		(await call(2)).finish({});
		expect(calls[2]?.n).toBe(12);
		for (const { id } of submitted) await jobs.follow(id);
	});

	it('go on after a stop with what was not finished', async () => {
		const kind = defineJob({ kind: 'stop', lane: 'stop', payload });
		const before = gate();
		const jobs = await open(kind);
		await jobs.runLane('stop', [bindJob(kind, before.work)]);
		const { id } = await jobs.submit(kind, { n: 1 }, 'a');
		await before.call(0);
		await jobs.stop();
		const after = gate();
		const next = await open(kind);
		expect(await next.find(id)).toMatchObject({ state: 'queued', phase: 'Waiting' });
		await next.runLane('stop', [bindJob(kind, after.work)]);
		(await after.call(0)).finish({});
		expect(await next.follow(id)).toMatchObject({ state: 'done' });
	});

	it('that are in the database without having been sent are done too', async () => {
		const kind = defineJob({ kind: 'restored', lane: 'restored', payload });
		const id = '00000000-0000-4000-8000-000000000001';
		await addJob(records.db, { id, kind: 'restored', request: { n: 7 }, by: 'a', createdAt: utcMs(0) });
		const jobs = await open(kind);
		await jobs.runLane('restored', [bindJob(kind, async ({ n }) => ({ n }))]);
		expect(await jobs.follow(id)).toMatchObject({ state: 'done', result: { n: 7 } });
	});

	it('open beside the queues of an earlier version, whose jobs are let go', async () => {
		const former = new PgBoss({ connectionString: database.url, max: 1 });
		await former.start();
		await former.createQueue('search');
		await former.send('search', { id: 1, run: 1 });
		await open(defineJob({ kind: 'later', lane: 'later', payload }));
		expect(await former.getQueue('search')).toBeNull();
		await former.stop();
	});

	it('that have ended can be requested again, those with a key too', async () => {
		const kind = defineJob({ kind: 'repeated', lane: 'repeated', payload, key: ({ n }) => String(n) });
		const jobs = await open(kind);
		let fault: string | undefined = 'down';
		await jobs.runLane('repeated', [
			bindJob(kind, async () => {
				if (fault !== undefined) throw new Error(fault);
				return {};
			}),
		]);
		const first = await jobs.submit(kind, { n: 1 }, 'a');
		expect(await jobs.follow(first.id)).toMatchObject({ state: 'failed' });
		fault = undefined;
		const retried = await jobs.resubmit(first.id, 'b');
		expect(retried).toMatchObject({ kind: 'repeated', request: { n: 1 }, by: 'b', state: 'queued' });
		expect(await jobs.follow(retried?.id ?? '')).toMatchObject({ state: 'done' });
		expect([await jobs.findByKey(kind, { n: 1 }), await jobs.find(first.id)]).toMatchObject([{ id: retried?.id }, { state: 'failed' }]);
		expect(await jobs.resubmit('00000000-0000-4000-8000-000000000000', 'b')).toBeUndefined();
	});

	it('need one handler for each kind of a lane', async () => {
		const [one, two] = ['first', 'second'].map((kind) => defineJob({ kind, lane: 'whole', payload })) as [
			JobDefinition<object>,
			JobDefinition<object>,
		];
		const other = defineJob({ kind: 'third', lane: 'other', payload });
		const jobs = await open(one, two);
		const handler = async () => ({});
		await expect(jobs.runLane('whole', [bindJob(one, handler)])).rejects.toThrow('first, second');
		await expect(jobs.runLane('whole', [bindJob(one, handler), bindJob(other, handler)])).rejects.toThrow(RangeError);
		await expect(jobs.runLane('nowhere', [])).rejects.toThrow(RangeError);
	});

	it('in steps let waiting ones of their turn pass in between, whose failure is theirs alone', async () => {
		const kind = defineJob({ kind: 'steps', lane: 'steps', payload, runsInSteps: ({ n }) => n > 9, turn: ({ n }) => String(n % 2) });
		const jobs = await open(kind);
		const done: string[] = [];
		const ids: string[] = [];
		for (const n of [10, 2, 12, 1, 4, 6]) ids.push((await jobs.submit(kind, { n }, 'a')).id);
		await jobs.runLane('steps', [
			bindJob(kind, async ({ n }, { otherJobs }) => {
				done.push(`begins ${n}`);
				if (n === 4) throw new Error('Not this one.');
				if (n > 9) await otherJobs?.run();
				done.push(`ends ${n}`);
				return {};
			}),
		]);
		const ended = await Promise.all(ids.map((id) => jobs.follow(id)));
		expect(ended.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done', 'failed', 'done']);
		const even = done.filter((line) => !line.endsWith(' 1'));
		expect(even).toEqual(['begins 10', 'begins 2', 'ends 2', 'begins 4', 'begins 6', 'ends 6', 'ends 10', 'begins 12', 'ends 12']);
	});

	it('are reported as waiting after a quarter of an hour in the queue', async () => {
		const late = defineJob({ kind: 'late', lane: 'late', payload });
		const ago = utcMs(Date.now() - 16 * 60_000);
		await addJob(records.db, { id: randomUUID(), kind: 'late', request: { n: 1 }, key: null, by: 'a@b', createdAt: ago });
		const jobs = await open(late);
		await jobs.submit(late, { n: 2 }, 'a@b');
		await expect.poll(jobs.getWaitingCount, { interval: 20 }).toBe(1);
	});
});
