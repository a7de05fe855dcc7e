import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { ByteWriter, fileWriter, ParquetWriter, type SchemaElement, type Writer } from 'hyparquet-writer';

/** Parquet's words for what our files hold. Integers of 64 bits come and go as numbers, so they are exact up to 2^53. */
const ELEMENTS = {
	text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
	boolean: { type: 'BOOLEAN' },
	integer: { type: 'INT64' },
	// Without a logical type: the library writes the width of INTEGER as four bytes where the format wants one, and other readers refuse the file.
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
	/** Never null; a null in it is refused. */
	readonly required?: boolean;
}
export type ParquetValues = ArrayLike<string | number | boolean | null>;
type Notes = Readonly<Record<string, string>>;

/** Some 40 ms of work for the widest of our files; other work comes in between two groups. */
const ROWS_PER_GROUP = 2_000;

const open = (writer: Writer, columns: readonly ParquetColumn[], notes: Notes) => {
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
	const dataOf = ({ type }: ParquetColumn, values: ParquetValues, from: number, to: number) => {
		const data = Array.prototype.slice.call(values, from, to) as (string | number | boolean | null)[];
		return type === 'integer' ? data.map((value) => (value === null ? null : BigInt(value))) : data;
	};
	return {
		add: async (values: readonly ParquetValues[]): Promise<void> => {
			const rows = values[0]?.length ?? 0;
			for (let from = 0; from < rows; from += ROWS_PER_GROUP) {
				const columnData = columns.map((column, at) => ({
					name: column.name,
					data: dataOf(column, values[at] as ParquetValues, from, from + ROWS_PER_GROUP),
				}));
				file.write({ columnData, rowGroupSize: ROWS_PER_GROUP });
				await setImmediate();
			}
		},
		end: (): void => void file.finish(),
	};
};

/** A file on disk, written as rows come: `add` takes the next rows' values, an array for each column. `notes` go into its metadata. */
export const createParquetFile = (path: string, columns: readonly ParquetColumn[], notes: Notes) => open(fileWriter(path), columns, notes);

/** A whole file in memory. `notes` go into its metadata, where readers show them. All columns have the same length. */
export const parquetFile = async (
	columns: readonly (ParquetColumn & { readonly values: ParquetValues })[],
	notes: Notes,
): Promise<Buffer> => {
	const writer = new ByteWriter();
	const file = open(writer, columns, notes);
	await file.add(columns.map(({ values }) => values));
	file.end();
	return Buffer.from(writer.getBuffer());
};
