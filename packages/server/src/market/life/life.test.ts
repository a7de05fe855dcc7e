import { describe, expect, it } from 'vitest';
import { pause } from '../../platform/clocks/pause.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { createReadiness } from '../../platform/readiness.ts';
import { createLifecycle, fullMessage, type Leading, publicMessage } from './life.ts';
import type { Continuation } from './states.ts';

/** A start that the test ends. */
interface Start {
	again: boolean;
	signal: AbortSignal;
	/** What the market goes on with, until its turn is over or the test ends it. */
	run: PromiseWithResolvers<void>;
	toRunning(goOn?: Continuation): void;
	toIdle(): void;
	fails(reason: Error): void;
}

/** A lead that the test gives and takes. */
function createLeading() {
	let epoch: number | undefined;
	let notify = (): unknown => undefined;
	return {
		leading: {
			getEpoch: () => epoch,
			onChange: (listener: () => unknown) => {
				notify = listener;
				return () => {};
			},
		},
		/** Resolves when the work of the epoch before has ended. */
		be: async (next: number | undefined): Promise<void> => {
			epoch = next;
			await notify();
		},
	};
}

interface Opening {
	readable?: boolean;
	comesBack?: boolean;
	endsStart?: boolean;
	leading?: Leading;
}

function open({ readable = true, comesBack = false, endsStart = false, leading }: Opening = {}) {
	const wall = createFakeWallClock();
	const readiness = createReadiness();
	const starts: Start[] = [];
	const errors: string[] = [];
	const follows: AbortSignal[] = [];
	const life = createLifecycle({
		waitForRecovery: (ms, signal) => pause(wall, ms, signal),
		isTemporary: () => comesBack,
		isFatalAtStart: () => endsStart,
		readiness,
		hasReadableReports: () => readable,
		onError: (message, error) => errors.push(`${message}: ${error instanceof Error ? error.message : error}`),
		...(leading ? { leading } : {}),
		follow: (signal) => {
			follows.push(signal);
			return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
		},
		start: (again, { signal }) => {
			const begun = Promise.withResolvers<Continuation | undefined>();
			const run = Promise.withResolvers<void>();
			run.promise.catch(() => {});
			signal.addEventListener('abort', () => {
				begun.reject(signal.reason);
				run.reject(signal.reason);
			});
			starts.push({
				again,
				signal,
				run,
				toRunning: (goOn = () => run.promise) => begun.resolve(goOn),
				toIdle: () => begun.resolve(undefined),
				fails: begun.reject,
			});
			return begun.promise;
		},
	});
	const lived = life.run().then(
		() => 'lived',
		(error: Error) => error.message,
	);
	const pass = (): Promise<void> => wall.advance(0);
	/** The newest of so many. */
	const start = async (n = starts.length): Promise<Start> => {
		await pass();
		expect(starts.length).toBe(n);
		return starts[n - 1] as Start;
	};
	const name = async (): Promise<string> => {
		await pass();
		return life.state().name;
	};
	return { wall, readiness, life, lived, errors, starts, follows, start, pass, name };
}

/** What became of a promise so far. */
function watch(promise: Promise<unknown>) {
	const seen: string[] = [];
	promise.then(
		() => seen.push('resolved'),
		(error: Error) => seen.push(error.message),
	);
	return seen;
}

it('says no path and no raw error of the operating system', () => {
	const system = (code: string) => Object.assign(new Error(`${code}: failed, open '/secret/path'`), { code, syscall: 'open' });
	expect(publicMessage(system('EMFILE'))).toMatch(/limit of open files/);
	expect(publicMessage(new Error('Code: 76. Cannot open file /secret/path, errno: 24, Too many open files'))).toMatch(
		/limit of open files/,
	);
	expect(fullMessage(system('EACCES'))).toBe("EACCES: failed, open '/secret/path'");
	expect(publicMessage(system('EACCES'))).toBe('Operating system error EACCES: see the log.');
	expect(publicMessage(new Error('Nothing has been imported.'))).toBe('Nothing has been imported.');
});

