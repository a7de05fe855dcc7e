import type { Bytes } from '../archives/unpack.ts';
import { ImportError } from '../faults/import-error.ts';

const NEWLINE = 10;
const RETURN = 13;
const LONGEST_LINE = 64 * 1024;

/** Whole lines of a chunk: `buffer` holds them one after another, each but perhaps the last ended by a newline. */
export type LineChunk = Buffer;

/** Cuts a byte stream into chunks that end with a line's end, so that the parser never meets half a row. Memory: one chunk and one line. */
export async function* completeLines(bytes: Bytes): AsyncGenerator<LineChunk> {
	let rest: Buffer = Buffer.alloc(0);
	for await (const chunk of bytes) {
		const last = chunk.lastIndexOf(NEWLINE);
		if (last < 0) {
			rest = Buffer.concat([rest, chunk]);
		} else {
			const head = chunk.subarray(0, last + 1);
			yield rest.length === 0 ? head : Buffer.concat([rest, head]);
			rest = chunk.subarray(last + 1);
		}
		if (rest.length > LONGEST_LINE) throw new ImportError('damaged', 'A line is longer than 64 KiB.');
	}
	if (rest.length > 0) yield rest;
}

/** End of the line that begins at `start`, without its newline, and where the next begins. `out` is [end, next]. */
export function lineAt(buffer: Buffer, start: number, out: [number, number]): void {
	const newline = buffer.indexOf(NEWLINE, start);
	const stop = newline < 0 ? buffer.length : newline;
	out[0] = stop > start && buffer[stop - 1] === RETURN ? stop - 1 : stop;
	out[1] = newline < 0 ? buffer.length : newline + 1;
}
