import type { Bytes } from '../archives/unpack.ts';
import { ImportError } from '../faults/import-error.ts';
import { addReject, createRejects, type RejectReason, type Rejects, rejectUnreliableFile } from '../faults/rejects.ts';
import { createFields, type Fields, splitFields } from './byte-fields.ts';

const NEWLINE = 10;
const RETURN = 13;
const MAX_LINE_BYTES = 64 * 1024;

/** One or more whole lines, each ended by a newline except perhaps the last of the file. */
export type LineChunk = Buffer;

/** Cuts a byte stream into chunks of whole lines. Keeps one chunk and one line in memory. Throws ImportError for lines above 64 KiB. */
export async function* completeLines(bytes: Bytes): AsyncGenerator<LineChunk> {
	let partialLine: Buffer = Buffer.alloc(0);
	for await (const chunk of bytes) {
		const last = chunk.lastIndexOf(NEWLINE);
		if (last < 0) {
			partialLine = Buffer.concat([partialLine, chunk]);
		} else {
			const head = chunk.subarray(0, last + 1);
			yield partialLine.length === 0 ? head : Buffer.concat([partialLine, head]);
			partialLine = chunk.subarray(last + 1);
		}
		if (partialLine.length > MAX_LINE_BYTES) throw new ImportError('damaged', 'A line is longer than 64 KiB.');
	}
	if (partialLine.length > 0) yield partialLine;
}

/** Sets `out` to the end of the line that begins at `start`, without its line break, and to the start of the next line. */
export function locateLine(buffer: Buffer, start: number, out: [number, number]): void {
	const newline = buffer.indexOf(NEWLINE, start);
	const stop = newline < 0 ? buffer.length : newline;
	out[0] = stop > start && buffer[stop - 1] === RETURN ? stop - 1 : stop;
	out[1] = newline < 0 ? buffer.length : newline + 1;
}

interface RowCounts {
	rows: number;
	accepted: number;
	rejects: Rejects;
}

/** Feeds lines to a row reader, and counts rows and rejected rows. */
export interface RowLineReader {
	/** Reads whole lines; returns the number of rows in them. */
	read(lines: Buffer): number;
	counts(): RowCounts;
	/** To be called after the last line. Throws ImportError if too many rows were rejected. */
	finish(): RowCounts;
}

/**
 * Creates a row reader. `readRow` returns why it rejects a row, or undefined; the fields passed to it are reused from row to row. `firstLine` counts from 1,
 * for reported line numbers.
 */
export function createRowLineReader(
	separator: string,
	firstLine: number,
	readRow: (buffer: Buffer, fields: Fields) => RejectReason | undefined,
): RowLineReader {
	const byte = separator.charCodeAt(0);
	const fields = createFields();
	const rejects = createRejects();
	const span: [number, number] = [0, 0];
	let rows = 0;
	let line = firstLine - 1;
	const counts = (): RowCounts => ({ rows, accepted: rows - rejects.total, rejects });
	return {
		read(lines) {
			const before = rows;
			for (let at = 0; at < lines.length; at = span[1]) {
				locateLine(lines, at, span);
				line++;
				if (span[0] === at) continue;
				rows++;
				splitFields(lines, at, span[0], byte, fields);
				const reason = readRow(lines, fields);
				if (reason) addReject(rejects, line, reason);
			}
			return rows - before;
		},
		counts,
		finish() {
			rejectUnreliableFile({ rows, rejects });
			return counts();
		},
	};
}

export function fieldText(buffer: Buffer, fields: Fields, column: number): string {
	return buffer.toString('latin1', fields.from[column], fields.to[column]);
}
