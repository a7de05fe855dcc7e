import type { Columns, ColumnsOf, Rows } from './native.ts';

/** One connection to ClickHouse, embedded or over HTTP. On an embedded connection, calls run one after another. */
export interface Engine {
	/**
	 * Returns the rows of a SELECT with exactly the columns of `spec`, in its order. The query must have no FORMAT.
	 * `into` provides the arrays for the result; default: new ones.
	 */
	read<C extends Columns>(spec: C, query: string, into?: (count: number) => ColumnsOf<C>): Promise<Rows<C>>;
	/** Inserts rows [from, to) of the arrays as one block. */
	write<C extends Columns>(table: string, spec: C, columns: ColumnsOf<C>, from: number, to: number): Promise<void>;
	/** Runs a statement without a result. */
	run(statement: string): Promise<void>;
}

/** Connections by name, and a function that closes all of them. */
export type Connections<Name extends string> = Record<Name, Engine> & { close(): Promise<void> };

/** Creates a connection for each priority. */
export function createConnections<Name extends string>(
	priorities: Readonly<Record<Name, number>>,
	createConnection: (priority: number) => Engine,
): Record<Name, Engine> {
	return Object.fromEntries(Object.entries<number>(priorities).map(([name, priority]) => [name, createConnection(priority)])) as Record<
		Name,
		Engine
	>;
}

/** Adds a priority to a query: of concurrent reads, one with a larger number pauses between blocks for one with a smaller number. */
export function withPriority(query: string, priority: number): string {
	return `${query} FORMAT Native SETTINGS priority = ${priority}`;
}

/** Allows a block to touch any number of partitions, since an import can contain many years of one ticker. */
export const INSERT_SETTINGS = 'SETTINGS max_partitions_per_insert_block = 0';

/** Reads all bytes of a stream, without copying if there is only one chunk, as from the embedded engine. */
export async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of stream) chunks.push(chunk);
	return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}
