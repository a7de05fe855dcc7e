import { MessageChannel, Worker } from 'node:worker_threads';
import type { ListTable } from '@sw/domain/inbox/list-changes';
import type { NotifyOwners, OwnerAlertInput } from '../../areas/inbox/alert-owners.ts';
import type { AlertThreadReply, AlertThreadRequest } from './alert-thread-messages.ts';

export interface AlertThread {
	readonly notify: NotifyOwners;
	/** Ends the thread as soon as it is idle. */
	stop(): void;
}

/** Sends alerts on a separate thread, started when first needed: on the main thread, fifty thousand filters would block requests for a second. */
export function openAlertThread(databaseUrl: string): AlertThread {
	let thread: Worker | undefined;
	let pendingCount = 0;
	let isStopped = false;
	const endIfIdle = (): void => {
		if (!isStopped || pendingCount > 0) return;
		void thread?.terminate();
		thread = undefined;
	};
	const ensureWorker = (): Worker => {
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
	const notify: NotifyOwners = async (input, signal) => {
		signal.throwIfAborted();
		const worker = ensureWorker();
		const { port1: port, port2 } = new MessageChannel();
		const { alerting, buffers } = copyTables(input);
		const requestAbort = (): void => port.postMessage(null);
		const { promise, resolve, reject } = Promise.withResolvers<AlertThreadReply>();
		const rejectPending = (error?: unknown): void =>
			reject(error instanceof Error ? error : new Error('The filter-alert thread has ended.'));
		port.once('message', resolve);
		worker.once('error', rejectPending);
		worker.once('exit', rejectPending);
		signal.addEventListener('abort', requestAbort);
		pendingCount++;
		try {
			worker.postMessage({ alerting, port: port2 } satisfies AlertThreadRequest, [port2, ...buffers]);
			const reply = await promise;
			if ('messages' in reply) return reply.messages;
			signal.throwIfAborted();
			throw reply.error;
		} finally {
			pendingCount--;
			signal.removeEventListener('abort', requestAbort);
			worker.off('error', rejectPending);
			worker.off('exit', rejectPending);
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
function copyTables(alerting: OwnerAlertInput): { alerting: OwnerAlertInput; buffers: ArrayBuffer[] } {
	const buffers: ArrayBuffer[] = [];
	const copies = new Map<ListTable, ListTable>();
	const copyColumn = <T extends Uint32Array | Uint8Array | Float64Array | Float32Array | Int32Array | Uint16Array>(column: T): T => {
		const copy = column.slice() as T & { buffer: ArrayBuffer };
		buffers.push(copy.buffer);
		return copy;
	};
	const copyTable = (table: ListTable): ListTable => {
		const existing = copies.get(table);
		if (existing) return existing;
		const { time, count, tickerId, flags, words, z, price, cap, mentions, change, dollarVolume, listed, information } = table;
		const [a, b, c, d, e] = words;
		const copy = {
			time,
			count,
			tickerId: copyColumn(tickerId),
			flags: copyColumn(flags),
			z: copyColumn(z),
			price: copyColumn(price),
			cap: copyColumn(cap),
			mentions: copyColumn(mentions),
			change: copyColumn(change),
			dollarVolume: copyColumn(dollarVolume),
			listed: [copyColumn(listed[0]), copyColumn(listed[1]), copyColumn(listed[2])],
			information: copyColumn(information),
			words: [copyColumn(a), copyColumn(b), copyColumn(c), copyColumn(d), copyColumn(e)],
		} as const;
		copies.set(table, copy);
		return copy;
	};
	const copiedReports = new Map(
		[...alerting.reportsByLicence].map(([licence, { now, before, earlier, ...rest }]) => [
			licence,
			{ ...rest, now: copyTable(now), before: copyTable(before), earlier: earlier.map(copyTable) },
		]),
	);
	return { alerting: { ...alerting, reportsByLicence: copiedReports }, buffers };
}
