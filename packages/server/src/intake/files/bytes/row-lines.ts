import { failIfRefused } from '../faults/refusal-reason.ts';
import { addReject, createRejects, type RejectReason, type Rejects } from '../faults/rejects.ts';
import { createFields, type Fields, splitFields } from './byte-fields.ts';
import { lineAt } from './byte-lines.ts';

export interface RowCounts {
	rows: number;
	accepted: number;
	rejects: Rejects;
}

/** The rows of a table, one after another; those that are refused are counted with their lines. */
export interface RowLines {
	/** Reads whole lines; answers how many rows they held. */
	read(lines: Buffer): number;
	counts(): RowCounts;
	/** After the last line. Throws ImportError when too little could be taken. */
	finish(): RowCounts;
}

/** `readRow` answers why a row is not taken. Its fields are reused from row to row. */
export function createRowLines(
	separator: string,
	firstLine: number,
	readRow: (buffer: Buffer, fields: Fields) => RejectReason | undefined,
): RowLines {
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
				lineAt(lines, at, span);
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
			failIfRefused({ rows, rejects });
			return counts();
		},
	};
}

export function textOf(buffer: Buffer, fields: Fields, column: number): string {
	return buffer.toString('latin1', fields.from[column], fields.to[column]);
}
