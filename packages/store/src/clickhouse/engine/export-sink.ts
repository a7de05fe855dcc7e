import type { Engine } from './engine.ts';
import type { Columns } from './native.ts';
import { sqlText } from './sql.ts';

export interface ExportedColumn {
	name: string;
	/** ClickHouse expression. */
	sql: string;
	/** Type of the exported values; instants are UTC milliseconds. */
	type: 'text' | 'boolean' | 'uint8' | 'uint32' | 'int32' | 'decimal' | 'float' | 'instant';
	/** Values are never null. Default: false. */
	required?: boolean;
	/** For texts: a ClickHouse expression for a numeric key, which TextsByKey maps to the text. Rows are transferred in columns of fixed width. */
	key?: string;
	meaning: string;
}

/** ClickHouse's names of the formats that it can write. */
const ENGINE_FORMATS = { csv: 'CSVWithNames', arrow: 'Arrow' } as const;

/** Bytes of memory beyond which sorting uses the disk. */
const MAX_SORT_BYTES = 200_000_000;

type ExportedValue = string | number | boolean | null;
/** Functions that return a column's text by key, by column name. */
export type TextsByKey = Readonly<Record<string, (key: number) => string>>;

/**
 * Destination of an export. `file`: an absolute path, written by the engine and replaced unless `append` is set; embedded engine only, since a server
 * would write to its own disk. `rows`: called repeatedly with the next rows, as an array per column.
 */
export type ExportSink =
	| { file: string; format: keyof typeof ENGINE_FORMATS; append?: boolean }
	| { rows: (values: readonly ArrayLike<ExportedValue>[]) => Promise<void> };

/** Converts numbers by column name into values for output: seconds become instants, keys become texts, NaN becomes null. */
export function convertRows(
	columns: readonly ExportedColumn[],
	numbers: Readonly<Record<string, ArrayLike<number>>>,
	texts: TextsByKey,
): readonly ArrayLike<ExportedValue>[] {
	return columns.map(({ name, type, required }) => {
		const values = numbers[name] as ArrayLike<number>;
		const textOf = texts[name];
		const toExportedValue = (value: number): ExportedValue => {
			if (textOf) return textOf(value);
			if (type === 'boolean') return value === 1;
			return type === 'instant' ? value * 1_000 : value;
		};
		return Array.from(values, (value) => (!required && Number.isNaN(value) ? null : toExportedValue(value)));
	});
}

/** Exports the result of a query; `fromClause` is what follows FROM. */
export async function exportQuery(
	connection: Engine,
	columns: readonly ExportedColumn[],
	fromClause: string,
	texts: TextsByKey,
	sink: ExportSink,
): Promise<void> {
	if ('rows' in sink) return sink.rows(await selectRows(connection, columns, fromClause, texts));
	const selected = columns.map(({ name, sql }) => `${sql} AS ${name}`).join(', ');
	// CSVWithNames would repeat the header line at each append.
	const format = sink.append ? 'CSV' : ENGINE_FORMATS[sink.format];
	await connection.run(
		`INSERT INTO FUNCTION file(${sqlText(sink.file)}, '${format}') SELECT ${selected} FROM ${fromClause}
		SETTINGS engine_file_truncate_on_insert = ${sink.append ? 0 : 1}, max_bytes_before_external_sort = ${MAX_SORT_BYTES}, output_format_arrow_string_as_string = 1, output_format_arrow_compression_method = 'none', date_time_output_format = 'iso', format_csv_null_representation = ''`,
	);
}

async function selectRows(connection: Engine, columns: readonly ExportedColumn[], fromClause: string, texts: TextsByKey) {
	const numberExpression = ({ sql, key, type }: ExportedColumn): string => (type === 'instant' ? `toUInt32(${sql})` : (key ?? sql));
	const selected = columns.map((column) => `ifNull(toFloat64(${numberExpression(column)}), nan) AS ${column.name}`);
	const spec: Columns = Object.fromEntries(columns.map(({ name }) => [name, 'Float64']));
	const { columns: values } = await connection.read(spec, `SELECT ${selected.join(', ')} FROM ${fromClause}`);
	return convertRows(columns, values as Record<string, Float64Array>, texts);
}
