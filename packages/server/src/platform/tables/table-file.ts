import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { EXPORT_FORMATS } from '@sw/contract/signals/sector-charts';
import { csvLine } from '@sw/domain/reports/csv';
import type { ExportType } from '@sw/domain/reports/list/export-columns';
import { cleanNumber } from '@sw/domain/statistics/clean-number';
import { bool, columnFromArray, float64, int64, tableFromColumns, tableToIPC, utf8 } from '@uwdata/flechette';
import type { SchemaElement, Writer } from 'hyparquet-writer';
import { type ColumnValues, describeColumns, flattenMetadata, SLICE_ROWS, type Table, type TableColumn } from './table.ts';
import { generateXlsxParts } from './xlsx-parts.ts';

/** Parquet types of columns. 64-bit integers are passed as numbers, so they are exact up to 2^53. */
const PARQUET_TYPES = {
	text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
	boolean: { type: 'BOOLEAN' },
	integer: { type: 'INT64' },
	// No logical type: the library writes the width of INTEGER in four bytes instead of one, and other readers reject the file.
	uint8: { type: 'INT32', converted_type: 'UINT_8' },
	uint32: { type: 'INT32', converted_type: 'UINT_32' },
	int32: { type: 'INT32' },
	decimal: { type: 'DOUBLE' },
	float: { type: 'FLOAT' },
	/** UTC milliseconds. */
	instant: {
		type: 'INT64',
		converted_type: 'TIMESTAMP_MILLIS',
		logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
	},
} as const satisfies Record<string, Omit<SchemaElement, 'name'>>;

interface ParquetColumn {
	readonly name: string;
	readonly type: keyof typeof PARQUET_TYPES;
	/** A null value is an error. Default: false. */
	readonly required?: boolean;
}
type FileMetadata = Readonly<Record<string, string>>;

/** Creates a Parquet file on disk, written as rows arrive. `add` expects an array of values per column. `metadata` becomes the file's metadata. */
export async function createParquetFile(path: string, columns: readonly ParquetColumn[], metadata: FileMetadata) {
	const library = await loadParquetWriter();
	return openParquetWriter(library, library.fileWriter(path), columns, metadata);
}

/** Loads the library at first use, so that a start need not wait for it. */
function loadParquetWriter(): Promise<typeof import('hyparquet-writer')> {
	return import('hyparquet-writer');
}

function openParquetWriter(
	{ ParquetWriter }: Pick<typeof import('hyparquet-writer'), 'ParquetWriter'>,
	writer: Writer,
	columns: readonly ParquetColumn[],
	metadata: FileMetadata,
) {
	const elements = columns.map(
		({ name, type, required }): SchemaElement => ({ name, ...PARQUET_TYPES[type], repetition_type: required ? 'REQUIRED' : 'OPTIONAL' }),
	);
	const file = new ParquetWriter({
		writer,
		schema: [{ name: 'rows', num_children: columns.length }, ...elements],
		codec: 'GZIP',
		compressors: { GZIP: (bytes) => gzipSync(bytes) },
		kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
		createdBy: 'Signalwheel',
	});
	const sliceData = ({ type }: ParquetColumn, values: ColumnValues, startRow: number, endRow: number) => {
		const data = Array.prototype.slice.call(values, startRow, endRow) as (string | number | boolean | null)[];
		return type === 'integer' ? data.map((value) => (value === null ? null : BigInt(value))) : data;
	};
	return {
		add: async (values: readonly ColumnValues[]): Promise<void> => {
			const rowCount = values[0]?.length ?? 0;
			for (let startRow = 0; startRow < rowCount; startRow += SLICE_ROWS) {
				const columnData = columns.map((column, at) => ({
					name: column.name,
					data: sliceData(column, values[at] as ColumnValues, startRow, startRow + SLICE_ROWS),
				}));
				file.write({ columnData, rowGroupSize: SLICE_ROWS });
				await setImmediate();
			}
		},
		end: (): void => void file.finish(),
	};
}

/** Generates a Parquet file in parts, with one row group per slice. The table's metadata and dictionary become the file's metadata. */
export async function* generateParquetParts(table: Table): AsyncGenerator<Buffer> {
	const library = await loadParquetWriter();
	const writer = new library.ByteWriter();
	/** Returns the bytes written since the last call. */
	const takeBytes = (): Buffer => {
		const bytes = Buffer.from(writer.getBytes());
		writer.index = 0;
		return bytes;
	};
	const file = openParquetWriter(library, writer, table.columns, flattenMetadata(table));
	for await (const slice of table.slices) {
		await file.add(slice);
		yield takeBytes();
	}
	file.end();
	yield takeBytes();
}

const ARROW_TYPES = { text: utf8, integer: int64, decimal: float64, boolean: bool } as const satisfies Record<ExportType, unknown>;

/** Bytes before the metadata of an Arrow message: a marker and the length of the metadata. */
const MESSAGE_PREFIX_BYTES = 8;

