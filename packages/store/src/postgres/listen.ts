import { setTimeout as delay } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { breakOff } from './steady-pool.ts';

export interface Listener {
	close(): Promise<void>;
}

export interface ListenOptions {
	channel: string | readonly string[];
	/** One call for each notification, in order. */
	onMessage(payload: string, channel: string): void;
	/** The connection broke: from here to `onResume` nothing is heard. */
	onLost?(): void;
	/** After a broken connection came back: notifications in between were lost, so read what they would have told. */
	onResume(): void;
	/** Milliseconds before trying again. */
	retryMs?: number;
	/** Milliseconds between questions whether the server is still there, each of which is answered before the next, or the connection counts as broken. */
	beatMs?: number;
}

/** Hears channels on a connection of its own until closed; the first connection must succeed, later ones are retried for ever. */
export const listen = async (url: string, options: ListenOptions): Promise<Listener> => {
	const closing = new AbortController();
	const closed = new Promise<void>((done) => closing.signal.addEventListener('abort', () => done(), { once: true }));
	let ear = await hear(url, options);
	const run = async (): Promise<void> => {
		for (;;) {
			await Promise.race([ear.ended, closed]);
			if (!closing.signal.aborted) options.onLost?.();
			const next = await again(url, options, closing.signal);
			if (!next) return;
			ear = next;
			options.onResume();
		}
	};
	const running = run();
	return {
		close: async () => {
			closing.abort();
			await running;
			await ear.client.end().catch(() => {});
		},
	};
};

interface Ear {
	client: Client;
	ended: Promise<void>;
}

const BEAT_MS = 5_000;
/** Milliseconds until an attempt to connect again is given up, and made anew. */
const AGAIN_WITHIN = 5_000;

/** `within`: milliseconds for connecting; 0: as long as it takes. */
const hear = async (url: string, { channel, onMessage, beatMs = BEAT_MS }: ListenOptions, within = 0): Promise<Ear> => {
	const client = new Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: within });
	const ended = new Promise<void>((done) => client.once('end', () => done()));
	client.on('error', () => {});
	client.on('notification', ({ payload, channel: told }) => onMessage(payload ?? '', told));
	await client.connect();
	const listening = (): Promise<unknown> =>
		client.query(
			[channel]
				.flat()
				.map((each) => `listen ${escapeIdentifier(each)}`)
				.join('; '),
		);
	await listening();
	// A connection can die without a sound. Listening again changes nothing, and tells that somebody answers.
	let isAnswered = true;
	const ask = (): void => {
		if (!isAnswered) {
			breakOff(client);
			return;
		}
		isAnswered = false;
		listening().then(
			() => {
				isAnswered = true;
			},
			() => {},
		);
	};
	// A process that was busy itself reads first what has arrived.
	const beat = setInterval(() => setImmediate(ask), beatMs).unref();
	void ended.then(() => clearInterval(beat));
	return { client, ended };
};

const again = async (url: string, options: ListenOptions, signal: AbortSignal): Promise<Ear | undefined> => {
	while (!signal.aborted) {
		try {
			return await hear(url, options, AGAIN_WITHIN);
		} catch {
			await delay(options.retryMs ?? 500, undefined, { signal }).catch(() => {});
		}
	}
	return undefined;
};
