import type { ExportType } from '@sw/domain/reports/list/export-columns';
import { bool, columnFromArray, float64, int64, tableFromColumns, tableToIPC, utf8 } from '@uwdata/flechette';
import { notesOf, type Table, type TableColumn, type Values } from './table.ts';

const TYPES = { text: utf8, integer: int64, decimal: float64, boolean: bool } as const satisfies Record<ExportType, unknown>;

/** Bytes at the start of a message: a marker, then the length of its metadata. */
const MESSAGE_HEAD = 8;
const END = 8;

/** An Arrow IPC stream: its schema with the file's metadata, a batch for each slice, the end. */
export async function* arrowParts(table: Table): AsyncGenerator<Buffer> {
	const notes = notesOf(table);
	const empty = streamOf(table.columns, notes, []);
	const schema = MESSAGE_HEAD + empty.readInt32LE(4);
	yield empty.subarray(0, schema);
	// Keep only the new part: the stream of each slice begins with the same schema.
	for await (const slice of table.slices) yield streamOf(table.columns, notes, slice).subarray(schema, -END);
	yield empty.subarray(-END);
}

/** A complete stream of one slice: the schema message, the rows unless there are none, the end. */
function streamOf(columns: readonly TableColumn[], notes: Readonly<Record<string, string>>, slice: readonly Values[]): Buffer {
	const filled = columns.map(
		({ name, type }, at) =>
			[name, columnFromArray(Array.from(slice[at] ?? []), TYPES[type]())] as [string, ReturnType<typeof columnFromArray>],
	);
	const table = tableFromColumns(filled);
	for (const [at, field] of table.schema.fields.entries()) {
		const { unit = '', description = '' } = columns[at] ?? {};
		field.metadata = new Map(Object.entries({ unit, description }));
	}
	table.schema.metadata = new Map(Object.entries(notes));
	const bytes = tableToIPC(table, { format: 'stream' });
	if (bytes === null) throw new Error('A slice produced no bytes');
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
