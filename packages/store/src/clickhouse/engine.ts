import type { Columns, ColumnsOf, Rows } from './native.ts';

/** One line to ClickHouse, embedded or over HTTP. On an embedded line calls wait for each other. */
export interface Engine {
	/** The rows of a SELECT whose columns are exactly `spec`, in its order, in the arrays that `into` gives for so many rows (or in new ones). The query has no FORMAT. */
	read<C extends Columns>(spec: C, query: string, into?: (count: number) => ColumnsOf<C>): Promise<Rows<C>>;
	/** Adds rows `from` up to `to` of the arrays as one block. */
	write<C extends Columns>(table: string, spec: C, columns: ColumnsOf<C>, from: number, to: number): Promise<void>;
	/** A statement without an answer. */
	run(statement: string): Promise<void>;
	close(): Promise<void>;
}

/** A block may touch any number of partitions: an import brings one ticker's many years. */
export const INSERT_SETTINGS = 'SETTINGS max_partitions_per_insert_block = 0';

/** All bytes of an answer's stream; no copy when it is one chunk, as it is from the embedded engine. */
export const bytesOf = async (stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
	const chunks: Uint8Array[] = [];
	for await (const chunk of stream) chunks.push(chunk);
	return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
};
