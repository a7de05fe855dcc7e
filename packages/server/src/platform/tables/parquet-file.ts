import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { ByteWriter, fileWriter, ParquetWriter, type SchemaElement, type Writer } from 'hyparquet-writer';
import { notesOf, ROWS_AT_ONCE, type Table, type Values } from './table.ts';

/** Parquet types of our columns. 64-bit integers are passed as numbers, so they are exact up to 2^53. */
const ELEMENTS = {
	text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
	boolean: { type: 'BOOLEAN' },
	integer: { type: 'INT64' },
	// Without a logical type: the library writes the width of INTEGER in four bytes instead of one, and other readers reject the file.
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

export interface ParquetColumn {
	readonly name: string;
	readonly type: keyof typeof ELEMENTS;
	/** Never null; a null value is an error. */
	readonly required?: boolean;
}
type Notes = Readonly<Record<string, string>>;

/** A file on disk, written as rows arrive: `add` takes an array of values for each column. `notes` become its metadata. */
export function createParquetFile(path: string, columns: readonly ParquetColumn[], notes: Notes) {
	return open(fileWriter(path), columns, notes);
}

function open(writer: Writer, columns: readonly ParquetColumn[], notes: Notes) {
	const elements = columns.map(
		({ name, type, required }): SchemaElement => ({ name, ...ELEMENTS[type], repetition_type: required ? 'REQUIRED' : 'OPTIONAL' }),
	);
	const file = new ParquetWriter({
		writer,
		schema: [{ name: 'rows', num_children: columns.length }, ...elements],
		codec: 'GZIP',
		compressors: { GZIP: (bytes) => gzipSync(bytes) },
		kvMetadata: Object.entries(notes).map(([key, value]) => ({ key, value })),
		createdBy: 'Signalwheel',
	});
	const dataOf = ({ type }: ParquetColumn, values: Values, from: number, to: number) => {
		const data = Array.prototype.slice.call(values, from, to) as (string | number | boolean | null)[];
		return type === 'integer' ? data.map((value) => (value === null ? null : BigInt(value))) : data;
	};
	return {
		add: async (values: readonly Values[]): Promise<void> => {
			const rows = values[0]?.length ?? 0;
			for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
				const columnData = columns.map((column, at) => ({
					name: column.name,
					data: dataOf(column, values[at] as Values, from, from + ROWS_AT_ONCE),
				}));
				file.write({ columnData, rowGroupSize: ROWS_AT_ONCE });
				await setImmediate();
			}
		},
		end: (): void => void file.finish(),
	};
}

/** A file in parts, one row group for each slice; head and dictionary become its metadata. */
export async function* parquetParts(table: Table): AsyncGenerator<Buffer> {
	const writer = new ByteWriter();
	/** Bytes written since the last call. */
	const taken = (): Buffer => {
		const bytes = Buffer.from(writer.getBytes());
		writer.index = 0;
		return bytes;
	};
	const file = open(writer, table.columns, notesOf(table));
	for await (const slice of table.slices) {
		await file.add(slice);
		yield taken();
	}
	file.end();
	yield taken();
}
