import { Client, Pool, type PoolClient, type PoolConfig } from 'pg';
import { isOutage } from '../faults/outage.ts';
import { StoreError } from '../faults/store-error.ts';

/** Timeout of a new connection in milliseconds. */
export const CONNECT_TIMEOUT_MS = 1_500;
/** Time limit of a statement in milliseconds. Longer operations (a backup) set their own limit on their own connection. */
export const STATEMENT_TIMEOUT_MS = 30_000;
/** Client-side limit in milliseconds, for a server that has stopped answering. */
const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;
const MAX_CONNECTIONS = 12;

type ConnectCallback = (error: Error | undefined, client: PoolClient | undefined, done: (release?: boolean | Error) => void) => void;

/** Statements that are safe to repeat outside a transaction: they only read, and call nothing that writes. */
const READ_ONLY = /^\s*select\b(?!.*\b(?:pg_notify|pg_advisory|nextval|setval|for\s+(?:update|share|no\s+key))\b)/is;

/**
 * A pool that survives the loss of its connections and of the server. A connection that breaks during a query is discarded without ending the process,
 * and an interrupted read is repeated once. While the database is known to be down, calls fail immediately (`suspend`).
 */
export class SteadyPool extends Pool {
	readonly #inUse = new Set<PoolClient>();
	#refusal: string | undefined;

	/** `onError` receives errors of broken connections. */
	constructor(url: string, onError: (error: Error) => void, config: PoolConfig = {}) {
		super({
			connectionString: url,
			max: MAX_CONNECTIONS,
			connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
			query_timeout: QUERY_TIMEOUT_MS,
			keepAlive: true,
			options: `-c timezone=UTC -c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
			...config,
		});
		this.on('error', onError);
		// A client in use has no other listener, so its 'error' event would end the process.
		this.on('connect', (client) => void client.on('error', onError));
		this.query = this.#withRetry(super.query.bind(this) as (...args: unknown[]) => Promise<unknown>);
	}

	/** Makes all calls fail immediately with this reason, and aborts pending ones. */
	suspend(reason: string): void {
		this.#refusal = reason;
		for (const client of this.#inUse) destroyConnection(client);
	}

	/** Ends `suspend`. */
	resume(): void {
		this.#refusal = undefined;
	}

	override connect(): Promise<PoolClient>;
	override connect(callback: ConnectCallback): void;
	override connect(callback?: ConnectCallback): Promise<PoolClient> | undefined {
		if (this.#refusal !== undefined) {
			const error = new StoreError('database_away', this.#refusal);
			if (!callback) return Promise.reject(error);
			callback(error, undefined, () => {});
			return undefined;
		}
		const connecting = super.connect().then((client) => this.#handOut(client));
		if (!callback) return connecting;
		connecting.then(
			(client) => callback(undefined, client, client.release),
			(error: Error) => callback(error, undefined, () => {}),
		);
		return undefined;
	}

	/** Releases a client automatically if it breaks: its user may never notice, for example if a transaction could not begin. */
	#handOut(client: PoolClient): PoolClient {
		const originalRelease = client.release;
		let isHeld = true;
		const release = (destroy?: boolean | Error): void => {
			if (!isHeld) return;
			isHeld = false;
			this.#inUse.delete(client);
			client.off('end', onEnd);
			originalRelease.call(client, destroy);
		};
		const onEnd = (): void => release(true);
		client.release = release;
		client.once('end', onEnd);
		this.#inUse.add(client);
		return client;
	}

	/** Repeats a read once on another connection if a broken connection interrupted it. */
	#withRetry(runQuery: (...args: unknown[]) => Promise<unknown>): Pool['query'] {
		const query = (...args: unknown[]): Promise<unknown> => {
			const result = runQuery(...args);
			// With a callback, pg returns nothing.
			if (typeof args.at(-1) === 'function') return result;
			return result.catch((error: unknown) => {
				const [statement] = args as [string | { text?: string }];
				const text = typeof statement === 'string' ? statement : statement.text;
				if (this.#refusal === undefined && text !== undefined && READ_ONLY.test(text) && isOutage(error)) return runQuery(...args);
				throw error;
			});
		};
		return query as Pool['query'];
	}
}

/** Destroys a connection without waiting for a server that may not answer: pending statements fail immediately. */
export function destroyConnection(client: { end(): unknown }): void {
	const { connection } = client as { connection?: { stream?: { destroy(): void } } };
	connection?.stream?.destroy();
}

/** Creates the ping of a database for `watch`, on a separate connection that is replaced after each failure. */
export function createPing(url: string) {
	let client: Client | undefined;
	return {
		ping: async (timeoutMs: number): Promise<void> => {
			if (!client) {
				client = new Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, keepAlive: true });
				client.on('error', () => {});
				await client.connect();
			}
			await client.query('select 1');
		},
		giveUp: (): void => {
			if (client) destroyConnection(client);
			client = undefined;
		},
	};
}
