import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { isOutage } from '../faults/outage.ts';
import { StoreError } from '../faults/store-error.ts';

/** Milliseconds until a new connection is given up. */
export const CONNECT_WITHIN = 1_500;
/** Milliseconds that one statement may take; longer work (a backup) says so on its own connection. */
export const STATEMENT_WITHIN = 30_000;
/** Our own limit behind the server's: for a server that has stopped answering at all. */
const ANSWER_WITHIN = STATEMENT_WITHIN + 5_000;
const CONNECTIONS = 12;

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: (release?: boolean | Error) => void) => void;

/** Statements that may be asked twice: they read, outside a transaction, and nothing that they call writes. */
const READS = /^\s*select\b(?!.*\b(?:pg_notify|pg_advisory|nextval|setval|for\s+(?:update|share|no\s+key))\b)/is;

/**
 * A pool that survives the death of its connections and of the server behind them: a connection that breaks in use is put away and not the end of the
 * process, a read that was disturbed is asked once more, and while the database is known to be away nobody waits for it (`refuse`).
 */
export class SteadyPool extends Pool {
	readonly #inUse = new Set<PoolClient>();
	#refusal: string | undefined;

	/** `onTrouble` hears of each connection that broke and of each call that found the database away. */
	constructor(url: string, onTrouble: (error: Error) => void, more: PoolConfig = {}) {
		super({
			connectionString: url,
			max: CONNECTIONS,
			connectionTimeoutMillis: CONNECT_WITHIN,
			query_timeout: ANSWER_WITHIN,
			keepAlive: true,
			options: `-c timezone=UTC -c statement_timeout=${STATEMENT_WITHIN}`,
			...more,
		});
		this.on('error', onTrouble);
		// A client that is in use has no other listener: its 'error' would end the process.
		this.on('connect', (client) => void client.on('error', onTrouble));
		this.query = this.#twice(super.query.bind(this) as (...given: unknown[]) => Promise<unknown>);
	}

	/** From here on every call fails at once with this reason, and those that wait for an answer are broken off. */
	refuse(reason: string): void {
		this.#refusal = reason;
		for (const client of this.#inUse) breakOff(client);
	}

	/** The database is back. */
	admit(): void {
		this.#refusal = undefined;
	}

	override connect(): Promise<PoolClient>;
	override connect(callback: Connected): void;
	override connect(callback?: Connected): Promise<PoolClient> | undefined {
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

	/** Of a client that broke while somebody held it the holder may never hear again (a transaction that could not begin): it goes back by itself. */
	#handOut(client: PoolClient): PoolClient {
		const giveBack = client.release;
		let held = true;
		const release = (destroy?: boolean | Error): void => {
			if (!held) return;
			held = false;
			this.#inUse.delete(client);
			client.off('end', gone);
			giveBack.call(client, destroy);
		};
		const gone = (): void => release(true);
		client.release = release;
		client.once('end', gone);
		this.#inUse.add(client);
		return client;
	}

	/** A read that a broken connection disturbed, asked once more on another. */
	#twice(ask: (...given: unknown[]) => Promise<unknown>): Pool['query'] {
		const asked = (...given: unknown[]): Promise<unknown> => {
			const answer = ask(...given);
			// With a callback pg answers nothing here.
			if (typeof given.at(-1) === 'function') return answer;
			return answer.catch((error: unknown) => {
				const [statement] = given as [string | { text?: string }];
				const text = typeof statement === 'string' ? statement : statement.text;
				if (this.#refusal === undefined && text !== undefined && READS.test(text) && isOutage(error)) return ask(...given);
				throw error;
			});
		};
		return asked as Pool['query'];
	}
}

/** Ends a connection without waiting for a server that may not answer: what was asked on it fails now. */
export const breakOff = (client: { end(): unknown }): void => {
	const { connection } = client as { connection?: { stream?: { destroy(): void } } };
	connection?.stream?.destroy();
};
