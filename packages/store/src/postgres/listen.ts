import { setTimeout as delay } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { destroyConnection } from './steady-pool.ts';

export interface Listener {
	close(): Promise<void>;
}

export interface ListenOptions {
	channel: string | readonly string[];
	/** Called for each notification, in order. */
	onMessage(payload: string, channel: string): void;
	/** Called when the connection broke: no notifications arrive until `onResume`. */
	onLost?(): void;
	/** Called when the connection was restored. Notifications in between were lost, so read the current state. */
	onResume(): void;
	/** Milliseconds between attempts to reconnect. Default: 500. */
	retryMs?: number;
	/** Milliseconds between pings; without an answer before the next ping, the connection counts as broken. Default: 5,000. */
	pingMs?: number;
}

/** Listens on channels on a separate connection until closed. The first connection must succeed; later ones are retried forever. */
export async function listen(url: string, options: ListenOptions): Promise<Listener> {
	const closing = new AbortController();
	const closed = new Promise<void>((done) => closing.signal.addEventListener('abort', () => done(), { once: true }));
	let connection = await openListener(url, options);
	const keepConnected = async (): Promise<void> => {
		for (;;) {
			await Promise.race([connection.ended, closed]);
			if (!closing.signal.aborted) options.onLost?.();
			const next = await reconnect(url, options, closing.signal);
			if (!next) return;
			connection = next;
			options.onResume();
		}
	};
	const running = keepConnected();
	return {
		close: async () => {
			closing.abort();
			await running;
			await connection.client.end().catch(() => {});
		},
	};
}

interface ListenConnection {
	client: Client;
	ended: Promise<void>;
}

const PING_INTERVAL_MS = 5_000;
/** Timeout of an attempt to reconnect, in milliseconds. */
const RECONNECT_TIMEOUT_MS = 5_000;

/** Connects and listens. `timeoutMs`: connection timeout in milliseconds; 0: none. */
async function openListener(
	url: string,
	{ channel, onMessage, pingMs = PING_INTERVAL_MS }: ListenOptions,
	timeoutMs = 0,
): Promise<ListenConnection> {
	const client = new Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: timeoutMs });
	const ended = new Promise<void>((done) => client.once('end', () => done()));
	client.on('error', () => {});
	client.on('notification', ({ payload, channel: notifiedChannel }) => onMessage(payload ?? '', notifiedChannel));
	await client.connect();
	const sendListen = (): Promise<unknown> =>
		client.query(
			[channel]
				.flat()
				.map((channelName) => `listen ${escapeIdentifier(channelName)}`)
				.join('; '),
		);
	await sendListen();
	// A connection can die without an error. Repeating LISTEN changes nothing, so it serves as a ping.
	let isAnswered = true;
	const ping = (): void => {
		if (!isAnswered) {
			destroyConnection(client);
			return;
		}
		isAnswered = false;
		sendListen().then(
			() => {
				isAnswered = true;
			},
			() => {},
		);
	};
	// If this process was busy, setImmediate lets it first read the answers that have arrived.
	const pingTimer = setInterval(() => setImmediate(ping), pingMs).unref();
	void ended.then(() => clearInterval(pingTimer));
	return { client, ended };
}

async function reconnect(url: string, options: ListenOptions, signal: AbortSignal): Promise<ListenConnection | undefined> {
	while (!signal.aborted) {
		try {
			return await openListener(url, options, RECONNECT_TIMEOUT_MS);
		} catch {
			await delay(options.retryMs ?? 500, undefined, { signal }).catch(() => {});
		}
	}
	return undefined;
}
