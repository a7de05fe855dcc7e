import type { Bytes } from '../archives/unpack.ts';
import { ImportError } from '../faults/import-error.ts';
import { addReject, createRejects, type RejectReason, type Rejects, rejectUnreliableFile } from '../faults/rejects.ts';
import { createFields, type Fields, splitFields } from './byte-fields.ts';

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const MAX_LINE_BYTES = 64 * 1024;

/** One or more whole lines, each ended by a newline except perhaps the last of the file. */
export type LineChunk = Buffer;

/** Cuts a byte stream into chunks of whole lines. Keeps one chunk and one line in memory. Throws ImportError for lines above 64 KiB. */
export async function* splitIntoLineChunks(bytes: Bytes): AsyncGenerator<LineChunk> {
	let partialLine: Buffer = Buffer.alloc(0);
	for await (const chunk of bytes) {
		const lastNewline = chunk.lastIndexOf(NEWLINE);
		if (lastNewline < 0) {
			partialLine = Buffer.concat([partialLine, chunk]);
		} else {
			const head = chunk.subarray(0, lastNewline + 1);
			yield partialLine.length === 0 ? head : Buffer.concat([partialLine, head]);
			partialLine = chunk.subarray(lastNewline + 1);
		}
		if (partialLine.length > MAX_LINE_BYTES) throw new ImportError('damaged', 'A line is longer than 64 KiB.');
	}
	if (partialLine.length > 0) yield partialLine;
}

/** Sets `out` to the end of the line that begins at `start`, without its line break, and to the start of the next line. */
export function locateLine(buffer: Buffer, start: number, out: [number, number]): void {
	const newline = buffer.indexOf(NEWLINE, start);
	const lineEnd = newline < 0 ? buffer.length : newline;
	out[0] = lineEnd > start && buffer[lineEnd - 1] === CARRIAGE_RETURN ? lineEnd - 1 : lineEnd;
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
	getCounts(): RowCounts;
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
	const separatorByte = separator.charCodeAt(0);
	const fields = createFields();
	const rejects = createRejects();
	const lineBounds: [number, number] = [0, 0];
	let rows = 0;
	let lineNumber = firstLine - 1;
	const getCounts = (): RowCounts => ({ rows, accepted: rows - rejects.total, rejects });
	return {
		read(lines) {
			const rowsBefore = rows;
			for (let at = 0; at < lines.length; at = lineBounds[1]) {
				locateLine(lines, at, lineBounds);
				lineNumber++;
				if (lineBounds[0] === at) continue;
				rows++;
				splitFields(lines, at, lineBounds[0], separatorByte, fields);
				const reason = readRow(lines, fields);
				if (reason) addReject(rejects, lineNumber, reason);
			}
			return rows - rowsBefore;
		},
		getCounts,
		finish() {
			rejectUnreliableFile({ rows, rejects });
			return getCounts();
		},
	};
}

export function readFieldText(buffer: Buffer, fields: Fields, column: number): string {
	return buffer.toString('latin1', fields.starts[column], fields.ends[column]);
}
