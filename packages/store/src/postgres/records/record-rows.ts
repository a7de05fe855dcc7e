import { type SQL, sql } from 'drizzle-orm';

/**
 * Rows as one parameter, available as `row` in a FROM: a statement for many rows costs what one for a few does. `columns` are names and types in SQL,
 * names with capital letters in double quotes. Instants are milliseconds here and numeric there: `instantOf` converts them.
 */
export function recordRows(rows: readonly object[], columns: string): SQL {
	return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(${sql.raw(columns)})`;
}

export function instantOf(column: string): SQL {
	return sql.raw(`to_timestamp(row.${column} / 1000.0)`);
}