describe('a market that is starting', () => {
	it('runs when it is up to date, and is idle when it has only read', async () => {
		const running = open();
		const first = await running.start(1);
		expect(first.again).toBe(false);
		first.toRunning();
		expect(await running.name()).toBe('running');
		const idle = open();
		(await idle.start(1)).toIdle();
		expect(await idle.name()).toBe('idle');
		expect(await idle.lived).toBe('lived');
	});

	it('fails for good where nothing can be read, and says why', async () => {
		const { start, lived, readiness, errors, life, wall } = open({ readable: false });
		(await start(1)).fails(new Error('no such key'));
		expect(await lived).toBe('no such key');
		expect(readiness.getProgress()).toMatchObject({ status: 'failed', phase: 'no such key' });
		expect(errors).toEqual(['market failed: no such key']);
		expect(life.state().name).toBe('stopped');
		await expect(life.startOver()).rejects.toThrow('no such key');
		expect(wall.countPending()).toBe(0);
	});

	it('fails for good on damaged files at its first start, though reports can be read, and rests where they are met later', async () => {
		const damaged = open({ endsStart: true });
		(await damaged.start(1)).fails(new Error('the files are damaged'));
		expect(await damaged.lived).toBe('the files are damaged');
		expect(damaged.readiness.getProgress()).toMatchObject({ status: 'failed', phase: 'the files are damaged' });
		const later = open({ endsStart: true });
		(await later.start(1)).toRunning();
		await later.pass();
		void later.life.startOver().catch(() => {});
		(await later.start(2)).fails(new Error('the files are damaged'));
		expect(await later.name()).toBe('resting');
	});

	it('waits for a vendor that is not there yet, says so, and starts when it is', async () => {
		const { start, readiness, name, wall, life, pass } = open({ readable: false, comesBack: true });
		(await start(1)).fails(new Error('the key is refused'));
		expect(await name()).toBe('resting');
		expect(readiness.getProgress()).toMatchObject({ status: 'starting', phase: 'Waiting: the key is refused' });
		await wall.advance(5_000);
		(await start(2)).toRunning();
		await pass();
		expect(life.state().name).toBe('running');
	});

	it('restarts at once when its input is corrected, and ignores what it read before', async () => {
		const { start, life, name, errors } = open();
		const first = await start(1);
		first.toRunning();
		const seen = watch(life.startOver());
		expect(first.signal.reason).toEqual(new Error('The market is applying corrections.'));
		const second = await start(2);
		expect([second.again, await name(), seen]).toEqual([true, 'correcting', []]);
		second.toRunning();
		expect([await name(), seen, errors]).toEqual(['running', ['resolved'], []]);
	});
});

describe('a market that is running', () => {
	it('takes up corrections at once, those that come together in one start', async () => {
		const { start, life, name, errors } = open();
		(await start(1)).toRunning();
		await start(1);
		const seen = [watch(life.startOver()), watch(life.startOver())];
		const second = await start(2);
		expect(await name()).toBe('correcting');
		expect(seen.flat()).toEqual([]);
		second.toRunning();
		expect(await name()).toBe('running');
		expect([seen, errors]).toEqual([[['resolved'], ['resolved']], []]);
	});

	it('waits 5, 15, 60 and 60 seconds when it fails, says so meanwhile, and counts starts of any reason', async () => {
		const { start, wall, readiness, name, life, errors } = open();
		for (const [i, seconds] of [5, 15, 60, 60].entries()) {
			const begun = await start(i + 1);
			expect(begun.again).toBe(i > 0);
			begun.toRunning();
			await start(i + 1);
			begun.run.reject(new Error(`outage ${i}`));
			expect(await name()).toBe('resting');
			expect(readiness.getProgress()).toMatchObject({ status: 'ready', phase: `Not updating: outage ${i}` });
			await wall.advance(seconds * 1_000 - 1);
			expect(await name()).toBe('resting');
			await wall.advance(1);
			expect(await name()).toBe('starting');
		}
		expect(errors).toHaveLength(4);
		expect(life.state().starts).toBe(4);
	});

	it('is idle when no more data is to come', async () => {
		const { start, lived, name } = open();
		const first = await start(1);
		first.toRunning();
		first.run.resolve();
		expect([await name(), await lived]).toEqual(['idle', 'lived']);
	});
});

describe('a market that is correcting', () => {
	it('begins once more for a further correction; who asked first waits for it too', async () => {
		const { start, life, name } = open();
		(await start(1)).toRunning();
		await start(1);
		const first = watch(life.startOver());
		await start(2);
		const second = watch(life.startOver());
		const third = await start(3);
		expect([first, second]).toEqual([[], []]);
		third.toRunning();
		expect([await name(), first, second]).toEqual(['running', ['resolved'], ['resolved']]);
	});

	it('rests when it fails, and who asked waits until it runs', async () => {
		const { start, life, name, wall } = open();
		(await start(1)).toRunning();
		await start(1);
		const seen = watch(life.startOver());
		(await start(2)).fails(new Error('no answer'));
		expect([await name(), seen]).toEqual(['resting', []]);
		await wall.advance(15_000);
		(await start(3)).toRunning();
		expect([await name(), seen]).toEqual(['running', ['resolved']]);
	});
});

describe('a market that is resting', () => {
	it('is not hurried by a correction, and takes it up with the next start', async () => {
		const { start, life, name, wall } = open();
		(await start(1)).fails(new Error('no answer'));
		expect(await name()).toBe('resting');
		const seen = watch(life.startOver());
		await wall.advance(4_999);
		expect([await name(), seen]).toEqual(['resting', []]);
		await wall.advance(1);
		(await start(2)).toRunning();
		expect([await name(), seen]).toEqual(['running', ['resolved']]);
	});

	it('starts no more when an import has been read meanwhile', async () => {
		const { start, life, name, wall, lived } = open();
		(await start(1)).fails(new Error('no answer'));
		expect(await name()).toBe('resting');
		await life.correct(async () => {});
		expect(await name()).toBe('idle');
		await wall.advance(60_000);
		expect([(await start(1)).again, await lived]).toEqual([false, 'lived']);
	});
});

