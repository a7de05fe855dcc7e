import { Readable } from 'node:stream';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { isOutage } from '../../faults/outage.ts';
import { StoreError } from '../../faults/store-error.ts';
import { bytesOf, type Engine, INSERT_SETTINGS, type Lines, linesOf, withPriority } from './engine.ts';
import { decodeBlocks, encodeBlock } from './native.ts';

/** Controls the connections to a server. */
export interface ServerLines {
	/** Resolves if the server answers; otherwise rejects with the reason. */
	ping(): Promise<void>;
	/** Makes further calls fail immediately, and aborts pending ones. */
	refuse(reason: string): void;
	/** Ends `suspend`. */
	admit(): void;
}

/** Generous, because a scan of years takes a while. */
const ANSWER_WITHIN = 300_000;

/**
 * Opens connections to a ClickHouse server, each with the priority of its reads. `url` contains user, password and database:
 * http://user:password@host:8123/database. `settings` are sent with each statement.
 */
export function openServer<Line extends string>(
	url: string,
	priorities: Readonly<Record<Line, number>>,
	settings: Readonly<Record<string, string | number>>,
): Lines<Line> & ServerLines {
	const client = createClient({
		url,
		request_timeout: ANSWER_WITHIN,
		max_open_connections: 8,
		clickhouse_settings: settings,
		log: { level: ClickHouseLogLevel.OFF },
	});
	let refusal: string | undefined;
	let underWay = new AbortController();
	const ask = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
		if (refusal !== undefined) throw new StoreError('series_away', refusal);
		const { signal } = underWay;
		try {
			return await work(signal);
		} catch (error) {
			if (signal.aborted) throw new StoreError('series_away', String(signal.reason), { cause: error });
			throw error;
		}
	};
	/** Repeats a read once if its connection broke. */
	const twice = <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
		ask(work).catch((error: unknown) => {
			if (refusal === undefined && isOutage(error)) return ask(work);
			throw error;
		});
	const line = (priority: number): Engine => ({
		read: (spec, query, into) =>
			twice(async (abort_signal) =>
				decodeBlocks(spec, await bytesOf((await client.exec({ query: withPriority(query, priority), abort_signal })).stream), into),
			),
		write: (table, spec, columns, from, to) =>
			ask(async (abort_signal) => {
				const query = `INSERT INTO ${table} (${Object.keys(spec)}) ${INSERT_SETTINGS} FORMAT Native`;
				const values = Readable.from(encodeBlock(spec, columns, from, to), { objectMode: false });
				await bytesOf((await client.exec({ query, values, abort_signal })).stream);
			}),
		run: (statement) => ask(async (abort_signal) => void (await client.command({ query: statement, abort_signal }))),
	});
	return Object.assign(linesOf(priorities, line), {
		ping: async () => {
			const answer = await client.ping();
			if (!answer.success) throw answer.error;
		},
		refuse: (reason: string) => {
			refusal = reason;
			underWay.abort(reason);
		},
		admit: () => {
			refusal = undefined;
			underWay = new AbortController();
		},
		close: () => client.close(),
	});
}
