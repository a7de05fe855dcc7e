import { Readable } from 'node:stream';
import type { EXPORT_FORMATS } from '@sw/contract/signals/sector-charts';
import { csvLine } from '@sw/domain/reports/csv';
import type { ExportType } from '@sw/domain/reports/list/export-columns';
import { cleanNumber } from '@sw/domain/statistics/clean-number';
import { bool, columnFromArray, float64, int64, tableFromColumns, tableToIPC, utf8 } from '@uwdata/flechette';
import { parquetParts } from './parquet-file.ts';
import { dictionaryOf, notesOf, type Table, type TableColumn, type Values } from './table.ts';
import { xlsxParts } from './xlsx-parts.ts';

const TYPES = { text: utf8, integer: int64, decimal: float64, boolean: bool } as const satisfies Record<ExportType, unknown>;

/** Bytes at the start of a message: a marker, then the length of its metadata. */
const MESSAGE_HEAD = 8;

const END = 8;

export type TableFormat = (typeof EXPORT_FORMATS)[number];

export interface TableFile {
	/** Written as it is read: a slow client delays no other and keeps one slice in memory. */
	readonly body: Readable;
	readonly headers: Readonly<Record<string, string>>;
}

const WRITERS: Readonly<
	Record<TableFormat, { readonly type: string; readonly ending: string; readonly parts: (table: Table) => AsyncGenerator<Buffer> }>
> = {
	csv: { type: 'text/csv; charset=utf-8', ending: 'csv', parts: csvParts },
	xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ending: 'xlsx', parts: xlsxParts },
	json: { type: 'application/json; charset=utf-8', ending: 'json', parts: jsonParts },
	parquet: { type: 'application/vnd.apache.parquet', ending: 'parquet', parts: parquetParts },
	arrow: { type: 'application/vnd.apache.arrow.stream', ending: 'arrows', parts: arrowParts },
};

/** A table as a file of that format; `name` is the file's name without extension. */
export function tableFile(format: TableFormat, table: Table, name: string): TableFile {
	const { type, ending, parts } = WRITERS[format];
	return {
		body: Readable.from(parts({ ...table, slices: withDecimals(table) }), { objectMode: false }),
		headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}.${ending}"` },
	};
}

/** The only place where decimals are formatted for files. */
async function* withDecimals({ columns, slices }: Table): AsyncGenerator<readonly Values[]> {
	for await (const slice of slices)
		yield slice.map((values, at) =>
			columns[at]?.type === 'decimal' ? Array.from(values, (value) => (typeof value === 'number' ? cleanNumber(value) : value)) : values,
		);
}

/** CSV: a line of names, then a line for each row. */
async function* csvParts({ columns, slices }: Table): AsyncGenerator<Buffer> {
	yield Buffer.from(csvLine(columns.map(({ name }) => name)));
	for await (const slice of slices) yield Buffer.from(linesOf(slice, (row) => csvLine(slice.map((values) => values[row] ?? null))));
}

function linesOf(slice: readonly Values[], line: (row: number) => string, between = ''): string {
	const lines: string[] = [];
	for (let row = 0; row < rowsIn(slice); row++) lines.push(line(row));
	return lines.join(between);
}

function rowsIn(slice: readonly Values[]): number {
	return slice[0]?.length ?? 0;
}

/** One JSON object: the members of the head, the dictionary as `columns`, and an object for each row in `items`. */
async function* jsonParts({ columns, head, slices }: Table): AsyncGenerator<Buffer> {
	yield Buffer.from(`${JSON.stringify({ ...head, columns: dictionaryOf(columns) }).slice(0, -1)},"items":[`);
	const names = columns.map(({ name }) => JSON.stringify(name));
	let between = '';
	for await (const slice of slices) {
		const object = (row: number): string => `{${names.map((name, at) => `${name}:${JSON.stringify(slice[at]?.[row] ?? null)}`).join(',')}}`;
		yield Buffer.from(between + linesOf(slice, object, ','));
		if (rowsIn(slice) > 0) between = ',';
	}
	yield Buffer.from(']}');
}

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
