import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { EngineSession, SessionAdjustments } from '@sw/domain/signals/engine/engine-session';
import type { ReplayDay } from '@sw/domain/signals/engine/replay';
import { collectBlockBuffers, type EngineBlock } from '@sw/domain/signals/engine/state';
import type { Engine } from '@sw/domain/signals/engine/types';
import type { WorkerReply, WorkerRequest } from './messages.ts';

type Column = Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** Maximum number of days that wait for a worker: enough to keep it busy, few enough to limit memory. */
const MAX_PENDING_DAYS = 4;
/** Minimum rows per thread. */
const MIN_ROWS_PER_THREAD = 100;

/** Threads are faster only from these sizes on, because each bar is copied for its thread (docs/decisions/0009-memory-and-scale.md). */
const MIN_CORES = 4;
const MIN_TOTAL_ROWS = 5_000;

export function isFasterInParallel(rows: number, cores = availableParallelism()): boolean {
	return cores >= MIN_CORES && rows >= MIN_TOTAL_ROWS;
}

/** Replays days on several threads, each of which has a block of the rows. */
export interface ParallelReplay {
	/** Passes the next day to the threads; resolves as soon as another can be added. Rejects if a thread has failed. */
	add(day: ReplayDay, matrix: SessionMatrix): Promise<void>;
	/** Waits for the threads and moves the state of their rows back into the engine. */
	finish(): Promise<void>;
	/** Terminates the threads immediately; the engine stays as it was. Does nothing after `finish`. */
	stop(): Promise<void>;
}

/**
 * Starts a replay of an engine between two sessions, on up to `threads` threads. Splits of the replayed days must be announced before (see
 * Engine.announceSplits). The engine does not change until `finish`.
 */
export function startParallelReplay(engine: Engine, threads = availableParallelism()): ParallelReplay {
	const threadCount = Math.max(1, Math.min(threads, Math.floor(engine.rows / MIN_ROWS_PER_THREAD)));
	const boundaryRowOf = (i: number): number => Math.round((engine.rows * i) / threadCount);
	const replayThreads = Array.from({ length: threadCount }, (_, i) => startReplayThread(engine, boundaryRowOf(i), boundaryRowOf(i + 1)));
	const stop = async (): Promise<void> => {
		await Promise.all(replayThreads.map((thread) => thread.stop()));
	};
	return {
		add: async (day, matrix) => {
			if (matrix.rows !== engine.rows)
				throw new RangeError(`A matrix of ${matrix.rows} rows doesn't fit an engine of ${engine.rows} rows.`);
			await Promise.all(replayThreads.map((thread) => thread.add(day, matrix)));
		},
		finish: async () => {
			engine.loadBlocks(await Promise.all(replayThreads.map((thread) => thread.finish())));
			await stop();
		},
		stop,
	};
}

/** Starts a thread for the rows [from, to). */
function startReplayThread(engine: Engine, from: number, to: number) {
	const worker = new Worker(new URL('./replay-worker.ts', import.meta.url));
	const post = (message: WorkerRequest, transfer: ArrayBuffer[] = []): void => worker.postMessage(message, transfer);
	let pendingDays = 0;
	let failure: Error | undefined;
	let result: EngineBlock | undefined;
	const waiters: (() => void)[] = [];
	const wake = (): void => {
		for (const resume of waiters.splice(0)) resume();
	};
	const fail = (error: Error): void => {
		failure ??= error;
		wake();
	};
	worker.on('message', (message: WorkerReply) => {
		if (message.kind === 'replayed') pendingDays--;
		else result = message.block;
		wake();
	});
	worker.on('error', fail);
	worker.on('messageerror', fail);
	worker.on('exit', () => fail(new Error('A replay thread has ended.')));
	const waitUntil = async (isReached: () => boolean): Promise<void> => {
		while (!isReached()) {
			if (failure) throw failure;
			await new Promise<void>((resolve) => waiters.push(resolve));
		}
	};
	const block = engine.extractBlock(from, to);
	post({ kind: 'block', block }, collectBlockBuffers(block) as ArrayBuffer[]);
	return {
		add: async (day: ReplayDay, matrix: SessionMatrix): Promise<void> => {
			const part = copyRows(matrix, from, to);
			pendingDays++;
			post(
				{ kind: 'day', day: { ...day, adjustments: sliceAdjustments(day.adjustments ?? {}, from, to) }, matrix: part.matrix },
				part.buffers,
			);
			await waitUntil(() => pendingDays < MAX_PENDING_DAYS);
		},
		finish: async (): Promise<EngineBlock> => {
			post({ kind: 'end' });
			await waitUntil(() => result !== undefined);
			return result as EngineBlock;
		},
		stop: () => worker.terminate(),
	};
}

