/**
 * Measures thousands of live connections waiting for a report: memory of the server process, and the time from the announcement until the last client
 * is notified, while clients notified earlier already poll again. Reference: a plain node:http server that holds and answers as many requests.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Benchmark, compareToReference, formatMb, type ResultRow } from './measure.ts';
import { BareClient } from './tools/hub-client.ts';

const ROUNDS = 5;
const CONCURRENT_CONNECTS = 100;

interface ServerState {
	/** Polls that wait for an answer. */
	waiting: number;
	/** Resident memory. */
	bytes: number;
}

/**
 * `bytes`: resident memory of the server while all clients wait, after the last round. `notifiedMs`: median milliseconds until the last client was
 * notified.
 */
async function measureServer(serverKind: 'hub' | 'plain', clientCount: number): Promise<{ bytes: number; notifiedMs: number }> {
	const server = fork(join(import.meta.dirname, 'servers/hub-server.ts'), [serverKind]);
	const [{ port }] = (await once(server, 'message')) as [{ port: number }];
	let remaining = 0;
	let onAllNotified = (): void => {};
	const clients = await connectAll(port, clientCount, serverKind === 'hub', () => {
		remaining -= 1;
		if (remaining === 0) onAllNotified();
	});
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		await waitUntilAllPoll(server, clientCount);
		remaining = clientCount;
		const allNotified = new Promise<void>((resolve) => {
			onAllNotified = resolve;
		});
		const startedAt = performance.now();
		const reply = askServer(server, 'notify');
		await allNotified;
		times.push(performance.now() - startedAt);
		await reply;
	}
	const { bytes } = await waitUntilAllPoll(server, clientCount);
	for (const client of clients) client.close();
	server.kill();
	await once(server, 'exit');
	return { bytes, notifiedMs: times.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0 };
}

async function connectAll(port: number, clientCount: number, isHub: boolean, onReport: () => void): Promise<BareClient[]> {
	const clients: BareClient[] = [];
	const openClient = async (n: number): Promise<void> => {
		const client = await BareClient.connect(port, { 'x-account': `account-${n}` });
		clients.push(client);
		client.poll(isHub ? await client.open() : `/?id=${n}`, onReport);
	};
	for (let n = 0; n < clientCount; n += CONCURRENT_CONNECTS)
		await Promise.all(Array.from({ length: Math.min(CONCURRENT_CONNECTS, clientCount - n) }, (_, i) => openClient(n + i)));
	return clients;
}

async function askServer(server: ChildProcess, message: 'state' | 'notify'): Promise<ServerState> {
	const reply = once(server, 'message') as Promise<[ServerState]>;
	server.send(message);
	return (await reply)[0];
}

async function waitUntilAllPoll(server: ChildProcess, clientCount: number): Promise<ServerState> {
	for (;;) {
		const state = await askServer(server, 'state');
		if (state.waiting === clientCount) return state;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}

export const run: Benchmark = async () => {
	const rows: ResultRow[] = [];
	for (const clientCount of [1_000, 10_000]) {
		const reference = await measureServer('plain', clientCount);
		const hub = await measureServer('hub', clientCount);
		const label = `${clientCount.toLocaleString('en')} waiting hub connections`;
		const isLargest = clientCount === 10_000;
		rows.push(
			compareToReference(`${label}: memory of the process`, hub.bytes, reference.bytes, isLargest ? 'under 600 MB' : null, formatMb),
			compareToReference(`${label}: until all are notified`, hub.notifiedMs, reference.notifiedMs, isLargest ? '1 s' : null),
		);
	}
	return rows;
};
