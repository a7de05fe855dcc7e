import { Readable } from 'node:stream';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { isOutage } from '../../faults/outage.ts';
import { StoreError } from '../../faults/store-error.ts';
import { bytesOf, type Connections, createConnections, type Engine, INSERT_SETTINGS, withPriority } from './engine.ts';
import { decodeBlocks, encodeBlock } from './native.ts';

/** Controls the connections to a server. */
export interface ServerControl {
	/** Resolves if the server answers; otherwise rejects with the reason. */
	ping(): Promise<void>;
	/** Makes further calls fail immediately, and aborts pending ones. */
	suspend(reason: string): void;
	/** Ends `suspend`. */
	resume(): void;
}

/** Generous, because scans of years are slow. */
const REQUEST_TIMEOUT_MS = 300_000;

/**
 * Opens connections to a ClickHouse server, each with the priority of its reads. `url` contains user, password and database:
 * http://user:password@host:8123/database. `settings` are sent with each statement.
 */
export function openServer<Name extends string>(
	url: string,
	priorities: Readonly<Record<Name, number>>,
	settings: Readonly<Record<string, string | number>>,
): Connections<Name> & ServerControl {
	const client = createClient({
		url,
		request_timeout: REQUEST_TIMEOUT_MS,
		max_open_connections: 8,
		clickhouse_settings: settings,
		log: { level: ClickHouseLogLevel.OFF },
	});
	let suspendedReason: string | undefined;
	let pendingCalls = new AbortController();
	const call = async <T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> => {
		if (suspendedReason !== undefined) throw new StoreError('series_away', suspendedReason);
		const { signal } = pendingCalls;
		try {
			return await request(signal);
		} catch (error) {
			if (signal.aborted) throw new StoreError('series_away', String(signal.reason), { cause: error });
			throw error;
		}
	};
	/** Repeats a read once if its connection broke. */
	const callWithRetry = <T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> =>
		call(request).catch((error: unknown) => {
			if (suspendedReason === undefined && isOutage(error)) return call(request);
			throw error;
		});
	const createConnection = (priority: number): Engine => ({
		read: (spec, query, into) =>
			callWithRetry(async (abort_signal) =>
				decodeBlocks(spec, await bytesOf((await client.exec({ query: withPriority(query, priority), abort_signal })).stream), into),
			),
		write: (table, spec, columns, from, to) =>
			call(async (abort_signal) => {
				const query = `INSERT INTO ${table} (${Object.keys(spec)}) ${INSERT_SETTINGS} FORMAT Native`;
				const values = Readable.from(encodeBlock(spec, columns, from, to), { objectMode: false });
				await bytesOf((await client.exec({ query, values, abort_signal })).stream);
			}),
		run: (statement) => call(async (abort_signal) => void (await client.command({ query: statement, abort_signal }))),
	});
	return Object.assign(createConnections(priorities, createConnection), {
		ping: async () => {
			const result = await client.ping();
			if (!result.success) throw result.error;
		},
		suspend: (reason: string) => {
			suspendedReason = reason;
			pendingCalls.abort(reason);
		},
		resume: () => {
			suspendedReason = undefined;
			pendingCalls = new AbortController();
		},
		close: () => client.close(),
	});
}
