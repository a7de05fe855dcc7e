import type { Engine } from './engine.ts';
import type { Columns } from './native.ts';
import { sqlText } from './sql-text.ts';

export interface ExportedColumn {
	name: string;
	/** The engine's expression. */
	sql: string;
	/** What the rows hold of it: instants are UTC milliseconds. */
	type: 'text' | 'boolean' | 'uint8' | 'uint32' | 'int32' | 'decimal' | 'float' | 'instant';
	/** Never null. */
	required?: boolean;
	/** For texts: the expression of a number that `words` knows the text of, since rows cross in columns of fixed width. */
	key?: string;
	meaning: string;
}

/** The engine's names of the formats that it writes itself, by ours. */
const ENGINE_FORMATS = { csv: 'CSVWithNames', arrow: 'Arrow' } as const;

/** What is sorted beyond this many bytes goes by way of the disk. */
const SORTED_IN_MEMORY = 200_000_000;

type ExportedValue = string | number | boolean | null;
/** Texts by column and key. */
export type ExportedWords = Readonly<Record<string, (key: number) => string>>;

/**
 * Where an export goes. `file`: written by the engine, absolute, replaced unless `append`ed to; embedded engine only, a server would write to its own disk. `rows`: an array for
 * each column, called again with the next rows.
 */
export type ExportSink =
	| { file: string; format: keyof typeof ENGINE_FORMATS; append?: boolean }
	| { rows: (values: readonly ArrayLike<ExportedValue>[]) => Promise<void> };

const selectRows = async (line: Engine, columns: readonly ExportedColumn[], from: string, words: ExportedWords) => {
	const number = ({ sql, key, type }: ExportedColumn): string => (type === 'instant' ? `toUInt32(${sql})` : (key ?? sql));
	const selected = columns.map((column) => `ifNull(toFloat64(${number(column)}), nan) AS ${column.name}`);
	const spec: Columns = Object.fromEntries(columns.map(({ name }) => [name, 'Float64']));
	const { columns: found } = await line.read(spec, `SELECT ${selected.join(', ')} FROM ${from}`);
	return presented(columns, found as Record<string, Float64Array>, words);
};

/** Rows as they are handed over, of numbers by the columns' names: seconds of instants, keys of texts, NaN for null. */
export const presented = (
	columns: readonly ExportedColumn[],
	numbers: Readonly<Record<string, ArrayLike<number>>>,
	words: ExportedWords,
): readonly ArrayLike<ExportedValue>[] =>
	columns.map(({ name, type, required }) => {
		const values = numbers[name] as ArrayLike<number>;
		const word = words[name];
		const present = (value: number): ExportedValue => {
			if (word) return word(value);
			if (type === 'boolean') return value === 1;
			return type === 'instant' ? value * 1_000 : value;
		};
		return Array.from(values, (value) => (!required && Number.isNaN(value) ? null : present(value)));
	});

/** Hands over what a query finds. `from` is all of the query behind FROM. */
export const selectInto = async (
	line: Engine,
	columns: readonly ExportedColumn[],
	from: string,
	words: ExportedWords,
	sink: ExportSink,
): Promise<void> => {
	if ('rows' in sink) return sink.rows(await selectRows(line, columns, from, words));
	const selected = columns.map(({ name, sql }) => `${sql} AS ${name}`).join(', ');
	// The names stand at the head of the file alone.
	const format = sink.append ? 'CSV' : ENGINE_FORMATS[sink.format];
	await line.run(
		`INSERT INTO FUNCTION file(${sqlText(sink.file)}, '${format}') SELECT ${selected} FROM ${from}
		SETTINGS engine_file_truncate_on_insert = ${sink.append ? 0 : 1}, max_bytes_before_external_sort = ${SORTED_IN_MEMORY}, output_format_arrow_string_as_string = 1, output_format_arrow_compression_method = 'none', date_time_output_format = 'iso', format_csv_null_representation = ''`,
	);
};