describe('an idle market', () => {
	it('is correcting while it reads again, and idle afterwards', async () => {
		const { start, life, name } = open();
		(await start(1)).toIdle();
		expect(await name()).toBe('idle');
		const reading = Promise.withResolvers<void>();
		const seen = watch(life.correct(() => reading.promise));
		expect([await name(), seen]).toEqual(['correcting', []]);
		reading.resolve();
		expect([await name(), seen]).toEqual(['idle', ['resolved']]);
	});

	it('keeps its state when that fails, and reports it to the caller', async () => {
		const { start, life, name, errors, starts } = open();
		(await start(1)).toIdle();
		await name();
		const seen = watch(life.correct(() => Promise.reject(new Error('disk full'))));
		expect([await name(), seen, errors, starts.length]).toEqual(['idle', ['disk full'], [], 1]);
	});
});

describe('a market that is stopped', () => {
	const reason = new Error('The server is shutting down.');

	it('finishes the current step, and rejects callers waiting for a correction with the reason', async () => {
		const { start, life, lived, name, errors } = open();
		(await start(1)).toRunning();
		await start(1);
		const taken = watch(life.startOver());
		const second = await start(2);
		const stopped = watch(life.stop(reason));
		expect([second.signal.aborted, life.stopSignal.aborted, taken]).toEqual([true, true, []]);
		expect([await name(), await lived, taken, stopped, errors]).toEqual([
			'stopped',
			'lived',
			['The server is shutting down.'],
			['resolved'],
			[],
		]);
	});

	it('starts no more out of a rest', async () => {
		const { start, life, lived, wall, starts } = open();
		(await start(1)).fails(new Error('no answer'));
		await start(1);
		await life.stop(reason);
		await wall.advance(60_000);
		expect([await lived, starts.length, wall.countPending()]).toEqual(['lived', 1, 0]);
	});

	it('has stopped when the work that is under way has ended, not before', async () => {
		const { start, life, name } = open();
		const holding = Promise.withResolvers<void>();
		(await start(1)).toRunning(() => holding.promise);
		expect(await name()).toBe('running');
		const stopped = watch(life.stop(reason));
		expect([await name(), stopped]).toEqual(['stopped', []]);
		holding.resolve();
		expect([await name(), stopped]).toEqual(['stopped', ['resolved']]);
	});

	it('is not started by a correction any more', async () => {
		const { start, life, starts } = open();
		(await start(1)).toIdle();
		await start(1);
		await life.stop(reason);
		await expect(life.startOver()).rejects.toBe(reason);
		expect(starts).toHaveLength(1);
	});
});

describe('a market that several processes may lead', () => {
	it('is followed until this process leads, and is started then, once for each lead', async () => {
		const { leading, be } = createLeading();
		const { start, starts, follows, name, pass, errors } = open({ leading });
		expect([await name(), starts.length, follows.length]).toEqual(['following', 0, 1]);
		await be(1);
		const first = await start(1);
		expect([first.again, follows[0]?.aborted, await name()]).toEqual([true, true, 'starting']);
		first.toRunning();
		expect(await name()).toBe('running');
		const lost = be(undefined);
		expect(first.signal.aborted).toBe(true);
		await lost;
		expect([await name(), follows.length]).toEqual(['following', 2]);
		await be(2);
		(await start(2)).toRunning();
		await pass();
		expect([await name(), errors]).toEqual(['running', []]);
	});

	it('is left alone by corrections while another process leads, and callers waiting for one here learn of the lost lead', async () => {
		const { leading, be } = createLeading();
		const { start, life, name } = open({ leading });
		await expect(life.startOver()).rejects.toThrow('Another process leads');
		await be(1);
		(await start(1)).toRunning();
		await name();
		const waiting = watch(life.startOver());
		await start(2);
		await be(undefined);
		expect([waiting, await name()]).toEqual([['Another process leads the market.'], 'following']);
	});

	it('is followed at once by a process that rests or is idle, and continues where it was', async () => {
		const { leading, be } = createLeading();
		await be(1);
		const { start, name, lived } = open({ leading });
		(await start(1)).fails(new Error('cut off'));
		expect(await name()).toBe('resting');
		await be(undefined);
		expect(await name()).toBe('following');
		await be(2);
		(await start(2)).toIdle();
		expect([await name(), watch(lived)]).toEqual(['idle', []]);
		await be(undefined);
		expect(await name()).toBe('following');
	});
});
