import type { Engine } from './engine.ts';
import type { Columns } from './native.ts';
import { sqlText } from './sql.ts';

export interface ExportedColumn {
	name: string;
	/** Expression of the engine. */
	sql: string;
	/** Type of its values in the rows; instants are UTC milliseconds. */
	type: 'text' | 'boolean' | 'uint8' | 'uint32' | 'int32' | 'decimal' | 'float' | 'instant';
	/** Never null. */
	required?: boolean;
	/** For texts: an expression for a number, which `words` maps to the text, since rows are transferred in columns of fixed width. */
	key?: string;
	meaning: string;
}

/** The engine's names of the formats that it can write. */
const ENGINE_FORMATS = { csv: 'CSVWithNames', arrow: 'Arrow' } as const;

/** Bytes beyond which sorting uses the disk. */
const SORTED_IN_MEMORY = 200_000_000;

type ExportedValue = string | number | boolean | null;
/** Texts by column and key. */
export type ExportedWords = Readonly<Record<string, (key: number) => string>>;

/**
 * Destination of an export. `file`: written by the engine, absolute, replaced unless `append` is set; embedded engine only, since a server would write
 * to its own disk. `rows`: called repeatedly with the next rows, as an array for each column.
 */
export type ExportSink =
	| { file: string; format: keyof typeof ENGINE_FORMATS; append?: boolean }
	| { rows: (values: readonly ArrayLike<ExportedValue>[]) => Promise<void> };

/** Converts rows for output, from numbers by column name: seconds of instants, keys of texts, NaN for null. */
export function presentRows(
	columns: readonly ExportedColumn[],
	numbers: Readonly<Record<string, ArrayLike<number>>>,
	words: ExportedWords,
): readonly ArrayLike<ExportedValue>[] {
	return columns.map(({ name, type, required }) => {
		const values = numbers[name] as ArrayLike<number>;
		const word = words[name];
		const present = (value: number): ExportedValue => {
			if (word) return word(value);
			if (type === 'boolean') return value === 1;
			return type === 'instant' ? value * 1_000 : value;
		};
		return Array.from(values, (value) => (!required && Number.isNaN(value) ? null : present(value)));
	});
}

/** Exports the result of a query. `from` is the query after FROM. */
export async function selectInto(
	line: Engine,
	columns: readonly ExportedColumn[],
	from: string,
	words: ExportedWords,
	sink: ExportSink,
): Promise<void> {
	if ('rows' in sink) return sink.rows(await selectRows(line, columns, from, words));
	const selected = columns.map(({ name, sql }) => `${sql} AS ${name}`).join(', ');
	// The header line is only written at the start of the file.
	const format = sink.append ? 'CSV' : ENGINE_FORMATS[sink.format];
	await line.run(
		`INSERT INTO FUNCTION file(${sqlText(sink.file)}, '${format}') SELECT ${selected} FROM ${from}
		SETTINGS engine_file_truncate_on_insert = ${sink.append ? 0 : 1}, max_bytes_before_external_sort = ${SORTED_IN_MEMORY}, output_format_arrow_string_as_string = 1, output_format_arrow_compression_method = 'none', date_time_output_format = 'iso', format_csv_null_representation = ''`,
	);
}

async function selectRows(line: Engine, columns: readonly ExportedColumn[], from: string, words: ExportedWords) {
	const number = ({ sql, key, type }: ExportedColumn): string => (type === 'instant' ? `toUInt32(${sql})` : (key ?? sql));
	const selected = columns.map((column) => `ifNull(toFloat64(${number(column)}), nan) AS ${column.name}`);
	const spec: Columns = Object.fromEntries(columns.map(({ name }) => [name, 'Float64']));
	const { columns: found } = await line.read(spec, `SELECT ${selected.join(', ')} FROM ${from}`);
	return presentRows(columns, found as Record<string, Float64Array>, words);
}
