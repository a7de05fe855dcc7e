import { type SQL, sql } from 'drizzle-orm';

/**
 * Rows as one parameter, available as `row` in a FROM: a statement for many rows costs what one for a few does. `columns` are names and types in SQL,
 * names with capital letters in double quotes. Instants are milliseconds here and numeric there: `instantOf` converts them.
 */
export const recordRows = (rows: readonly object[], columns: string): SQL =>
	sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(${sql.raw(columns)})`;

export const instantOf = (column: string): SQL => sql.raw(`to_timestamp(row.${column} / 1000.0)`);
