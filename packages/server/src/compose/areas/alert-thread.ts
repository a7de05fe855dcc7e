import { MessageChannel, Worker } from 'node:worker_threads';
import type { ListTable } from '@sw/domain/inbox/list-changes';
import type { AlertOwners, OwnerAlerting } from '../../areas/inbox/alert-owners.ts';
import type { FromThread, ToThread } from './alert-thread-messages.ts';

export interface AlertThread {
	readonly notify: AlertOwners;
	/** Ends the thread as soon as it is idle. */
	stop(): void;
}

/** Sends alerts on a separate thread, started when first needed: on the main thread, fifty thousand filters would block requests for a second. */
export function openAlertThread(databaseUrl: string): AlertThread {
	let thread: Worker | undefined;
	let underway = 0;
	let isStopped = false;
	const endIfIdle = (): void => {
		if (!isStopped || underway > 0) return;
		void thread?.terminate();
		thread = undefined;
	};
	const begun = (): Worker => {
		if (thread) return thread;
		const worker = new Worker(new URL('./alert-worker.ts', import.meta.url), { workerData: databaseUrl });
		// The thread never keeps the process alive. If it ends, pending requests fail and the next request starts another thread.
		worker.unref();
		worker.on('error', () => {});
		worker.once('exit', () => {
			if (thread === worker) thread = undefined;
		});
		thread = worker;
		return worker;
	};
	const notify: AlertOwners = async (input, signal) => {
		signal.throwIfAborted();
		const worker = begun();
		const { port1: port, port2 } = new MessageChannel();
		const { alerting, buffers } = copied(input);
		const abortTransaction = (): void => port.postMessage(null);
		const { promise, resolve, reject } = Promise.withResolvers<FromThread>();
		const gone = (error?: unknown): void => reject(error instanceof Error ? error : new Error('The filter-alert thread has ended.'));
		port.once('message', resolve);
		worker.once('error', gone);
		worker.once('exit', gone);
		signal.addEventListener('abort', abortTransaction);
		underway++;
		try {
			worker.postMessage({ alerting, port: port2 } satisfies ToThread, [port2, ...buffers]);
			const answer = await promise;
			if ('messages' in answer) return answer.messages;
			signal.throwIfAborted();
			throw answer.error;
		} finally {
			underway--;
			signal.removeEventListener('abort', abortTransaction);
			worker.off('error', gone);
			worker.off('exit', gone);
			port.close();
			endIfIdle();
		}
	};
	return {
		notify,
		stop: () => {
			isStopped = true;
			endIfIdle();
		},
	};
}

/** Copies each table of the request once; `buffers` are to be transferred to the thread, and the originals stay usable. */
function copied(alerting: OwnerAlerting): { alerting: OwnerAlerting; buffers: ArrayBuffer[] } {
	const buffers: ArrayBuffer[] = [];
	const known = new Map<ListTable, ListTable>();
	const keep = <T extends Uint32Array | Uint8Array | Float64Array | Float32Array | Int32Array | Uint16Array>(column: T): T => {
		const copy = column.slice() as T & { buffer: ArrayBuffer };
		buffers.push(copy.buffer);
		return copy;
	};
	const table = (table: ListTable): ListTable => {
		const found = known.get(table);
		if (found) return found;
		const { time, count, tickerId, flags, words, z, price, cap, mentions, change, dollarVolume, listed, information } = table;
		const [a, b, c, d, e] = words;
		const copy = {
			time,
			count,
			tickerId: keep(tickerId),
			flags: keep(flags),
			z: keep(z),
			price: keep(price),
			cap: keep(cap),
			mentions: keep(mentions),
			change: keep(change),
			dollarVolume: keep(dollarVolume),
			listed: [keep(listed[0]), keep(listed[1]), keep(listed[2])],
			information: keep(information),
			words: [keep(a), keep(b), keep(c), keep(d), keep(e)],
		} as const;
		known.set(table, copy);
		return copy;
	};
	const opened = new Map(
		[...alerting.opened].map(([licence, { now, before, earlier, ...rest }]) => [
			licence,
			{ ...rest, now: table(now), before: table(before), earlier: earlier.map(table) },
		]),
	);
	return { alerting: { ...alerting, opened }, buffers };
}