/** Bytes of the marker that ends an Arrow stream. */
const END_MARKER_BYTES = 8;

export type TableFormat = (typeof EXPORT_FORMATS)[number];

export interface TableFile {
	/** Generated while it is read: a slow client keeps one slice in memory and delays no other client. */
	readonly body: Readable;
	readonly headers: Readonly<Record<string, string>>;
}

const WRITERS: Readonly<
	Record<
		TableFormat,
		{ readonly type: string; readonly extension: string; readonly generateParts: (table: Table) => AsyncGenerator<Buffer> }
	>
> = {
	csv: { type: 'text/csv; charset=utf-8', extension: 'csv', generateParts: generateCsvParts },
	xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx', generateParts: generateXlsxParts },
	json: { type: 'application/json; charset=utf-8', extension: 'json', generateParts: generateJsonParts },
	parquet: { type: 'application/vnd.apache.parquet', extension: 'parquet', generateParts: generateParquetParts },
	arrow: { type: 'application/vnd.apache.arrow.stream', extension: 'arrows', generateParts: generateArrowParts },
};

/** Returns the table as a file for download; `name` is the file's name without extension. */
export function createTableFile(format: TableFormat, table: Table, name: string): TableFile {
	const { type, extension, generateParts } = WRITERS[format];
	return {
		body: Readable.from(generateParts({ ...table, slices: roundDecimals(table) }), { objectMode: false }),
		headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}.${extension}"` },
	};
}

/** Rounds decimals (see cleanNumber). This is the only place where decimals are formatted for files. */
async function* roundDecimals({ columns, slices }: Table): AsyncGenerator<readonly ColumnValues[]> {
	for await (const slice of slices)
		yield slice.map((values, at) =>
			columns[at]?.type === 'decimal' ? Array.from(values, (value) => (typeof value === 'number' ? cleanNumber(value) : value)) : values,
		);
}

async function* generateCsvParts({ columns, slices }: Table): AsyncGenerator<Buffer> {
	yield Buffer.from(csvLine(columns.map(({ name }) => name)));
	for await (const slice of slices) yield Buffer.from(joinRows(slice, (row) => csvLine(slice.map((values) => values[row] ?? null))));
}

function joinRows(slice: readonly ColumnValues[], formatRow: (row: number) => string, separator = ''): string {
	const lines: string[] = [];
	for (let row = 0; row < countRows(slice); row++) lines.push(formatRow(row));
	return lines.join(separator);
}

function countRows(slice: readonly ColumnValues[]): number {
	return slice[0]?.length ?? 0;
}

/** Generates one JSON object: the table's metadata, the dictionary as `columns`, and an object per row in `items`. */
async function* generateJsonParts({ columns, metadata, slices }: Table): AsyncGenerator<Buffer> {
	yield Buffer.from(`${JSON.stringify({ ...metadata, columns: describeColumns(columns) }).slice(0, -1)},"items":[`);
	const names = columns.map(({ name }) => JSON.stringify(name));
	let separator = '';
	for await (const slice of slices) {
		const formatRow = (row: number): string =>
			`{${names.map((name, at) => `${name}:${JSON.stringify(slice[at]?.[row] ?? null)}`).join(',')}}`;
		yield Buffer.from(separator + joinRows(slice, formatRow, ','));
		if (countRows(slice) > 0) separator = ',';
	}
	yield Buffer.from(']}');
}

/** Generates an Arrow IPC stream: the schema with the file's metadata, a batch per slice, and the end marker. */
export async function* generateArrowParts(table: Table): AsyncGenerator<Buffer> {
	const metadata = flattenMetadata(table);
	const empty = encodeStream(table.columns, metadata, []);
	const schemaEnd = MESSAGE_PREFIX_BYTES + empty.readInt32LE(4);
	yield empty.subarray(0, schemaEnd);
	// The stream of each slice begins with the same schema and ends with the marker: keep only the batch between.
	for await (const slice of table.slices) yield encodeStream(table.columns, metadata, slice).subarray(schemaEnd, -END_MARKER_BYTES);
	yield empty.subarray(-END_MARKER_BYTES);
}

/** Encodes one slice as a complete Arrow stream: the schema message, any rows, and the end marker. */
function encodeStream(columns: readonly TableColumn[], metadata: Readonly<Record<string, string>>, slice: readonly ColumnValues[]): Buffer {
	const columnArrays = columns.map(
		({ name, type }, at) =>
			[name, columnFromArray(Array.from(slice[at] ?? []), ARROW_TYPES[type]())] as [string, ReturnType<typeof columnFromArray>],
	);
	const table = tableFromColumns(columnArrays);
	for (const [at, field] of table.schema.fields.entries()) {
		const { unit = '', description = '' } = columns[at] ?? {};
		field.metadata = new Map(Object.entries({ unit, description }));
	}
	table.schema.metadata = new Map(Object.entries(metadata));
	const bytes = tableToIPC(table, { format: 'stream' });
	if (bytes === null) throw new Error('A slice produced no bytes');
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
