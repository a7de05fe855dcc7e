import type { Series } from '../engine/series.ts';
import { sqlText } from '../engine/sql.ts';

const HAS_UTC_COLUMN = "arrayExists(column -> column.logical_type LIKE '%isAdjustedToUTC=true%', columns)";

/**
 * Converts a Parquet file to CSV with a header. Both paths are absolute; `csvPath` is replaced. Instants marked as UTC end with Z; others are written
 * unchanged, since their zone is not in the file. Embedded engine only: a server would look for the file on its own disk. Rejects for files that are not
 * Parquet.
 */
export async function convertParquetToCsv({ bulk }: Series, parquetPath: string, csvPath: string): Promise<void> {
	const { columns } = await bulk.read(
		{ utc: 'UInt8' },
		`SELECT toUInt8(${HAS_UTC_COLUMN}) AS utc FROM file(${sqlText(parquetPath)}, 'ParquetMetadata')`,
	);
	const format = columns.utc[0] === 1 ? 'iso' : 'simple';
	await bulk.run(
		`INSERT INTO FUNCTION file(${sqlText(csvPath)}, 'CSVWithNames') SELECT * FROM file(${sqlText(parquetPath)}, 'Parquet')
		SETTINGS engine_file_truncate_on_insert = 1, date_time_output_format = '${format}', session_timezone = 'UTC', format_csv_null_representation = ''`,
	);
}