function sliceAdjustments({ splits, dividends, dismissed = [] }: SessionAdjustments, from: number, to: number): SessionAdjustments {
	return {
		splits: sliceRows(splits, from, to),
		dividends: sliceRows(dividends, from, to),
		dismissed: dismissed.filter((row) => row >= from && row < to).map((row) => row - from),
	};
}

function sliceRows<T extends { readonly row: number }>(list: readonly T[] | undefined, from: number, to: number): T[] {
	return (list ?? []).filter(({ row }) => row >= from && row < to).map((entry) => ({ ...entry, row: entry.row - from }));
}

/** Replays days like the engine's `replay`, but on several threads, with bit-identical results. */
export async function replayParallel(
	engine: Engine,
	days: readonly ReplayDay[],
	matrixOf: (session: EngineSession, index: number) => SessionMatrix | Promise<SessionMatrix>,
	threads?: number,
): Promise<void> {
	engine.announceSplits(days.flatMap((day) => day.adjustments?.splits ?? []));
	const replay = startParallelReplay(engine, threads);
	try {
		for (const [index, day] of days.entries()) await replay.add(day, await matrixOf(day.session, index));
		await replay.finish();
	} finally {
		await replay.stop();
	}
}

/** Copies rows [from, to) of a matrix. `buffers` are its memory, to be transferred. */
function copyRows(matrix: SessionMatrix, from: number, to: number): { matrix: SessionMatrix; buffers: ArrayBuffer[] } {
	const { rows, slots, halted, daily, optionDay } = matrix;
	const rowCount = to - from;
	const buffers: ArrayBuffer[] = [];
	const transfer = <T extends Column>(column: T): T => {
		buffers.push(column.buffer);
		return column;
	};
	const copySlots = <T extends Column>(target: T, column: ArrayLike<number> & { subarray(a: number, b: number): ArrayLike<number> }): T => {
		for (let slot = 0; slot < slots; slot++) target.set(column.subarray(slot * rows + from, slot * rows + to), slot * rowCount);
		return transfer(target);
	};
	const copyFloats = (column: Float32Array): Float32Array => copySlots(new Float32Array(slots * rowCount), column);
	return {
		buffers,
		matrix: {
			slots,
			rows: rowCount,
			open: copyFloats(matrix.open),
			high: copyFloats(matrix.high),
			low: copyFloats(matrix.low),
			close: copyFloats(matrix.close),
			volume: copySlots(new Float64Array(slots * rowCount), matrix.volume),
			calls: copyFloats(matrix.calls),
			puts: copyFloats(matrix.puts),
			halted: halted && copySlots(new Uint8Array(slots * rowCount), halted),
			optionDay: optionDay && {
				calls: transfer(new Float32Array(optionDay.calls.subarray(from, to))),
				puts: transfer(new Float32Array(optionDay.puts.subarray(from, to))),
			},
			daily: daily && {
				open: transfer(new Float32Array(daily.open.subarray(from, to))),
				high: transfer(new Float32Array(daily.high.subarray(from, to))),
				low: transfer(new Float32Array(daily.low.subarray(from, to))),
				close: transfer(new Float32Array(daily.close.subarray(from, to))),
				volume: transfer(new Float64Array(daily.volume.subarray(from, to))),
			},
		},
	};
}
