import type { Columns, ColumnsOf, Rows } from './native.ts';

/** One line to ClickHouse, embedded or over HTTP. On an embedded line calls wait for each other. */
export interface Engine {
	/** The rows of a SELECT whose columns are exactly `spec`, in its order, in the arrays that `into` gives for so many rows (or in new ones). The query has no FORMAT. */
	read<C extends Columns>(spec: C, query: string, into?: (count: number) => ColumnsOf<C>): Promise<Rows<C>>;
	/** Adds rows `from` up to `to` of the arrays as one block. */
	write<C extends Columns>(table: string, spec: C, columns: ColumnsOf<C>, from: number, to: number): Promise<void>;
	/** A statement without an answer. */
	run(statement: string): Promise<void>;
}

/** Lines by name, and the way to close all of them. */
export type Lines<Line extends string> = Record<Line, Engine> & { close(): Promise<void> };

/** A line for each priority. */
export const linesOf = <Line extends string>(
	priorities: Readonly<Record<Line, number>>,
	line: (priority: number) => Engine,
): Record<Line, Engine> =>
	Object.fromEntries(Object.entries<number>(priorities).map(([name, priority]) => [name, line(priority)])) as Record<Line, Engine>;

/** The query as a line asks it: of those that read at the same time, one with a greater number pauses between blocks for one with a smaller. */
export const asked = (query: string, priority: number): string => `${query} FORMAT Native SETTINGS priority = ${priority}`;

/** A block may touch any number of partitions: an import brings one ticker's many years. */
export const INSERT_SETTINGS = 'SETTINGS max_partitions_per_insert_block = 0';

/** All bytes of an answer's stream; no copy when it is one chunk, as it is from the embedded engine. */
export const bytesOf = async (stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
	const chunks: Uint8Array[] = [];
	for await (const chunk of stream) chunks.push(chunk);
	return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
};
